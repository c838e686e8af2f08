//! Alignment: match the direction of the unit's own group (HowToRTS, "Basic Flocking").

use super::radii::FLOCK_RADII;
use crate::math;
use crate::steering::unit::{Neighbour, Unit};
use crate::types::Vec2;

/// The force towards the mean heading of the moving units of the same group within 10 R, N.
pub fn alignment(unit: &Unit, neighbours: &[Neighbour]) -> Vec2 {
    let reach = FLOCK_RADII * unit.radius;
    let mut sum = Vec2::zeros();
    let mut count = 0;
    for neighbour in neighbours.iter().filter(|n| n.same_group && !n.standing) {
        if (neighbour.position - unit.position).norm_squared() < reach * reach {
            sum += math::normalize(neighbour.velocity);
            count += 1;
        }
    }
    if count == 0 { sum } else { unit.force_to(sum * (unit.max_speed / count as f32)) }
}
