//! The first gate on a unit's path.

use super::{Passages, Place};
use crate::types::Point;

/// The accuracy of distances to regions, as a share of the step.
const ACCURACY: f32 = 0.1;

/// How far a unit is from passing a gate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GateApproach {
    /// The index of the gate.
    pub gate: u16,
    /// The side on which the unit comes out.
    pub side: u8,
    /// The distance along the path to the gate's region, m; 0 inside.
    pub distance: f32,
    /// The distance along the path to where it leaves the region, m.
    pub exit: f32,
    /// The length of the path through the region, m, as it was before the unit entered.
    pub length: f32,
    /// Whether the unit waits for its side's turn.
    pub waits: bool,
    /// Whether the unit was so deep in the region once that it no longer queues there.
    pub is_through: bool,
}

impl GateApproach {
    /// Whether the unit is in the gate's region.
    pub fn is_inside(&self) -> bool {
        self.distance == 0.0
    }
}

/// The path of a unit as far as it is known.
#[derive(Debug, Clone, Copy)]
pub struct PathAhead<'a> {
    /// The unit's position, then the corners.
    pub corners: &'a [Point],
    /// Whether the path leads on beyond the last corner. Otherwise it ends there.
    pub is_cut: bool,
}

/// Returns the first gate on a path. Looks for a gate within `look` metres, in steps of `step` metres. None if there is no
/// gate, or if the path leaves its region on the side on which it enters.
pub fn approach(passages: &Passages, path: PathAhead<'_>, look: f32, step: f32) -> Option<GateApproach> {
    let corners = path.corners;
    let mut walk = Walk { corners, leg: 0, before: 0.0 };
    let mut at = 0.0;
    // To the region.
    let (entry, distance) = loop {
        let p = walk.to(at)?;
        if let Some(place) = passages.at(p) {
            let outside = (at - step).max(0.0);
            let is_in = |p: Point| passages.at(p).is_some_and(|found| found.gate == place.gate);
            break (place, if at == 0.0 { 0.0 } else { boundary(corners, outside, at, step, is_in) });
        }
        if at > look {
            return None;
        }
        at += passages.away(p).max(step);
    };
    // Through the region.
    let mut last: Place = entry;
    let exit = loop {
        match walk.to(at).map(|p| passages.at(p)) {
            Some(Some(place)) if place.gate == entry.gate => last = place,
            Some(_) => {
                let is_out = |p: Point| passages.at(p).is_none_or(|found| found.gate != entry.gate);
                break boundary(corners, (at - step).max(0.0), at, step, is_out);
            }
            None => {
                // The path ends in the region, or leads on there. Then it passes the gate if it approaches its middle.
                if path.is_cut {
                    let middle = passages.gates()[usize::from(entry.gate)].middle;
                    let to_middle = |end: Option<&Point>| end.map_or(0.0, |p| (p - middle).norm());
                    let passes = distance > 0.0 || to_middle(corners.last()) < to_middle(corners.first());
                    last.side = if passes { 1 - entry.side } else { entry.side };
                }
                break walk.before;
            }
        }
        at += step;
    };
    let approach = GateApproach {
        gate: entry.gate,
        side: last.side,
        distance,
        exit,
        length: exit - distance,
        waits: false,
        is_through: false,
    };
    (approach.is_inside() || last.side != entry.side).then_some(approach)
}

/// Where along the path `is_beyond` begins to be true, between `low` and `high`, by bisection.
fn boundary(
    corners: &[Point],
    mut low: f32,
    mut high: f32,
    step: f32,
    is_beyond: impl Fn(Point) -> bool,
) -> f32 {
    while high - low > ACCURACY * step {
        let middle = 0.5 * (low + high);
        let mut walk = Walk { corners, leg: 0, before: 0.0 };
        match walk.to(middle) {
            Some(p) if !is_beyond(p) => low = middle,
            _ => high = middle,
        }
    }
    high
}

/// A walk along a path.
struct Walk<'a> {
    corners: &'a [Point],
    leg: usize,
    /// The length of the path before this leg, m.
    before: f32,
}

impl Walk<'_> {
    /// The point `at` metres along the path, which may not be less than before. None beyond its end.
    fn to(&mut self, at: f32) -> Option<Point> {
        while let [a, b] = self.corners.get(self.leg..self.leg + 2)? {
            let length = (b - a).norm();
            if at <= self.before + length {
                return Some(a + (b - a) * ((at - self.before) / length.max(f32::MIN_POSITIVE)));
            }
            self.before += length;
            self.leg += 1;
        }
        None
    }
}
