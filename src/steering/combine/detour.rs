//! Ways past what a straight path would hit: round the end of a wall, beside a unit.

use crate::math;
use crate::steering::behaviours::behaviour::Seen;
use crate::steering::behaviours::body::Body;
use crate::types::{Point, Segment, Vec2};

/// A path is straight: from the body to here.
#[derive(Debug, Clone, Copy)]
pub(super) struct StraightPath {
    pub to: Point,
    /// Whether the unit means to stop there: it is no place on the way.
    pub last: bool,
}

/// Round the first wall that the path comes nearer to than `clear` metres, and off it by a little more than that: past the end
/// by which the way is shorter where the path crosses it, and aside from the end that it only grazes.
pub(super) fn around_wall(path: StraightPath, body: &Body, walls: &[Segment], clear: f32) -> Option<Point> {
    let from = body.position;
    let way = Segment { from, to: path.to };
    let gap = |wall: &Segment, p: Point| (wall.nearest(p) - p).norm();
    // What begins or ends too near may do so: only a path that comes nearer on its way breaks the rule.
    let breaks = |wall: &&Segment| {
        let ends = gap(wall, from).min(gap(wall, path.to));
        distance_between(&way, wall) < clear.min(ends * 0.98)
    };
    let wall = walls.iter().filter(breaks).min_by(|a, b| gap(a, from).total_cmp(&gap(b, from)))?;
    let off = 1.15 * clear;
    if !crosses(&way, wall) {
        let grazed = if gap(&way, wall.from) <= gap(&way, wall.to) { wall.from } else { wall.to };
        return Some(grazed + math::normalize(way.nearest(grazed) - grazed) * off);
    }
    let along = math::normalize(wall.to - wall.from);
    // Past the end and to the body's side of it: the corner is cut neither short nor wide.
    let near_side = math::normalize(from - wall.nearest(from));
    let past = |end: Point, outwards: Vec2| end + outwards * off + near_side * (0.3 * off);
    let (a, b) = (past(wall.from, -along), past(wall.to, along));
    let total = |p: Point| (p - from).norm() + (path.to - p).norm();
    Some(if total(a) <= total(b) { a } else { b })
}

/// The least distance between two segments, m.
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

/// Beside the first unit that the body would meet on its path within the horizon, where that unit will be then; on the side
/// on which it passes anyway, to the right when dead on.
pub(super) fn around_unit(
    path: StraightPath,
    body: &Body,
    seen: &Seen<'_>,
    clear: f32,
    horizon: f32,
) -> Option<Point> {
    let way = math::normalize(path.to - body.position);
    let length = (path.to - body.position).norm();
    let velocity = way * body.max_speed;
    let mut first: Option<(f32, Point)> = None;
    for other in seen.around.neighbours.iter().filter(|n| Some(n.id) != seen.unit.target) {
        let (between, relative) = (other.position - body.position, velocity - other.velocity);
        let speed_squared = relative.norm_squared();
        let time = between.dot(&relative) / speed_squared;
        // What lies beyond the end of the path is not on it.
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
        // The other passes on this side of us: we go by on the other side of it.
        let side = if math::cross(way, miss) < -1e-3 { math::left(way) } else { math::right(way) };
        first = Some((time, then + side * (1.1 * touch)));
    }
    first.map(|(_, beside)| beside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_across_the_path_is_gone_round_by_its_nearer_end() {
        let body = Body {
            position: Point::origin(),
            velocity: Vec2::zeros(),
            orientation: 0.0,
            rotation: 0.0,
            radius: 0.5,
            max_speed: 5.0,
            max_acceleration: 40.0,
        };
        let wall = Segment { from: Point::new(4.0, -1.0), to: Point::new(4.0, 6.0) };
        let path = StraightPath { to: Point::new(10.0, 0.0), last: true };
        let place = around_wall(path, &body, &[wall], 0.7).expect("it is across");
        assert!(place.y < -1.0 && place.y > -2.0, "{place:?}");
        // At its end, the way to the other side goes on round it.
        let at_end = Body { position: Point::new(4.0, -1.9), ..body };
        let behind = StraightPath { to: Point::new(5.0, 2.0), last: true };
        let place = around_wall(behind, &at_end, &[wall], 0.7).expect("it grazes the end");
        assert!(place.x > 4.5 && place.y > -1.9, "{place:?}");
        let beside = Segment { from: Point::new(4.0, 1.0), to: Point::new(4.0, 6.0) };
        assert_eq!(around_wall(path, &body, &[beside], 0.7), None);
    }
}
