//! Velocity match: move as another one moves (Millington).

use super::{Body, Steer, TIME_TO_TARGET, reach_velocity};
use crate::types::Vec2;

/// Settings of velocity match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VelocityMatch {
    /// In which time it means to reach the velocity, s.
    pub time_to_target: f32,
}

impl Default for VelocityMatch {
    /// In 0.1 s.
    fn default() -> VelocityMatch {
        VelocityMatch { time_to_target: TIME_TO_TARGET }
    }
}

impl VelocityMatch {
    /// (v_target − u)/time, clamped to a_max.
    pub fn steer(&self, body: &Body, target_velocity: Vec2) -> Steer {
        Steer::linear(reach_velocity(body, target_velocity, self.time_to_target))
    }
}
