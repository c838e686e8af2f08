//! Flee: the opposite of seek (Reynolds 1999).

use super::{Body, Steer, seek};
use crate::types::Point;

/// −seek: a_max · unit(p − g); nothing at the place itself, where every way is as good.
pub fn flee(body: &Body, from: Point) -> Steer {
    Steer::linear(-seek(body, from).linear)
}
