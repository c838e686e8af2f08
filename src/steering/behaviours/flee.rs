//! Flee: the opposite of seek (Reynolds 1999).

use super::behaviour::{Behaviour, CaseForm, Needs, Part, on_target, within_range};
use super::body::{Body, Steer};
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
        on_target(part, seen, mind, |from| {
            within_range(flee_range(part), body, from, || flee(body, from.position))
        })
    },
    case: Some(CaseForm { name: "flee", fields: &["range"] }),
};

/// Returns the distance beyond which the target is ignored, m. 0 means no limit.
pub fn flee_range(part: &Part) -> f32 {
    part.settings.get(&FLEE_RANGE)
}

/// The opposite of seek: a_max · unit(p − g). Requests nothing at the position itself, which has no direction.
pub fn flee(body: &Body, from: Point) -> Steer {
    Steer::linear(-seek(body, from).linear)
}
