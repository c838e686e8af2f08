//! Evade: flee the predicted position of a moving target (Reynolds 1999; Millington).

use super::behaviour::{Behaviour, CaseForm, Needs, Part, within_range};
use super::body::{Body, Other, Steer, later};
use super::flee::flee;
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
        within_range(evade_range(part), body, &target, || {
            let pursuit = evade_settings(part).steer(body, &target);
            mind.mark(|| Mark::Ring(pursuit.place, target.radius), Tint::Against);
            pursuit.steer
        })
    },
    case: Some(CaseForm { name: "evade", fields: &["target", "max_prediction", "range"] }),
};

/// Returns the settings of a part.
pub fn evade_settings(part: &Part) -> Evade {
    Evade { max_prediction: part.settings.get(&EVADE_MOST) }
}

/// Returns the distance beyond which the target is ignored, m. 0 means no limit.
pub fn evade_range(part: &Part) -> f32 {
    part.settings.get(&EVADE_RANGE)
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
