//! Seek: accelerate straight towards a position at full strength (Reynolds 1999).

use super::behaviour::{Behaviour, Needs, on_target};
use super::body::{Body, Steer, offset};
use super::case::{CaseForm, Inputs};
use super::fields::{CaseField, CaseFields};
use super::mind::Mind;
use crate::math;
use crate::types::Point;

/// The table entry of `seek`.
pub static SEEK: Behaviour = Behaviour {
    name: "seek",
    summary: "accelerates towards the target at full strength",
    settings: &[],
    needs: Needs::Target,
    turns: false,
    steer: |part, body, seen, mind| {
        on_target(part, seen, mind, |mind, at| mind.decide(body, SeekTo { goal: at.position }))
    },
    case: Some(CaseForm::new::<SeekTo>()),
};

/// The inputs of seek.
pub(super) struct SeekTo {
    pub goal: Point,
}

impl Inputs for SeekTo {
    const NAME: &'static str = "seek";

    fn for_body(body: &Body) -> SeekTo {
        SeekTo { goal: body.position }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        case.field("goal", CaseField::Goal(&mut self.goal));
    }

    fn steer(&self, body: &Body, _: &mut Mind<'_>) -> Steer {
        seek(body, self.goal)
    }
}

/// Requests a_max · unit(g − p), or nothing at the goal itself.
pub fn seek(body: &Body, goal: Point) -> Steer {
    Steer::linear(math::normalize(offset(body.position, goal)) * body.max_acceleration)
}
