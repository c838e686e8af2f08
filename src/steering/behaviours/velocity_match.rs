//! Velocity match: move at the target's velocity (Millington).

use super::behaviour::{Behaviour, CaseForm, Needs, Part, on_target};
use super::body::{Body, Steer, TIME_TO_TARGET, reach_velocity};
use super::settings::time;
use crate::settings::Setting;
use crate::types::Vec2;

const MATCH_TIME: Setting =
    time("velocity-match.time_to_target", 0.1, "time in which it aims to reach the target's velocity");

/// The table entry of `velocity-match`.
pub static VELOCITY_MATCH: Behaviour = Behaviour {
    name: "velocity-match",
    summary: "matches the target's velocity",
    settings: &[MATCH_TIME],
    needs: Needs::Target,
    turns: false,
    steer: |part, body, seen, mind| {
        on_target(part, seen, mind, |other| velocity_match_settings(part).steer(body, other.velocity))
    },
    case: Some(CaseForm { name: "velocity-match", fields: &["target", "time_to_target"] }),
};

/// Returns the settings of a part.
pub fn velocity_match_settings(part: &Part) -> VelocityMatch {
    VelocityMatch { time_to_target: part.settings.get(&MATCH_TIME) }
}

/// Settings of velocity match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VelocityMatch {
    /// The time in which it aims to reach the target's velocity, s.
    pub time_to_target: f32,
}

impl Default for VelocityMatch {
    /// 0.1 s.
    fn default() -> VelocityMatch {
        VelocityMatch { time_to_target: TIME_TO_TARGET }
    }
}

impl VelocityMatch {
    /// Requests (v_target − u)/time, clamped to a_max.
    pub fn steer(&self, body: &Body, target_velocity: Vec2) -> Steer {
        Steer::linear(reach_velocity(body, target_velocity, self.time_to_target))
    }
}
