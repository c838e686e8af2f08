//! Flee: the opposite of seek (Reynolds 1999).

use super::behaviour::{Behaviour, Needs, is_beyond, on_target};
use super::body::{Body, Steer};
use super::case::{CaseForm, Inputs};
use super::fields::{CaseField, CaseFields};
use super::mind::Mind;
use super::seek::seek;
use super::settings::length;
use crate::settings::Setting;
use crate::types::Point;

const FLEE_RANGE: Setting = length("flee.range", "ignores a target beyond this distance; 0: no limit");

/// The table entry of `flee`.
pub static FLEE: Behaviour = Behaviour {
    name: "flee",
    summary: "accelerates away from the target at full strength",
    settings: &[FLEE_RANGE],
    needs: Needs::Target,
    turns: false,
    steer: |part, body, seen, mind| {
        let range = part.settings.number(&FLEE_RANGE);
        on_target(part, seen, mind, |mind, from| mind.decide(body, FleeFrom { goal: from.position, range }))
    },
    case: Some(CaseForm::new::<FleeFrom>()),
};

/// The inputs of flee.
struct FleeFrom {
    goal: Point,
    range: f32,
}

impl Inputs for FleeFrom {
    const NAME: &'static str = "flee";

    fn for_body(body: &Body) -> FleeFrom {
        FleeFrom { goal: body.position, range: 0.0 }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        case.field("goal", CaseField::Goal(&mut self.goal));
        case.not_negative("range", &mut self.range);
    }

    fn steer(&self, body: &Body, _: &mut Mind<'_>) -> Steer {
        if is_beyond(self.range, body, self.goal) { Steer::NOTHING } else { flee(body, self.goal) }
    }
}

/// The opposite of seek: a_max · unit(p − g). Requests nothing at the position itself, which has no direction.
pub fn flee(body: &Body, from: Point) -> Steer {
    Steer::linear(-seek(body, from).linear)
}
