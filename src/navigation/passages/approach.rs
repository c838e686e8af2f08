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
}

impl GateApproach {
    /// Whether the unit is in the gate's region.
    pub fn is_inside(&self) -> bool {
        self.distance == 0.0
    }

    /// The distance along the path to the region's edge, m; negative inside.
    pub fn to_edge(&self) -> f32 {
        if self.is_inside() { self.exit - self.length } else { self.distance }
    }
}

/// Returns the first gate on the path with these `corners`, beginning with the unit's position. Looks for a gate within
/// `look` metres, in steps of `step` metres. None if there is no gate, or if the path leaves its region on the side on
/// which it enters.
pub fn approach(passages: &Passages, corners: &[Point], look: f32, step: f32) -> Option<GateApproach> {
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
            // The path ends in the region.
            None => break walk.before,
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
