//! Face: turn towards a position (Millington).

use super::align::{Align, turning};
use super::behaviour::{Behaviour, Needs, on_target};
use super::body::{Body, Other, Steer, offset};
use super::case::{CaseForm, Inputs};
use super::fields::{CaseField, CaseFields};
use super::mind::Mind;
use super::settings::max_rotation;
use crate::math;
use crate::settings::Setting;
use crate::types::{Point, Vec2};

const FACE_ROTATION: Setting = max_rotation("face.max_rotation");

/// The table entry of `face`.
pub static FACE: Behaviour = Behaviour {
    name: "face",
    summary: "turns to face the target",
    settings: &[FACE_ROTATION],
    needs: Needs::Target,
    turns: true,
    steer: |part, body, seen, mind| {
        let settings = turning(part, &FACE_ROTATION);
        on_target(part, seen, mind, |mind, target| mind.decide(body, FaceOther { settings, target: *target }))
    },
    case: Some(CaseForm::new::<FaceOther>()),
};

/// The inputs of face.
struct FaceOther {
    settings: Align,
    target: Other,
}

impl Inputs for FaceOther {
    const NAME: &'static str = "face";

    fn for_body(body: &Body) -> FaceOther {
        FaceOther { settings: Align::default(), target: Other::at(body.position) }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        case.field("target", CaseField::Other(&mut self.target));
        self.settings.fields(case);
    }

    fn steer(&self, body: &Body, _: &mut Mind<'_>) -> Steer {
        face(body, &self.settings, self.target.position)
    }
}

/// Aligns to angle(q − p). Requests nothing at the position itself, which has no direction.
pub fn face(body: &Body, align: &Align, target: Point) -> Steer {
    look_along(body, align, offset(body.position, target))
}

/// Aligns to the angle of a vector. Requests nothing if it is zero.
pub(super) fn look_along(body: &Body, align: &Align, direction: Vec2) -> Steer {
    if direction == Vec2::zeros() { Steer::NOTHING } else { align.steer(body, math::angle(direction)) }
}
