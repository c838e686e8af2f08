//! Pursue: seek the predicted position of a moving target (Reynolds 1999; Millington).

use super::arrive::{Arrive, arrive_settings};
use super::behaviour::{Behaviour, Needs, Part};
use super::body::{Body, Other, Steer, later, offset};
use super::case::{CaseForm, Inputs};
use super::fields::{CaseField, CaseFields};
use super::mind::Mind;
use super::seek::seek;
use super::settings::time;
use crate::settings::Setting;
use crate::steering::reasons::{Mark, Tint};
use crate::types::Point;

const PURSUE_MOST: Setting = time("pursue.max_prediction", 2.0, "longest prediction");
const PURSUE_ARRIVE: Setting =
    Setting::whole("pursue.arrive", 0.0, (0.0, 1.0), "1: arrives at the predicted position; 0: seeks it");

/// The table entry of `pursue`.
pub static PURSUE: Behaviour = Behaviour {
    name: "pursue",
    summary: "seeks the predicted position of a moving target",
    settings: &[PURSUE_MOST, PURSUE_ARRIVE],
    needs: Needs::Target,
    turns: false,
    steer: |part, body, seen, mind| {
        let Some(target) = seen.target(part) else { return Steer::NOTHING };
        mind.decide(body, PursueOther { settings: pursue_settings(part, body), target })
    },
    case: Some(CaseForm::new::<PursueOther>()),
};

/// Returns the settings of a part.
pub(crate) fn pursue_settings(part: &Part, body: &Body) -> Pursue {
    let arrive = (part.settings.number(&PURSUE_ARRIVE) == 1.0).then(|| arrive_settings(part, body));
    Pursue { max_prediction: part.settings.number(&PURSUE_MOST), arrive }
}

/// The inputs of pursue.
struct PursueOther {
    settings: Pursue,
    target: Other,
}

impl Inputs for PursueOther {
    const NAME: &'static str = "pursue";

    fn for_body(body: &Body) -> PursueOther {
        PursueOther { settings: Pursue::default(), target: Other::at(body.position) }
    }

    fn fields(&mut self, body: &Body, case: &mut dyn CaseFields) {
        case.field("target", CaseField::Other(&mut self.target));
        case.not_negative("max_prediction", &mut self.settings.max_prediction);
        let mut arrives = self.settings.arrive.map(|_| true);
        case.field("arrive", CaseField::Flag(&mut arrives));
        let mut arrive = self.settings.arrive.unwrap_or_else(|| Arrive::for_body(body));
        if arrives == Some(true) {
            arrive.fields(case);
            self.settings.arrive = Some(arrive);
        } else {
            arrive.fields(&mut OnlyToArrive(case));
        }
    }

    fn steer(&self, body: &Body, mind: &mut Mind<'_>) -> Steer {
        let pursuit = self.settings.steer(body, &self.target);
        mind.mark(|| Mark::Line(self.target.position, pursuit.place), Tint::Predicted);
        mind.mark(|| Mark::Ring(pursuit.place, self.target.radius), Tint::Predicted);
        pursuit.steer
    }
}

/// Rejects the settings of arrive in a case that does not arrive.
struct OnlyToArrive<'a>(&'a mut dyn CaseFields);

impl CaseFields for OnlyToArrive<'_> {
    fn field(&mut self, name: &'static str, value: CaseField<'_>) {
        let (mut number, mut flag) = (None, None);
        self.0.field(
            name,
            match value {
                CaseField::Number(_, accepts) => CaseField::Number(&mut number, accepts),
                _ => CaseField::Flag(&mut flag),
            },
        );
        if number.is_some() || flag.is_some() {
            self.0.reject(name, "accepted only with \"arrive\": true".into());
        }
    }
}

/// Settings of pursue.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pursue {
    /// The longest prediction, s.
    pub max_prediction: f32,
    /// Arrive at the predicted position instead of seeking it. This is for a body faster than its target, which
    /// would overshoot and oscillate around it.
    pub arrive: Option<Arrive>,
}

/// What pursue or evade requests, and its prediction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pursuit {
    /// The request.
    pub steer: Steer,
    /// The prediction time, s.
    pub time: f32,
    /// The predicted position of the target.
    pub place: Point,
}

impl Default for Pursue {
    /// 2 s ahead, with seek.
    fn default() -> Pursue {
        Pursue { max_prediction: 2.0, arrive: None }
    }
}

impl Pursue {
    /// Seeks, or arrives at, q + v·T. T is dist/|u|, at most the maximum.
    pub fn steer(&self, body: &Body, target: &Other) -> Pursuit {
        let time = prediction_time(body, target, self.max_prediction);
        let place = later(target.position, target.velocity, time);
        let steer = match &self.arrive {
            Some(arrive) => arrive.steer(body, place),
            None => seek(body, place),
        };
        Pursuit { steer, time, place }
    }
}

/// Returns T = dist/|u|, the time (s) in which the body would reach the target's current position at its current
/// speed, at most `max_prediction`.
pub(super) fn prediction_time(body: &Body, target: &Other, max_prediction: f32) -> f32 {
    let distance = offset(body.position, target.position).norm();
    let speed = body.velocity.norm();
    // The source compares |u| ≤ dist/T_max. This is equivalent and does not divide by a maximum of 0.
    if speed * max_prediction <= distance { max_prediction } else { distance / speed }
}
