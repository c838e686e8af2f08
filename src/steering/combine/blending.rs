//! Blending: the weighted sum of all requests (the caller clamps it).

use crate::steering::behaviours::behaviour::{Part, Seen};
use crate::steering::behaviours::body::{Body, Steer};
use crate::steering::behaviours::mind::Mind;

pub(super) fn combine<'a>(
    parts: impl IntoIterator<Item = &'a Part>,
    body: &Body,
    seen: &Seen<'_>,
    mind: &mut Mind<'_>,
) -> Steer {
    let mut sum = Steer::NOTHING;
    for part in parts {
        let asked = mind.ask(part, body, seen);
        mind.part(part, part.weight, asked, seen.unit);
        sum.linear += asked.linear * part.weight;
        sum.angular += asked.angular * part.weight;
    }
    sum
}
