//! The paths of units, as corners. A corner's next one is computed once while the unit keeps its path.

use crate::navigation::passages::PathAhead;
use crate::navigation::{Goal, Navigator};
use crate::scene::Layout;
use crate::types::Point;
use crate::world::courses::Courses;
use crate::world::units::Units;

/// The largest number of corners of a path that are looked at.
const MOST_CORNERS: usize = 64;

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
