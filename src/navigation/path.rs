//! The whole path of a unit.

use super::clearance::Clearance;
use crate::types::Point;

/// Writes the path to the goal of a field as one between these ends, which leaves it where it sees its own goal.
pub(super) fn trace(
    clearance: &Clearance,
    field_aim: Point,
    path: Option<Vec<Point>>,
    (from, to): (Point, Point),
    corners: &mut Vec<Point>,
) {
    let Some(path) = path else { return };
    corners.push(from);
    for next in path {
        let is_last =
            if field_aim == to { next == to } else { clearance.sees(corners[corners.len() - 1], to) };
        if is_last {
            break;
        }
        corners.push(next);
    }
    corners.push(to);
}
