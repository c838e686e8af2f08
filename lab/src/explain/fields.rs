//! The fields of a behaviour's case: its objects, and the settings shared by several behaviours. Each struct reads its own
//! fields; the table of behaviours defines which fields a behaviour accepts.

use super::error::CaseProblem;
use super::values::{NotNegative, Number, Pair, Positive, WallEnds, named};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sidestep::steering::behaviours::{Align, Arrive, Body, Other, RoundObstacle, TIME_TO_TARGET};
use sidestep::types::{Point, Vec2};

/// The default radius of a unit, m.
const RADIUS: f32 = 0.5;

/// The fields of every case.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct CaseFields {
    pub unit: BodyFields,
}

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

impl BodyFields {
    /// Makes the fields from a body, with a goal if the behaviour needs one.
    pub fn new(body: &Body, goal: Option<Point>) -> BodyFields {
        BodyFields {
            position: body.position.into(),
            velocity: Some(body.velocity.into()),
            orientation: Some(Number(body.orientation)),
            rotation: Some(Number(body.rotation)),
            radius: Some(Positive(body.radius)),
            max_speed: Positive(body.max_speed),
            max_acceleration: Positive(body.max_acceleration),
            goal: goal.map(Pair::from),
        }
    }

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

/// Another body: a target or a neighbour. The behaviour determines the required fields.
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
    /// Returns the body at `path`, which must have all fields in `needed`.
    pub fn other(&self, path: &str, behaviour: &str, needed: &[&str]) -> Result<Other, CaseProblem> {
        let absent = |name: &&&str| match **name {
            "position" => self.position.is_none(),
            "velocity" => self.velocity.is_none(),
            _ => self.radius.is_none(),
        };
        if let Some(name) = needed.iter().find(absent) {
            return Err(CaseProblem::missing(format!("{path}.{name}"), behaviour));
        }
        Ok(Other {
            position: self.position.map_or_else(Point::origin, Pair::point),
            velocity: self.velocity.map_or_else(Vec2::zeros, Pair::vector),
            orientation: self.orientation.map_or(0.0, |n| n.0),
            radius: self.radius.map_or(RADIUS, |n| n.0),
        })
    }
}

/// The target of a behaviour.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct TargetFields {
    pub target: OtherFields,
}

/// The bodies that the behaviour avoids.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct OthersFields {
    pub neighbours: Vec<OtherFields>,
}

/// The distance beyond which a target is ignored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RangeFields {
    pub range: Option<NotNegative>,
}

/// How far ahead a target's position is predicted.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PredictionFields {
    pub max_prediction: Option<NotNegative>,
}

/// The time in which the target velocity should be reached.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct TimeFields {
    pub time_to_target: Option<Positive>,
}

impl TimeFields {
    /// Returns the time, s.
    pub fn time_to_target(&self) -> f32 {
        self.time_to_target.map_or(TIME_TO_TARGET, |n| n.0)
    }
}

/// The settings of arrive.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ArriveFields {
    pub target_radius: Option<NotNegative>,
    pub slow_radius: Option<NotNegative>,
    pub time_to_target: Option<Positive>,
    pub brake: Option<bool>,
}

impl From<&Arrive> for ArriveFields {
    fn from(arrive: &Arrive) -> ArriveFields {
        ArriveFields {
            target_radius: Some(NotNegative(arrive.target_radius)),
            slow_radius: Some(NotNegative(arrive.slow_radius)),
            time_to_target: Some(Positive(arrive.time_to_target)),
            brake: Some(arrive.brake),
        }
    }
}

impl ArriveFields {
    /// Returns the settings. Missing ones depend on the body.
    pub fn arrive(&self, body: &Body) -> Arrive {
        let own = Arrive::for_body(body);
        Arrive {
            target_radius: self.target_radius.map_or(own.target_radius, |n| n.0),
            slow_radius: self.slow_radius.map_or(own.slow_radius, |n| n.0),
            time_to_target: self.time_to_target.map_or(TIME_TO_TARGET, |n| n.0),
            brake: self.brake.unwrap_or(false),
        }
    }

    /// Returns the name of the first setting in the case.
    pub fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("target_radius", self.target_radius.is_some()),
            ("slow_radius", self.slow_radius.is_some()),
            ("time_to_target", self.time_to_target.is_some()),
            ("brake", self.brake.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }
}

/// The settings of align, face and look-where-going.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct AlignFields {
    pub target_radius: Option<NotNegative>,
    pub slow_radius: Option<NotNegative>,
    pub max_rotation: Option<Positive>,
    pub max_angular_acceleration: Option<Positive>,
    pub time_to_target: Option<Positive>,
    pub brake: Option<bool>,
}

impl From<&Align> for AlignFields {
    fn from(align: &Align) -> AlignFields {
        AlignFields {
            target_radius: Some(NotNegative(align.target_radius)),
            slow_radius: Some(NotNegative(align.slow_radius)),
            max_rotation: Some(Positive(align.max_rotation)),
            max_angular_acceleration: Some(Positive(align.max_angular_acceleration)),
            time_to_target: Some(Positive(align.time_to_target)),
            brake: Some(align.brake),
        }
    }
}

impl AlignFields {
    /// Returns the settings, with defaults for missing ones.
    pub fn align(&self) -> Align {
        let default = Align::default();
        Align {
            target_radius: self.target_radius.map_or(default.target_radius, |n| n.0),
            slow_radius: self.slow_radius.map_or(default.slow_radius, |n| n.0),
            max_rotation: self.max_rotation.map_or(default.max_rotation, |n| n.0),
            max_angular_acceleration: self
                .max_angular_acceleration
                .map_or(default.max_angular_acceleration, |n| n.0),
            time_to_target: self.time_to_target.map_or(TIME_TO_TARGET, |n| n.0),
            brake: self.brake.unwrap_or(false),
        }
    }
}

/// The angle that align turns to.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct OrientationFields {
    pub target_orientation: Number,
}

/// The settings of wander, its remembered angle and its random numbers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct WanderFields {
    pub angle: Option<Number>,
    pub random: Pair,
    pub distance: Option<NotNegative>,
    pub radius: Option<NotNegative>,
    pub rate: Option<NotNegative>,
}

/// The path and the settings of follow-path.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PathFields {
    pub path: Vec<Pair>,
    pub closed: Option<bool>,
    pub path_offset: Option<Number>,
    pub predict_time: Option<NotNegative>,
    pub last: Option<Number>,
    pub coherence: Option<Positive>,
}

/// The settings of separation.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct SeparationFields {
    pub threshold: Option<Positive>,
    pub law: Option<LawName>,
    pub decay: Option<Positive>,
}

/// A law of separation, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", try_from = "Value")]
pub(super) enum LawName {
    #[default]
    Linear,
    InverseSquare,
}

impl TryFrom<Value> for LawName {
    type Error = String;

    fn try_from(value: Value) -> Result<LawName, String> {
        named(&value, "law", &[("linear", LawName::Linear), ("inverse-square", LawName::InverseSquare)])
    }
}

/// The settings of collision-avoidance.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CollisionFields {
    pub form: Option<FormName>,
    pub half_angle: Option<Positive>,
    pub max_prediction: Option<NotNegative>,
    pub horizon: Option<NotNegative>,
}

/// A form of collision avoidance, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", try_from = "Value")]
pub(super) enum FormName {
    #[default]
    ClosestApproach,
    ConeMean,
    ConeNearest,
}

impl TryFrom<Value> for FormName {
    type Error = String;

    fn try_from(value: Value) -> Result<FormName, String> {
        let forms = [
            ("closest-approach", FormName::ClosestApproach),
            ("cone-mean", FormName::ConeMean),
            ("cone-nearest", FormName::ConeNearest),
        ];
        named(&value, "form", &forms)
    }
}

/// The walls and obstacles that wall-avoidance perceives, and its settings.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct WallFields {
    pub walls: Option<Vec<WallEnds>>,
    pub obstacles: Option<Vec<ObstacleFields>>,
    pub lookahead: Option<Positive>,
    pub avoid_distance: Option<NotNegative>,
    pub whiskers: Option<bool>,
    pub whisker_angle: Option<Positive>,
    pub whisker_share: Option<Positive>,
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
