//! Bodies as behaviours see them, what they are asked for, and the arithmetic that behaviours share.

use crate::math;
use crate::types::{Point, Vec2};
use std::f32::consts::TAU;

/// What a behaviour asks for.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Steer {
    /// Acceleration, m/s².
    pub linear: Vec2,
    /// Angular acceleration, rad/s², counter-clockwise.
    pub angular: f32,
}

impl Steer {
    /// Nothing is asked for.
    pub const NOTHING: Steer = Steer { linear: Vec2::new(0.0, 0.0), angular: 0.0 };

    /// An acceleration alone, m/s².
    pub fn linear(linear: Vec2) -> Steer {
        Steer { linear, angular: 0.0 }
    }

    /// An angular acceleration alone, rad/s².
    pub fn angular(angular: f32) -> Steer {
        Steer { linear: Vec2::zeros(), angular }
    }
}

/// The body that steers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Where it is.
    pub position: Point,
    /// How it moves, m/s.
    pub velocity: Vec2,
    /// Where it looks, rad.
    pub orientation: f32,
    /// How it turns, rad/s, counter-clockwise.
    pub rotation: f32,
    /// Radius, m.
    pub radius: f32,
    /// Maximum speed, m/s.
    pub max_speed: f32,
    /// Maximum acceleration, m/s².
    pub max_acceleration: f32,
}

impl Body {
    /// The unit vector of the way that it goes; of the way that it looks where it stands.
    pub fn heading(&self) -> Vec2 {
        let going = math::normalize(self.velocity);
        if going == Vec2::zeros() { math::unit(self.orientation) } else { going }
    }
}

/// Another body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Other {
    /// Where it is.
    pub position: Point,
    /// How it moves, m/s.
    pub velocity: Vec2,
    /// Where it looks, rad.
    pub orientation: f32,
    /// Radius, m.
    pub radius: f32,
}

/// The longest offset (m) or difference of velocities (m/s) that is told apart: the square of it is a number yet.
pub const FAR: f32 = 1e15;

/// The time (s) in which arrive, align and velocity match mean to reach their target velocity (Millington: 0.1).
pub const TIME_TO_TARGET: f32 = 0.1;

/// The shortest time (s) and smallest acceleration that anything is divided by.
pub(crate) const TINY: f32 = 1e-6;

/// The offset from `a` to `b`, no longer than [`FAR`].
pub(super) fn offset(a: Point, b: Point) -> Vec2 {
    math::clamp_length(b - a, FAR)
}

/// Where something at `p` that moves with `velocity` will be after `time` seconds, if it keeps on.
pub(super) fn later(p: Point, velocity: Vec2, time: f32) -> Point {
    (p + velocity * time).map(|x| x.clamp(-f32::MAX, f32::MAX))
}

/// Any angle (rad) in (-π, π]. Whole turns are taken off exactly first: `math::wrap` alone rounds those of a huge one.
pub(super) fn wrap(a: f32) -> f32 {
    math::wrap(a % TAU)
}

/// The acceleration that takes the body to the velocity `target` in `time` seconds, no more than the body's maximum, m/s².
pub(super) fn reach_velocity(body: &Body, target: Vec2, time: f32) -> Vec2 {
    let change = math::clamp_length(target - body.velocity, FAR);
    math::clamp_length(change / time.max(TINY), body.max_acceleration)
}

/// How much of its full value a quantity has at `distance` within the radius in which it falls to nothing.
pub(super) fn slowed(distance: f32, slow_radius: f32) -> f32 {
    // Below the radius, so that it is no zero that is divided by.
    if distance < slow_radius { distance / slow_radius } else { 1.0 }
}

/// The slow radius (m or rad) in which a body at `speed` that can change it by `acceleration` comes to rest at its
/// target without going past it. The target speed falls as speed·d/r. To follow that with a lag of `time` is the damped
/// oscillator x″ = −(x′ + speed·x/r)/time, which does not swing for r ≥ 4·speed·time; the braking it takes is at most
/// speed²/r, here half of what the body can.
pub(super) fn slow_radius(speed: f32, acceleration: f32, time: f32) -> f32 {
    (4.0 * speed * time).max(2.0 * speed * speed / acceleration.max(TINY)).clamp(TINY, FAR)
}
