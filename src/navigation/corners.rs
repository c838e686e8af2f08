//! Shortest ways round walls by a visibility graph: on a shortest way one turns only at corners of walls, here moved
//! outwards by a little more than a radius (Lozano-Pérez & Wesley 1979). Right for the handful of walls that a crossing
//! map has; its cost grows with the square of their corners.

use super::{Heading, crossing};
use crate::math;
use crate::scene::Wall;
use crate::types::{Point, Rect, Vec2};

/// How far from a wall's corner one passes it, in radii.
const PASS_RADII: f32 = 1.15;
/// How near to a wall one may see past it, in radii: less than a unit that slides along it keeps.
const CLEAR_RADII: f32 = 0.9;
/// Corners by which a round wall is replaced.
const ROUND_CORNERS: u32 = 12;

/// The corners of all walls and what can be seen from each.
pub(super) struct Corners {
    places: Vec<Point>,
    edges: Vec<(Point, Point)>,
    clearance: f32,
    /// Distance between each two corners that see each other, row by row; infinite for others.
    between: Vec<f32>,
}

impl Corners {
    /// Corners of `walls` for units up to `radius`.
    pub(super) fn new(walls: &[Wall], radius: f32) -> Corners {
        let mut corners = Corners {
            places: Vec::new(),
            edges: Vec::new(),
            clearance: CLEAR_RADII * radius,
            between: Vec::new(),
        };
        for wall in walls {
            let (outline, closed) = outline(wall);
            let count = outline.len();
            let edges = if closed { count } else { count.saturating_sub(1) };
            corners.edges.extend((0..edges).map(|i| (outline[i], outline[(i + 1) % count])));
            for i in 0..count {
                let before = (closed || i > 0).then(|| outline[(i + count - 1) % count]);
                let after = (closed || i + 1 < count).then(|| outline[(i + 1) % count]);
                corners.places.extend(around(before, outline[i], after, PASS_RADII * radius));
            }
        }
        // A place inside another wall is no way round.
        let free: Vec<Point> =
            corners.places.iter().copied().filter(|p| !walls.iter().any(|w| inside(w, *p))).collect();
        corners.places = free;
        let n = corners.places.len();
        corners.between = vec![f32::INFINITY; n * n];
        for i in 0..n {
            for j in 0..i {
                let (a, b) = (corners.places[i], corners.places[j]);
                if corners.sees(a, b) {
                    let distance = (a - b).norm();
                    (corners.between[i * n + j], corners.between[j * n + i]) = (distance, distance);
                }
            }
        }
        corners
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The way on foot from each corner to `goal`, m; infinite where there is none (Dijkstra 1959).
    pub(super) fn distances(&self, goal: Point) -> Vec<f32> {
        let n = self.places.len();
        let sight =
            |place: &Point| if self.sees(*place, goal) { (goal - place).norm() } else { f32::INFINITY };
        let mut distance: Vec<f32> = self.places.iter().map(sight).collect();
        let mut done = vec![false; n];
        while let Some(i) = (0..n).filter(|i| !done[*i]).min_by(|a, b| distance[*a].total_cmp(&distance[*b]))
        {
            if distance[i].is_infinite() {
                break;
            }
            done[i] = true;
            for j in 0..n {
                distance[j] = distance[j].min(distance[i] + self.between[i * n + j]);
            }
        }
        distance
    }

    /// Where to head for from `position` on the way to `goal`, `route` being `distances(goal)`; none when no way is
    /// known.
    pub(super) fn next(&self, position: Point, goal: Point, route: &[f32]) -> Option<Heading> {
        if self.sees(position, goal) {
            return Some(Heading { aim: goal, distance: (goal - position).norm() });
        }
        let mut best: Option<Heading> = None;
        for (corner, beyond) in self.places.iter().zip(route) {
            let distance = (corner - position).norm() + beyond;
            if distance < best.map_or(f32::INFINITY, |b| b.distance) && self.sees(position, *corner) {
                best = Some(Heading { aim: *corner, distance });
            }
        }
        best
    }

    /// Whether one can walk straight from `a` to `b` without touching a wall. One who already is nearer to a wall than
    /// the clearance may go on as near as it is.
    fn sees(&self, a: Point, b: Point) -> bool {
        self.edges.iter().all(|(from, to)| {
            let start = to_segment(a, *from, *to).min(to_segment(b, *from, *to));
            let clear = self.clearance.min(0.98 * start);
            segment_distance(a, b, *from, *to) >= clear && crossing(a, b, *from, *to).is_none()
        })
    }
}

/// The outline of a wall and whether it closes on itself.
fn outline(wall: &Wall) -> (Vec<Point>, bool) {
    match wall {
        Wall::Box(Rect { min, max }) => {
            (vec![*min, Point::new(max.x, min.y), *max, Point::new(min.x, max.y)], true)
        }
        Wall::Circle { center, radius } => {
            let step = std::f32::consts::TAU / ROUND_CORNERS as f32;
            // Round the circle, not inside it: its sides touch.
            let reach = radius / math::cos(step / 2.0);
            ((0..ROUND_CORNERS).map(|i| center + math::unit(i as f32 * step) * reach).collect(), true)
        }
        Wall::Polygon(points) => (points.clone(), true),
        Wall::Chain(points) => (points.clone(), false),
    }
}

/// Places by which one passes the corner at `p` between its neighbours on the outline, `reach` away from it.
fn around(before: Option<Point>, p: Point, after: Option<Point>, reach: f32) -> Vec<Point> {
    let way = |q: Point| math::normalize(p - q);
    match (before, after) {
        (Some(before), Some(after)) => {
            let (from, to) = (way(before), way(after));
            let bisector = math::normalize(from + to);
            let bisector = if bisector == Vec2::zeros() { math::left(from) } else { bisector };
            // At a sharp corner the bisector's end is nearer to the sides than at a blunt one.
            let half = (1.0 - bisector.dot(&from) * bisector.dot(&from)).max(0.0).sqrt().max(0.5);
            vec![
                p + bisector * (reach / half).min(2.0 * reach),
                p - bisector * (reach / half).min(2.0 * reach),
            ]
        }
        (Some(other), None) | (None, Some(other)) => {
            let out = way(other);
            vec![p + (out + math::left(out)) * reach, p + (out + math::right(out)) * reach]
        }
        (None, None) => Vec::new(),
    }
}

fn inside(wall: &Wall, p: Point) -> bool {
    match wall {
        Wall::Box(rect) => rect.contains(p),
        Wall::Circle { center, radius } => (p - center).norm() < *radius,
        Wall::Polygon(points) => {
            let far = Point::new(1e9, p.y);
            let edges = (0..points.len())
                .filter(|i| crossing(p, far, points[*i], points[(i + 1) % points.len()]).is_some());
            edges.count() % 2 == 1
        }
        Wall::Chain(_) => false,
    }
}

fn to_segment(p: Point, a: Point, b: Point) -> f32 {
    let d = b - a;
    let length = d.norm_squared();
    let t = if length > 0.0 { ((p - a).dot(&d) / length).clamp(0.0, 1.0) } else { 0.0 };
    (p - (a + d * t)).norm()
}

fn segment_distance(a: Point, b: Point, c: Point, d: Point) -> f32 {
    to_segment(a, c, d).min(to_segment(b, c, d)).min(to_segment(c, a, b)).min(to_segment(d, a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_round_a_box_turns_at_its_corner() {
        let wall = Wall::Box(Rect { min: Point::new(-1.0, -10.0), max: Point::new(1.0, 2.0) });
        let corners = Corners::new(&[wall], 0.5);
        let (start, goal) = (Point::new(-6.0, 0.0), Point::new(6.0, 0.0));
        let heading = corners.next(start, goal, &corners.distances(goal)).unwrap();
        assert!(heading.aim.x < 0.0 && heading.aim.y > 2.5, "heads for {:?}", heading.aim);
        assert!(heading.distance > 12.0 && heading.distance < 15.0, "{} m", heading.distance);
    }

    #[test]
    fn who_sees_the_goal_goes_straight() {
        let wall = Wall::Circle { center: Point::new(0.0, 0.0), radius: 2.0 };
        let corners = Corners::new(&[wall], 0.5);
        let goal = Point::new(6.0, 8.0);
        let heading = corners.next(Point::new(-6.0, 8.0), goal, &corners.distances(goal)).unwrap();
        assert_eq!(heading.aim, goal);
        let round = corners.next(
            Point::new(-6.0, 0.0),
            Point::new(6.0, 0.0),
            &corners.distances(Point::new(6.0, 0.0)),
        );
        let distance = round.unwrap().distance;
        // The taut string round a disc of 2.5 m: two tangents and an arc.
        let taut =
            2.0 * (36.0_f32 - 6.25).sqrt() + 2.5 * (std::f32::consts::PI - 2.0 * libm::acosf(2.5 / 6.0));
        assert!(distance > taut * 0.99 && distance < taut * 1.06, "{distance} against {taut}");
    }
}
