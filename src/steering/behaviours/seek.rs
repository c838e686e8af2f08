//! Seek: accelerate straight towards a position at full strength (Reynolds 1999).

use super::behaviour::{Behaviour, CaseForm, Needs, on_target};
use super::body::{Body, Steer, offset};
use crate::math;
use crate::types::Point;

/// The table entry of `seek`.
pub static SEEK: Behaviour = Behaviour {
    name: "seek",
    summary: "accelerates towards the target at full strength",
    settings: &[],
    needs: Needs::Target,
    turns: false,
    steer: |part, body, seen, mind| on_target(part, seen, mind, |at| seek(body, at.position)),
    case: Some(CaseForm { name: "seek", fields: &[] }),
};

/// Requests a_max · unit(g − p), or nothing at the goal itself.
pub fn seek(body: &Body, goal: Point) -> Steer {
    Steer::linear(math::normalize(offset(body.position, goal)) * body.max_acceleration)
}
