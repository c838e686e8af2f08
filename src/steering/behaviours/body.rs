//! Bodies as behaviours see them, what behaviours request, and the arithmetic they share.

use crate::math;
use crate::types::{Point, Vec2};
use std::f32::consts::TAU;

/// What a behaviour requests.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Steer {
    /// Acceleration, m/s².
    pub linear: Vec2,
    /// Angular acceleration, rad/s², counter-clockwise.
    pub angular: f32,
}

impl Steer {
    /// No request.
    pub const NOTHING: Steer = Steer { linear: Vec2::new(0.0, 0.0), angular: 0.0 };

    /// A linear acceleration only, m/s².
    pub fn linear(linear: Vec2) -> Steer {
        Steer { linear, angular: 0.0 }
    }

    /// An angular acceleration only, rad/s².
    pub fn angular(angular: f32) -> Steer {
        Steer { linear: Vec2::zeros(), angular }
    }
}

/// The body that a behaviour steers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Position.
    pub position: Point,
    /// Velocity, m/s.
    pub velocity: Vec2,
    /// Orientation, rad.
    pub orientation: f32,
    /// Angular velocity, rad/s, counter-clockwise.
    pub rotation: f32,
    /// Radius, m.
    pub radius: f32,
    /// Maximum speed, m/s.
    pub max_speed: f32,
    /// Maximum acceleration, m/s².
    pub max_acceleration: f32,
}

impl Body {
    /// Returns the unit vector of the direction of movement, or of the orientation if the body stands still.
    pub fn heading(&self) -> Vec2 {
        let going = math::normalize(self.velocity);
        if going == Vec2::zeros() { math::unit(self.orientation) } else { going }
    }
}

/// Another body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Other {
    /// Position.
    pub position: Point,
    /// Velocity, m/s.
    pub velocity: Vec2,
    /// Orientation, rad.
    pub orientation: f32,
    /// Radius, m.
    pub radius: f32,
}

impl Other {
    /// A point without a size that stands still.
    pub(crate) fn at(position: Point) -> Other {
        Other { position, velocity: Vec2::zeros(), orientation: 0.0, radius: 0.0 }
    }
}

/// The largest offset (m) or velocity difference (m/s) that is distinguished. Its square is still finite.
pub const FAR: f32 = 1e15;

/// The time (s) in which arrive, align and velocity match aim to reach their target velocity (Millington: 0.1).
pub(super) const TIME_TO_TARGET: f32 = 0.1;

/// The smallest time (s) or acceleration used as a divisor.
pub(super) const TINY: f32 = 1e-6;

/// Returns the offset from `a` to `b`, at most [`FAR`] long.
pub(super) fn offset(a: Point, b: Point) -> Vec2 {
    math::clamp_length(b - a, FAR)
}

/// Returns the position after `time` seconds of moving from `p` at a constant `velocity`.
pub(super) fn later(p: Point, velocity: Vec2, time: f32) -> Point {
    (p + velocity * time).map(|x| x.clamp(-f32::MAX, f32::MAX))
}

/// Wraps any angle (rad) into (-π, π]. Whole turns are removed exactly first, because `math::wrap` alone rounds
/// huge angles.
pub(super) fn wrap(a: f32) -> f32 {
    math::wrap(a % TAU)
}

/// Returns the acceleration (m/s²) that brings the body to the velocity `target` in `time` seconds, at most its
/// maximum.
pub(super) fn reach_velocity(body: &Body, target: Vec2, time: f32) -> Vec2 {
    let change = math::clamp_length(target - body.velocity, FAR);
    math::clamp_length(change / time.max(TINY), body.max_acceleration)
}

/// Returns the factor by which a quantity is reduced at `distance`: it falls linearly to 0 within the slow radius.
pub(super) fn slowed(distance: f32, slow_radius: f32) -> f32 {
    // `distance` is smaller here, so the divisor is not 0.
    if distance < slow_radius { distance / slow_radius } else { 1.0 }
}

/// Returns the smallest slow radius (m or rad) in which a body moving at `speed`, which it changes by at most
/// `acceleration`, stops at its target without overshoot.
///
/// The target speed falls as speed·d/r. Following it with a lag of `time` is the damped oscillator x″ = −(x′ +
/// speed·x/r)/time, which does not oscillate for r ≥ 4·speed·time. The braking needed is at most speed²/r, here
/// half of the body's maximum.
pub(super) fn slow_radius(speed: f32, acceleration: f32, time: f32) -> f32 {
    (4.0 * speed * time).max(2.0 * speed * speed / acceleration.max(TINY)).clamp(TINY, FAR)
}
