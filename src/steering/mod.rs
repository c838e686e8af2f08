//! What a unit wants: pure functions of what it perceives. Knows no physics engine, no world and no clock.

pub mod avoidance;
pub mod behaviours;
pub mod cases;
pub mod combine;
pub mod flocking;
pub mod reasons;
mod standing;

pub use standing::{Yield, stand};

use crate::math;
use crate::settings::{Push, Settings, Weights};
use crate::types::{Point, Side, Vec2};
use avoidance::{Around, Avoidance, Choice, Mode};
use reasons::Reasons;

/// The unit that decides, as far as steering needs to know it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit {
    /// Its id.
    pub id: u32,
    /// Its group.
    pub group: u16,
    /// Where it is.
    pub position: Point,
    /// How it moves, m/s.
    pub velocity: Vec2,
    /// Which way it looks, rad.
    pub heading: f32,
    /// How fast it turns, rad/s.
    pub rotation: f32,
    /// Radius, m.
    pub radius: f32,
    /// Mass, kg.
    pub mass: f32,
    /// Maximum speed, m/s.
    pub max_speed: f32,
    /// Maximum force, N.
    pub max_force: f32,
    /// Unit vector of the way to go; zero when there is none.
    pub desired: Vec2,
    /// The velocity that it would have if it were alone, m/s: along `desired`, slower close to the goal.
    pub preferred: Vec2,
    /// How far it still is, m.
    pub distance: f32,
    /// Its goal, when that is another unit: the one it does not avoid.
    pub target: Option<u32>,
}

impl Default for Unit {
    /// One that stands at the origin and has nowhere to go; radius 0.5 m, 1 kg, up to 5 m/s and 40 N.
    fn default() -> Self {
        Unit {
            id: 0,
            group: 0,
            position: Point::origin(),
            velocity: Vec2::zeros(),
            heading: 0.0,
            rotation: 0.0,
            radius: 0.5,
            mass: 1.0,
            max_speed: 5.0,
            max_force: 40.0,
            desired: Vec2::zeros(),
            preferred: Vec2::zeros(),
            distance: 0.0,
            target: None,
        }
    }
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
    /// Which way it looks, rad.
    pub heading: f32,
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

impl Default for Neighbour {
    /// One of radius 0.5 m at the origin that does not move.
    fn default() -> Self {
        Neighbour {
            id: 0,
            position: Point::origin(),
            velocity: Vec2::zeros(),
            heading: 0.0,
            radius: 0.5,
            wanted: Vec2::zeros(),
            same_group: false,
            standing: false,
            turning: None,
        }
    }
}

/// What a unit decides in a tick.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Decision {
    /// The velocity that it wants, m/s.
    pub wanted: Vec2,
    /// The force that it applies, N.
    pub force: Vec2,
    /// The angular acceleration with which it turns, rad/s²; of units whose heading is apart from their velocity.
    pub angular: f32,
    /// The side that it turns to, for others to see in the next tick.
    pub turning: Option<Side>,
}

/// How the units of a world steer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Steering {
    /// The avoidance mode of those groups that have none of their own.
    pub mode: Mode,
    /// The mode of each group that has one of its own; shorter where the last groups have none.
    pub modes: Vec<Option<Mode>>,
    /// The models' numbers, of this mode and of others.
    pub settings: Settings,
    /// The flocking behaviours' weights.
    pub weights: Weights,
    /// The sideways push.
    pub push: Push,
}

impl Steering {
    /// The mode of a group: its own, or that of all.
    pub fn mode_of(&self, group: u16) -> Mode {
        self.modes.get(usize::from(group)).copied().flatten().unwrap_or(self.mode)
    }

    /// Gives everybody this mode: no group keeps one of its own.
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.modes.clear();
    }

    /// Gives one group a mode of its own.
    pub fn set_mode_of(&mut self, group: u16, mode: Mode) {
        let index = usize::from(group);
        self.modes.resize(self.modes.len().max(index + 1), None);
        self.modes[index] = Some(mode);
    }

    /// The model that groups without a mode of their own walk by.
    pub fn model(&self) -> Box<dyn Avoidance> {
        self.mode.make(&self.settings)
    }
}

/// Decides for a unit that walks: the avoidance model's velocity and force, and (beside a model that leaves them to it)
/// the flocking behaviours, summed with their weights and clamped to the maximum force.
pub fn walk(
    unit: &Unit,
    around: &Around<'_>,
    model: &dyn Avoidance,
    weights: &Weights,
    mut why: Option<&mut Reasons>,
) -> Decision {
    if let Some(why) = why.as_deref_mut() {
        why.neighbours.extend(around.neighbours.iter().map(|n| n.id));
        why.desired = unit.desired;
    }
    let choice = model.choose(unit, around, why.as_deref_mut());
    let parts = if model.with_flocking() {
        with_flock(unit, around.neighbours, &choice, weights)
    } else {
        [("go", unit.force_to(choice.wanted)), ("avoid", choice.force), NOTHING, NOTHING, NOTHING, NOTHING]
    };
    let total: Vec2 = parts.iter().map(|(_, force)| force).sum();
    let force = math::clamp_length(total, unit.max_force);
    if let Some(why) = why {
        why.parts.extend(parts.into_iter().filter(|(_, force)| *force != Vec2::zeros()));
        why.force = force;
    }
    Decision {
        wanted: math::clamp_length(choice.wanted, unit.max_speed),
        force,
        angular: 0.0,
        turning: choice.turning,
    }
}

/// A named force, N.
type Part = (&'static str, Vec2);

const NOTHING: Part = ("", Vec2::new(0.0, 0.0));

/// What the model chose and HowToRTS's flocking, weighted.
fn with_flock(unit: &Unit, neighbours: &[Neighbour], choice: &Choice, weights: &Weights) -> [Part; 6] {
    let separation = weighted(weights.separation, || flocking::separation(unit, neighbours));
    [
        ("seek", unit.force_to(choice.wanted) * weights.seek),
        ("avoid", choice.force),
        ("separation", separation),
        ("keep going", keep_going(choice.force + separation, unit.desired)),
        ("alignment", weighted(weights.alignment, || flocking::alignment(unit, neighbours))),
        ("cohesion", weighted(weights.cohesion, || flocking::cohesion(unit, neighbours))),
    ]
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
