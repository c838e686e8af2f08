//! Evade: flee the predicted position of a moving target (Reynolds 1999; Millington).

use super::behaviour::{Behaviour, Needs, is_beyond};
use super::body::{Body, Other, Steer, later};
use super::case::{CaseForm, Inputs};
use super::fields::{CaseField, CaseFields};
use super::flee::flee;
use super::mind::Mind;
use super::pursue::{Pursuit, prediction_time};
use super::settings::{length, time};
use crate::settings::Setting;
use crate::steering::reasons::{Mark, Tint};

const EVADE_MOST: Setting = time("evade.max_prediction", 0.5, "longest prediction");
const EVADE_RANGE: Setting = length("evade.range", "ignores a target beyond this distance; 0: no limit");

/// The table entry of `evade`.
pub static EVADE: Behaviour = Behaviour {
    name: "evade",
    summary: "flees from the predicted position of a moving target",
    settings: &[EVADE_MOST, EVADE_RANGE],
    needs: Needs::Target,
    turns: false,
    steer: |part, body, seen, mind| {
        let Some(target) = seen.target(part) else { return Steer::NOTHING };
        let settings = Evade { max_prediction: part.settings.number(&EVADE_MOST) };
        mind.decide(body, EvadeOther { settings, target, range: part.settings.number(&EVADE_RANGE) })
    },
    case: Some(CaseForm::new::<EvadeOther>()),
};

/// The inputs of evade.
struct EvadeOther {
    settings: Evade,
    target: Other,
    range: f32,
}

impl Inputs for EvadeOther {
    const NAME: &'static str = "evade";

    fn for_body(body: &Body) -> EvadeOther {
        EvadeOther { settings: Evade::default(), target: Other::at(body.position), range: 0.0 }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        case.field("target", CaseField::Other(&mut self.target));
        case.not_negative("max_prediction", &mut self.settings.max_prediction);
        case.not_negative("range", &mut self.range);
    }

    fn steer(&self, body: &Body, mind: &mut Mind<'_>) -> Steer {
        if is_beyond(self.range, body, self.target.position) {
            return Steer::NOTHING;
        }
        let pursuit = self.settings.steer(body, &self.target);
        mind.mark(|| Mark::Ring(pursuit.place, self.target.radius), Tint::Against);
        pursuit.steer
    }
}

/// Settings of evade.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evade {
    /// The longest prediction, s.
    pub max_prediction: f32,
}

impl Default for Evade {
    /// 0.5 s. A longer prediction places a fast chaser behind the body, which then runs towards it.
    fn default() -> Evade {
        Evade { max_prediction: 0.5 }
    }
}

impl Evade {
    /// Flees q + v·T, with pursue's T.
    pub fn steer(&self, body: &Body, target: &Other) -> Pursuit {
        let time = prediction_time(body, target, self.max_prediction);
        let place = later(target.position, target.velocity, time);
        Pursuit { steer: flee(body, place), time, place }
    }
}
