//! What an arrived unit decides: it stands still and gives way to walkers.

use super::flocking::brake;
use super::unit::{Decision, Neighbour, Unit};
use crate::math;
use crate::types::Vec2;

/// How far ahead of a walker standing units give way, in radii of the standing unit.
const AHEAD_RADII: f32 = 6.0;
/// The speed of stepping aside, as a share of the maximum speed.
const STEP_ASIDE: f32 = 0.4;

/// Whether a standing unit has to give way, and how.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Yield {
    /// No unit heads for it.
    Stay,
    /// It steps aside with this velocity, m/s.
    Aside(Vec2),
}

/// Returns whether `unit` has to step aside for a walking neighbour: one whose preferred velocity points at it from
/// within 6 R, with a lateral offset below the sum of radii.
pub fn gives_way(unit: &Unit, neighbours: &[Neighbour], is_ally: impl Fn(u32) -> bool) -> Yield {
    let mut sum = Vec2::zeros();
    for walker in neighbours.iter().filter(|n| !n.standing && is_ally(n.id)) {
        let direction = math::normalize(walker.preferred);
        let ahead = unit.position - walker.position;
        let (along, off) = (ahead.dot(&direction), math::cross(direction, ahead));
        let touch = unit.radius + walker.radius;
        if direction != Vec2::zeros()
            && along > 0.0
            && along < AHEAD_RADII * unit.radius + touch
            && off.abs() < touch
        {
            let side = if off >= 0.0 { math::left(direction) } else { math::right(direction) };
            sum += side * ((touch - off.abs()) / touch).max(0.1);
        }
    }
    if sum == Vec2::zeros() {
        Yield::Stay
    } else {
        Yield::Aside(math::normalize(sum) * (STEP_ASIDE * unit.max_speed))
    }
}

/// Decides for a standing unit, which gives way to its allies.
pub fn stand(unit: &Unit, neighbours: &[Neighbour], is_ally: impl Fn(u32) -> bool) -> (Yield, Decision) {
    let reaction = gives_way(unit, neighbours, is_ally);
    let force = match reaction {
        Yield::Stay => unit.force_to(Vec2::zeros()) + brake(&Unit { stops: true, distance: 0.0, ..*unit }),
        Yield::Aside(velocity) => unit.force_to(velocity),
    };
    let force = math::clamp_length(force, unit.max_force);
    (reaction, Decision { velocity: Vec2::zeros(), force, angular: 0.0, turning: None })
}
