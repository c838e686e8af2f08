//! The units as steering sees them: the deciding unit, its neighbours, and its decision.

use crate::types::{DT, Point, Side, Vec2};
use serde::{Deserialize, Serialize};

/// The deciding unit, as far as steering is concerned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Unit {
    /// The id.
    pub id: u32,
    /// The group.
    pub group: u16,
    /// Position.
    pub position: Point,
    /// Velocity, m/s.
    pub velocity: Vec2,
    /// Heading, rad.
    pub heading: f32,
    /// Angular velocity, rad/s.
    pub rotation: f32,
    /// Radius, m.
    pub radius: f32,
    /// Mass, kg.
    pub mass: f32,
    /// Maximum speed, m/s.
    pub max_speed: f32,
    /// Maximum force, N.
    pub max_force: f32,
    /// Unit vector of the desired direction. Zero without one.
    pub desired: Vec2,
    /// The preferred velocity, m/s: the velocity without other units. It points along `desired` and is slower close
    /// to the goal.
    pub preferred: Vec2,
    /// The remaining distance to the goal, m.
    pub distance: f32,
    /// Whether it has to stop at its goal.
    pub stops: bool,
    /// The goal if it is another unit. That unit is not avoided.
    pub target: Option<u32>,
    /// The time until the unit decides again, for which the force of its decision acts, s.
    pub interval: f32,
}

impl Default for Unit {
    /// A unit standing at the origin without a goal, with a radius of 0.5 m, a mass of 1 kg, and up to 5 m/s and 40
    /// N.
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
            stops: true,
            target: None,
            interval: DT,
        }
    }
}

impl Unit {
    /// Returns the force that brings the unit to `velocity`: HowToRTS's `(velocity − u)·F/s`, N.
    pub fn force_to(&self, velocity: Vec2) -> Vec2 {
        (velocity - self.velocity) * (self.max_force / self.max_speed)
    }
}

/// Another unit, as perceived.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Neighbour {
    /// The id.
    pub id: u32,
    /// Position.
    pub position: Point,
    /// Velocity, m/s.
    pub velocity: Vec2,
    /// Heading, rad.
    pub heading: f32,
    /// Radius, m.
    pub radius: f32,
    /// Its preferred velocity in the previous tick, m/s. Zero if it stands.
    pub preferred: Vec2,
    /// Whether it belongs to the same group.
    pub same_group: bool,
    /// Whether it has no desired direction because it stands or has arrived.
    pub standing: bool,
    /// The side to which it was turning in the previous tick.
    pub turning: Option<Side>,
}

impl Default for Neighbour {
    /// A standing neighbour at the origin with a radius of 0.5 m.
    fn default() -> Self {
        Neighbour {
            id: 0,
            position: Point::origin(),
            velocity: Vec2::zeros(),
            heading: 0.0,
            radius: 0.5,
            preferred: Vec2::zeros(),
            same_group: false,
            standing: false,
            turning: None,
        }
    }
}

/// What a unit decides in a tick.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Decision {
    /// The chosen velocity, m/s.
    pub velocity: Vec2,
    /// The applied force, N.
    pub force: Vec2,
    /// The angular acceleration, rad/s², for units whose heading is independent of their velocity.
    pub angular: f32,
    /// The side to which it turns, visible to others in the next tick.
    pub turning: Option<Side>,
}
