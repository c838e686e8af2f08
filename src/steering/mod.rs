//! What a unit wants: pure functions of what it perceives. Knows no physics engine, no world and no clock.

pub mod avoidance;
pub mod behaviours;
pub mod cases;
pub mod reasons;
mod standing;

pub use standing::{Yield, stand};

use crate::math;
use crate::settings::Weights;
use crate::types::{Point, Side, Vec2};
use avoidance::Avoidance;
use reasons::Reasons;

/// The unit that decides, as far as steering needs to know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit {
    /// Where it is.
    pub position: Point,
    /// How it moves, m/s.
    pub velocity: Vec2,
    /// Radius, m.
    pub radius: f32,
    /// Maximum speed, m/s.
    pub max_speed: f32,
    /// Maximum force, N.
    pub max_force: f32,
    /// Unit vector of the way to go; zero when there is none.
    pub desired: Vec2,
    /// How far it still is, m.
    pub distance: f32,
    /// Its goal, when that is another unit: the one it does not avoid.
    pub target: Option<u32>,
}

impl Unit {
    /// The force that brings the velocity to `wanted`: HowToRTS's `(wanted − u)·F/s`, N.
    pub fn force_to(&self, wanted: Vec2) -> Vec2 {
        (wanted - self.velocity) * (self.max_force / self.max_speed)
    }
}

/// Another unit, as perceived.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour {
    /// Its id.
    pub id: u32,
    /// Where it is.
    pub position: Point,
    /// How it moves, m/s.
    pub velocity: Vec2,
    /// Radius, m.
    pub radius: f32,
    /// The velocity that it wanted in the last tick, m/s; zero when it stands.
    pub wanted: Vec2,
    /// Whether it is of the same group.
    pub same_group: bool,
    /// Whether it has no way to go: it stands or has arrived.
    pub standing: bool,
    /// The side that it was turning to in the last tick.
    pub turning: Option<Side>,
}

/// What a unit decides in a tick.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Decision {
    /// The velocity that it wants, m/s.
    pub wanted: Vec2,
    /// The force that it applies, N.
    pub force: Vec2,
    /// The side that it turns to, for others to see in the next tick.
    pub turning: Option<Side>,
}

/// Decides for a unit that walks: the avoidance model's velocity and force, and the flocking behaviours, summed with
/// their weights and clamped to the maximum force.
pub fn walk(
    unit: &Unit,
    neighbours: &[Neighbour],
    model: &dyn Avoidance,
    weights: &Weights,
    mut why: Option<&mut Reasons>,
) -> Decision {
    if let Some(why) = why.as_deref_mut() {
        why.neighbours.extend(neighbours.iter().map(|n| n.id));
        why.desired = unit.desired;
    }
    let choice = model.choose(unit, neighbours, why.as_deref_mut());
    let separation = weighted(weights.separation, || behaviours::separation(unit, neighbours));
    let parts = [
        ("seek", unit.force_to(choice.wanted) * weights.seek),
        ("avoid", choice.force),
        ("separation", separation),
        ("keep going", keep_going(choice.force + separation, unit.desired)),
        ("alignment", weighted(weights.alignment, || behaviours::alignment(unit, neighbours))),
        ("cohesion", weighted(weights.cohesion, || behaviours::cohesion(unit, neighbours))),
    ];
    let total: Vec2 = parts.iter().map(|(_, force)| force).sum();
    let force = math::clamp_length(total, unit.max_force);
    if let Some(why) = why {
        why.parts.extend(parts.into_iter().filter(|(_, force)| *force != Vec2::zeros()));
        why.force = force;
    }
    Decision { wanted: math::clamp_length(choice.wanted, unit.max_speed), force, turning: choice.turning }
}

/// What takes out of `push` its part against the way `desired`: what is for others turns a unit and does not hold it
/// back. Held back, two groups that meet stand in front of each other, too far apart for their bodies to slide past.
fn keep_going(push: Vec2, desired: Vec2) -> Vec2 {
    desired * -push.dot(&desired).min(0.0)
}

fn weighted(weight: f32, force: impl FnOnce() -> Vec2) -> Vec2 {
    if weight == 0.0 { Vec2::zeros() } else { force() * weight }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_push_turns_and_does_not_hold_back() {
        let east = Vec2::new(1.0, 0.0);
        let kept = |push: Vec2| push + keep_going(push, east);
        assert_eq!(kept(Vec2::new(-3.0, 2.0)), Vec2::new(0.0, 2.0));
        assert_eq!(kept(Vec2::new(3.0, 2.0)), Vec2::new(3.0, 2.0), "what helps on stays");
        assert_eq!(keep_going(Vec2::new(-3.0, 2.0), Vec2::zeros()), Vec2::zeros(), "no way, nothing to keep");
    }
}
