//! Separation: push away from near neighbours (Reynolds 1999; Millington).

use super::behaviour::{Behaviour, Needs, Part};
use super::body::{Body, Other, Steer, offset};
use super::case::{CaseForm, Inputs};
use super::fields::{Accepts, CaseField, CaseFields};
use super::mind::Mind;
use super::settings::{given_or, length};
use crate::math;
use crate::settings::Setting;
use crate::types::Vec2;

const THRESHOLD: Setting =
    length("separation.threshold", "neighbours within this distance push; 0: 4 R").main("distance kept");
const INVERSE_THRESHOLD: Setting =
    length("separation-inverse-square.threshold", "neighbours within this distance push; 0: 4 R")
        .main("distance kept");
const DECAY: Setting = Setting::number(
    "separation-inverse-square.decay",
    0.0,
    (0.0, 1e6),
    "m³/s²",
    "k in k/d²; 0: reaches the maximum acceleration at touch",
)
.main("strength");

/// The table entry of `separation`.
pub static SEPARATION: Behaviour = Behaviour {
    name: "separation",
    summary: "pushes away from near neighbours, falling linearly with distance",
    settings: &[THRESHOLD],
    needs: Needs::Nothing,
    turns: false,
    steer: |part, body, seen, mind| {
        let own = Separation::for_body(body);
        let settings =
            Separation { threshold: given_or(part.settings.number(&THRESHOLD), own.threshold), ..own };
        mind.decide(body, Separate { settings, others: seen.others() })
    },
    case: Some(CaseForm::new::<Separate>()),
};

/// The table entry of `separation-inverse-square`.
pub static SEPARATION_INVERSE_SQUARE: Behaviour = Behaviour {
    name: "separation-inverse-square",
    summary: "pushes away from near neighbours, falling with the square of the distance",
    settings: &[INVERSE_THRESHOLD, DECAY],
    needs: Needs::Nothing,
    turns: false,
    steer: |part, body, seen, mind| {
        let settings = inverse_square_settings(part, body);
        mind.decide(body, Separate { settings, others: seen.others() })
    },
    case: Some(CaseForm::new::<Separate>()),
};

/// Returns the settings of a part of `separation-inverse-square`.
fn inverse_square_settings(part: &Part, body: &Body) -> Separation {
    let threshold = given_or(part.settings.number(&INVERSE_THRESHOLD), Separation::for_body(body).threshold);
    let decay = given_or(part.settings.number(&DECAY), Separation::decay_of(body));
    Separation { threshold, law: Law::InverseSquare { decay } }
}

/// The inputs of separation.
struct Separate {
    settings: Separation,
    others: Vec<Other>,
}

impl Inputs for Separate {
    const NAME: &'static str = "separation";

    fn for_body(body: &Body) -> Separate {
        Separate { settings: Separation::for_body(body), others: Vec::new() }
    }

    fn fields(&mut self, body: &Body, case: &mut dyn CaseFields) {
        let (mut law, mut decay) = match self.settings.law {
            Law::Linear => (0, None),
            Law::InverseSquare { decay } => (1, Some(decay)),
        };
        case.field("neighbours", CaseField::Others(&mut self.others));
        case.positive("threshold", &mut self.settings.threshold);
        case.field("law", CaseField::Name(&mut law, &["linear", "inverse-square"]));
        case.field("decay", CaseField::Number(&mut decay, Accepts::Positive));
        self.settings.law = match law {
            0 => Law::Linear,
            _ => Law::InverseSquare { decay: decay.unwrap_or_else(|| Separation::decay_of(body)) },
        };
    }

    fn steer(&self, body: &Body, _: &mut Mind<'_>) -> Steer {
        self.settings.steer(body, &self.others)
    }
}

/// How the push falls with the distance d between the centres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Law {
    /// a_max·(threshold − d)/threshold.
    Linear,
    /// min(k/d², a_max).
    InverseSquare {
        /// k, m³/s².
        decay: f32,
    },
}

/// Settings of separation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Separation {
    /// The distance between centres below which a neighbour pushes, m.
    pub threshold: f32,
    /// How the push falls with the distance.
    pub law: Law,
}

impl Separation {
    /// The linear law within 4 R.
    pub fn for_body(body: &Body) -> Separation {
        Separation { threshold: 4.0 * body.radius, law: Law::Linear }
    }

    /// Returns the inverse-square law's k that pushes with a_max where two bodies of this size touch: a_max·(2R)²,
    /// m³/s².
    pub fn decay_of(body: &Body) -> f32 {
        let touch = 2.0 * body.radius;
        (body.max_acceleration * touch * touch).min(f32::MAX)
    }

    /// Returns the sum of the pushes. It is not clamped: a blend clamps the total.
    pub fn steer(&self, body: &Body, others: &[Other]) -> Steer {
        let sum = others.iter().map(|other| self.push(body, other)).sum();
        Steer::linear(math::clamp_length(sum, f32::MAX))
    }

    /// Returns the push of one neighbour, m/s². A neighbour at the same position has no direction and does not
    /// push.
    fn push(&self, body: &Body, other: &Other) -> Vec2 {
        let away = offset(other.position, body.position);
        let distance = away.norm();
        if distance >= self.threshold {
            return Vec2::zeros();
        }
        let strength = match self.law {
            Law::Linear => body.max_acceleration * ((self.threshold - distance) / self.threshold),
            // 1/d² is infinite for a tiny distance; the maximum applies then.
            Law::InverseSquare { decay } => (decay / (distance * distance)).min(body.max_acceleration),
        };
        math::normalize(away) * strength
    }
}
