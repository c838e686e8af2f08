//! Velocity match: move at the target's velocity (Millington).

use super::behaviour::{Behaviour, Needs, on_target};
use super::body::{Body, Steer, TIME_TO_TARGET, TINY, reach_velocity};
use super::case::{CaseForm, Inputs};
use super::fields::{CaseField, CaseFields};
use super::mind::Mind;
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
        // A case needs a time above 0, and a time of 0 acts as this minimum.
        let settings = VelocityMatch { time_to_target: part.settings.number(&MATCH_TIME).max(TINY) };
        on_target(part, seen, mind, |mind, other| {
            mind.decide(body, MatchTo { settings, velocity: other.velocity })
        })
    },
    case: Some(CaseForm::new::<MatchTo>()),
};

/// The inputs of velocity match.
pub(crate) struct MatchTo {
    pub settings: VelocityMatch,
    pub velocity: Vec2,
}

impl Inputs for MatchTo {
    const NAME: &'static str = "velocity-match";

    fn for_body(_: &Body) -> MatchTo {
        MatchTo { settings: VelocityMatch::default(), velocity: Vec2::zeros() }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        case.field("target", CaseField::Velocity(&mut self.velocity));
        case.positive("time_to_target", &mut self.settings.time_to_target);
    }

    fn steer(&self, body: &Body, _: &mut Mind<'_>) -> Steer {
        self.settings.steer(body, self.velocity)
    }
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
