//! Units as parallel arrays.

use crate::math;
use crate::navigation::Goal;
use crate::scene::Layout;
use crate::types::{Point, Vec2};

/// What a unit is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// On its way to its goal.
    Walking,
    /// It has arrived and takes its place, as far as there is room.
    Settling,
    /// It stands.
    Standing,
}

/// Every unit, as parallel arrays; index = id.
#[derive(Debug, Clone, Default)]
pub struct Units {
    /// Where each one is, relative to the layout's origin ([`Layout::map_point`]).
    pub position: Vec<Point>,
    /// Where each one was a tick ago, to draw between ticks.
    pub previous: Vec<Point>,
    /// How each one moves, m/s.
    pub velocity: Vec<Vec2>,
    /// Which way each one looks, rad.
    pub heading: Vec<f32>,
    /// How fast each one turns, rad/s; 0 for those whose heading follows the velocity.
    pub rotation: Vec<f32>,
    /// Radii, m.
    pub radius: Vec<f32>,
    /// Masses, kg.
    pub mass: Vec<f32>,
    /// Maximum speeds, m/s.
    pub max_speed: Vec<f32>,
    /// Maximum forces, N.
    pub max_force: Vec<f32>,
    /// Groups.
    pub group: Vec<u16>,
    /// Goals.
    pub goal: Vec<Goal>,
    /// Whether each one has arrived.
    pub arrived: Vec<bool>,
    /// What each one is about.
    pub phase: Vec<Phase>,
    /// Ticks that each one has come no nearer or been left alone, towards its next phase.
    pub(super) patience: Vec<u16>,
    /// How near to its place each one came while settling, m.
    pub(super) nearest: Vec<f32>,
}

impl Units {
    pub(super) fn new(layout: &Layout) -> Units {
        let starts = &layout.starts;
        let facing = |s: &crate::scene::Start| match s.goal {
            _ if s.velocity != Vec2::zeros() => math::angle(s.velocity),
            Goal::Point { at, .. } | Goal::Line { toward: at, .. } => math::angle(at - s.position),
            Goal::Region(rect) => math::angle(rect.center() - s.position),
            Goal::Unit { index, .. } => math::angle(starts[index as usize].position - s.position),
            Goal::Stand | Goal::Roam => 0.0,
        };
        // An obstacle that has a velocity would be dodged where it never goes.
        let moves = |s: &crate::scene::Start| if s.goal == Goal::Stand { Vec2::zeros() } else { s.velocity };
        let phase =
            |s: &crate::scene::Start| if s.goal == Goal::Stand { Phase::Standing } else { Phase::Walking };
        Units {
            position: starts.iter().map(|s| s.position).collect(),
            previous: starts.iter().map(|s| s.position).collect(),
            velocity: starts.iter().map(moves).collect(),
            heading: starts.iter().map(facing).collect(),
            rotation: vec![0.0; starts.len()],
            radius: starts.iter().map(|s| s.radius).collect(),
            mass: starts.iter().map(|s| s.mass).collect(),
            max_speed: starts.iter().map(|s| s.max_speed).collect(),
            max_force: starts.iter().map(|s| s.max_force).collect(),
            group: starts.iter().map(|s| s.group).collect(),
            goal: starts.iter().map(|s| s.goal).collect(),
            arrived: vec![false; starts.len()],
            phase: starts.iter().map(phase).collect(),
            patience: vec![0; starts.len()],
            nearest: vec![f32::INFINITY; starts.len()],
        }
    }

    /// Whether unit `id` is an obstacle that never moves.
    pub fn is_fixed(&self, id: usize) -> bool {
        self.goal[id] == Goal::Stand
    }

    /// How many of them have a goal to arrive at.
    pub fn walkers(&self) -> usize {
        self.goal.iter().filter(|goal| !matches!(goal, Goal::Stand | Goal::Roam)).count()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.position.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.position.is_empty()
    }
}
