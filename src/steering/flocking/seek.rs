//! Seek: full speed in the desired direction (Reynolds 1999).

use crate::steering::unit::Unit;
use crate::types::Vec2;

/// The velocity of a unit that moves in `direction` (a unit vector) at its maximum speed, m/s.
pub fn seek(unit: &Unit, direction: Vec2) -> Vec2 {
    direction * unit.max_speed
}
