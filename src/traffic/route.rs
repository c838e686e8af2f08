//! The paths of units, as corners. A corner's next one is looked up once while the unit keeps its path.

use super::approach::PathAhead;
use super::tick::TrafficTick;
use crate::navigation::{Goal, Heading};
use crate::types::Point;
use serde::{Deserialize, Serialize};

/// The largest number of corners of a path that are looked at.
const MOST_CORNERS: usize = 64;

/// A point this close to a corner is that corner, up to rounding, m.
const SAME: f32 = 1e-3;

/// A unit's path, as far as it was looked at.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(into = "SavedRoute", from = "SavedRoute")]
pub(super) struct Route {
    /// The unit's position, then the corners.
    corners: [Point; MOST_CORNERS],
    /// For each corner, the distance to the goal from the corner before it, m.
    distance: [f32; MOST_CORNERS],
    count: usize,
    /// Whether the second corner is that of another first one.
    is_older: bool,
    /// Whether the path leads on beyond the last corner.
    is_cut: bool,
}

/// A route without the places that no corner takes.
#[derive(Serialize, Deserialize)]
struct SavedRoute {
    /// The corners with their distances, and the second place, which is read even if it has no corner.
    legs: Vec<(Point, f32)>,
    count: usize,
    is_older: bool,
    is_cut: bool,
}

impl From<Route> for SavedRoute {
    fn from(route: Route) -> SavedRoute {
        let Route { corners, distance, count, is_older, is_cut } = route;
        let legs = corners.into_iter().zip(distance).take(count.max(2)).collect();
        SavedRoute { legs, count, is_older, is_cut }
    }
}

impl From<SavedRoute> for Route {
    fn from(saved: SavedRoute) -> Route {
        let mut route = Route { is_older: saved.is_older, is_cut: saved.is_cut, ..Route::default() };
        for (index, (corner, distance)) in saved.legs.into_iter().take(MOST_CORNERS).enumerate() {
            (route.corners[index], route.distance[index]) = (corner, distance);
        }
        route.count = saved.count.min(MOST_CORNERS);
        route
    }
}

impl Route {
    /// Forgets all corners.
    pub fn forget(&mut self) {
        (self.count, self.is_older, self.is_cut) = (0, false, false);
    }

    /// The unit's position when it last looked along its path or passed a corner, then the corners. Empty if the path is
    /// not known.
    pub fn corners(&self) -> &[Point] {
        &self.corners[..self.count]
    }

    /// Sets the distance to the goal, m. Returns by how much it is less than before: 0 for an unknown path.
    pub fn walk_on(&mut self, distance: f32) -> f32 {
        let before = std::mem::replace(&mut self.distance[1], distance);
        if self.count > 1 { before - distance } else { 0.0 }
    }

    /// Where the path leads from a corner at `p`. None if that is none of its corners, or if it is not known.
    pub fn beyond(&self, p: Point) -> Option<Heading> {
        let corners = self.corners.get(1..self.count)?;
        let next = 2 + corners.iter().position(|corner| (corner - p).norm_squared() < SAME * SAME)?;
        (next < self.count).then(|| Heading { aim: self.corners[next], distance: self.distance[next] })
    }

    /// The bits of the corners that are used again, for hashes.
    pub fn bits(&self) -> impl Iterator<Item = u64> + '_ {
        let corners = self.corners.get(1..self.count).unwrap_or(&[]);
        corners.iter().map(|p| u64::from(p.x.to_bits()) << 32 | u64::from(p.y.to_bits()))
    }

    /// Returns the path of the unit in `slot`, from its position to `reach` m ahead or to its goal. The route is that of the
    /// tick before, and becomes this tick's. Unless the unit `looks`, a path with another first corner is the same one
    /// beyond that.
    pub fn look(&mut self, slot: usize, looks: bool, reach: f32, tick: &TrafficTick<'_>) -> PathAhead<'_> {
        let (position, aim) = (tick.units.position[slot], tick.headings.aim[slot]);
        let near = |index: usize| (self.corners[index] - aim).norm();
        // The unit has passed a corner if the next one is nearer to its aim.
        let first = if self.count > 2 && near(2) < near(1) { 2 } else { 1 };
        if !looks && first < self.count && near(first) <= tick.units.radius[slot] {
            self.corners.copy_within(first..self.count, 1);
            self.distance.copy_within(first..self.count, 1);
            self.count -= first - 1;
            self.is_older = (self.is_older && first == 1) || self.corners[1] != aim;
            self.corners[..2].copy_from_slice(&[position, aim]);
            self.distance[1] = tick.headings.distance[slot];
        } else {
            self.follow(slot, reach, tick);
        }
        PathAhead { corners: self.corners(), is_cut: self.is_cut, before: None }
    }

    /// Looks along the path of the unit in `slot`.
    fn follow(&mut self, slot: usize, reach: f32, tick: &TrafficTick<'_>) {
        let TrafficTick { units, headings, navigator, .. } = tick;
        let goal = &units.goal[slot];
        // The path from a corner to a goal that moves is another one in each tick.
        let known = if matches!(goal, Goal::Unit { .. }) { Route::default() } else { *self };
        let mut position = units.position[slot];
        let (mut aim, mut distance) = (headings.aim[slot], headings.distance[slot]);
        self.corners[0] = position;
        (self.count, self.is_older, self.is_cut) = (1, false, false);
        // The first leg changes from tick to tick, the others rarely.
        let (mut gone, mut from) = (0.0, 1 + usize::from(known.is_older));
        loop {
            let leg = (aim - position).norm();
            (self.corners[self.count], self.distance[self.count]) = (aim, distance);
            self.count += 1;
            gone += leg;
            // A unit that sees its goal has no corner before it.
            if leg >= distance - units.radius[slot] {
                break;
            }
            if gone > reach || self.count == MOST_CORNERS {
                self.is_cut = true;
                break;
            }
            position = aim;
            let mut ahead = from..known.count.saturating_sub(1);
            if let Some(index) = ahead.find(|index| known.corners[*index] == position) {
                from = index + 1;
                (aim, distance) = (known.corners[from], known.distance[from]);
                continue;
            }
            match navigator.heading(slot, position, goal, units.position) {
                Some(next) if next.aim != position => (aim, distance) = (next.aim, next.distance),
                _ => break,
            }
        }
    }
}

impl Default for Route {
    fn default() -> Route {
        Route {
            corners: [Point::origin(); MOST_CORNERS],
            distance: [0.0; MOST_CORNERS],
            count: 0,
            is_older: false,
            is_cut: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_walks::{RADIUS, TestWalk, rect};
    use super::*;
    use crate::geometry::Wall;
    use crate::geometry::rect::strictly_contains;
    use crate::types::{Rect, Vec2};
    use proptest::prelude::*;

    /// Four units that walk across a hall with these boxes in it. None if a unit has no path, or starts in a box.
    fn hall(boxes: &[(f32, f32, f32, f32)]) -> Option<TestWalk> {
        let places = [(2.0, 3.0), (2.0, 27.0), (38.0, 5.0), (38.0, 24.0)];
        let walks = places.map(|(x, y)| ((x, y), (40.0 - x, 30.0 - y)));
        let boxes: Vec<Rect> = boxes.iter().map(|(x, y, w, h)| rect((*x, *y), (*w, *h))).collect();
        let own = Vec2::repeat(RADIUS);
        let blocks =
            |p: Point, wall: &Rect| strictly_contains(&Rect { min: wall.min - own, max: wall.max + own }, p);
        let mut ends = walks.iter().flat_map(|(from, to)| [*from, *to]);
        if ends.any(|(x, y)| boxes.iter().any(|wall| blocks(Point::new(x, y), wall))) {
            return None;
        }
        let bounds = rect((0.0, 0.0), (40.0, 30.0));
        let sides = [
            ((-1.0, -1.0), (1.0, 32.0)),
            ((40.0, -1.0), (1.0, 32.0)),
            ((0.0, -1.0), (40.0, 1.0)),
            ((0.0, 30.0), (40.0, 1.0)),
        ];
        let walls: Vec<Wall> =
            boxes.into_iter().chain(sides.map(|(at, size)| rect(at, size))).map(Wall::Box).collect();
        let mut walk = TestWalk::new(&walls, bounds, &walks);
        walk.find_paths();
        walk.is_open(&walls, bounds).then_some(walk)
    }

    /// Two walls with an opening at the upper end of one and the lower end of the other.
    fn bends() -> TestWalk {
        hall(&[(15.0, 0.0, 1.0, 25.0), (25.0, 5.0, 1.0, 25.0)]).unwrap()
    }

    fn corners(walk: &TestWalk, slot: usize, looks: bool, reach: f32, route: &mut Route) -> Vec<Point> {
        walk.with_tick(|tick| route.look(slot, looks, reach, tick).corners.to_vec())
    }

    /// The corners that a unit finds which knows no path, with the distances to the goal.
    fn fresh(walk: &TestWalk, slot: usize, reach: f32) -> (Vec<Point>, Vec<f32>) {
        let mut route = Route::default();
        let corners = corners(walk, slot, true, reach, &mut route);
        (corners, route.distance[1..route.count].to_vec())
    }

    fn advance(walk: &mut TestWalk) {
        walk.walk();
        walk.find_paths();
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn a_known_path_is_the_one_that_a_unit_finds_without_it(
            boxes in prop::collection::vec((5.0_f32..32.0, 0.0_f32..26.0, 0.5_f32..9.0, 0.5_f32..12.0), 3..9),
            reach in prop::sample::select(vec![6.0_f32, 15.0, 1e9]),
        ) {
            let Some(mut walk) = hall(&boxes) else { return Ok(()) };
            let mut known = vec![Route::default(); 4];
            // The aim at which each unit looked.
            let mut aims = [None; 4];
            for tick in 0..400 {
                advance(&mut walk);
                for (slot, known) in known.iter_mut().enumerate() {
                    let looks = (tick + slot) % 4 == 0;
                    let corners = corners(&walk, slot, looks, reach, known);
                    let aim = walk.traffic.headings().aim[slot];
                    prop_assert_eq!(corners[0], walk.position[slot]);
                    prop_assert_eq!(corners[1], aim);
                    prop_assert_eq!(known.distance[1], walk.traffic.headings().distance[slot]);
                    if looks {
                        aims[slot] = Some(aim);
                        let distances = known.distance[1..known.count].to_vec();
                        prop_assert_eq!((corners, distances), fresh(&walk, slot, reach), "tick {}, unit {}", tick, slot);
                    } else if aims[slot] == Some(aim) {
                        // A later look may reach a corner more.
                        let (fresh, distances) = fresh(&walk, slot, reach);
                        prop_assert!(fresh.starts_with(&corners), "{:?}, {:?}", corners, fresh);
                        prop_assert!(distances.starts_with(&known.distance[1..known.count]), "tick {}", tick);
                        prop_assert!(reach < 1e9 || fresh == corners);
                    } else {
                        aims[slot] = None;
                    }
                }
            }
        }
    }

    #[test]
    fn a_unit_forgets_the_corners_that_it_has_passed() {
        let mut walk = bends();
        let mut known = Route::default();
        let first = corners(&walk, 0, true, 1e9, &mut known);
        assert!(first.len() >= 4, "its position, a corner at each wall, and its goal: {first:?}");
        for tick in 1..700 {
            advance(&mut walk);
            let corners = corners(&walk, 0, tick % 4 == 0, 1e9, &mut known);
            let passed = corners[1..].iter().find(|corner| corner.x < corners[0].x - 0.6);
            assert_eq!(passed, None, "tick {tick}: {corners:?}");
            assert!(corners[1..].windows(2).all(|leg| leg[0] != leg[1]), "tick {tick}: {corners:?}");
            for (k, distance) in known.distance[1..known.count].iter().enumerate() {
                let length: f32 = corners[k..].windows(2).map(|leg| (leg[1] - leg[0]).norm()).sum();
                assert!(
                    (length - distance).abs() < 0.05 * distance + 0.5,
                    "tick {tick}: {length}, {distance}"
                );
            }
        }
        assert_eq!(known.count, 2, "it sees its goal");
        known.forget();
        assert!(known.corners().is_empty());
        assert_eq!(corners(&walk, 0, false, 1e9, &mut known), fresh(&walk, 0, 1e9).0);
    }

    #[test]
    fn a_path_ends_where_a_unit_no_longer_looks() {
        let walk = bends();
        let count = |reach: f32| fresh(&walk, 0, reach).0.len();
        // The first corner is 25 m away, the second one 45 m.
        assert_eq!((count(5.0), count(20.0)), (2, 2));
        assert!(count(35.0) > 2 && count(35.0) < count(1e9), "{} of {}", count(35.0), count(1e9));
        let path = fresh(&walk, 0, 1e9).0;
        let first = (path[1] - path[0]).norm();
        assert_eq!((count(first - 0.01), count(first + 0.01)), (2, 3), "to a corner {first} m away");
        let (corners, distances) = fresh(&walk, 0, 1e9);
        for (k, distance) in distances.iter().enumerate() {
            let length: f32 = corners[k..].windows(2).map(|leg| (leg[1] - leg[0]).norm()).sum();
            assert!((length - distance).abs() < 0.05 * distance, "{distance} m to the goal, not {length}");
        }
    }

    /// It then reads the second corner again in its next look.
    #[test]
    fn a_unit_remembers_that_it_has_another_first_corner_until_it_looks() {
        let (walk, mut known) = (bends(), Route::default());
        corners(&walk, 0, true, 1e9, &mut known);
        assert!(!known.is_older);
        known.corners[1].x += 0.01;
        for looks in [false, false, true] {
            corners(&walk, 0, looks, 1e9, &mut known);
            assert_eq!(known.is_older, !looks);
        }
    }

    #[test]
    fn a_saved_route_is_the_same_one() {
        let mut route = Route::default();
        for look in [false, true] {
            if look {
                corners(&bends(), 0, true, 30.0, &mut route);
            }
            let saved = SavedRoute::from(route);
            let again = Route::from(saved);
            assert_eq!(again.corners(), route.corners());
            assert_eq!(again.distance, route.distance);
            assert_eq!((again.is_older, again.is_cut), (route.is_older, route.is_cut));
        }
    }

    #[test]
    fn a_path_is_known_beyond_its_corners_only() {
        let walk = bends();
        let mut route = Route::default();
        let corners = corners(&walk, 0, true, 1e9, &mut route);
        let next = route.beyond(corners[1] + Vec2::new(5e-4, 0.0)).unwrap();
        assert_eq!((next.aim, next.distance), (corners[2], route.distance[2]));
        assert_eq!(route.beyond(corners[1] + Vec2::new(2e-3, 0.0)), None);
        assert_eq!(route.beyond(*corners.last().unwrap()), None, "the goal");
        assert_eq!(Route::default().beyond(Point::origin()), None);
    }

    #[test]
    fn the_way_that_a_unit_has_gone_is_that_to_its_goal_before_and_after() {
        let mut path = Route::default();
        assert_eq!(path.walk_on(50.0), 0.0, "unknown so far");
        path.count = 2;
        assert_eq!(path.walk_on(48.5), 1.5);
        assert_eq!(path.walk_on(49.0), -0.5);
    }

    #[test]
    fn the_bits_are_those_of_the_corners_after_the_position() {
        let mut path = Route { count: 3, ..Route::default() };
        let bits = |path: &Route| path.bits().collect::<Vec<u64>>();
        assert_eq!(bits(&path), [0; 2]);
        assert_eq!(bits(&Route::default()), [0; 0]);
        path.corners[0].x = 7.0;
        assert_eq!(bits(&path), [0; 2], "the position is hashed elsewhere");
        (path.corners[1].x, path.corners[2].y) = (1.0, 2.0);
        assert_eq!(bits(&path), [u64::from(1.0_f32.to_bits()) << 32, u64::from(2.0_f32.to_bits())]);
    }
}
