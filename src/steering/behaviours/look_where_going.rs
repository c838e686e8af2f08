//! Look where you're going: turn to the way that one moves (Millington).

use super::face::look_along;
use super::{Align, Body, Steer};

/// Align to angle(u); nothing when standing.
pub fn look_where_going(body: &Body, align: &Align) -> Steer {
    look_along(body, align, body.velocity)
}
