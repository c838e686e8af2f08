//! A unit at the start of a run, or when it is added to it.

use super::order::Stance;
use crate::navigation::Goal;
use crate::types::{Point, Vec2};
use serde::{Deserialize, Serialize};

/// A unit at the start of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// Position, m.
    pub position: Point,
    /// Velocity, m/s.
    pub velocity: Vec2,
    /// Radius, m.
    pub radius: f32,
    /// Mass, kg.
    pub mass: f32,
    /// Maximum speed, m/s.
    pub max_speed: f32,
    /// Maximum force, N.
    pub max_force: f32,
    /// Index of its group.
    pub group: u16,
    /// Its team. Units that stand give way to those of their own team only.
    pub team: u16,
    /// What it does about others while it stands.
    pub stance: Stance,
    /// Goal.
    pub goal: Goal,
}

impl Default for Start {
    /// A unit that stands at the origin, with a radius of 0.5 m, a mass of 1 kg, and up to 5 m/s and 40 N.
    fn default() -> Self {
        Start {
            position: Point::origin(),
            velocity: Vec2::zeros(),
            radius: 0.5,
            mass: 1.0,
            max_speed: 5.0,
            max_force: 40.0,
            group: 0,
            team: 0,
            stance: Stance::GiveWay,
            goal: Goal::Stand,
        }
    }
}
