//! Way: follow navigation's path around the walls and arrive at its end.

use super::arrive::{Arrive, ArriveAt};
use super::behaviour::{Behaviour, Needs};
use super::body::Steer;
use super::seek::SeekTo;
use crate::steering::reasons::{Mark, Tint};

/// The table entry of `way`.
pub static WAY: Behaviour = Behaviour {
    name: "way",
    summary: "follows the flow field around walls and arrives at the goal",
    settings: &[],
    needs: Needs::Target,
    turns: false,
    steer: |_, body, seen, mind| {
        let Some(goal) = seen.aim else { return Steer::NOTHING };
        mind.mark(|| Mark::Dot(goal), Tint::Predicted);
        if seen.goal.is_some_and(|end| end.position == goal) {
            let settings = Arrive { brake: true, ..Arrive::for_body(body) };
            mind.decide(body, ArriveAt { settings, goal })
        } else {
            mind.decide(body, SeekTo { goal })
        }
    },
    // Its decisions are seek's or arrive's.
    case: None,
};
