//! Face: turn to look at a place (Millington).

use super::{Align, Body, Steer, offset};
use crate::math;
use crate::types::{Point, Vec2};

/// Align to angle(q − p); nothing at the place itself, which lies in no direction.
pub fn face(body: &Body, align: &Align, place: Point) -> Steer {
    look_along(body, align, offset(body.position, place))
}

/// Align to the angle of `way`; nothing where it has none.
pub(super) fn look_along(body: &Body, align: &Align, way: Vec2) -> Steer {
    if way == Vec2::zeros() { Steer::NOTHING } else { align.steer(body, math::angle(way)) }
}
