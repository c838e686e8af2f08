//! Hold: brakes to a standstill.

use super::behaviour::{Behaviour, CaseForm, Needs, Part};
use super::body::{Steer, reach_velocity};
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
    steer: |part: &Part, body, _seen, _mind| {
        Steer::linear(reach_velocity(body, Vec2::zeros(), part.settings.get(&HOLD_TIME)))
    },
    case: Some(CaseForm { name: "hold", fields: &["time_to_target"] }),
};
