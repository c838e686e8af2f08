//! What the fields ask of units.

use crate::steering::avoidance::model::Crowd;
use crate::types::Vec2;
use serde::{Deserialize, Serialize};

/// What the fields ask of a unit at its predicted positions. Speeds are positive to its right, m/s.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct FieldDemand {
    /// The slope −∇p at the horizon where it is steepest, m/s.
    pub(super) slope: Vec2,
    /// The component of the slope to the right of the predicted direction, and the component against that
    /// direction.
    pub(super) right: f32,
    pub(super) blocked: f32,
    /// Whether the unit keeps right, rather than left, if it is blocked.
    pub(super) keeps_right: bool,
    /// c, the sideways speed due to pressure.
    pub(super) pressure: f32,
    /// l, the sideways speed due to the lane field.
    pub(super) lane: f32,
}

/// A unit as far as the fields depend on it.
#[derive(Debug, Clone, Copy)]
pub(super) struct FieldUnit {
    pub(super) id: usize,
    pub(super) radius: f32,
    pub(super) max_speed: f32,
    /// The remaining distance to its goal, m.
    pub(super) distance: f32,
}

impl FieldUnit {
    pub(super) fn new(crowd: &Crowd<'_>, id: usize) -> FieldUnit {
        let (radius, max_speed, distance) = (crowd.radius[id], crowd.max_speed[id], crowd.distance[id]);
        FieldUnit { id, radius, max_speed, distance }
    }
}
