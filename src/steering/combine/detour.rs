//! Detours from a straight path: around the end of a wall, or past a unit.

use crate::math;
use crate::steering::behaviours::behaviour::Seen;
use crate::steering::behaviours::body::Body;
use crate::types::{Point, Segment, Vec2};

/// A straight path from the body to a point.
#[derive(Debug, Clone, Copy)]
pub(super) struct StraightPath {
    pub to: Point,
    /// Whether the unit intends to stop there, so it is not an intermediate point.
    pub last: bool,
}

/// Returns a detour around the first wall that the path passes closer than `clear` metres, slightly further away
/// than that. A crossed wall is passed at the end that gives the shorter path. If the path only grazes an end, the
/// detour moves away from that end.
pub(super) fn around_wall(path: StraightPath, body: &Body, walls: &[Segment], clear: f32) -> Option<Point> {
    let from = body.position;
    let straight = Segment { from, to: path.to };
    let gap = |wall: &Segment, p: Point| (wall.nearest(p) - p).norm();
    // A path may start or end too close to a wall. It breaks the rule only if it comes closer in between.
    let breaks = |wall: &&Segment| {
        let ends = gap(wall, from).min(gap(wall, path.to));
        distance_between(&straight, wall) < clear.min(ends * 0.98)
    };
    let wall = walls.iter().filter(breaks).min_by(|a, b| gap(a, from).total_cmp(&gap(b, from)))?;
    let off = 1.15 * clear;
    if !crosses(&straight, wall) {
        let grazed = if gap(&straight, wall.from) <= gap(&straight, wall.to) { wall.from } else { wall.to };
        return Some(grazed + math::normalize(straight.nearest(grazed) - grazed) * off);
    }
    let along = math::normalize(wall.to - wall.from);
    // Beyond the end and a little towards the body's side, so that the corner is taken neither too tight nor too
    // wide.
    let near_side = math::normalize(from - wall.nearest(from));
    let past = |end: Point, outwards: Vec2| end + outwards * off + near_side * (0.3 * off);
    let (a, b) = (past(wall.from, -along), past(wall.to, along));
    let total = |p: Point| (p - from).norm() + (path.to - p).norm();
    Some(if total(a) <= total(b) { a } else { b })
}

/// Returns the smallest distance between two segments, m.
fn distance_between(a: &Segment, b: &Segment) -> f32 {
    if crosses(a, b) {
        return 0.0;
    }
    let gap = |s: &Segment, p: Point| (s.nearest(p) - p).norm();
    gap(a, b.from).min(gap(a, b.to)).min(gap(b, a.from)).min(gap(b, a.to))
}

fn crosses(a: &Segment, b: &Segment) -> bool {
    let side = |s: &Segment, p: Point| math::cross(s.to - s.from, p - s.from);
    side(a, b.from) * side(a, b.to) < 0.0 && side(b, a.from) * side(b, a.to) < 0.0
}

/// Returns a detour past the first unit that the body would meet on its path within the horizon, at that unit's
/// predicted position. It passes on the side where the body would pass anyway, or on the right if the two meet
/// head-on.
pub(super) fn around_unit(
    path: StraightPath,
    body: &Body,
    seen: &Seen<'_>,
    clear: f32,
    horizon: f32,
) -> Option<Point> {
    let direction = math::normalize(path.to - body.position);
    let length = (path.to - body.position).norm();
    let velocity = direction * body.max_speed;
    let mut first: Option<(f32, Point)> = None;
    for other in seen.around.neighbours.iter().filter(|n| Some(n.id) != seen.unit.target) {
        let (between, relative) = (other.position - body.position, velocity - other.velocity);
        let speed_squared = relative.norm_squared();
        let time = between.dot(&relative) / speed_squared;
        // A meeting beyond the end of the path does not count.
        let reached = time * body.max_speed <= length + other.radius;
        if !(time > 0.0 && time < horizon && reached) || first.is_some_and(|(t, _)| t <= time) {
            continue;
        }
        let miss = between - relative * time;
        let touch = body.radius + other.radius + clear;
        if miss.norm() >= touch || between.norm() < body.radius + other.radius {
            continue;
        }
        let then = other.position + other.velocity * time;
        // Pass on the side opposite to the other unit.
        let side =
            if math::cross(direction, miss) < -1e-3 { math::left(direction) } else { math::right(direction) };
        first = Some((time, then + side * (1.1 * touch)));
    }
    first.map(|(_, detour)| detour)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Settings, Weights};
    use crate::steering::avoidance::{Mode, Surroundings};
    use crate::steering::behaviours::body::Other;
    use crate::steering::behaviours::mind::Memory;
    use crate::steering::{Neighbour, Unit};

    fn body() -> Body {
        Body {
            position: Point::origin(),
            velocity: Vec2::zeros(),
            orientation: 0.0,
            rotation: 0.0,
            radius: 0.5,
            max_speed: 5.0,
            max_acceleration: 40.0,
        }
    }

    #[test]
    fn a_wall_across_the_path_is_passed_at_its_nearer_end() {
        let body = body();
        let wall = Segment { from: Point::new(4.0, -1.0), to: Point::new(4.0, 6.0) };
        let path = StraightPath { to: Point::new(10.0, 0.0), last: true };
        let detour = around_wall(path, &body, &[wall], 0.7).expect("it is across");
        assert!(detour.y < -1.0 && detour.y > -2.0, "{detour:?}");
        // At the wall's end, a path to the other side still leads around it.
        let at_end = Body { position: Point::new(4.0, -1.9), ..body };
        let behind = StraightPath { to: Point::new(5.0, 2.0), last: true };
        let detour = around_wall(behind, &at_end, &[wall], 0.7).expect("it grazes the end");
        assert!(detour.x > 4.5 && detour.y > -1.9, "{detour:?}");
        let clear = Segment { from: Point::new(4.0, 1.0), to: Point::new(4.0, 6.0) };
        assert_eq!(around_wall(path, &body, &[clear], 0.7), None);
    }

    /// The detour of a unit on its way from the origin to (10 m, 0) past units that stand at these places.
    fn past(places: &[(f32, f32)], target: Option<u32>, horizon: f32) -> Option<Point> {
        let standing = |(id, (x, y)): (usize, &(f32, f32))| Neighbour {
            id: id as u32,
            position: Point::new(*x, *y),
            ..Neighbour::default()
        };
        let neighbours: Vec<Neighbour> = places.iter().enumerate().map(standing).collect();
        let model = Mode::no_avoidance().make(&Settings::default());
        let seen = Seen {
            unit: &Unit { target, ..Unit::default() },
            around: &Surroundings { neighbours: &neighbours, walls: &[] },
            goal: None,
            aim: None,
            other: &|_| Other::at(Point::origin()),
            chance: [0.5; 2],
            memory: Memory::default(),
            model: &*model,
            weights: &Weights::default(),
        };
        around_unit(StraightPath { to: Point::new(10.0, 0.0), last: true }, &body(), &seen, 0.4, horizon)
    }

    /// They touch within 0.5 + 0.5 + 0.4 m, and a detour is 1.1 times as far away: 1.54 m.
    #[test]
    fn a_unit_on_the_path_is_passed_on_the_side_on_which_it_is_not() {
        let near = |is: Option<Point>, y: f32| {
            assert!(is.is_some_and(|p| (p - Point::new(4.0, y)).norm() < 1e-4), "{is:?}, not at {y}");
        };
        near(past(&[(4.0, 0.3)], None, 2.0), 0.3 - 1.54);
        near(past(&[(4.0, -0.3)], None, 2.0), 1.54 - 0.3);
        near(past(&[(4.0, 0.0)], None, 2.0), -1.54);
        assert_eq!(past(&[(4.0, 1.5)], None, 2.0), None, "beside the path");
        assert_eq!(past(&[(4.0, 0.0)], Some(0), 2.0), None, "its target");
    }

    /// At 5 m/s, it meets a unit 4 m ahead after 0.8 s.
    #[test]
    fn the_first_unit_that_is_met_within_the_horizon_and_before_the_end_counts() {
        let x = |places: &[(f32, f32)], horizon: f32| past(places, None, horizon).map(|p| p.x.round());
        assert_eq!([x(&[(4.0, 0.0)], 0.9), x(&[(4.0, 0.0)], 0.7)], [Some(4.0), None]);
        assert_eq!([x(&[(2.0, 0.0)], 2.0), x(&[(-2.0, 0.0)], 2.0)], [Some(2.0), None]);
        assert_eq!([x(&[(3.0, 0.0), (6.0, 0.0)], 2.0), x(&[(6.0, 0.0), (3.0, 0.0)], 2.0)], [Some(3.0); 2]);
        assert_eq!([x(&[(10.4, 0.0)], 3.0), x(&[(10.6, 0.0)], 3.0)], [Some(10.0), None]);
    }
}
