//! Way: follow navigation's path around the walls and arrive at its end.

use super::arrive::Arrive;
use super::behaviour::{Behaviour, Needs, Seen};
use super::body::{Body, Steer};
use super::seek::seek;
use crate::steering::reasons::{Mark, Tint};
use crate::types::Point;

/// The table entry of `way`.
pub static WAY: Behaviour = Behaviour {
    name: "way",
    summary: "follows the flow field around walls and arrives at the goal",
    settings: &[],
    needs: Needs::Target,
    turns: false,
    steer: |_, body, seen, mind| {
        let Some((aim, arrive)) = next_aim(body, seen) else { return Steer::NOTHING };
        mind.mark(|| Mark::Dot(aim), Tint::Predicted);
        arrive.map_or_else(|| seek(body, aim), |arrive| arrive.steer(body, aim))
    },
    // Its decisions are seek's or arrive's.
    case: None,
};

/// Returns the next point on the path around the walls, and how to arrive if it is the goal. Other points are
/// sought.
pub fn next_aim(body: &Body, seen: &Seen<'_>) -> Option<(Point, Option<Arrive>)> {
    let aim = seen.aim?;
    let last = seen.goal.is_some_and(|goal| goal.position == aim);
    Some((aim, last.then(|| Arrive { brake: true, ..Arrive::for_body(body) })))
}
