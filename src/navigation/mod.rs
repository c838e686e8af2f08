//! How to go round walls: each unit's next place to head for, and how far its goal is on foot.

mod corners;
pub mod eikonal;
mod grid;

use crate::scene::{Goal, Layout};
use crate::types::{Point, Vec2};
use corners::Corners;

pub use grid::Grid;

/// Where a unit heads for now.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heading {
    /// The next place on its way.
    pub aim: Point,
    /// How far its goal is along that way, m.
    pub distance: f32,
}

/// Ways to the goals of a layout's units.
pub struct Navigator {
    corners: Corners,
    /// For each unit with a fixed goal, the way on foot from each corner; empty where there are no walls.
    routes: Vec<Vec<f32>>,
}

impl Navigator {
    /// Prepares the ways of all units of `layout`.
    pub fn new(layout: &Layout) -> Navigator {
        let radius = layout.starts.iter().map(|s| s.radius).fold(0.0, f32::max);
        let corners = Corners::new(&layout.walls, radius);
        let routes = if corners.is_empty() {
            Vec::new()
        } else {
            layout
                .starts
                .iter()
                .map(|s| fixed_aim(&s.goal).map_or(Vec::new(), |aim| corners.distances(aim)))
                .collect()
        };
        Navigator { corners, routes }
    }

    /// Where unit `id` at `position` heads for; none when it has no goal. `others` are all units' positions.
    pub fn heading(&self, id: usize, position: Point, goal: &Goal, others: &[Point]) -> Option<Heading> {
        let aim = match goal {
            Goal::Unit { index, .. } => others[*index as usize],
            fixed => fixed_aim(fixed)?,
        };
        Some(self.toward(id, position, aim))
    }

    fn toward(&self, id: usize, position: Point, aim: Point) -> Heading {
        let straight = Heading { aim, distance: (aim - position).norm() };
        match self.routes.get(id) {
            // One who follows a unit goes for it straight: the way to it changes every tick.
            None => straight,
            Some(route) if route.is_empty() => straight,
            Some(route) => self.corners.next(position, aim, route).unwrap_or(straight),
        }
    }

    /// The shortest way on foot from `position` until unit `id` counts as arrived, m. For one that follows another unit,
    /// the way to where that one is now.
    pub fn way(&self, id: usize, position: Point, radius: f32, goal: &Goal, others: &[Point]) -> f32 {
        let Some(heading) = self.heading(id, position, goal, others) else { return 0.0 };
        match goal {
            Goal::Stand => 0.0,
            Goal::Point { radius, .. } => (heading.distance - radius).max(0.0),
            Goal::Region(rect) => {
                let inside = (rect.nearest(position) - fixed_aim(goal).unwrap_or(position)).norm();
                (heading.distance - inside).max(0.0)
            }
            Goal::Line { from, to, toward } => {
                // What lies beyond the line on the last leg does not count.
                let corner = if heading.aim == *toward { position } else { heading.aim };
                let beyond = crossing(corner, *toward, *from, *to)
                    .map_or(0.0, |t| (1.0 - t) * (toward - corner).norm());
                (heading.distance - beyond).max(0.0)
            }
            Goal::Unit { gap, .. } => (heading.distance - 2.0 * radius - gap).max(0.0),
        }
    }
}

/// The place that a goal makes a unit head for, where that does not move.
fn fixed_aim(goal: &Goal) -> Option<Point> {
    match goal {
        Goal::Stand | Goal::Unit { .. } => None,
        Goal::Point { at, .. } => Some(*at),
        Goal::Region(rect) => Some(rect.center()),
        Goal::Line { toward, .. } => Some(*toward),
    }
}

/// Where a unit at `here` with this goal wants to be in the end; where it is, when it has none.
pub fn goal(goal: &Goal, here: Point, others: &[Point]) -> Point {
    match goal {
        Goal::Unit { index, .. } => others[*index as usize],
        fixed => fixed_aim(fixed).unwrap_or(here),
    }
}

/// The share of the way from `a` to `b` at which it crosses the segment `from`–`to`.
pub fn crossing(a: Point, b: Point, from: Point, to: Point) -> Option<f32> {
    let (d, e): (Vec2, Vec2) = (b - a, to - from);
    let determinant = crate::math::cross(d, e);
    if determinant == 0.0 {
        return None;
    }
    let t = crate::math::cross(from - a, e) / determinant;
    let s = crate::math::cross(from - a, d) / determinant;
    ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&s)).then_some(t)
}
