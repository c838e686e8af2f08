//! Seek: straight for a place at full acceleration (Reynolds 1999).

use super::{Body, Steer, offset};
use crate::math;
use crate::types::Point;

/// a_max · unit(g − p); nothing at the goal itself.
pub fn seek(body: &Body, goal: Point) -> Steer {
    Steer::linear(math::normalize(offset(body.position, goal)) * body.max_acceleration)
}
