//! The paths of units, as corners. A corner's next one is computed once while the unit keeps its path.

use crate::crowd::courses::Courses;
use crate::crowd::layout::Layout;
use crate::crowd::units::Units;
use crate::navigation::passages::PathAhead;
use crate::navigation::{Goal, Heading, Navigator};
use crate::types::Point;

/// The largest number of corners of a path that are looked at.
const MOST_CORNERS: usize = 64;

/// A point this close to a corner is that corner, up to rounding, m.
const SAME: f32 = 1e-3;

/// A unit's path, as far as it was looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct KnownPath {
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

impl KnownPath {
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
}

impl Default for KnownPath {
    fn default() -> KnownPath {
        KnownPath {
            corners: [Point::origin(); MOST_CORNERS],
            distance: [0.0; MOST_CORNERS],
            count: 0,
            is_older: false,
            is_cut: false,
        }
    }
}

/// What is known of the units' paths.
pub(super) struct UnitPaths<'a> {
    pub layout: &'a Layout,
    pub units: &'a Units,
    pub courses: &'a Courses,
    pub navigator: &'a Navigator,
}

impl UnitPaths<'_> {
    /// Whether a plan decides for unit `id`. It knows no mechanisms.
    pub fn follows_plan(&self, id: usize) -> bool {
        let group = usize::from(self.units.group[id]);
        self.layout.plans.get(group).is_some_and(Option::is_some)
    }

    /// Returns the corners of the path of unit `id`, from its position to `look` m ahead or to its goal. `path` is the
    /// one of the tick before, and becomes this tick's. Unless it `looks`, a path with another first corner is the same
    /// one beyond that.
    pub fn corners<'p>(&self, id: usize, looks: bool, look: f32, path: &'p mut KnownPath) -> PathAhead<'p> {
        let (position, aim) = (self.units.position[id], self.courses.aim[id]);
        let near = |index: usize| (path.corners[index] - aim).norm();
        // The unit has passed a corner if the next one is nearer to its aim.
        let first = if path.count > 2 && near(2) < near(1) { 2 } else { 1 };
        if !looks && first < path.count && near(first) <= self.units.radius[id] {
            path.corners.copy_within(first..path.count, 1);
            path.distance.copy_within(first..path.count, 1);
            path.count -= first - 1;
            path.is_older = (path.is_older && first == 1) || path.corners[1] != aim;
            path.corners[..2].copy_from_slice(&[position, aim]);
            path.distance[1] = self.courses.distance[id];
        } else {
            self.follow(id, look, path);
        }
        PathAhead { corners: &path.corners[..path.count], is_cut: path.is_cut }
    }

    /// Looks along the path of unit `id`.
    fn follow(&self, id: usize, look: f32, path: &mut KnownPath) {
        let UnitPaths { units, courses, navigator, .. } = self;
        let goal = &units.goal[id];
        // The path from a corner to a goal that moves is another one in each tick.
        let known = if matches!(goal, Goal::Unit { .. }) { KnownPath::default() } else { *path };
        let mut position = units.position[id];
        let (mut aim, mut distance) = (courses.aim[id], courses.distance[id]);
        path.corners[0] = position;
        (path.count, path.is_older, path.is_cut) = (1, false, false);
        // The first leg changes from tick to tick, the others rarely.
        let (mut gone, mut from) = (0.0, 1 + usize::from(known.is_older));
        loop {
            let leg = (aim - position).norm();
            (path.corners[path.count], path.distance[path.count]) = (aim, distance);
            path.count += 1;
            gone += leg;
            // A unit that sees its goal has no corner before it.
            if leg >= distance - units.radius[id] {
                break;
            }
            if gone > look || path.count == MOST_CORNERS {
                path.is_cut = true;
                break;
            }
            position = aim;
            let mut ahead = from..known.count.saturating_sub(1);
            if let Some(index) = ahead.find(|index| known.corners[*index] == position) {
                from = index + 1;
                (aim, distance) = (known.corners[from], known.distance[from]);
                continue;
            }
            match navigator.heading(id, position, goal, &units.position) {
                Some(next) if next.aim != position => (aim, distance) = (next.aim, next.distance),
                _ => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::state::State;
    use crate::crowd::test_layouts::{steered, walker, wall_box};
    use crate::crowd::{Crowd, Start};
    use crate::geometry::Wall;
    use crate::geometry::rect::strictly_contains;
    use crate::types::{Rect, Vec2};
    use proptest::prelude::*;

    /// Four units that walk across a hall with these boxes in it. None if a unit has no path, or starts in a box.
    fn world(boxes: &[(f32, f32, f32, f32)]) -> Option<Crowd> {
        let places = [(2.0, 3.0), (2.0, 27.0), (38.0, 5.0), (38.0, 24.0)];
        let walker = |(x, y): (f32, f32), group| Start { group, ..walker((x, y), (40.0 - x, 30.0 - y)) };
        let starts: Vec<Start> = places.into_iter().zip(0..).map(|(at, group)| walker(at, group)).collect();
        let boxes: Vec<Rect> = boxes.iter().map(|(x, y, w, h)| wall_box((*x, *y), (*w, *h))).collect();
        let own = Vec2::repeat(0.5);
        let blocks =
            |p: Point, wall: &Rect| strictly_contains(&Rect { min: wall.min - own, max: wall.max + own }, p);
        let ends = |start: &Start| [Some(start.position), start.goal.point()];
        if starts.iter().flat_map(ends).flatten().any(|p| boxes.iter().any(|wall| blocks(p, wall))) {
            return None;
        }
        let bounds = wall_box((0.0, 0.0), (40.0, 30.0));
        let sides = [((-1.0, -1.0), (1.0, 32.0)), ((40.0, -1.0), (1.0, 32.0)), ((0.0, -1.0), (40.0, 1.0))];
        let sides =
            sides.into_iter().chain([((0.0, 30.0), (40.0, 1.0))]).map(|(at, size)| wall_box(at, size));
        let walls = boxes.into_iter().chain(sides).map(Wall::Box).collect();
        let layout = Layout { walls, bounds, ..steered(Layout::new(starts), "none") };
        layout.unreachable().is_empty().then(|| Crowd::new(layout, 1))
    }

    fn paths(world: &Crowd) -> UnitPaths<'_> {
        let State { layout, units, courses, navigator, .. } = &world.state;
        UnitPaths { layout, units, courses, navigator }
    }

    /// The corners that a unit finds which knows no path, with the distances to the goal.
    fn fresh(world: &Crowd, id: usize, look: f32) -> (Vec<Point>, Vec<f32>) {
        let mut path = KnownPath::default();
        let corners = paths(world).corners(id, true, look, &mut path).corners.to_vec();
        (corners, path.distance[1..path.count].to_vec())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn a_known_path_is_the_one_that_a_unit_finds_without_it(
            boxes in prop::collection::vec((5.0_f32..32.0, 0.0_f32..26.0, 0.5_f32..9.0, 0.5_f32..12.0), 3..9),
            look in prop::sample::select(vec![6.0_f32, 15.0, 1e9]),
        ) {
            let Some(mut world) = world(&boxes) else { return Ok(()) };
            let mut known = vec![KnownPath::default(); 4];
            // The aim at which each unit looked.
            let mut aims = [None; 4];
            for tick in 0..400 {
                world.tick();
                for (id, known) in known.iter_mut().enumerate() {
                    let looks = (tick + id) % 4 == 0;
                    let corners = paths(&world).corners(id, looks, look, known).corners.to_vec();
                    let aim = world.state.courses.aim[id];
                    prop_assert_eq!(corners[0], world.state.units.position[id]);
                    prop_assert_eq!(corners[1], aim);
                    if looks {
                        aims[id] = Some(aim);
                        let distances = known.distance[1..known.count].to_vec();
                        prop_assert_eq!((corners, distances), fresh(&world, id, look), "tick {}, unit {}", tick, id);
                    } else if aims[id] == Some(aim) {
                        // A later look may reach a corner more.
                        let (fresh, _) = fresh(&world, id, look);
                        prop_assert!(fresh.starts_with(&corners), "{:?}, {:?}", corners, fresh);
                        prop_assert!(look < 1e9 || fresh == corners);
                    } else {
                        aims[id] = None;
                    }
                }
            }
        }
    }

    /// A wall with an opening at its upper end, and a unit that walks over the top.
    #[test]
    fn a_unit_forgets_the_corners_that_it_has_passed() {
        let mut world = world(&[(15.0, 0.0, 1.0, 25.0), (25.0, 5.0, 1.0, 25.0)]).unwrap();
        let mut known = KnownPath::default();
        world.tick();
        let first = paths(&world).corners(0, true, 1e9, &mut known).corners.to_vec();
        assert!(first.len() >= 4, "its position, a corner at each wall, and its goal: {first:?}");
        for tick in 1..700 {
            world.tick();
            let corners = paths(&world).corners(0, tick % 4 == 0, 1e9, &mut known).corners;
            let passed = corners[1..].iter().find(|corner| corner.x < corners[0].x - 0.6);
            assert_eq!(passed, None, "tick {tick}: {corners:?}");
        }
        assert_eq!(known.count, 2, "it sees its goal");
    }

    #[test]
    fn a_path_ends_where_a_unit_no_longer_looks() {
        let mut world = world(&[(15.0, 0.0, 1.0, 25.0), (25.0, 5.0, 1.0, 25.0)]).unwrap();
        world.tick();
        let count = |look: f32| fresh(&world, 0, look).0.len();
        // The first corner is 25 m away, the second one 45 m.
        assert_eq!((count(5.0), count(20.0)), (2, 2));
        assert!(count(35.0) > 2 && count(35.0) < count(1e9), "{} of {}", count(35.0), count(1e9));
        let (corners, distances) = fresh(&world, 0, 1e9);
        for (k, distance) in distances.iter().enumerate() {
            let length: f32 = corners[k..].windows(2).map(|leg| (leg[1] - leg[0]).norm()).sum();
            assert!((length - distance).abs() < 0.05 * distance, "{distance} m to the goal, not {length}");
        }
    }

    #[test]
    fn the_way_that_a_unit_has_gone_is_that_to_its_goal_before_and_after() {
        let mut path = KnownPath::default();
        assert_eq!(path.walk_on(50.0), 0.0, "unknown so far");
        path.count = 2;
        assert_eq!(path.walk_on(48.5), 1.5);
        assert_eq!(path.walk_on(49.0), -0.5);
    }

    #[test]
    fn the_bits_are_those_of_the_corners_after_the_position() {
        let mut path = KnownPath { count: 3, ..KnownPath::default() };
        let bits = |path: &KnownPath| path.bits().collect::<Vec<u64>>();
        assert_eq!(bits(&path), [0; 2]);
        assert_eq!(bits(&KnownPath::default()), [0; 0]);
        path.corners[0].x = 7.0;
        assert_eq!(bits(&path), [0; 2], "the position is hashed elsewhere");
        (path.corners[1].x, path.corners[2].y) = (1.0, 2.0);
        assert_eq!(bits(&path), [u64::from(1.0_f32.to_bits()) << 32, u64::from(2.0_f32.to_bits())]);
    }
}
