//! Arrive: seek, slowing down near the goal (Reynolds 1999).

use super::seek;
use crate::steering::unit::Unit;
use crate::types::Vec2;

/// Within how many of its radii of its goal a unit slows down.
pub const SLOW_RADII: f32 = 2.0;

/// The share of its maximum speed at which a unit of `radius` goes that has `distance` left (m).
pub fn slowed(distance: f32, radius: f32) -> f32 {
    (distance / (SLOW_RADII * radius)).min(1.0)
}

/// The velocity of a unit that goes `direction` (a unit vector) and means to stop at its goal, m/s.
pub fn arrive(unit: &Unit, direction: Vec2) -> Vec2 {
    seek(unit, direction) * slowed(unit.distance, unit.radius)
}
