//! Cohesion: move towards the centre of the unit's own group (HowToRTS, "Basic Flocking").

use super::radii::FLOCK_RADII;
use crate::math;
use crate::steering::unit::{Neighbour, Unit};
use crate::types::Vec2;

/// The force towards the centre of the unit's group within 10 R, including the unit itself, N.
pub fn cohesion(unit: &Unit, neighbours: &[Neighbour]) -> Vec2 {
    let reach = FLOCK_RADII * unit.radius;
    let mut sum = Vec2::zeros();
    let mut count = 0;
    for neighbour in neighbours.iter().filter(|n| n.same_group) {
        let offset = neighbour.position - unit.position;
        if offset.norm_squared() < reach * reach {
            sum += offset;
            count += 1;
        }
    }
    // Only the direction of the mean matters, so neither its length nor the unit's own zero offset does.
    let direction = math::normalize(sum);
    if count == 0 || direction == Vec2::zeros() {
        Vec2::zeros()
    } else {
        unit.force_to(super::seek(unit, direction))
    }
}
