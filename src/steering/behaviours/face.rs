//! Face: turn towards a position (Millington).

use super::align::{Align, turning};
use super::behaviour::{Behaviour, CaseForm, Needs, Part, on_target};
use super::body::{Body, Steer, offset};
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
        on_target(part, seen, mind, |at| face(body, &face_settings(part), at.position))
    },
    case: Some(CaseForm {
        name: "face",
        fields: &[
            "target",
            "target_radius",
            "slow_radius",
            "max_rotation",
            "max_angular_acceleration",
            "time_to_target",
            "brake",
        ],
    }),
};

/// Returns the align settings of a part.
pub fn face_settings(part: &Part) -> Align {
    turning(part, &FACE_ROTATION)
}

/// Aligns to angle(q − p). Requests nothing at the position itself, which has no direction.
pub fn face(body: &Body, align: &Align, target: Point) -> Steer {
    look_along(body, align, offset(body.position, target))
}

/// Aligns to the angle of a vector. Requests nothing if it is zero.
pub(super) fn look_along(body: &Body, align: &Align, direction: Vec2) -> Steer {
    if direction == Vec2::zeros() { Steer::NOTHING } else { align.steer(body, math::angle(direction)) }
}
