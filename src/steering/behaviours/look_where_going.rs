//! Look where you're going: turn to the direction of movement (Millington).

use super::align::{Align, turning};
use super::behaviour::{Behaviour, Needs};
use super::body::{Body, Steer};
use super::case::{CaseForm, Inputs};
use super::face::look_along;
use super::fields::CaseFields;
use super::mind::Mind;
use super::settings::max_rotation;
use crate::settings::Setting;

const LOOK_ROTATION: Setting = max_rotation("look-where-going.max_rotation");

/// The table entry of `look-where-going`.
pub static LOOK_WHERE_GOING: Behaviour = Behaviour {
    name: "look-where-going",
    summary: "turns to face its direction of movement",
    settings: &[LOOK_ROTATION],
    needs: Needs::Nothing,
    turns: true,
    steer: |part, body, _, mind| mind.decide(body, Look(turning(part, &LOOK_ROTATION))),
    case: Some(CaseForm::new::<Look>()),
};

/// The inputs of look-where-going.
struct Look(Align);

impl Inputs for Look {
    const NAME: &'static str = "look-where-going";

    fn for_body(_: &Body) -> Look {
        Look(Align::default())
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        self.0.fields(case);
    }

    fn steer(&self, body: &Body, _: &mut Mind<'_>) -> Steer {
        look_where_going(body, &self.0)
    }
}

/// Aligns to angle(u). Requests nothing for a body that stands still.
pub fn look_where_going(body: &Body, align: &Align) -> Steer {
    look_along(body, align, body.velocity)
}
