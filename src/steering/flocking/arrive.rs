//! Arrive: seek, with slowing down near the goal (Reynolds 1999).

use super::seek::seek;
use crate::steering::unit::Unit;
use crate::types::Vec2;

/// The distance from the goal, in radii, at which a unit starts to slow down.
pub const SLOW_RADII: f32 = 2.0;

/// The share of its maximum speed for a unit of `radius` at `distance` from its goal (m).
pub fn slowed(distance: f32, radius: f32) -> f32 {
    (distance / (SLOW_RADII * radius)).min(1.0)
}

/// The velocity of a unit that moves in `direction` (a unit vector) and stops at its goal, m/s.
pub fn arrive(unit: &Unit, direction: Vec2) -> Vec2 {
    seek(unit, direction) * slowed(unit.distance, unit.radius)
}
