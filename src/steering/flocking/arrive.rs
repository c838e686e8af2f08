//! Arrive: seek, slowing down near the goal (Reynolds 1999).

use super::seek;
use crate::steering::Unit;
use crate::types::Vec2;

/// Within how many metres of its goal a unit slows down: two radii.
pub fn slow_radius(unit: &Unit) -> f32 {
    2.0 * unit.radius
}

/// The velocity of a unit that goes `direction` (a unit vector) and means to stop at its goal, m/s.
pub fn arrive(unit: &Unit, direction: Vec2) -> Vec2 {
    seek(unit, direction) * (unit.distance / slow_radius(unit)).min(1.0)
}
