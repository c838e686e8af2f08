//! The objects in a behaviour's case. The behaviours define its other fields.

use super::values::{Number, Pair, Positive};
use serde::{Deserialize, Serialize};
use sidestep::steering::behaviours::{Body, Other, RoundObstacle};
use sidestep::types::Vec2;

/// The default radius of a unit, m.
const RADIUS: f32 = 0.5;

/// The body that steers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BodyFields {
    pub position: Pair,
    pub velocity: Option<Pair>,
    pub orientation: Option<Number>,
    pub rotation: Option<Number>,
    pub radius: Option<Positive>,
    pub max_speed: Positive,
    pub max_acceleration: Positive,
    /// The goal; required by some behaviours only.
    pub goal: Option<Pair>,
}

impl From<&Body> for BodyFields {
    fn from(body: &Body) -> BodyFields {
        BodyFields {
            position: body.position.into(),
            velocity: Some(body.velocity.into()),
            orientation: Some(Number(body.orientation)),
            rotation: Some(Number(body.rotation)),
            radius: Some(Positive(body.radius)),
            max_speed: Positive(body.max_speed),
            max_acceleration: Positive(body.max_acceleration),
            goal: None,
        }
    }
}

impl BodyFields {
    /// Returns the body.
    pub fn body(&self) -> Body {
        Body {
            position: self.position.point(),
            velocity: self.velocity.map_or_else(Vec2::zeros, Pair::vector),
            orientation: self.orientation.map_or(0.0, |n| n.0),
            rotation: self.rotation.map_or(0.0, |n| n.0),
            radius: self.radius.map_or(RADIUS, |n| n.0),
            max_speed: self.max_speed.0,
            max_acceleration: self.max_acceleration.0,
        }
    }
}

/// Another body: a target or a neighbour. The behaviour determines what it must have.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OtherFields {
    pub position: Option<Pair>,
    pub velocity: Option<Pair>,
    pub orientation: Option<Number>,
    pub radius: Option<Positive>,
}

impl From<&Other> for OtherFields {
    fn from(other: &Other) -> OtherFields {
        OtherFields {
            position: Some(other.position.into()),
            velocity: Some(other.velocity.into()),
            orientation: Some(Number(other.orientation)),
            // A position as a goal has no radius.
            radius: (other.radius > 0.0).then_some(Positive(other.radius)),
        }
    }
}

impl OtherFields {
    /// Returns the body. None without a position.
    pub fn other(&self) -> Option<Other> {
        Some(Other {
            position: self.position?.point(),
            velocity: self.velocity.map_or_else(Vec2::zeros, Pair::vector),
            orientation: self.orientation.map_or(0.0, |n| n.0),
            radius: self.radius.map_or(RADIUS, |n| n.0),
        })
    }
}

/// A round obstacle.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ObstacleFields {
    pub position: Pair,
    pub radius: Positive,
}

impl From<&RoundObstacle> for ObstacleFields {
    fn from(disc: &RoundObstacle) -> ObstacleFields {
        ObstacleFields { position: disc.center.into(), radius: Positive(disc.radius) }
    }
}

impl ObstacleFields {
    /// Returns the obstacle.
    pub fn disc(&self) -> RoundObstacle {
        RoundObstacle { center: self.position.point(), radius: self.radius.0 }
    }
}
