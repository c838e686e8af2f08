//! Hold: brakes to a standstill.

use super::behaviour::{Behaviour, Needs};
use super::body::{Body, Steer, reach_velocity};
use super::case::{CaseForm, Inputs};
use super::fields::CaseFields;
use super::mind::Mind;
use super::settings::time;
use crate::settings::Setting;
use crate::types::Vec2;

const HOLD_TIME: Setting = time("hold.time_to_target", 0.2, "time in which it aims to stop");

/// The entry for `hold` in the table of behaviours.
pub static HOLD: Behaviour = Behaviour {
    name: "hold",
    summary: "brakes to a standstill",
    settings: &[HOLD_TIME],
    needs: Needs::Nothing,
    turns: false,
    steer: |part, body, _seen, mind| mind.decide(body, Hold { time: part.settings.number(&HOLD_TIME) }),
    case: Some(CaseForm::new::<Hold>()),
};

/// The inputs of hold.
struct Hold {
    time: f32,
}

impl Inputs for Hold {
    const NAME: &'static str = "hold";

    fn for_body(_: &Body) -> Hold {
        Hold { time: HOLD_TIME.default.as_number() }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        case.not_negative("time_to_target", &mut self.time);
    }

    fn steer(&self, body: &Body, _: &mut Mind<'_>) -> Steer {
        Steer::linear(reach_velocity(body, Vec2::zeros(), self.time))
    }
}
