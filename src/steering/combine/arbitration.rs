//! Cooperative arbitration: each behaviour knows the requests of the behaviours before it and adapts. It decides as
//! if the body already moved according to those requests, so a wall that seek already turns away from causes no
//! avoidance. Its own request then replaces the opposing component of the earlier ones instead of being cancelled
//! by it. The last behaviour has the final say.

use crate::math;
use crate::steering::behaviours::behaviour::{Part, Seen};
use crate::steering::behaviours::body::{Body, Steer};
use crate::steering::behaviours::mind::Mind;

/// The time for which the earlier requests are assumed to be carried out, s.
const FORESIGHT: f32 = 0.2;

pub(super) fn combine(parts: &[Part], body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Steer {
    let mut sum = Steer::NOTHING;
    for part in parts {
        let intended = math::clamp_length(sum.linear, body.max_acceleration);
        let velocity = math::clamp_length(body.velocity + intended * FORESIGHT, body.max_speed);
        let moved = Body { velocity, ..*body };
        let asked = mind.ask(part, &moved, seen);
        mind.part(part, part.weight, asked, seen.unit);
        let linear = asked.linear * part.weight;
        let direction = math::normalize(linear);
        // The opposing component of earlier requests is removed.
        let against = intended.dot(&direction).min(0.0);
        sum.linear = intended - direction * against + linear;
        sum.angular += asked.angular * part.weight;
        if against < 0.0 {
            mind.say(|| {
                format!("{} overrides {:.1} m/s² of the behaviours before it", part.behaviour.name, -against)
            });
        }
    }
    sum
}
