//! Checks that need the positions of all units: overlaps, units and goals in walls or outside the bounds. Every search is
//! close to O(n log n), so that a map of 100 000 units is checked quickly.

use super::layout_problem::LayoutProblem;
use sidestep::geometry::rect::{bounding_box, strictly_contains};
use sidestep::geometry::{Wall, distance, distance_to_segment, polygon};
use sidestep::navigation::Goal;
use sidestep::types::{DT, Point, Rect};
use sidestep::world::{Layout, Start};
use std::collections::HashMap;
use std::ops::Range;

/// The share of two radii by which units may overlap. Allows for rounding.
const TOLERANCE: f64 = 1e-4;

/// The largest speed of a unit in radii per second: 10 radii per tick. In measurements, faster units missed their goals and,
/// after pressing for seconds, got through thin walls.
const MOST_RADII: f32 = 600.0;

/// The largest share of a unit's distance per tick that may be lost to rounding.
const LOST: f32 = 0.05;

/// A problem with a unit, and the other unit or the wall involved.
pub(super) struct Finding {
    pub unit: usize,
    pub other: Option<usize>,
    pub wall: Option<usize>,
    pub problem: LayoutProblem,
}

/// Returns the first unit that overlaps another. `name` returns a unit's name.
///
/// Units are added to grids, one grid for each power of two of the radius, the coarsest first. Each unit is compared with the
/// cells around it in every grid that is at least as coarse as its own. Units in a grid do not overlap, so a cell contains
/// only a few, however much the radii differ.
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
            // Radii of a level are at most 2^l, so two of them are at most 2^(l+1).
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
                        let problem = LayoutProblem::UnitOverlap {
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

/// Returns the rounding error of an f32 position at this distance from the origin, m.
fn rounding(p: Point) -> f64 {
    4.0 * (f32::EPSILON * p.x.abs().max(p.y.abs())) as f64
}

/// Returns the first unit whose disc meets a wall, or whose goal point is in a wall.
pub(super) fn walls(layout: &Layout, name: impl Fn(usize) -> String) -> Option<Finding> {
    let starts = &layout.starts;
    let widest = starts.iter().fold(0.0f32, |r, s| r.max(s.radius));
    let by_start = Sorted::new(starts.iter().map(|s| s.position));
    for (w, wall) in layout.walls.iter().enumerate() {
        let hit = by_start.near(wall, widest, |i, p, piece| touches(wall, piece, p, starts[i].radius));
        if let Some(i) = hit {
            let Start { position: p, radius, .. } = starts[i];
            let problem = LayoutProblem::UnitInWall { unit: name(i), x: p.x, y: p.y, radius };
            return Some(Finding { unit: i, other: None, wall: Some(w), problem });
        }
    }
    let mut by_goal = Sorted::new(starts.iter().map(|s| s.goal.point().unwrap_or(s.position)));
    // A group can share one goal.
    by_goal.0.dedup_by_key(|(p, _)| *p);
    for (w, wall) in layout.walls.iter().enumerate() {
        if let Some(i) = by_goal.near(wall, 0.0, |_, p, piece| touches(wall, piece, p, 0.0)) {
            let p = starts[i].goal.point().unwrap_or(starts[i].position);
            let inside = |goal: &Goal| goal.point().is_some_and(|p| meets(wall, p, 0.0));
            let (goals, at) = goals_like(layout, i, &name, inside);
            let problem = LayoutProblem::GoalInWall { goals, at, x: p.x, y: p.y };
            return Some(Finding { unit: i, other: None, wall: Some(w), problem });
        }
    }
    None
}

/// Points sorted by x, to find those close to a piece of a wall.
struct Sorted(Vec<(Point, u32)>);

impl Sorted {
    fn new(points: impl Iterator<Item = Point>) -> Self {
        let mut points: Vec<(Point, u32)> = points.zip(0..).collect();
        points.sort_by(|a, b| a.0.x.total_cmp(&b.0.x).then(a.0.y.total_cmp(&b.0.y)).then(a.1.cmp(&b.1)));
        Sorted(points)
    }

    /// Returns the lowest index of the points within `reach` of a piece of the wall for which `hit` is true.
    fn near(
        &self,
        wall: &Wall,
        reach: f32,
        hit: impl Fn(usize, Point, &Range<usize>) -> bool,
    ) -> Option<usize> {
        let mut first: Option<usize> = None;
        for piece in pieces(wall) {
            let hull = match wall {
                Wall::Box(rect) => *rect,
                Wall::Circle { center, radius } => {
                    let r = sidestep::types::Vec2::repeat(*radius);
                    Rect { min: center - r, max: center + r }
                }
                Wall::Polygon(points) if piece == INSIDE => bounding_box(points),
                Wall::Polygon(points) | Wall::Chain(points) => {
                    bounding_box(&[points[piece.start], points[(piece.start + 1) % points.len()]])
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

/// Denotes the inside of a wall.
const INSIDE: Range<usize> = 0..0;

/// Returns the pieces of a wall. Each link and side is on its own, because the bounding box of the whole wall can contain every unit.
fn pieces(wall: &Wall) -> Vec<Range<usize>> {
    match wall {
        Wall::Chain(points) => (1..points.len()).map(|i| i - 1..i + 1).collect(),
        Wall::Polygon(points) => (0..points.len()).map(|i| i..i + 2).chain([INSIDE]).collect(),
        _ => vec![INSIDE],
    }
}

/// Whether a disc meets a wall.
pub(super) fn meets(wall: &Wall, p: Point, radius: f32) -> bool {
    pieces(wall).iter().any(|piece| touches(wall, piece, p, radius))
}

/// Whether a disc meets a piece of a wall: its inside, or one side.
fn touches(wall: &Wall, piece: &Range<usize>, p: Point, radius: f32) -> bool {
    let reach = radius as f64 * (1.0 - TOLERANCE) - rounding(p);
    match wall {
        Wall::Box(rect) => {
            let apart = distance(p, rect.nearest(p));
            // A point on the edge of a box is not inside.
            if apart > 0.0 { apart < reach } else { strictly_contains(rect, p) || reach > 0.0 }
        }
        Wall::Circle { center, radius } => distance(p, *center) < *radius as f64 + reach.max(0.0),
        Wall::Polygon(points) if *piece == INSIDE => polygon::contains(points, p),
        Wall::Polygon(points) | Wall::Chain(points) => {
            distance_to_segment(p, points[piece.start], points[(piece.start + 1) % points.len()]) < reach
        }
    }
}

/// Returns the first unit that is too fast for its radius.
pub(super) fn speeds(starts: &[Start], name: impl Fn(usize) -> String) -> Option<Finding> {
    let most = |start: &Start| MOST_RADII * start.radius;
    let unit = starts.iter().position(|start| start.max_speed > most(start) * (1.0 + TOLERANCE as f32))?;
    let Start { radius, max_speed, .. } = starts[unit];
    let problem = LayoutProblem::TooFast { unit: name(unit), radius, max_speed, most: most(&starts[unit]) };
    Some(Finding { unit, other: None, wall: None, problem })
}

/// Returns the first unit that starts outside the bounds, or whose goal is outside them.
pub(super) fn bounds(layout: &Layout, name: impl Fn(usize) -> String) -> Option<Finding> {
    for (unit, start) in layout.starts.iter().enumerate() {
        let p = start.position;
        if !layout.bounds.contains(p) {
            let problem = LayoutProblem::StartOutside { unit: name(unit), x: p.x, y: p.y };
            return Some(Finding { unit, other: None, wall: None, problem });
        }
        if let Some(p) = goal_corners(&start.goal).find(|p| !layout.bounds.contains(*p)) {
            let outside = |goal: &Goal| goal_corners(goal).any(|p| !layout.bounds.contains(p));
            let (goals, at) = goals_like(layout, unit, &name, outside);
            let problem = LayoutProblem::GoalOutside { goals, at, x: p.x, y: p.y };
            return Some(Finding { unit, other: None, wall: None, problem });
        }
    }
    None
}

/// The points of a goal that must lie inside the bounds.
fn goal_corners(goal: &Goal) -> impl Iterator<Item = Point> {
    let corners = match goal {
        Goal::Region(rect) => [Some(rect.min), Some(rect.max)],
        goal => [goal.point(), None],
    };
    corners.into_iter().flatten()
}

/// Says which units of the group of `unit` have a goal for which `is_bad` is true, and whether these goals are `at` one
/// position.
fn goals_like(
    layout: &Layout,
    unit: usize,
    name: impl Fn(usize) -> String,
    is_bad: impl Fn(&Goal) -> bool,
) -> (String, &'static str) {
    let first = &layout.starts[unit];
    let group = || layout.starts.iter().filter(|start| start.group == first.group);
    let bad: Vec<&Goal> = group().map(|start| &start.goal).filter(|goal| is_bad(goal)).collect();
    let (count, all) = (bad.len(), group().count());
    let of_group = format!("units of group '{}' have their goals", layout.groups[usize::from(first.group)]);
    let goals = match count {
        0 | 1 => format!("the goal of unit {} is", name(unit)),
        _ if count == all => format!("all {all} {of_group}"),
        _ => format!("{count} of the {all} {of_group}"),
    };
    let one_place = bad.iter().all(|goal| goal.point() == first.goal.point());
    (goals, if one_place { "at" } else { "the first at" })
}

/// Checks that coordinates are precise enough for every unit to walk at its speed.
pub(super) fn precision(layout: &Layout) -> Result<(), (usize, LayoutProblem)> {
    for (unit, start) in layout.starts.iter().enumerate() {
        let places = [Some(start.position), start.goal.point()];
        let far = places.into_iter().flatten().map(|p| p.coords.amax()).fold(0.0, f32::max);
        let (step, spacing) = (start.max_speed * DT, far.next_up() - far);
        if spacing / 2.0 > LOST * step {
            let group = layout.groups[usize::from(start.group)].clone();
            return Err((unit, LayoutProblem::TooCoarse { group, step, far, spacing }));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::formation::Random;

    fn disc(x: f32, y: f32, radius: f32) -> Start {
        let position = Point::new(x, y);
        Start { position, radius, ..Start::default() }
    }

    /// Compares the search with a comparison of all pairs.
    #[test]
    fn overlaps_are_found_for_all_radii() {
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
}
