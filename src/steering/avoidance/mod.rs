//! How units avoid each other: one file a model, behind one trait.

pub mod cardioid;
pub mod raycast;

pub use cardioid::Cardioid;
pub use raycast::Raycast;

use super::reasons::Reasons;
use super::{Neighbour, Unit, behaviours};
use crate::math;
use crate::settings::{Mode, Steering};
use crate::types::{Point, Side, Vec2};

/// Everyone, as a model that reads grids rather than neighbours sees them: parallel arrays, index = id.
#[derive(Debug, Clone, Copy)]
pub struct Crowd<'a> {
    /// Where each unit is.
    pub position: &'a [Point],
    /// How each one moves, m/s.
    pub velocity: &'a [Vec2],
    /// Radii, m.
    pub radius: &'a [f32],
    /// The velocity that each one wanted in the last tick, m/s; zero for one that stands.
    pub wanted: &'a [Vec2],
}

/// What an avoidance model chooses.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Choice {
    /// The velocity to go for, m/s.
    pub wanted: Vec2,
    /// A force beside it, N; the unit's total is clamped later.
    pub force: Vec2,
    /// The side that the unit turns to, for others to see in the next tick.
    pub turning: Option<Side>,
}

/// An avoidance model. Its choice depends on its arguments alone, so that units may decide in any order and on
/// any number of threads.
pub trait Avoidance: Send + Sync {
    /// How far a unit of this radius (m) and maximum speed (m/s) looks for neighbours, m.
    fn reach(&self, radius: f32, max_speed: f32) -> f32;

    /// Called once a tick, before anyone chooses: here a model fills the grids that it reads.
    fn prepare(&mut self, _crowd: Crowd<'_>) {}

    /// What `unit` goes for, given its neighbours sorted by (distance, id). Reasons are filled when asked for.
    fn choose(&self, unit: &Unit, neighbours: &[Neighbour], why: Option<&mut Reasons>) -> Choice;
}

/// The model that `steering` names.
pub fn model(steering: &Steering) -> Box<dyn Avoidance> {
    match steering.mode {
        Mode::None => Box::new(NoAvoidance),
        Mode::Raycast => Box::new(Raycast),
        Mode::Cardioid => Box::new(Cardioid::new(steering.stage, steering.personal_space)),
        Mode::RaycastCardioid => {
            Box::new(RaycastCardioid(Cardioid::new(steering.stage, steering.personal_space)))
        }
    }
}

/// Walks straight for the goal.
struct NoAvoidance;

impl Avoidance for NoAvoidance {
    fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
        0.0
    }

    fn choose(&self, unit: &Unit, _neighbours: &[Neighbour], _why: Option<&mut Reasons>) -> Choice {
        Choice { wanted: behaviours::arrive(unit, unit.desired), ..Choice::default() }
    }
}

/// The field chooses the direction and the side; the rays add their force.
struct RaycastCardioid(Cardioid);

impl Avoidance for RaycastCardioid {
    fn reach(&self, radius: f32, max_speed: f32) -> f32 {
        self.0.reach(radius, max_speed).max(Raycast.reach(radius, max_speed))
    }

    fn choose(&self, unit: &Unit, neighbours: &[Neighbour], mut why: Option<&mut Reasons>) -> Choice {
        let field = self.0.choose(unit, neighbours, why.as_deref_mut());
        let rays = Raycast.choose(unit, neighbours, why);
        // The field knows all neighbours, the rays one: they help where they turn to the field's side, and others are
        // shown that side.
        let aside = math::cross(unit.desired, field.wanted);
        let agree = aside * math::cross(unit.desired, rays.force) >= 0.0;
        let side = if aside > 0.0 { Side::Left } else { Side::Right };
        Choice {
            wanted: field.wanted,
            force: if agree { rays.force } else { Vec2::zeros() },
            turning: rays.turning.and(Some(side)),
        }
    }
}

/// Whether a neighbour stands beyond the goal: it is in nobody's way, and a unit that took it for an obstacle would
/// never take a place in a formation that fills up.
fn beyond_goal(unit: &Unit, neighbour: &Neighbour) -> bool {
    neighbour.standing && (neighbour.position - unit.position).dot(&unit.desired) > unit.distance
}
