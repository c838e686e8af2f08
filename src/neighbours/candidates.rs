//! Neighbour lists that remain valid for several ticks (Verlet lists), so that an index is queried less often.
//!
//! A list has all units within a unit's range plus a margin. As long as no two units can have approached each other
//! by more than the margin, each unit within range is in the list, and the current distances decide which ones are
//! neighbours. The result is exactly that of a query of the index.
//! Source: Verlet, "Computer 'experiments' on classical fluids" (Physical Review 159, 1967).

use super::nearest::nearest;
use super::{Index, Near};
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
/// The share of a distance that covers the rounding of all sums.
const ROUNDING: f32 = 1e-4;
/// A crowd rarely thins out by more than this factor from one tick to the next.
const ENOUGH_SLACK: f32 = 1.05;

/// How far units have moved.
#[derive(Debug, Default)]
pub struct Displacement {
    /// The positions at the last update.
    before: Vec<Point>,
    /// An upper bound of the distance that any unit has moved since the first update: the sum of the largest steps, m.
    total: f64,
    /// The largest distance that a unit moved between the last two updates, m.
    step: f32,
    /// The number of updates.
    updates: u64,
}

impl Displacement {
    /// Adds the largest distance that a unit has moved since the last update.
    pub fn update(&mut self, positions: &[Point]) {
        let squared = positions.iter().zip(&self.before).map(|(now, before)| (now - before).norm_squared());
        // `f32::max` would ignore an undefined distance.
        self.step = squared.fold(0.0_f32, |most, next| if next <= most { most } else { next }).sqrt();
        self.total += f64::from(self.step * (1.0 + ROUNDING));
        self.before.clear();
        self.before.extend_from_slice(positions);
        self.updates += 1;
    }

    /// The margin of a list that is made now, m.
    fn margin(&self) -> f32 {
        self.needed(self.step.clamp(SHORTEST_STEP, LONGEST_STEP))
    }

    /// The margin that a list needs to last until its next turn, m, if no unit moves by more than `step` per tick.
    fn needed(&self, step: f32) -> f32 {
        2.0 * FASTER * step * TICKS as f32
    }
}

/// A search for the neighbours of some units.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// All positions, by id.
    pub positions: &'a [Point],
    /// An index over the positions.
    pub index: &'a dyn Index,
    /// How far units have moved, updated with the positions.
    pub displacement: &'a Displacement,
    /// The distance within which each of the units has neighbours, m. 0: it has none.
    pub reach: &'a [f32],
    /// The largest number of neighbours. With more, only the nearest count.
    pub most: usize,
    /// The number of ticks between two searches for the same units.
    pub every: u64,
}

/// The lists of consecutive units.
#[derive(Debug)]
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
    /// The total displacement when the lists were made, m. None without lists.
    made_at: Option<f64>,
    /// A buffer.
    found: Vec<Near>,
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
        }
    }

    /// Replaces the contents of `near` by the nearest neighbours of each unit, one unit after the other, each sorted by
    /// (distance, id), and the contents of `ends` by the end of each unit's neighbours. Lists with different `turn`s
    /// are renewed in different ticks, so that all ticks take about the same time.
    pub fn neighbours(&mut self, search: Search<'_>, turn: u64, near: &mut Vec<Near>, ends: &mut Vec<usize>) {
        let own_turn = (turn + search.displacement.updates) % TICKS < search.every;
        let renew = own_turn && self.will_expire(search.displacement);
        if renew || !self.pick(search, near, ends) {
            self.list(search);
            let complete = self.pick(search, near, ends);
            debug_assert!(complete, "a new list has all neighbours");
        }
    }

    /// Whether the lists may not last until their next turn, or are longer than they have to be.
    fn will_expire(&self, displacement: &Displacement) -> bool {
        let needed = self.approached(displacement) + displacement.needed(displacement.step);
        needed > self.margin || self.margin > 2.0 * displacement.margin()
    }

    /// An upper bound of the distance by which two units have approached each other since the lists were made, m.
    fn approached(&self, displacement: &Displacement) -> f32 {
        self.made_at.map_or(f32::INFINITY, |made_at| (2.0 * (displacement.total - made_at)) as f32)
    }

    /// Makes the lists.
    fn list(&mut self, search: Search<'_>) {
        self.margin = search.displacement.margin();
        self.made_at = Some(search.displacement.total);
        self.ids.clear();
        for (at, (id, &reach)) in self.units.clone().zip(search.reach).enumerate() {
            self.complete[at] = 0.0;
            if reach > 0.0 {
                self.complete[at] = self.candidates(search, id, reach, self.enough[at]);
                let others = self.found.iter().map(|near| near.id()).filter(|other| *other != id as u32);
                self.ids.extend(others);
            }
            self.ends[at] = self.ids.len();
        }
    }

    /// Finds the units that may become neighbours of unit `id`. Returns the distance within which they are complete, m.
    fn candidates(&mut self, search: Search<'_>, id: usize, reach: f32, enough: f32) -> f32 {
        let with_margin = |radius: f32| radius * (1.0 + 2.0 * ROUNDING) + self.margin;
        let mut collect = |radius: f32| {
            self.found.clear();
            search.index.collect(search.positions[id], with_margin(radius), &mut self.found);
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
        let approached = self.approached(search.displacement);
        let mut begin = 0;
        for (at, (id, &reach)) in self.units.clone().zip(search.reach).enumerate() {
            let list = &self.ids[begin..self.ends[at]];
            begin = self.ends[at];
            if reach > 0.0 {
                let complete = reach.min((self.complete[at] - approached) * (1.0 - ROUNDING));
                let expected = complete.min(self.enough[at] * ENOUGH_SLACK);
                let mut count = within(search.positions, id, list, expected, &mut self.found);
                if count < search.most && expected < complete {
                    count = within(search.positions, id, list, complete, &mut self.found);
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
    use crate::neighbours::{HashGrid, KdTree};
    use crate::types::Vec2;
    use proptest::prelude::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A k-d tree that counts its queries.
    #[derive(Default)]
    struct Counting(KdTree, AtomicUsize);

    impl Index for Counting {
        fn rebuild(&mut self, positions: &[Point]) {
            self.0.rebuild(positions);
        }

        fn collect(&self, center: Point, radius: f32, found: &mut Vec<Near>) {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.collect(center, radius, found);
        }
    }

    /// Moves a crowd for `ticks` ticks, compares the neighbours with those of a plain query in each tick, and returns the
    /// number of queries that the lists needed.
    fn compare(
        mut positions: Vec<Point>,
        reach: f32,
        ticks: usize,
        velocity: impl Fn(usize, usize) -> Vec2,
    ) -> usize {
        let count = positions.len();
        let (mut index, mut plain) = (Counting::default(), HashGrid::new(2.0));
        let mut displacement = Displacement::default();
        let mut candidates: Vec<Candidates> =
            (0..count).step_by(16).map(|first| Candidates::new(first..(first + 16).min(count))).collect();
        // Some units look further than others, and some have no neighbours.
        let reach: Vec<f32> =
            (0..count).map(|id| if id % 11 == 5 { 0.0 } else { reach * (1.0 + (id % 3) as f32) }).collect();
        let (mut near, mut ends, mut expected) = (Vec::new(), Vec::new(), Vec::new());
        for tick in 0..ticks {
            index.rebuild(&positions);
            plain.rebuild(&positions);
            displacement.update(&positions);
            for (turn, own) in candidates.iter_mut().enumerate() {
                let units = own.units.clone();
                let search = Search {
                    positions: &positions,
                    index: &index,
                    displacement: &displacement,
                    reach: &reach[units.clone()],
                    most: 10,
                    every: 1,
                };
                own.neighbours(search, turn as u64, &mut near, &mut ends);
                let mut begin = 0;
                for (id, end) in units.zip(&ends) {
                    expected.clear();
                    if reach[id] > 0.0 {
                        plain.neighbours(id as u32, positions[id], reach[id], 10, &mut expected);
                    }
                    assert_eq!(near[begin..*end], expected, "unit {id} in tick {tick}");
                    begin = *end;
                }
            }
            for (id, position) in positions.iter_mut().enumerate() {
                *position += velocity(id, tick) / 60.0;
            }
        }
        index.1.into_inner()
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
            compare(positions, reach, 40, |id, tick| {
                let angle = (id * 37 % 100) as f32 * 0.0628 + (tick / 16) as f32;
                Vec2::new(libm::cosf(angle), libm::sinf(angle)) * speeds[(id / 7 + tick / 9) % speeds.len()]
            });
        }
    }

    #[test]
    fn a_walking_crowd_queries_once_in_several_ticks() {
        let queries = compare(block(20, 400, 1.2), 4.0, 120, |id, _| {
            Vec2::new(if id % 2 == 0 { 5.0 } else { -5.0 }, 0.0)
        });
        // 11 of 12 units have neighbours; a few lists are renewed early.
        let most = 400 * 120 / (TICKS as usize) * 3 / 2;
        assert!((400 * 5..most).contains(&queries), "{queries} queries, {most} expected");
    }

    #[test]
    fn a_crowd_at_rest_queries_only_at_the_start() {
        let queries = compare(block(20, 400, 1.2), 4.0, 120, |_, _| Vec2::zeros());
        assert!(queries <= 400 * 2, "{queries} queries");
    }

    #[test]
    fn units_at_one_position_far_from_the_origin() {
        compare(vec![Point::new(9000.0, -7000.0); 60], 3.0, 30, |id, _| Vec2::new(0.3 * id as f32, 0.0));
    }
}
