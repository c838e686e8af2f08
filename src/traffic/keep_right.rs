//! Keeping right: units keep to the right part of a passage that both directions share.
//!
//! In a tunnel that is shared instead of taking turns, they do so from its mouth on, before they meet anyone: see [`SharedTunnel`].
//!
//! Lengths are multiples of the crowd's mean radius R, speeds multiples of its mean maximum speed s_max, times multiples of
//! R/s_max.

use super::active::ActiveMechanism;
use super::advice::Advice;
use super::explained::Explained;
use super::mechanism::{Mechanism, MechanismSetup};
use super::shared_tunnel::SharedTunnel;
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
/// In a shared tunnel, units keep their centres this far to the right of the line between the parts, R.
const MARGIN: f32 = 0.3;
/// A unit that is this far left of that moves right at full strength, R …
const STRICT: f32 = 1.0;
/// … and steps back at this speed, s_max, so that it gets behind those in their part.
const BACK: f32 = 0.3;
/// The index of the point ahead that a unit shifts into its part and heads for.
const AIM: usize = 2;
/// Units this close to the mouth of a shared tunnel wait until there is room in their part, R.
const MOUTH: f32 = 1.0;
/// How far inside its mouth they look for that, R.
const INSIDE: f32 = 0.5;
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
    fn speed(
        &self,
        points: &[PathPoint],
        (distance, stop): (f32, f32),
        tunnel: Option<SharedTunnel<'_>>,
        clearance: &Clearance,
    ) -> f32 {
        if distance <= END * self.radius {
            return 0.0;
        }
        let reached = points.iter().zip(AHEAD).take_while(|(_, ahead)| ahead * self.radius <= stop);
        let off = |most: f32, (point, _): (&PathPoint, f32)| {
            let strict = tunnel.map_or(0.0, |tunnel| self.out_of_part(point, tunnel, clearance));
            self.left_of_part(point, most, clearance).max(strict)
        };
        self.gain * reached.fold(0.0, off)
    }

    /// Advises a unit to keep to its part of a tunnel, given the point [`AIM`] on its path.
    fn keep_to_part(
        &self,
        advice: &mut Advice,
        (here, ahead): (PathPoint, PathPoint),
        tunnel: SharedTunnel<'_>,
        clearance: &Clearance,
    ) {
        if let Some((missing, right)) = self.missing(&ahead, tunnel, clearance) {
            let shift = missing.min(right - self.radius);
            let aim = ahead.position + math::right(ahead.direction) * shift;
            if shift > 0.0 && clearance.sees(here.position, aim) {
                advice.aim = Some(aim);
            }
        }
        let to_mouth = tunnel.distance();
        if to_mouth < MOUTH * self.radius {
            let inside = if to_mouth > 0.0 { to_mouth + INSIDE * self.radius } else { 0.0 };
            let place = PathPoint { position: here.position + here.direction * inside, ..here };
            let off = self.out_of_part(&place, tunnel, clearance);
            advice.pace = advice.pace.min(1.0 - (1.0 + BACK) * off);
        }
    }

    /// How far out of its part of a tunnel a point is: 0 inside it, 1 from `STRICT` on.
    fn out_of_part(&self, point: &PathPoint, tunnel: SharedTunnel<'_>, clearance: &Clearance) -> f32 {
        let missing = self.missing(point, tunnel, clearance);
        missing.map_or(0.0, |(missing, _)| (missing / (STRICT * self.radius)).clamp(0.0, 1.0))
    }

    /// How far a point in a tunnel is left of its part, negative inside it, and the free distance to its right, m. None where the
    /// tunnel is too wide to keep right.
    fn missing(
        &self,
        point: &PathPoint,
        tunnel: SharedTunnel<'_>,
        clearance: &Clearance,
    ) -> Option<(f32, f32)> {
        let PathPoint { position, direction } = *point;
        if direction == Vec2::zeros() || !tunnel.holds(position) {
            return None;
        }
        let right = math::right(direction);
        let [left, right] = [-right, right].map(|side| self.free(position, side, self.width, clearance));
        let edge = (1.0 - tunnel.part) * (left + right) + MARGIN * self.radius;
        (left + right < self.width).then_some((edge - left, right))
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
        let TrafficState { passages, turns, routes, approaches, advice } = state;
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
            if !tick.walks(slot) {
                return;
            }
            let tunnel = SharedTunnel::ahead(approaches[slot].as_ref(), turns, passages);
            if tick.looks(slot) {
                let (distance, stop) = (tick.headings.distance[slot], advice.stop);
                let clearance = tick.clearance;
                advice.sideways = keep_right.speed(&points[slot], (distance, stop), tunnel, clearance);
            }
            if let Some(tunnel) = tunnel {
                let desired = tick.headings.direction[slot];
                let mut points = [STILL; AHEAD.len()];
                points_ahead(routes[slot].corners(), desired, tick.units.radius[slot], &mut points);
                let here = PathPoint { position: tick.units.position[slot], direction: desired };
                keep_right.keep_to_part(advice, (here, points[AIM]), tunnel, tick.clearance);
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
    if corners.len() < 2 {
        return;
    }
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
    use super::super::approach::GateApproach;
    use super::super::test_walks::{TestWalk, rooms};
    use super::super::turns::Turns;
    use super::*;
    use crate::geometry::Wall;
    use crate::navigation::passages::{PassageRules, Passages};
    use std::sync::Arc;

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
        let speed = |path: &[PathPoint], stop: f32| both.speed(path, (30.0, stop), None, &hall);
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
        let speed = |distance: f32| both.speed(&points((-10.0, 2.4)), (distance, f32::INFINITY), None, &hall);
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

    /// The middle of a tunnel along x, 4 m wide, and a unit that heads east in it with as many oncoming units. Free widths are found in steps of
    /// 0.25 R, so that shares are off by up to 0.2.
    #[test]
    fn in_a_shared_tunnel_a_unit_out_of_its_part_heads_into_it_and_makes_room() {
        let [y, x] = [2.0, 20.0];
        let half = [(-x, -y), (-x, -9.0), (-36.0, -9.0), (-36.0, 9.0), (-x, 9.0), (-x, y)];
        let other = half.map(|(x, y)| (-x, -y));
        let corners = half.iter().chain(&other).chain(&half[..1]);
        let walls = [Wall::Chain(corners.map(|(x, y)| Point::new(*x, *y)).collect())];
        let clearance = Arc::new(Clearance::new(&walls, area(), RADIUS).unwrap());
        let rules = PassageRules { radius: RADIUS, width: 7.0, detour: 12.0 };
        let passages = Passages::find(&clearance, &rules, &[Point::new(-30.0, 0.0)]);
        assert_eq!(passages.gates().len(), 1);
        let in_tunnel = |x: &f32| passages.at(Point::new(*x, 1.4)).is_some();
        let mouth = (-200..0).map(|k| 0.1 * k as f32).find(in_tunnel).unwrap();
        let own = GateApproach {
            gate: 0,
            side: u8::from(passages.gates()[0].through.x > 0.0),
            distance: 0.0,
            exit: 20.0,
            length: 40.0,
            waits: false,
            is_through: false,
            stuck: 0.0,
            gone: 0.0,
        };
        let units = |east: u32, west: u32| {
            let coming = if own.side == 1 { [west, east] } else { [east, west] };
            let mut turns = Turns::default();
            (turns.is_shared, turns.coming) = (true, coming);
            [turns]
        };
        let nobody = with_traffic(0.0, 0.0);
        let near = |is: f32, expected: f32, case: &str| {
            assert!((is - expected).abs() < 0.2, "{case}: {is}, not {expected}");
        };
        let advice = |y: f32, own: &GateApproach, turns: &[Turns]| {
            let mut advice = Advice::default();
            let at = |x: f32| PathPoint { position: Point::new(x, y), direction: EAST };
            let points = points((if own.is_inside() { 0.0 } else { mouth - own.distance }, y));
            let tunnel = SharedTunnel::ahead(Some(own), turns, &passages)?;
            advice.sideways = nobody.speed(&points, (30.0, f32::INFINITY), Some(tunnel), &clearance);
            let here = at(points[0].position.x - AHEAD[0] * RADIUS);
            nobody.keep_to_part(&mut advice, (here, points[AIM]), tunnel, &clearance);
            Some(advice)
        };
        assert_eq!(advice(1.0, &own, &[Turns::default()]), None, "it is not shared");
        // Its centre belongs 0.3 R = 0.15 m right of the middle; at full strength from 0.35 m left of that on.
        for (y, off) in [(-1.0, 0.0), (-0.2, 0.0), (0.1, 0.5), (0.6, 1.0), (1.4, 1.0)] {
            let advice = advice(y, &own, &units(20, 20)).unwrap();
            near(advice.sideways, 0.9 * off, &format!("sideways at {y} m"));
            near(advice.pace, 1.0 - 1.3 * off, &format!("pace at {y} m"));
            match advice.aim {
                // 6 R ahead.
                Some(aim) => {
                    assert!((aim - Point::new(3.0, -0.15)).norm() < 0.13 && off > 0.0, "{y} m: {aim}");
                }
                None => assert_eq!(off, 0.0, "{y} m"),
            }
        }
        // Most of them: 0.6 of 3.7 m, from 0.37 m left of the middle on. Hardly any: 0.4.
        for ((east, west), middle) in [((30, 10), 0.37), ((22, 18), 0.185), ((1, 30), -0.37)] {
            let advice = advice(middle + 0.1, &own, &units(east, west)).unwrap();
            near(advice.sideways, 0.45, &format!("{east} east, {west} west"));
        }
        // From 1 R before the mouth on, it enters in its part only.
        for (distance, pace) in [(0.6, 1.0), (0.4, -0.3)] {
            let own = GateApproach { distance, ..own };
            near(advice(1.4, &own, &units(20, 20)).unwrap().pace, pace, &format!("{distance} m before it"));
        }
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
