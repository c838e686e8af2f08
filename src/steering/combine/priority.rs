//! Priority: groups of behaviours in order; the first whose blend exceeds ε is all that counts. What keeps a unit out of a
//! wall is then never summed away by what keeps it off a crowd.
//!
//! Millington lets a group count for both, once either its linear or its angular acceleration exceeds ε: a body that is about
//! to look another way would then be moved by nobody. Here moving and turning have a first group each.

use super::blending;
use crate::steering::behaviours::behaviour::{Mind, Part, Seen};
use crate::steering::behaviours::body::{Body, Steer};

/// The angular acceleration (rad/s²) of which ε is a share: align's default maximum.
const ANGULAR: f32 = 8.0;

pub(super) fn combine(
    epsilon: f32,
    groups: &[Vec<Part>],
    body: &Body,
    seen: &Seen<'_>,
    mind: &mut Mind<'_>,
) -> Steer {
    let mut first = |turns: bool, size: fn(&Steer, &Body) -> f32| {
        let begun = mind.parts();
        let mut last = Steer::NOTHING;
        for (index, group) in groups.iter().enumerate() {
            let before = mind.parts();
            let parts = group.iter().filter(|part| part.behaviour.turns == turns);
            let asked = blending::combine(parts, body, seen, mind);
            let size = size(&asked, body);
            if size > 0.0 {
                // Those before it asked in vain; where nobody asks for more than ε, the last one's little counts.
                last = asked;
                mind.forget_parts(begun..before);
            }
            if size > epsilon {
                mind.say(|| format!("group {} of {} decides", index + 1, groups.len()));
                break;
            }
        }
        last
    };
    let moved = first(false, |asked, body| asked.linear.norm() / body.max_acceleration);
    let turned = first(true, |asked, _| asked.angular.abs() / ANGULAR);
    Steer { linear: moved.linear, angular: turned.angular }
}
