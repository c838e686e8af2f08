//! What only shows when all units stand in place: who overlaps whom, who stands in a wall, whose goal is out
//! of reach. Every search here stays near n·log n, so that a map of 100 000 units is checked in a moment.

use super::problem::Problem;
use super::{Goal, Layout, Start, Wall};
use crate::types::{Point, Rect};
use std::collections::HashMap;
use std::ops::Range;

/// A share of two radii that may overlap unnoticed: rounding only.
const TOLERANCE: f64 = 1e-4;

/// A unit may move by this many of its radii in a second: 10 in a tick. Faster ones were measured to miss their goals and,
/// pressing on for seconds, to get through thin walls.
const MOST_RADII: f32 = 600.0;

/// A unit with which something is wrong, and perhaps a second one, or a wall.
pub(super) struct Finding {
    pub unit: usize,
    pub other: Option<usize>,
    pub wall: Option<usize>,
    pub problem: Problem,
}

/// The first unit that overlaps another. `name` says what a unit is called.
///
/// Units are put into grids, one for each power of two of the radius, the coarsest first; each looks into the
/// cells around it in every grid that is as coarse as its own or coarser. Nobody in a grid overlaps, so a cell
/// holds a handful, however much the radii differ.
pub(super) fn overlap(starts: &[Start], name: impl Fn(usize) -> String) -> Option<Finding> {
    let mut order: Vec<u32> = (0..starts.len() as u32).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(level(starts[i as usize].radius)));
    let mut levels: Vec<i32> = Vec::new();
    let mut cells: HashMap<(i32, i32, i32), Vec<u32>> = HashMap::with_capacity(starts.len());
    for &i in &order {
        let one = &starts[i as usize];
        let own = level(one.radius);
        if levels.last() != Some(&own) {
            levels.push(own);
        }
        for &l in &levels {
            // Radii of a level are at most 2^l; two of them reach 2^(l+1).
            let size = cell_size(l);
            let (cx, cy) = cell(one.position, size);
            for (x, y) in (cx - 1..=cx + 1).flat_map(|x| (cy - 1..=cy + 1).map(move |y| (x, y))) {
                for &j in cells.get(&(l, x, y)).into_iter().flatten() {
                    let two = &starts[j as usize];
                    let least = one.radius as f64 + two.radius as f64;
                    let apart = distance(one.position, two.position);
                    if apart < least - least * TOLERANCE - rounding(one.position) {
                        let (a, b) = (i.min(j) as usize, i.max(j) as usize);
                        let depth = (least - apart) as f32;
                        let problem = Problem::UnitOverlap {
                            first: name(a),
                            second: name(b),
                            depth,
                            least: least as f32,
                        };
                        return Some(Finding { unit: a, other: Some(b), wall: None, problem });
                    }
                }
            }
        }
        let (x, y) = cell(one.position, cell_size(own));
        cells.entry((own, x, y)).or_default().push(i);
    }
    None
}

/// The lowest power of two that a radius does not exceed. Radii lie between 0.01 and 100 m.
fn level(radius: f32) -> i32 {
    (-7..7).find(|&l| cell_size(l) >= 2.0 * radius as f64).unwrap_or(7)
}

/// Twice the largest radius of a level.
fn cell_size(level: i32) -> f64 {
    if level >= 0 { (2u32 << level) as f64 } else { 2.0 / (1u32 << -level) as f64 }
}

fn cell(p: Point, size: f64) -> (i32, i32) {
    ((p.x as f64 / size).floor() as i32, (p.y as f64 / size).floor() as i32)
}

/// What an f32 cannot tell apart so far from the origin, m.
fn rounding(p: Point) -> f64 {
    4.0 * (f32::EPSILON * p.x.abs().max(p.y.abs())) as f64
}

fn distance(a: Point, b: Point) -> f64 {
    let (x, y) = (a.x as f64 - b.x as f64, a.y as f64 - b.y as f64);
    (x * x + y * y).sqrt()
}

/// The first unit whose disc meets a wall, or whose goal's point lies in one.
pub(super) fn walls(layout: &Layout, name: impl Fn(usize) -> String) -> Option<Finding> {
    let starts = &layout.starts;
    let widest = starts.iter().fold(0.0f32, |r, s| r.max(s.radius));
    let by_start = Sorted::new(starts.iter().map(|s| s.position));
    for (w, wall) in layout.walls.iter().enumerate() {
        let hit = by_start.near(wall, widest, |i, p, piece| touches(wall, piece, p, starts[i].radius));
        if let Some(i) = hit {
            let Start { position: p, radius, .. } = starts[i];
            let problem = Problem::UnitInWall { unit: name(i), x: p.x, y: p.y, radius };
            return Some(Finding { unit: i, other: None, wall: Some(w), problem });
        }
    }
    let mut by_goal = Sorted::new(starts.iter().map(|s| place(&s.goal).unwrap_or(s.position)));
    // A whole group may share one goal.
    by_goal.0.dedup_by_key(|(p, _)| *p);
    for (w, wall) in layout.walls.iter().enumerate() {
        if let Some(i) = by_goal.near(wall, 0.0, |_, p, piece| touches(wall, piece, p, 0.0)) {
            let p = place(&starts[i].goal).unwrap_or(starts[i].position);
            let problem = Problem::GoalInWall { unit: name(i), x: p.x, y: p.y };
            return Some(Finding { unit: i, other: None, wall: Some(w), problem });
        }
    }
    None
}

/// Points sorted by x, to find those near a piece of wall.
struct Sorted(Vec<(Point, u32)>);

impl Sorted {
    fn new(points: impl Iterator<Item = Point>) -> Self {
        let mut points: Vec<(Point, u32)> = points.zip(0..).collect();
        points.sort_by(|a, b| a.0.x.total_cmp(&b.0.x).then(a.0.y.total_cmp(&b.0.y)).then(a.1.cmp(&b.1)));
        Sorted(points)
    }

    /// The lowest index of those within `reach` of a piece of the wall for which `hit` holds.
    fn near(
        &self,
        wall: &Wall,
        reach: f32,
        hit: impl Fn(usize, Point, &Range<usize>) -> bool,
    ) -> Option<usize> {
        let pieces: Vec<Range<usize>> = match wall {
            // Each link and side by itself: the box round them all may hold everyone.
            Wall::Chain(points) => (1..points.len()).map(|i| i - 1..i + 1).collect(),
            Wall::Polygon(points) => (0..points.len()).map(|i| i..i + 2).chain([INSIDE]).collect(),
            _ => vec![INSIDE],
        };
        let mut first: Option<usize> = None;
        for piece in pieces {
            let hull = match wall {
                Wall::Box(rect) => *rect,
                Wall::Circle { center, radius } => {
                    let r = crate::types::Vec2::repeat(*radius);
                    Rect { min: center - r, max: center + r }
                }
                Wall::Polygon(points) if piece == INSIDE => hull(points),
                Wall::Polygon(points) | Wall::Chain(points) => {
                    hull(&[points[piece.start], points[(piece.start + 1) % points.len()]])
                }
            };
            let from = self.0.partition_point(|(p, _)| p.x < hull.min.x - reach);
            for &(p, i) in self.0[from..].iter().take_while(|(p, _)| p.x <= hull.max.x + reach) {
                let i = i as usize;
                let inside = p.y >= hull.min.y - reach && p.y <= hull.max.y + reach;
                if inside && first.is_none_or(|f| i < f) && hit(i, p, &piece) {
                    first = Some(i);
                }
            }
        }
        first
    }
}

/// The rectangle round points; there is at least one.
pub(super) fn hull(points: &[Point]) -> Rect {
    let mut hull = Rect { min: points[0], max: points[0] };
    for p in points {
        hull = around(hull, *p);
    }
    hull
}

/// The rectangle, grown to hold the point.
pub(super) fn around(rect: Rect, p: Point) -> Rect {
    Rect {
        min: Point::new(rect.min.x.min(p.x), rect.min.y.min(p.y)),
        max: Point::new(rect.max.x.max(p.x), rect.max.y.max(p.y)),
    }
}

/// The piece of a wall that is its inside.
const INSIDE: Range<usize> = 0..0;

/// Whether a disc meets a piece of a wall: its inside, or one side.
fn touches(wall: &Wall, piece: &Range<usize>, p: Point, radius: f32) -> bool {
    let reach = radius as f64 * (1.0 - TOLERANCE) - rounding(p);
    match wall {
        Wall::Box(rect) => {
            let apart = distance(p, rect.nearest(p));
            // On the edge of a box is not in it.
            if apart > 0.0 { apart < reach } else { inside_box(rect, p) || reach > 0.0 }
        }
        Wall::Circle { center, radius } => distance(p, *center) < *radius as f64 + reach.max(0.0),
        Wall::Polygon(points) if *piece == INSIDE => inside_polygon(points, p),
        Wall::Polygon(points) | Wall::Chain(points) => {
            to_segment(p, points[piece.start], points[(piece.start + 1) % points.len()]) < reach
        }
    }
}

fn inside_box(rect: &Rect, p: Point) -> bool {
    p.x > rect.min.x && p.x < rect.max.x && p.y > rect.min.y && p.y < rect.max.y
}

fn inside_polygon(points: &[Point], p: Point) -> bool {
    let mut inside = false;
    for i in 0..points.len() {
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        if (a.y > p.y) != (b.y > p.y) {
            let t = (p.y as f64 - a.y as f64) / (b.y as f64 - a.y as f64);
            if (p.x as f64) < a.x as f64 + t * (b.x as f64 - a.x as f64) {
                inside = !inside;
            }
        }
    }
    inside
}

fn to_segment(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x as f64 - a.x as f64, b.y as f64 - a.y as f64);
    let (px, py) = (p.x as f64 - a.x as f64, p.y as f64 - a.y as f64);
    let t = ((px * dx + py * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    let (x, y) = (px - t * dx, py - t * dy);
    (x * x + y * y).sqrt()
}

/// The first unit that is too fast for its radius.
pub(super) fn speeds(starts: &[Start], name: impl Fn(usize) -> String) -> Option<Finding> {
    let most = |start: &Start| MOST_RADII * start.radius;
    let unit = starts.iter().position(|start| start.max_speed > most(start) * (1.0 + TOLERANCE as f32))?;
    let Start { radius, max_speed, .. } = starts[unit];
    let problem = Problem::TooFast { unit: name(unit), radius, max_speed, most: most(&starts[unit]) };
    Some(Finding { unit, other: None, wall: None, problem })
}

/// The first unit that starts outside the bounds, or whose goal lies there.
pub(super) fn bounds(layout: &Layout, name: impl Fn(usize) -> String) -> Option<Finding> {
    for (unit, start) in layout.starts.iter().enumerate() {
        let p = start.position;
        if !layout.bounds.contains(p) {
            let problem = Problem::StartOutside { unit: name(unit), x: p.x, y: p.y };
            return Some(Finding { unit, other: None, wall: None, problem });
        }
        let corners = match start.goal {
            Goal::Region(rect) => [Some(rect.min), Some(rect.max)],
            ref goal => [place(goal), None],
        };
        if let Some(p) = corners.into_iter().flatten().find(|p| !layout.bounds.contains(*p)) {
            let problem = Problem::GoalOutside { unit: name(unit), x: p.x, y: p.y };
            return Some(Finding { unit, other: None, wall: None, problem });
        }
    }
    None
}

/// The one point that a goal is about, where it has one.
pub(super) fn place(goal: &Goal) -> Option<Point> {
    match goal {
        Goal::Point { at, .. } => Some(*at),
        Goal::Line { toward, .. } => Some(*toward),
        Goal::Region(_) | Goal::Unit { .. } | Goal::Stand | Goal::Roam => None,
    }
}

/// Whether a wall is a shape at all: physics has no use for a polygon without an inside, or one that crosses
/// itself.
pub(super) fn wall_shape(wall: &Wall) -> Result<(), Problem> {
    let (points, what, least, help) = match wall {
        Wall::Polygon(points) => (points, "polygon", 3, "a polygon needs three different corners or more"),
        Wall::Chain(points) => (points, "chain", 2, "a chain needs two different points or more"),
        Wall::Box(_) | Wall::Circle { .. } => return Ok(()),
    };
    let empty = |why: String| Err(Problem::EmptyShape { what, why, help });
    if points.len() < least {
        return empty(format!("it has {} points", points.len()));
    }
    let polygon = what == "polygon";
    let n = points.len();
    let sides = if polygon { n } else { n - 1 };
    if let Some(i) = (0..sides).find(|&i| distance(points[i], points[(i + 1) % n]) < 1e-3) {
        return empty(format!("its points {} and {} are the same", i + 1, (i + 1) % n + 1));
    }
    if !polygon {
        return Ok(());
    }
    if let Some((first, second)) = crossing(points) {
        return Err(Problem::PolygonCrossesItself { first: first + 1, second: second + 1 });
    }
    if signed_area(points).abs() < 1e-4 {
        return empty("it has no inside".into());
    }
    Ok(())
}

/// A polygon's area, m²; negative when it runs clockwise.
pub(crate) fn signed_area(points: &[Point]) -> f64 {
    let side = |i: usize| {
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        a.x as f64 * b.y as f64 - b.x as f64 * a.y as f64
    };
    (0..points.len()).map(side).sum::<f64>() / 2.0
}

/// Two sides of a polygon that meet elsewhere than at the corner between them.
fn crossing(points: &[Point]) -> Option<(usize, usize)> {
    let n = points.len();
    let side = |i: usize| (points[i], points[(i + 1) % n]);
    let hulls: Vec<Rect> = (0..n).map(|i| hull(&[side(i).0, side(i).1])).collect();
    for i in 0..n {
        for j in i + 1..n {
            let (a, b) = (hulls[i], hulls[j]);
            if a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y {
                continue;
            }
            let ((p, q), (r, s)) = (side(i), side(j));
            let neighbours = j == i + 1 || (i == 0 && j == n - 1);
            let meet = if neighbours {
                // They share a corner; they must not fold back on each other.
                let (far_i, corner, far_j) = if j == i + 1 { (p, q, s) } else { (q, p, r) };
                let (u, v) = (far_i - corner, far_j - corner);
                turn(corner, far_i, far_j) == 0.0 && u.dot(&v) > 0.0
            } else {
                segments_meet(p, q, r, s)
            };
            if meet {
                return Some((i, j));
            }
        }
    }
    None
}

fn turn(a: Point, b: Point, c: Point) -> f64 {
    let (ux, uy) = (b.x as f64 - a.x as f64, b.y as f64 - a.y as f64);
    let (vx, vy) = (c.x as f64 - a.x as f64, c.y as f64 - a.y as f64);
    ux * vy - uy * vx
}

fn segments_meet(p: Point, q: Point, r: Point, s: Point) -> bool {
    let (a, b, c, d) = (turn(p, q, r), turn(p, q, s), turn(r, s, p), turn(r, s, q));
    let crossed = |x: f64, y: f64| (x > 0.0 && y < 0.0) || (x < 0.0 && y > 0.0);
    if crossed(a, b) && crossed(c, d) {
        return true;
    }
    let on = |t: f64, a: Point, b: Point, c: Point| t == 0.0 && hull(&[a, b]).contains(c);
    on(a, p, q, r) || on(b, p, q, s) || on(c, r, s, p) || on(d, r, s, q)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::formation::Random;
    use crate::types::Vec2;

    fn disc(x: f32, y: f32, radius: f32) -> Start {
        let position = Point::new(x, y);
        let velocity = Vec2::zeros();
        Start {
            position,
            velocity,
            radius,
            mass: 1.0,
            max_speed: 1.0,
            max_force: 1.0,
            group: 0,
            goal: Goal::Stand,
        }
    }

    /// Radii of all sizes, found or not found as by looking at every pair.
    #[test]
    fn overlaps_are_found_whatever_the_radii() {
        let mut random = Random::new(3, 0);
        let mut found = 0;
        for _ in 0..500 {
            let mut share = |from: f32, to: f32| from + (to - from) * random.share();
            let starts: Vec<Start> = (0..12)
                .map(|i| {
                    disc(
                        share(-120.0, 120.0),
                        share(-120.0, 120.0),
                        [0.01, 0.5, 4.0, 14.9][i % 4] * share(1.0, 1.5),
                    )
                })
                .collect();
            let pairs = (0..12).flat_map(|i| (0..i).map(move |j| (i, j)));
            let slow = pairs.into_iter().any(|(i, j)| {
                let (a, b) = (&starts[i], &starts[j]);
                distance(a.position, b.position) < (a.radius + b.radius) as f64 * (1.0 - TOLERANCE) - 3e-5
            });
            let fast = overlap(&starts, |i| i.to_string()).is_some();
            assert_eq!(fast, slow, "{starts:?}");
            found += usize::from(fast);
        }
        assert!((100..400).contains(&found), "{found} of 500 overlap, which tests only one of the answers");
    }

    #[test]
    fn touching_is_not_overlapping() {
        assert!(overlap(&[disc(0.0, 0.0, 0.5), disc(1.0, 0.0, 0.5)], |_| String::new()).is_none());
        assert!(overlap(&[disc(0.0, 0.0, 0.5), disc(0.99, 0.0, 0.5)], |_| String::new()).is_some());
    }

    #[test]
    fn concave_polygons_are_sound_and_crossed_ones_are_not() {
        let points = |list: &[(f32, f32)]| list.iter().map(|&(x, y)| Point::new(x, y)).collect::<Vec<_>>();
        let notched = points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]);
        assert_eq!(wall_shape(&Wall::Polygon(notched.clone())), Ok(()));
        assert!(inside_polygon(&notched, Point::new(0.5, 2.0)));
        assert!(!inside_polygon(&notched, Point::new(2.0, 2.0)));
        // A side that folds back onto the one before it encloses nothing there.
        let folded = points(&[(0.0, 0.0), (4.0, 0.0), (2.0, 0.0), (2.0, 3.0)]);
        assert!(matches!(wall_shape(&Wall::Polygon(folded)), Err(Problem::PolygonCrossesItself { .. })));
    }
}
