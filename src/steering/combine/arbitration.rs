//! Cooperative arbitration: a behaviour sees what those before it ask for, and adapts. Each is asked as if the body already
//! moved as the ones before it want, so that a wall which seek turns away from anyway is avoided by nobody; and what it then
//! asks for takes the place of what goes against it, instead of being summed away. The last one has the last word.

use crate::math;
use crate::steering::behaviours::behaviour::{Memory, Mind, Part, Seen};
use crate::steering::behaviours::body::{Body, Steer};

/// How far ahead a behaviour sees the others' wishes come true, s.
const FORESIGHT: f32 = 0.2;

pub(super) fn combine(parts: &[Part], body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Steer {
    combine_asking(parts, body, seen, mind, |_, _, _| ())
}

/// As [`combine`]; `ask` hears of each part before it is asked, with the body as which it is and what the unit remembers then.
pub(super) fn combine_asking<'a>(
    parts: &'a [Part],
    body: &Body,
    seen: &Seen<'_>,
    mind: &mut Mind<'_>,
    mut ask: impl FnMut(&'a Part, &Body, &Memory),
) -> Steer {
    let mut sum = Steer::NOTHING;
    for part in parts {
        let intended = math::clamp_length(sum.linear, body.max_acceleration);
        let velocity = math::clamp_length(body.velocity + intended * FORESIGHT, body.max_speed);
        let moved = Body { velocity, ..*body };
        ask(part, &moved, &mind.memory);
        let asked = (part.behaviour.steer)(part, &moved, seen, mind);
        mind.part(part, part.weight, asked, seen.unit);
        let linear = asked.linear * part.weight;
        let way = math::normalize(linear);
        // What opposes it gives way.
        let against = intended.dot(&way).min(0.0);
        sum.linear = intended - way * against + linear;
        sum.angular += asked.angular * part.weight;
        if against < 0.0 {
            mind.say(|| {
                format!("{} overrides {:.1} m/s² of the behaviours before it", part.behaviour.name, -against)
            });
        }
    }
    sum
}
