//! Avoid: walk with the world's avoidance mode, as a behaviour of a plan.

use super::behaviour::{Behaviour, Needs};
use super::body::Steer;
use crate::steering::walk::walk;

/// The table entry of `avoid`.
pub static AVOID: Behaviour = Behaviour {
    name: "avoid",
    summary: "walks with the world's avoidance mode (--avoid)",
    settings: &[],
    needs: Needs::Target,
    turns: false,
    steer: |_, body, seen, mind| {
        let why = mind.why.as_deref_mut();
        let before = why.as_ref().map_or(0, |why| why.parts.len());
        let decision = walk(seen.unit, seen.around, seen.model, seen.weights, why);
        // The plan reports its parts and neighbours itself.
        if let Some(why) = mind.why.as_deref_mut() {
            why.parts.truncate(before);
            why.neighbours.clear();
        }
        Steer::linear(decision.force * (body.max_acceleration / seen.unit.max_force))
    },
    // Its decisions are the avoidance mode's, which has its own cases.
    case: None,
};
