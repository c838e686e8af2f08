//! Flee: the opposite of seek (Reynolds 1999).

use super::behaviour::{Behaviour, CaseForm, Needs, Part, on_target, within_range};
use super::body::{Body, Steer};
use super::seek::seek;
use super::settings::length;
use crate::settings::Setting;
use crate::types::Point;

const FLEE_RANGE: Setting = length("flee.range", "ignores a target beyond this distance; 0: no limit");

/// The entry of `flee` in the table of behaviours.
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

/// Beyond this the target is let be, m; 0: never.
pub fn flee_range(part: &Part) -> f32 {
    part.settings.get(&FLEE_RANGE)
}

/// −seek: a_max · unit(p − g); nothing at the place itself, where every way is as good.
pub fn flee(body: &Body, from: Point) -> Steer {
    Steer::linear(-seek(body, from).linear)
}
