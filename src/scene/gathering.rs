//! Goal points that several units share: how large the disc is that holds all of them.

use super::start::Start;
use crate::navigation::Goal;
use crate::types;
use std::collections::HashMap;

/// The share of the disc that standing units cover: a loose packing, which units reach without pressing.
const COVERED: f32 = 0.7;
/// Points this close are the same point, m: a rotation moves a point by its rounding.
const SAME: f32 = 1e-3;

/// A unit whose goal is a point that a map names, as opposed to a slot made from the unit's start.
pub(super) struct GoalPoint {
    /// The unit's index.
    pub unit: usize,
    /// Whether the disc is to be sized here, because the map gives no radius.
    pub sized: bool,
}

/// Marks points that several units have as their goal as shared, whichever groups those units belong to, and sizes
/// their discs.
pub(super) fn share_points(starts: &mut [Start], points: &[GoalPoint]) {
    let mut sharers: HashMap<(i64, i64), Vec<&GoalPoint>> = HashMap::new();
    for point in points {
        if let Goal::Point { at, .. } = starts[point.unit].goal {
            sharers.entry(key(at)).or_default().push(point);
        }
    }
    for sharers in sharers.values().filter(|sharers| sharers.len() > 1) {
        let radii: Vec<f32> = sharers.iter().map(|point| starts[point.unit].radius).collect();
        let Goal::Point { at: first, .. } = starts[sharers[0].unit].goal else { continue };
        for point in sharers {
            let start = &mut starts[point.unit];
            if let Goal::Point { at, radius, own } = &mut start.goal {
                // To the bit: units that share a goal recognise each other by it.
                *at = first;
                *own = false;
                *radius = if point.sized { disc(start.radius, &radii) } else { *radius };
            }
        }
    }
}

/// The point, to a millimetre.
fn key(at: types::Point) -> (i64, i64) {
    let round = |x: f32| (x / SAME).round() as i64;
    (round(at.x), round(at.y))
}

/// How near the centre of a unit of radius R has to come, m: √(ΣR²/0.7) + R. Standing units of these `radii` cover
/// 70 % of a disc of radius √(ΣR²/0.7); a unit at its edge has its centre up to one radius further out.
fn disc(radius: f32, radii: &[f32]) -> f32 {
    let area: f32 = radii.iter().map(|other| (other / radius) * (other / radius)).sum();
    radius * (area / COVERED).sqrt() + radius
}
