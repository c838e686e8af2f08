//! What a unit does that has arrived: it stands, and gives way to those who still walk.

use super::unit::{Decision, Neighbour, Unit};
use crate::math;
use crate::types::Vec2;

/// How far ahead of a walker others give way, in radii of the one that stands.
const AHEAD_RADII: f32 = 6.0;
/// How fast one steps aside, as a share of its maximum speed.
const STEP_ASIDE: f32 = 0.4;

/// Whether a unit that stands has to give way, and where to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Yield {
    /// Nobody heads for it.
    Stay,
    /// It steps aside with this velocity, m/s.
    Aside(Vec2),
}

/// Whether `unit` has to step aside for a neighbour that walks towards it: one that wants to go where it stands,
/// within 6 R ahead and less than the sum of radii off its line.
pub fn gives_way(unit: &Unit, neighbours: &[Neighbour]) -> Yield {
    let mut sum = Vec2::zeros();
    for walker in neighbours.iter().filter(|n| !n.standing) {
        let way = math::normalize(walker.preferred);
        let ahead = unit.position - walker.position;
        let (along, off) = (ahead.dot(&way), math::cross(way, ahead));
        let touch = unit.radius + walker.radius;
        if way != Vec2::zeros()
            && along > 0.0
            && along < AHEAD_RADII * unit.radius + touch
            && off.abs() < touch
        {
            let side = if off >= 0.0 { math::left(way) } else { math::right(way) };
            sum += side * ((touch - off.abs()) / touch).max(0.1);
        }
    }
    if sum == Vec2::zeros() {
        Yield::Stay
    } else {
        Yield::Aside(math::normalize(sum) * (STEP_ASIDE * unit.max_speed))
    }
}

/// Decides for a unit that stands.
pub fn stand(unit: &Unit, neighbours: &[Neighbour]) -> (Yield, Decision) {
    let way = gives_way(unit, neighbours);
    let velocity = match way {
        Yield::Stay => Vec2::zeros(),
        Yield::Aside(velocity) => velocity,
    };
    let force = math::clamp_length(unit.force_to(velocity), unit.max_force);
    (way, Decision { velocity: Vec2::zeros(), force, angular: 0.0, turning: None })
}
