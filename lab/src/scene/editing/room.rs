//! Finds places for units that are added to a list.

use super::problem::EditProblem;
use super::text;
use crate::document::DocumentError;
use crate::scene::check;
use sidestep::geometry::distance;
use sidestep::math;
use sidestep::types::Point;
use sidestep::world::{Layout, Start};
use std::f32::consts::TAU;

/// The distance to the nearest unit or wall, as a share of the radius.
const GAP: f32 = 0.25;
/// How far from the first unit places are searched, in rings of one diameter.
const RINGS: usize = 60;

/// Returns the nearest free places around a unit for more units of its size.
pub(super) fn places(
    layout: &Layout,
    unit: &Start,
    count: usize,
    group: &str,
) -> Result<Vec<Point>, DocumentError> {
    let reach = unit.radius * (1.0 + GAP);
    let mut found: Vec<Point> = Vec::with_capacity(count);
    let is_free = |at: Point, found: &[Point]| {
        let clear = |other: Point, radius: f32| distance(at, other) >= f64::from(reach + radius);
        layout.bounds.contains(at)
            && layout.starts.iter().all(|start| clear(start.position, start.radius))
            && found.iter().all(|other| clear(*other, unit.radius))
            && !layout.walls.iter().any(|wall| check::meets(wall, at, reach))
    };
    let candidates = (1..=RINGS).flat_map(|ring| {
        let (radius, sides) = (ring as f32 * (reach + unit.radius), 6 * ring);
        (0..sides).map(move |side| math::unit(side as f32 * TAU / sides as f32) * radius)
    });
    for offset in candidates {
        if found.len() == count {
            break;
        }
        let at = text::rounded(unit.position + offset, layout.origin);
        if is_free(at, &found) {
            found.push(at);
        }
    }
    if found.len() < count {
        return Err(EditProblem::NoRoom { group: group.to_string() }.into());
    }
    Ok(found)
}
