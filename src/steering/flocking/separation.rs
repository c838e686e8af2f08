//! Separation: push away from near neighbours (HowToRTS, "Basic Flocking").

use super::radii::SEPARATION_RADII;
use crate::steering::unit::{Neighbour, Unit};
use crate::types::Vec2;

/// The mean of the pushes away from each neighbour within 4 R, N. A push is full at touch and zero at 4 R.
pub fn separation(unit: &Unit, neighbours: &[Neighbour]) -> Vec2 {
    let reach = SEPARATION_RADII * unit.radius;
    let mut sum = Vec2::zeros();
    let mut count = 0;
    for neighbour in neighbours {
        let away = unit.position - neighbour.position;
        let distance = away.norm();
        // A neighbour at the same position has no direction to push in. The physics separates the two.
        if distance > 0.0 && distance < reach {
            let touch = unit.radius + neighbour.radius;
            let share = if touch < reach {
                (1.0 - (distance - touch) / (reach - touch)).clamp(0.0, 1.0)
            } else {
                1.0
            };
            sum += away / distance * share;
            count += 1;
        }
    }
    if count == 0 { sum } else { sum * (unit.max_force / count as f32) }
}
