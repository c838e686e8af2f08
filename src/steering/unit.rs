//! What steering knows of a unit: the one that decides, those it perceives, and what it decides.

use crate::types::{Point, Side, Vec2};

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
    /// The force that brings the unit to `velocity`: HowToRTS's `(velocity − u)·F/s`, N.
    pub fn force_to(&self, velocity: Vec2) -> Vec2 {
        (velocity - self.velocity) * (self.max_force / self.max_speed)
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
    /// Its preferred velocity in the last tick, m/s; zero when it stands.
    pub preferred: Vec2,
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
            preferred: Vec2::zeros(),
            same_group: false,
            standing: false,
            turning: None,
        }
    }
}

/// What a unit decides in a tick.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Decision {
    /// The velocity that it chose, m/s.
    pub velocity: Vec2,
    /// The force that it applies, N.
    pub force: Vec2,
    /// The angular acceleration with which it turns, rad/s²; of units whose heading is apart from their velocity.
    pub angular: f32,
    /// The side that it turns to, for others to see in the next tick.
    pub turning: Option<Side>,
}
