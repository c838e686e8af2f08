//! Neighbour lists that remain valid for several ticks (Verlet lists), so that the tree is queried less often.
//!
//! A list has all units within a unit's range plus a margin. As long as no two units can have approached each other
//! by more than the margin, each unit within range is in the list, and the current distances decide which ones are
//! neighbours. The result is exactly that of a query of the tree.
//! Source: Verlet, "Computer 'experiments' on classical fluids" (Physical Review 159, 1967).

use super::displacement::{Displacement, DriftMark, ROUNDING};
use super::kdtree::KdTree;
use super::near::Near;
use super::nearest::nearest;
use crate::types::Point;
use std::ops::Range;

/// The number of ticks that a list is made for.
const TICKS: u64 = 8;
/// The margin exceeds the distance at the current speed by this factor, because units accelerate.
const FASTER: f32 = 1.1;
/// The margin allows for at least this distance per tick, m. Otherwise a crowd that starts to move would need new
/// lists in every tick.
const SHORTEST_STEP: f32 = 0.02;
/// The margin allows for at most this distance per tick, m, to keep the lists short if a unit is very fast.
const LONGEST_STEP: f32 = 1.0;
/// A crowd rarely thins out by more than this factor from one tick to the next.
const ENOUGH_SLACK: f32 = 1.05;
/// One query serves consecutive units that are within this share of the first one's radius of each other's middle.
const TOGETHER: f32 = 0.5;

/// The margin of lists that are made now, m.
fn margin(displacement: &Displacement) -> f32 {
    needed(displacement.step().clamp(SHORTEST_STEP, LONGEST_STEP))
}

/// The margin that lists need to last until their next turn, m, if no unit moves by more than `step` per tick.
fn needed(step: f32) -> f32 {
    2.0 * FASTER * step * TICKS as f32
}

/// The distance within which a list has to be complete, m, so that it is after a while.
fn with_margin(radius: f32, margin: f32) -> f32 {
    radius * (1.0 + 2.0 * ROUNDING) + margin
}

/// A search for the neighbours of some units.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// All positions.
    pub tree: &'a KdTree,
    /// The distance within which each of the units has neighbours, m. 0: it has none.
    pub reach: &'a [f32],
    /// The largest number of neighbours. With more, only the nearest count.
    pub most: usize,
    /// The number of ticks between two searches for the same units.
    pub every: u64,
}

/// The lists of consecutive units.
#[derive(Debug, Clone)]
pub struct Candidates {
    units: Range<usize>,
    /// The lists' ids, one list after the other.
    ids: Vec<u32>,
    /// For each unit, the end of its list in `ids`.
    ends: Vec<usize>,
    /// For each unit, the distance within which its list was complete when it was made, m.
    complete: Vec<f32>,
    /// For each unit, the distance within which it found enough neighbours last time, m. Infinite if it did not.
    enough: Vec<f32>,
    /// The margin of the lists, m.
    margin: f32,
    /// When the lists were made. None without lists.
    made_at: Option<DriftMark>,
    /// A buffer.
    found: Vec<Near>,
    shared: Shared,
}

/// The result of one query for several units that are next to each other.
#[derive(Debug, Default, Clone)]
struct Shared {
    center: Point,
    radius: f32,
    ids: Vec<u32>,
    /// The position in the lists after the last of these units.
    end: usize,
}

impl Candidates {
    /// Lists for the units with these ids, to be made at the first search.
    pub fn new(units: Range<usize>) -> Candidates {
        let count = units.len();
        Candidates {
            units,
            ids: Vec::new(),
            ends: vec![0; count],
            complete: vec![0.0; count],
            enough: vec![f32::INFINITY; count],
            margin: 0.0,
            made_at: None,
            found: Vec::new(),
            shared: Shared::default(),
        }
    }

    /// Replaces the contents of `near` by the nearest neighbours of each unit, one unit after the other, each sorted by
    /// (distance, id), and the contents of `ends` by the end of each unit's neighbours. Lists with different `turn`s
    /// are renewed in different ticks, so that all ticks take about the same time.
    pub fn neighbours(&mut self, search: Search<'_>, turn: u64, near: &mut Vec<Near>, ends: &mut Vec<usize>) {
        let own_turn = (turn + search.tree.displacement().updates()) % TICKS < search.every;
        let renew = own_turn && self.will_expire(search.tree.displacement());
        if renew || !self.pick(search, near, ends) {
            self.list(search);
            let complete = self.pick(search, near, ends);
            debug_assert!(complete, "a new list has all neighbours");
        }
    }

    /// Whether the lists may not last until their next turn, or are longer than they have to be.
    fn will_expire(&self, displacement: &Displacement) -> bool {
        let needed = self.approached(displacement) + needed(displacement.step());
        needed > self.margin || self.margin > 2.0 * margin(displacement)
    }

    /// An upper bound of the distance by which two units have approached each other since the lists were made, m.
    fn approached(&self, displacement: &Displacement) -> f32 {
        self.made_at.map_or(f32::INFINITY, |made_at| 2.0 * displacement.since(made_at))
    }

    /// Makes the lists.
    fn list(&mut self, search: Search<'_>) {
        self.margin = margin(search.tree.displacement());
        self.made_at = Some(search.tree.displacement().mark());
        self.ids.clear();
        self.shared.end = 0;
        for (at, (id, &reach)) in self.units.clone().zip(search.reach).enumerate() {
            self.complete[at] = 0.0;
            if reach > 0.0 {
                if at >= self.shared.end {
                    self.query(search, at);
                }
                self.complete[at] = self.candidates(search, id, reach, self.enough[at]);
                let others = self.found.iter().map(|near| near.id()).filter(|other| *other != id as u32);
                self.ids.extend(others);
            }
            self.ends[at] = self.ids.len();
        }
    }

    /// Queries the tree for the unit at this position in the lists and for those after it that are near.
    fn query(&mut self, search: Search<'_>, first: usize) {
        let position = |at: usize| search.tree.displacement().positions()[self.units.start + at];
        let expected = |at: usize| search.reach[at].min(self.enough[at] * ENOUGH_SLACK);
        let radius = |at: usize| with_margin(expected(at), self.margin);
        let most = TOGETHER * radius(first);
        let (mut low, mut high, mut end) = (position(first), position(first), first + 1);
        while end < self.units.len() {
            if search.reach[end] > 0.0 {
                let (wider_low, wider_high) = (low.inf(&position(end)), high.sup(&position(end)));
                // False if a position is not a number.
                let is_together = 0.5 * (wider_high - wider_low).norm() <= most;
                if !is_together {
                    break;
                }
                (low, high) = (wider_low, wider_high);
            }
            end += 1;
        }
        let center = low + 0.5 * (high - low);
        let units = (first..end).filter(|at| search.reach[*at] > 0.0);
        let radius = units.map(|at| (position(at) - center).norm() + radius(at)).fold(0.0, f32::max);
        search.tree.gather(center, radius, &mut self.shared.ids);
        (self.shared.center, self.shared.radius, self.shared.end) = (center, radius, end);
    }

    /// Finds the units that may become neighbours of unit `id`. Returns the distance within which they are complete, m.
    fn candidates(&mut self, search: Search<'_>, id: usize, reach: f32, enough: f32) -> f32 {
        let margin = self.margin;
        let with_margin = |radius: f32| with_margin(radius, margin);
        let positions = search.tree.displacement().positions();
        let (center, shared) = (positions[id], &self.shared);
        let off = (center - shared.center).norm();
        let mut collect = |radius: f32| {
            let wide = with_margin(radius);
            if off + wide <= shared.radius {
                let count = within(positions, id, &shared.ids, wide, &mut self.found);
                self.found.truncate(count);
            } else {
                self.found.clear();
                search.tree.collect(center, wide, &mut self.found);
            }
            // The unit itself is found, too.
            self.found.iter().filter(|near| near.distance_squared() <= radius * radius).count() > search.most
        };
        let expected = reach.min(enough * ENOUGH_SLACK);
        if collect(expected) {
            if expected < reach {
                return with_margin(expected);
            }
        } else if expected >= reach || !collect(reach) {
            return with_margin(reach);
        }
        // There are more units in reach than count, and nothing is known of their distances.
        let (_, last, _) = self.found.select_nth_unstable(search.most);
        let complete = with_margin(reach.min(last.distance_squared().sqrt() * ENOUGH_SLACK));
        self.found.retain(|near| near.distance_squared() <= complete * complete);
        complete
    }

    /// Picks the neighbours from the lists. Returns false if a list may lack one.
    fn pick(&mut self, search: Search<'_>, near: &mut Vec<Near>, ends: &mut Vec<usize>) -> bool {
        near.clear();
        ends.clear();
        let displacement = search.tree.displacement();
        let (positions, approached) = (displacement.positions(), self.approached(displacement));
        let mut begin = 0;
        for (at, (id, &reach)) in self.units.clone().zip(search.reach).enumerate() {
            let list = &self.ids[begin..self.ends[at]];
            begin = self.ends[at];
            if reach > 0.0 {
                let complete = reach.min((self.complete[at] - approached) * (1.0 - ROUNDING));
                let expected = complete.min(self.enough[at] * ENOUGH_SLACK);
                let mut count = within(positions, id, list, expected, &mut self.found);
                if count < search.most && expected < complete {
                    count = within(positions, id, list, complete, &mut self.found);
                }
                // A unit beyond the list may be in reach.
                if count < search.most && complete < reach {
                    return false;
                }
                nearest(&mut self.found[..count], search.most, near);
                self.enough[at] = match near.last() {
                    Some(last) if count >= search.most => last.distance_squared().sqrt(),
                    _ => f32::INFINITY,
                };
            }
            ends.push(near.len());
        }
        true
    }
}

/// Writes the units of `list` within `radius` (m) of unit `id` to the front of `found` and returns their number.
fn within(positions: &[Point], id: usize, list: &[u32], radius: f32, found: &mut Vec<Near>) -> usize {
    if found.len() < list.len() {
        found.resize(list.len(), Near::new(0.0, 0));
    }
    // A negative radius has no square.
    let (center, squared_radius) = (positions[id], radius * radius.max(0.0));
    let mut count = 0;
    for &other in list {
        // Whether a unit is near enough cannot be predicted, so it is written first and counted without a branch.
        let squared = (positions[other as usize] - center).norm_squared();
        found[count] = Near::new(squared, other);
        count += usize::from(squared <= squared_radius);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neighbours::tests::brute_force;
    use crate::types::Vec2;
    use proptest::prelude::*;

    /// Moves a crowd for `ticks` ticks, compares the neighbours with those of brute force in each tick, and returns the
    /// number of lists that were made.
    fn compare(
        mut positions: Vec<Point>,
        reach: f32,
        ticks: usize,
        next: impl Fn(usize, usize, Point) -> Point,
    ) -> usize {
        let count = positions.len();
        let mut tree = KdTree::with_slack(0.6);
        let mut candidates: Vec<Candidates> =
            (0..count).step_by(16).map(|first| Candidates::new(first..(first + 16).min(count))).collect();
        // Some units look further than others, and some have no neighbours.
        let reach: Vec<f32> =
            (0..count).map(|id| if id % 11 == 5 { 0.0 } else { reach * (1.0 + (id % 3) as f32) }).collect();
        let (mut near, mut ends, mut made) = (Vec::new(), Vec::new(), 0);
        for tick in 0..ticks {
            tree.rebuild(&positions);
            for (turn, own) in candidates.iter_mut().enumerate() {
                let units = own.units.clone();
                let search = Search { tree: &tree, reach: &reach[units.clone()], most: 10, every: 1 };
                // Nothing reads beyond the last list, and new lists begin with an empty array.
                own.ids.push(u32::MAX);
                own.neighbours(search, turn as u64, &mut near, &mut ends);
                let renewed = own.ids.last() != Some(&u32::MAX);
                own.ids.truncate(*own.ends.last().unwrap());
                made += if renewed { units.len() } else { 0 };
                let mut begin = 0;
                for (id, end) in units.zip(&ends) {
                    let mut expected = brute_force(id, &positions, reach[id]);
                    expected.truncate(if reach[id] > 0.0 { 10 } else { 0 });
                    assert_eq!(near[begin..*end], expected, "unit {id} in tick {tick}");
                    begin = *end;
                }
            }
            for (id, position) in positions.iter_mut().enumerate() {
                *position = next(id, tick, *position);
            }
        }
        made
    }

    /// The next position of a unit with this velocity.
    fn walk(velocity: impl Fn(usize, usize) -> Vec2) -> impl Fn(usize, usize, Point) -> Point {
        move |id, tick, position| position + velocity(id, tick) / 60.0
    }

    fn block(columns: usize, count: usize, spacing: f32) -> Vec<Point> {
        (0..count).map(|id| Point::new((id % columns) as f32, (id / columns) as f32) * spacing).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        /// Crowds that start, stop, jump and thin out.
        #[test]
        fn lists_give_what_queries_give(
            points in prop::collection::vec((-9.0_f32..9.0, -9.0_f32..9.0), 1..90),
            reach in 0.2_f32..6.0,
            speeds in prop::collection::vec(prop::sample::select(vec![0.0_f32, 0.01, 1.0, 6.0, 60.0]), 5),
        ) {
            let positions = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            compare(positions, reach, 40, walk(|id, tick| {
                let angle = (id * 37 % 100) as f32 * 0.0628 + (tick / 16) as f32;
                Vec2::new(libm::cosf(angle), libm::sinf(angle)) * speeds[(id / 7 + tick / 9) % speeds.len()]
            }));
        }
    }

    /// After a jump, lists are complete within less than nothing.
    #[test]
    fn nobody_is_within_a_negative_radius() {
        let positions = [Point::origin(), Point::new(0.5, 0.0)];
        let found = |radius: f32| within(&positions, 0, &[1], radius, &mut Vec::new());
        assert_eq!([found(0.6), found(0.4), found(-0.6)], [1, 0, 0]);
    }

    #[test]
    fn a_walking_crowd_gets_lists_once_in_several_ticks() {
        let velocity = |id, _| Vec2::new(if id % 2 == 0 { 5.0 } else { -5.0 }, 0.0);
        let made = compare(block(20, 400, 1.2), 4.0, 120, walk(velocity));
        // A few lists are renewed early.
        let most = 400 * 120 / (TICKS as usize) * 3 / 2;
        assert!((400 * 5..most).contains(&made), "{made} lists, {most} expected");
    }

    #[test]
    fn a_crowd_at_rest_gets_lists_only_at_the_start() {
        let made = compare(block(20, 400, 1.2), 4.0, 120, |_, _, position| position);
        assert!(made <= 400 * 2, "{made} lists");
    }

    /// Up to the largest coordinate of a map, where numbers are 4 mm apart.
    #[test]
    fn units_at_one_position_far_from_the_origin() {
        for corner in [Point::new(9000.0, -7000.0), Point::new(50_000.0, -50_000.0)] {
            compare(vec![corner; 60], 3.0, 30, walk(|id, _| Vec2::new(0.3 * id as f32, 0.0)));
        }
    }

    /// A unit at no position appears next to a unit whose lists do not have it.
    #[test]
    fn a_position_that_is_not_a_number_renews_the_lists() {
        for lost in [99, 50] {
            let made = compare(block(10, 100, 1.2), 1.5, 60, |id, tick, position| match tick {
                20 if id == lost => Point::new(f32::NAN, 3.0),
                30 if id == lost => Point::new(1.8, 1.8),
                _ => position,
            });
            // In each of the ten ticks in between, nothing is known of how far units have moved.
            assert!((100 * 10..100 * 16).contains(&made), "{made} lists");
        }
    }
}
