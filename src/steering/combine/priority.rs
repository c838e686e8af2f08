//! Priority: groups of behaviours in order. The first group whose blend exceeds ε decides alone, so wall avoidance
//! is never cancelled by separation from a crowd.
//!
//! In Millington's version one group decides both movement and turning as soon as either acceleration exceeds ε. A
//! body that only has to turn would then not be moved. Here movement and turning each have their own deciding
//! group.

use super::blending;
use crate::steering::behaviours::behaviour::{Part, Seen};
use crate::steering::behaviours::body::{Body, Steer};
use crate::steering::behaviours::mind::Mind;

/// The angular acceleration (rad/s²) to which ε refers: align's default maximum.
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
                // The requests of earlier groups are discarded. If no group exceeds ε, the last non-zero request is
                // used.
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
