//! Look where you're going: turn to the direction of movement (Millington).

use super::align::{Align, turning};
use super::behaviour::{Behaviour, CaseForm, Needs, Part};
use super::body::{Body, Steer};
use super::face::look_along;
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
    steer: |part, body, _, _| look_where_going(body, &look_settings(part)),
    case: Some(CaseForm {
        name: "look-where-going",
        fields: &[
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
pub fn look_settings(part: &Part) -> Align {
    turning(part, &LOOK_ROTATION)
}

/// Aligns to angle(u). Requests nothing for a body that stands still.
pub fn look_where_going(body: &Body, align: &Align) -> Steer {
    look_along(body, align, body.velocity)
}
