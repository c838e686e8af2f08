//! Keeping right: units keep to the right part of a passage that both directions share.
//!
//! Lengths are multiples of the crowd's mean radius R, speeds multiples of its mean maximum speed s_max, times multiples of
//! R/s_max.

use super::active::ActiveMechanism;
use super::explained::Explained;
use super::mechanism::{Mechanism, MechanismSetup};
use super::state::TrafficState;
use super::tick::{LEAST_REACH, LOOK_TICKS, TrafficTick};
use crate::math;
use crate::navigation::{Clearance, Grid};
use crate::saved::{self, SnapshotError};
use crate::settings::{Settings, settings};
use crate::steering::reasons::Reasons;
use crate::types::{DT, Point, Rect, Vec2};
use crate::workers::Workers;

settings! { "keep_right":
    pub ON "on" switch(): "units keep to the right part of a passage that both directions share";
    pub WIDTH "width" number(20.0, (2.0, 200.0), "R"): "widest passage in which units keep right";
    pub GAIN "gain" number(0.9, (0.0, 2.0), "s_max"): "sideways speed towards the right part";
    pub MEMORY "memory" number(10.0, (0.0, 1000.0), "R/s_max"):
        "how long a passage counts as shared after oncoming units";
}

/// Units keep to the right part of a passage that both directions share.
pub static KEEP_RIGHT: Mechanism = Mechanism {
    name: "keep_right",
    option: "keep-right",
    summary: "units keep to the right part of a passage that both directions share",
    settings: &[ON, WIDTH, GAIN, MEMORY],
    acts_at_gates: false,
    make: |setup| {
        setup.is_on(&KEEP_RIGHT).then(|| Box::new(KeepRight::for_crowd(setup)) as Box<dyn ActiveMechanism>)
    },
};

/// The cells of the memory, R.
const CELL: f32 = 8.0;
/// The largest number of cells.
const MOST_CELLS: usize = 1 << 16;
/// Oncoming traffic below this share of a unit's own does not count.
const LEAST: f32 = 0.1;
/// The smallest share of a passage that a direction has.
const SMALLEST_SHARE: f32 = 0.25;
/// A unit that is this far left of its part moves right at full strength, R.
const SOFT: f32 = 4.0;
/// Units this close to their goal do not keep right, R.
const END: f32 = 10.0;
/// Walls smaller than this do not bound a passage, R: units pass them on either side.
const ISLAND: f32 = 24.0;
/// Ground closer to a wall than this ends a passage, R.
const WALL: f32 = 0.3;
/// The distances along its path at which a unit looks, R.
const AHEAD: [f32; 6] = [2.0, 5.0, 6.0, 10.0, 12.0, 20.0];
const _: () = assert!(AHEAD[AHEAD.len() - 1] <= LEAST_REACH);

/// A position on a unit's path and the direction there, a unit vector.
#[derive(Debug, Clone, Copy, PartialEq)]
struct PathPoint {
    position: Point,
    direction: Vec2,
}

/// The points at [`AHEAD`] on a unit's path.
type PointsAhead = [PathPoint; AHEAD.len()];

const STILL: PathPoint = PathPoint { position: Point::new(0.0, 0.0), direction: Vec2::new(0.0, 0.0) };

/// How units keep right in a crowd, and what they remember of the traffic.
#[derive(Debug, Clone)]
struct KeepRight {
    radius: f32,
    width: f32,
    gain: f32,
    /// The share of the memory that remains after a tick.
    fade: f32,
    grid: Grid,
    /// For each cell, the density and its sum of directions.
    flow: Vec<[f32; 3]>,
    /// A buffer for the points on the paths of the units that look, by slot.
    points: Vec<PointsAhead>,
}

impl KeepRight {
    /// The rules for units with this mean radius (m) and mean maximum speed (m/s), in `area`.
    fn new(settings: &Settings, radius: f32, max_speed: f32, area: Rect) -> KeepRight {
        let grid = Grid::covering(area, CELL * radius, MOST_CELLS);
        KeepRight {
            radius,
            width: settings.get(&WIDTH) * radius,
            gain: settings.get(&GAIN),
            fade: math::exp(-DT * max_speed / (settings.get(&MEMORY).max(f32::MIN_POSITIVE) * radius)),
            grid,
            flow: vec![[0.0; 3]; grid.len()],
            points: Vec::new(),
        }
    }

    fn for_crowd(setup: &MechanismSetup<'_>) -> KeepRight {
        let grid = setup.passages.grid();
        let size = Vec2::new(grid.columns() as f32, grid.rows() as f32) * grid.cell();
        let area = Rect { min: grid.origin(), max: grid.origin() + size };
        KeepRight::new(setup.settings(), setup.radius, setup.max_speed, area)
    }

    /// Forgets a little, before the traffic of a tick is added.
    fn fade(&mut self) {
        self.flow.iter_mut().flatten().for_each(|value| *value *= self.fade);
    }

    /// Adds a unit of this radius, with the points at [`AHEAD`] on its path, for this many ticks.
    fn add(&mut self, points: &[PathPoint], radius: f32, ticks: f32) {
        let weight = ticks * (1.0 - self.fade) * radius * radius / AHEAD.len() as f32;
        for point in points {
            for (cell, share) in self.grid.bilinear(point.position) {
                let (flow, weight) = (&mut self.flow[cell], share * weight);
                flow[0] += weight;
                flow[1] += weight * point.direction.x;
                flow[2] += weight * point.direction.y;
            }
        }
    }

    /// Returns the speed to the right, as a share of the maximum speed, of a unit `distance` m from its goal with these
    /// points on its path. `stop` is how far it walks before it waits, m.
    fn speed(&self, points: &[PathPoint], distance: f32, stop: f32, clearance: &Clearance) -> f32 {
        if distance <= END * self.radius {
            return 0.0;
        }
        let reached = points.iter().zip(AHEAD).take_while(|(_, ahead)| ahead * self.radius <= stop);
        self.gain * reached.fold(0.0, |most, (point, _)| self.left_of_part(point, most, clearance))
    }

    /// How far left of its direction's part of the passage a point is: 0 inside it, 1 from `SOFT` on. `least` if that is
    /// more.
    fn left_of_part(&self, point: &PathPoint, least: f32, clearance: &Clearance) -> f32 {
        let PathPoint { position, direction } = *point;
        if direction == Vec2::zeros() || clearance.gap_near(position) >= 0.5 * self.width {
            return least;
        }
        let (mut density, mut along) = (0.0, 0.0);
        for (cell, share) in self.grid.bilinear(position) {
            let [all, x, y] = self.flow[cell];
            density += share * all;
            along += share * (x * direction.x + y * direction.y);
        }
        let (same, oncoming) = (0.5 * (density + along), 0.5 * (density - along));
        if oncoming <= 0.0 || oncoming < LEAST * same {
            return least;
        }
        let share = (same / (same + oncoming)).max(SMALLEST_SHARE);
        // Farther than this from the left wall, a point is in its part of any passage, however wide.
        let far = (1.0 - share) * self.width;
        let right = math::right(direction);
        let left = self.free(position, -right, far, clearance);
        let off = |width: f32| (((1.0 - share) * width - left) / (SOFT * self.radius)).clamp(0.0, 1.0);
        // The passage is narrower than the widest one.
        if left >= far || off(self.width) <= least {
            return least;
        }
        // A little more than the rest of the width, because of rounding.
        let rest = self.width - left + 0.1 * self.radius;
        let width = left + self.free(position, right, rest, clearance);
        if width >= self.width {
            return least;
        }
        off(width).max(least)
    }

    /// The free distance from `position` to the side, m, by sphere tracing. It ends at the first step beyond `most`, or
    /// at the width of a passage, which it is also at an island.
    fn free(&self, position: Point, side: Vec2, most: f32, clearance: &Clearance) -> f32 {
        let mut at = 0.0;
        while at < self.width && at < most {
            let gap = clearance.gap_near(position + side * at);
            if gap < WALL * self.radius {
                let is_island = clearance.extent_near(position + side * at) < ISLAND * self.radius;
                return if is_island { self.width } else { at };
            }
            at += (0.9 * gap).max(0.25 * self.radius);
        }
        at.min(self.width)
    }
}

impl ActiveMechanism for KeepRight {
    fn store(&self) -> Vec<u8> {
        saved::bytes_of(&self.flow)
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.flow = saved::value_of(bytes)?;
        Ok(())
    }

    fn direct(&mut self, tick: &TrafficTick<'_>, state: &mut TrafficState, workers: Workers<'_>) {
        self.fade();
        let TrafficState { routes, advice, .. } = state;
        let mut points = std::mem::take(&mut self.points);
        points.resize(advice.len(), [STILL; AHEAD.len()]);
        for slot in tick.lookers().filter(|slot| tick.walks(*slot)) {
            let (points, radius) = (&mut points[slot], tick.units.radius[slot]);
            *points = [STILL; AHEAD.len()];
            if tick.is_guided(slot) {
                points_ahead(routes[slot].corners(), tick.headings.direction[slot], radius, points);
            }
            self.add(points, radius, LOOK_TICKS as f32);
        }
        let keep_right = &*self;
        workers.each_indexed(advice, |slot, advice| {
            if tick.looks(slot) && tick.walks(slot) {
                let distance = tick.headings.distance[slot];
                advice.sideways = keep_right.speed(&points[slot], distance, advice.stop, tick.clearance);
            }
        });
        self.points = points;
    }

    fn explain(&self, explained: &Explained<'_>, state: &TrafficState, why: &mut Reasons) {
        let unit = explained.unit;
        let share = state.advice[unit.id as usize].sideways;
        if share > 0.0 {
            let speed = share * unit.max_speed;
            why.tell("keeps_right", speed);
            why.say(format!("keeps right: {speed:.1} m/s"));
        }
    }

    fn add_to_hash(&self, add: &mut dyn FnMut(u64)) {
        self.flow.iter().flatten().for_each(|value| add(value.to_bits().into()));
    }
}

/// Fills in the points at [`AHEAD`] radii on a path.
fn points_ahead(corners: &[Point], desired: Vec2, radius: f32, points: &mut PointsAhead) {
    let (mut leg, mut before) = (0, 0.0);
    for (point, ahead) in points.iter_mut().zip(AHEAD) {
        loop {
            let (a, b) = (corners[leg], corners[leg + 1]);
            let (length, at) = ((b - a).norm(), ahead * radius - before);
            if at <= length || leg + 2 >= corners.len() {
                let direction = if length > 0.0 { (b - a) / length } else { desired };
                *point = PathPoint { position: a + direction * at.min(length), direction };
                break;
            }
            before += length;
            leg += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_walks::{TestWalk, rooms};
    use super::*;
    use crate::geometry::Wall;

    const RADIUS: f32 = 0.5;
    const EAST: Vec2 = Vec2::new(1.0, 0.0);

    fn rect(min: (f32, f32), max: (f32, f32)) -> Rect {
        Rect { min: Point::new(min.0, min.1), max: Point::new(max.0, max.1) }
    }

    /// A corridor along y = 0, of this width, between walls of this length.
    fn corridor(width: f32, length: f32) -> Clearance {
        let (x, y) = (0.5 * length, 0.5 * width);
        let walls = [rect((-x, y), (x, y + 5.0)), rect((-x, -y - 5.0), (x, -y))].map(Wall::Box);
        Clearance::new(&walls, area(), RADIUS).unwrap()
    }

    fn area() -> Rect {
        rect((-40.0, -20.0), (40.0, 20.0))
    }

    /// The rules for units of 0.5 m and 5 m/s, which remember this traffic everywhere: units that walk east and west.
    fn with_traffic(east: f32, west: f32) -> KeepRight {
        let mut keep_right = KeepRight::new(&Settings::default(), RADIUS, 5.0, area());
        keep_right.flow.fill([east + west, east - west, 0.0]);
        keep_right
    }

    /// The points on a straight path east.
    fn points(from: (f32, f32)) -> [PathPoint; AHEAD.len()] {
        AHEAD
            .map(|ahead| PathPoint { position: Point::new(from.0 + ahead * RADIUS, from.1), direction: EAST })
    }

    fn left_of_part(keep_right: &KeepRight, y: f32, clearance: &Clearance) -> f32 {
        keep_right.left_of_part(&PathPoint { position: Point::new(0.0, y), direction: EAST }, 0.0, clearance)
    }

    /// Within 0.08, since distances to walls are those of cells of 0.25 m, over 4 R = 2 m.
    fn assert_near(is: f32, expected: f32, case: &str) {
        assert!((is - expected).abs() < 0.08, "{case}: {is}, not {expected}");
    }

    /// The free width is 6 m less 0.3 R on each side: 5.7 m.
    #[test]
    fn a_unit_left_of_its_half_moves_right_at_full_strength_from_4_radii_on() {
        let (hall, both) = (corridor(6.0, 60.0), with_traffic(1.0, 1.0));
        for (y, expected) in [(-2.0, 0.0), (-0.3, 0.0), (0.5, 0.25), (1.0, 0.5), (1.5, 0.75), (2.4, 1.0)] {
            assert_near(left_of_part(&both, y, &hall), expected, &format!("at {y} m"));
        }
    }

    #[test]
    fn a_direction_gets_its_share_of_the_passage_but_at_least_a_quarter() {
        let hall = corridor(6.0, 60.0);
        // Of 5.7 m, three units of four get the right 4.3 m, from y = 1.4 m down, and one of four gets 1.4 m, from −1.4 m down.
        assert_near(left_of_part(&with_traffic(3.0, 1.0), 1.425 + 1.0, &hall), 0.5, "most units");
        assert_near(left_of_part(&with_traffic(3.0, 1.0), 1.2, &hall), 0.0, "most units");
        assert_near(left_of_part(&with_traffic(1.0, 3.0), -1.425 + 1.0, &hall), 0.5, "few units");
        assert_near(left_of_part(&with_traffic(1.0, 30.0), -1.425 + 1.0, &hall), 0.5, "hardly any units");
    }

    #[test]
    fn oncoming_traffic_counts_from_a_tenth_of_its_own() {
        let hall = corridor(6.0, 60.0);
        assert_eq!(left_of_part(&with_traffic(1.0, 0.0), 2.6, &hall), 0.0);
        assert_eq!(left_of_part(&with_traffic(1.0, 0.09), 2.6, &hall), 0.0);
        // A tenth of the traffic has an eleventh of the passage: 0.52 m.
        assert!(left_of_part(&with_traffic(1.0, 0.11), 2.6, &hall) > 0.05);
        assert_eq!(left_of_part(&with_traffic(0.0, 0.0), 2.6, &hall), 0.0, "no traffic");
        let across = PathPoint { position: Point::new(0.0, 2.0), direction: Vec2::zeros() };
        assert_eq!(with_traffic(1.0, 1.0).left_of_part(&across, 0.3, &hall), 0.3, "no direction");
    }

    #[test]
    fn units_keep_right_in_passages_up_to_the_widest_one() {
        let both = with_traffic(1.0, 1.0);
        // 20 R = 10 m, measured between points 0.3 R from the walls.
        assert!(left_of_part(&both, 4.0, &corridor(9.5, 60.0)) > 0.9);
        assert_eq!(left_of_part(&both, 4.0, &corridor(11.5, 60.0)), 0.0);
        let narrow = KeepRight { width: 5.0, ..both.clone() };
        assert_eq!(left_of_part(&narrow, 2.0, &corridor(6.0, 60.0)), 0.0);
        let open = Clearance::new(&[Wall::Box(rect((30.0, 15.0), (39.0, 19.0)))], area(), RADIUS).unwrap();
        assert_eq!(left_of_part(&both, 0.0, &open), 0.0, "open ground");
    }

    /// Walls whose diagonal is less than 24 R = 12 m.
    #[test]
    fn islands_do_not_bound_a_passage() {
        let both = with_traffic(1.0, 1.0);
        assert_eq!(left_of_part(&both, 2.0, &corridor(6.0, 10.0)), 0.0);
        assert!(left_of_part(&both, 2.0, &corridor(6.0, 12.0)) > 0.9);
    }

    #[test]
    fn the_farthest_off_of_the_points_before_the_stop_counts_times_the_gain() {
        let (hall, both) = (corridor(6.0, 60.0), with_traffic(1.0, 1.0));
        let mut path = points((-10.0, -2.0));
        let speed = |path: &[PathPoint], stop: f32| both.speed(path, 30.0, stop, &hall);
        assert_eq!(speed(&path, f32::INFINITY), 0.0);
        // 10 R = 5 m ahead, it is 1 m left of the middle.
        path[3].position.y = 1.0;
        assert_near(speed(&path, f32::INFINITY), 0.9 * 0.5, "one point");
        path[5].position.y = 2.4;
        assert_near(speed(&path, f32::INFINITY), 0.9, "another point");
        assert_near(speed(&path, 9.9), 0.9 * 0.5, "it waits before the last one, at 10 m");
        assert_eq!(speed(&path, 4.9), 0.0, "it waits before both");
        assert_near(speed(&path, 5.0), 0.9 * 0.5, "it waits at the first one");
    }

    #[test]
    fn units_near_their_goal_do_not_keep_right() {
        let (hall, both) = (corridor(6.0, 60.0), with_traffic(1.0, 1.0));
        let speed = |distance: f32| both.speed(&points((-10.0, 2.4)), distance, f32::INFINITY, &hall);
        assert_eq!(speed(5.0), 0.0, "10 R");
        assert_near(speed(5.1), 0.9, "farther away");
    }

    /// A unit that is always there counts as much as its radius squared.
    #[test]
    fn traffic_is_remembered_for_the_memory_in_units_of_the_time_to_walk_a_radius() {
        let mut settings = Settings::default();
        settings.set(&MEMORY, 30.0).unwrap();
        // R/s is 0.16 s, so it remembers 4.8 s: 288 ticks.
        let mut keep_right = KeepRight::new(&settings, 0.4, 2.5, area());
        assert!((keep_right.grid.cell() - 8.0 * 0.4).abs() < 1e-5);
        let center = keep_right.grid.center(7);
        let path = [PathPoint { position: center, direction: Vec2::new(0.6, -0.8) }; AHEAD.len()];
        for _ in 0..500 {
            (0..4).for_each(|_| keep_right.fade());
            keep_right.add(&path, 0.4, 4.0);
        }
        let [all, x, y] = keep_right.flow[7];
        assert!((all - 0.16).abs() < 0.16 * 0.01, "{all}");
        assert!((x - 0.6 * all).abs() < 1e-4 && (y + 0.8 * all).abs() < 1e-4, "{x}, {y}");
        (0..288).for_each(|_| keep_right.fade());
        assert!((keep_right.flow[7][0] / all - 0.3679).abs() < 1e-3, "1/e is left");
        assert!(keep_right.flow.iter().enumerate().all(|(cell, flow)| cell == 7 || flow[0] < 1e-6));
        let mut bits: Vec<u64> = Vec::new();
        keep_right.add_to_hash(&mut |value| bits.push(value));
        assert_eq!(bits[3 * 7..3 * 8], keep_right.flow[7].map(|value| u64::from(value.to_bits())));
    }

    /// A unit looks once in four ticks, and counts for four: a share of 4 · (1 − fade) of its radius squared, 0.25 m².
    #[test]
    fn the_units_that_look_are_remembered_where_their_paths_lead() {
        let walls = rooms(1.0);
        let ends = [((-14.0, 0.0), (14.0, 0.0)), ((-16.0, 3.0), (16.0, 0.0))];
        let mut walk = TestWalk::new(&walls, rect((-30.0, -12.0), (30.0, 12.0)), &ends);
        walk.switch(&["keep_right"]);
        walk.tick();
        let passages = walk.traffic.passages().unwrap().clone();
        let setup = MechanismSetup {
            steering: &walk.steering,
            passages: &passages,
            has_approaches: false,
            radius: RADIUS,
            max_speed: 5.0,
        };
        let mut keep_right = KeepRight::for_crowd(&setup);
        let mut state = TrafficState::new(passages.clone().into(), 2, RADIUS);
        walk.ticks = 3;
        walk.with_tick(|tick| {
            state.routes[1].look(1, true, 20.0, tick);
            keep_right.direct(tick, &mut state, Workers::default());
        });
        let sum = keep_right.flow.iter().fold(Vec2::zeros(), |sum, flow| sum + Vec2::new(flow[0], flow[1]));
        let expected = 4.0 * (1.0 - keep_right.fade) * 0.25;
        assert!((sum.x - expected).abs() < 1e-4 * expected, "{sum}, not {expected}");
        assert!(sum.y > 0.95 * sum.x, "it walks east: {sum}");
    }

    #[test]
    fn points_ahead_follow_the_corners_of_a_path() {
        let path = |corners: &[(f32, f32)]| {
            let corners: Vec<Point> = corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
            let mut points = [STILL; AHEAD.len()];
            points_ahead(&corners, Vec2::new(0.6, 0.8), 0.5, &mut points);
            points.map(|p| (p.position.x, p.position.y, p.direction.x, p.direction.y))
        };
        // 2, 5, 6, 10, 12 and 20 R are 1, 2.5, 3, 5, 6 and 10 m.
        let (east, north) = ((1.0, 0.0), (0.0, 1.0));
        let at = |x: f32, y: f32, (u, v): (f32, f32)| (x, y, u, v);
        assert_eq!(
            path(&[(0.0, 0.0), (4.0, 0.0), (4.0, 9.0)]),
            [
                at(1.0, 0.0, east),
                at(2.5, 0.0, east),
                at(3.0, 0.0, east),
                at(4.0, 1.0, north),
                at(4.0, 2.0, north),
                at(4.0, 6.0, north),
            ]
        );
        let short = path(&[(0.0, 0.0), (2.5, 0.0)]);
        assert_eq!(short[1..], [at(2.5, 0.0, east); 5], "no farther than to the goal");
        assert_eq!(path(&[(3.0, 3.0), (3.0, 3.0)]), [at(3.0, 3.0, (0.6, 0.8)); 6], "a unit at its goal");
    }
}
