//! The bounds of a layout: walls around a closed map, walls that end on open bounds, and the area shown by pictures.

use sidestep::geometry::Wall;
use sidestep::geometry::rect::{bounding_box, grown_to};
use sidestep::math;
use sidestep::navigation::Goal;
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::{Layout, Start};

/// The thickness of the walls around a closed map, in radii of the largest unit. A crowd presses no unit through them.
const THICKNESS_RADII: f32 = 2.0;
/// A wall this close to the bounds counts as ending on them, m.
const ON: f32 = 1e-3;
/// How far crossing groups spread sideways, in √ΣR² of all walkers. In `crossing`, 400 units spread by 0.7 and 5000 by 0.87.
const SPREAD: f32 = 0.9;

/// A wall that ends exactly on open bounds, so that units can walk around its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OpenEnd {
    /// The index of the wall in [`Layout::walls`].
    pub wall: usize,
    /// The position of its end, m.
    pub at: Point,
}

/// Returns the walls around the outside of `bounds`, for units up to this radius (m).
pub(super) fn walls_round(bounds: Rect, radius: f32) -> [Wall; 4] {
    let Rect { min, max } = bounds;
    let t = THICKNESS_RADII * radius;
    let wall = |x0, y0, x1, y1| Wall::Box(Rect { min: Point::new(x0, y0), max: Point::new(x1, y1) });
    [
        wall(min.x - t, min.y - t, min.x, max.y + t),
        wall(max.x, min.y - t, max.x + t, max.y + t),
        wall(min.x, min.y - t, max.x, min.y),
        wall(min.x, max.y, max.x, max.y + t),
    ]
}

/// Returns the walls that end exactly on open bounds. Sides of the bounds that a wall covers from end to end do not count.
pub(super) fn open_ends(layout: &Layout) -> Vec<OpenEnd> {
    let open: Vec<Edge> = edges(layout.bounds).into_iter().filter(|edge| !is_walled(layout, edge)).collect();
    let ends = |(wall, shape): (usize, &Wall)| {
        let encloses = |edge: &Edge| hull(shape).is_some_and(|hull| edge.covered_by(hull));
        let encloses = edges(layout.bounds).iter().any(encloses);
        let at = |edge: &Edge| if encloses { None } else { end_on(shape, edge) };
        open.iter().filter_map(at).map(|at| OpenEnd { wall, at }).collect::<Vec<_>>()
    };
    layout.walls.iter().enumerate().flat_map(ends).collect()
}

/// Returns the area that a picture should show: the bounds, all starts and goals and, on maps without walls, the space
/// that groups need on both sides when they cross. The area ends at walls along the bounds.
pub fn frame(layout: &Layout) -> Rect {
    let mut frame = layout.bounds;
    let walks = |start: &&Start| !matches!(start.goal, Goal::Stand | Goal::Roam);
    let area: f32 = layout.starts.iter().filter(walks).map(|start| start.radius * start.radius).sum();
    let hulls = group_hulls(layout);
    let spreads = layout.walls.is_empty() && hulls.iter().flatten().count() > 1;
    let spread = if spreads { SPREAD * area.sqrt() } else { 0.0 };
    for (from, to) in hulls.into_iter().flatten() {
        let way = math::normalize(to.center() - from.center());
        let sides = Vec2::new(way.y.abs(), way.x.abs()) * spread;
        for hull in [from, to] {
            frame = grown_to(grown_to(frame, hull.min - sides), hull.max + sides);
        }
    }
    for edge in edges(layout.bounds).iter().filter(|edge| is_walled(layout, edge)) {
        let side = if edge.at == layout.bounds.min[edge.axis] { &mut frame.min } else { &mut frame.max };
        side[edge.axis] = edge.at;
    }
    frame
}

/// Returns, for each group, the bounding boxes of its units at the start and of their goals.
fn group_hulls(layout: &Layout) -> Vec<Option<(Rect, Rect)>> {
    let mut hulls: Vec<Option<(Rect, Rect)>> = vec![None; layout.groups.len()];
    for start in &layout.starts {
        let disc = |p: Point, r: f32| Rect { min: p - Vec2::repeat(r), max: p + Vec2::repeat(r) };
        let from = disc(start.position, start.radius);
        let to = match start.goal {
            Goal::Point { at, radius, own: false } => disc(at, radius),
            Goal::Region(rect) => rect,
            ref goal => disc(goal.point().unwrap_or(start.position), start.radius),
        };
        let Some(hull) = hulls.get_mut(usize::from(start.group)) else { continue };
        let (a, b) = hull.unwrap_or((from, to));
        let both = |a: Rect, b: Rect| grown_to(grown_to(a, b.min), b.max);
        *hull = Some((both(a, from), both(b, to)));
    }
    hulls
}

/// Whether a wall runs along a whole edge of the bounds.
fn is_walled(layout: &Layout, edge: &Edge) -> bool {
    layout.walls.iter().filter_map(hull).any(|hull| edge.covered_by(hull))
}

/// One side of the bounds, where coordinate `axis` equals `at`.
struct Edge {
    bounds: Rect,
    axis: usize,
    at: f32,
}

fn edges(bounds: Rect) -> [Edge; 4] {
    let edge = |axis, at| Edge { bounds, axis, at };
    [edge(0, bounds.min.x), edge(0, bounds.max.x), edge(1, bounds.min.y), edge(1, bounds.max.y)]
}

impl Edge {
    /// Whether a box covers the whole edge, from corner to corner.
    fn covered_by(&self, hull: Rect) -> bool {
        let along = 1 - self.axis;
        hull.min[along] <= self.bounds.min[along] + ON
            && hull.max[along] >= self.bounds.max[along] - ON
            && hull.min[self.axis] <= self.at + ON
            && hull.max[self.axis] >= self.at - ON
    }

    fn has(&self, p: Point) -> bool {
        (p[self.axis] - self.at).abs() <= ON
    }
}

/// Returns the bounding box of a filled wall with corners.
fn hull(wall: &Wall) -> Option<Rect> {
    match wall {
        Wall::Box(rect) => Some(*rect),
        Wall::Polygon(points) => Some(bounding_box(points)),
        Wall::Circle { .. } | Wall::Chain(_) => None,
    }
}

/// Returns the position where a wall ends on an edge: with an end of a chain, or with a side or corner of a filled wall.
fn end_on(wall: &Wall, edge: &Edge) -> Option<Point> {
    match wall {
        Wall::Box(Rect { min, max }) => {
            let middle = nalgebra::center(min, max);
            let side = |at: f32| {
                let mut p = middle;
                p[edge.axis] = at;
                edge.has(p).then_some(p)
            };
            side(min[edge.axis]).or_else(|| side(max[edge.axis]))
        }
        Wall::Circle { .. } => None,
        Wall::Polygon(points) => points.iter().copied().find(|p| edge.has(*p)),
        Wall::Chain(points) if points.first() == points.last() => None,
        Wall::Chain(points) => {
            [points.first(), points.last()].into_iter().flatten().copied().find(|p| edge.has(*p))
        }
    }
}
