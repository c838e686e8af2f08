//! Goal points shared by several units, and the size of the disc that holds all of them.

use sidestep::navigation::Goal;
use sidestep::types;
use sidestep::world::Start;
use std::collections::HashMap;

/// The share of the disc that standing units cover: a loose packing that units reach without pressing.
const COVERED: f32 = 0.7;
/// Points closer than this are the same point, m. Rotations round coordinates.
const SAME: f32 = 1e-3;

/// A unit whose goal is a point given by the map, not a slot derived from the unit's start.
pub(super) struct GoalPoint {
    /// The unit's index.
    pub unit: usize,
    /// Whether the disc's radius is computed here, because the map gives none.
    pub sized: bool,
}

/// Marks goal points of several units as shared, across groups, and computes their radii.
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
        // Nearly always a few radii repeat. A sum for each unit took half a minute for 100 000 units.
        let mut discs: HashMap<u32, f32> = HashMap::new();
        for point in sharers {
            let start = &mut starts[point.unit];
            if let Goal::Point { at, radius, own } = &mut start.goal {
                // Bit-identical, because units recognise a shared goal by its position.
                *at = first;
                *own = false;
                if point.sized {
                    let size = start.radius;
                    *radius = *discs.entry(size.to_bits()).or_insert_with(|| disc(size, &radii));
                }
            }
        }
    }
}

/// Returns the point, rounded to a millimetre.
fn key(at: types::Point) -> (i64, i64) {
    let round = |x: f32| (x / SAME).round() as i64;
    (round(at.x), round(at.y))
}

/// Returns the distance at which a unit of radius R has arrived, m: √(ΣR²/0.7) + R. Standing units of these `radii` cover
/// 70 % of a disc of radius √(ΣR²/0.7). The centre of a unit at its edge is up to R further out.
fn disc(radius: f32, radii: &[f32]) -> f32 {
    let area: f32 = radii.iter().map(|other| (other / radius) * (other / radius)).sum();
    radius * (area / COVERED).sqrt() + radius
}
