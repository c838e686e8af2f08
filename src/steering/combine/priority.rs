//! Priority: groups of behaviours in order; the first whose blend exceeds ε is all that counts. What keeps a unit out of a
//! wall is then never summed away by what keeps it off a crowd.

use super::{Body, Mind, Part, Seen, blending};
use crate::steering::behaviours::Steer;

/// The angular acceleration (rad/s²) of which ε is a share: align's default maximum.
const ANGULAR: f32 = 8.0;

pub(super) fn combine(
    epsilon: f32,
    groups: &[Vec<Part>],
    body: &Body,
    seen: &Seen<'_>,
    mind: &mut Mind<'_>,
) -> Steer {
    let mut last = Steer::NOTHING;
    for (index, group) in groups.iter().enumerate() {
        let before = mind.why.as_deref().map_or(0, |why| why.parts.len());
        last = blending::combine(group, body, seen, mind);
        let enough = last.linear.norm() > epsilon * body.max_acceleration;
        if enough || last.angular.abs() > epsilon * ANGULAR {
            mind.say(|| format!("group {} of {} counts", index + 1, groups.len()));
            return last;
        }
        // What a group asked for in vain is no part of the force; but the last group's little counts.
        if let Some(why) = mind.why.as_deref_mut().filter(|_| index + 1 < groups.len()) {
            why.parts.truncate(before);
        }
    }
    mind.say(|| "no group asks for more than ε".into());
    last
}
