//! Walls as polylines.

use super::grid::Grid;
use crate::geometry::Wall;
use crate::geometry::rect::bounding_box;
use crate::math;
use crate::types::{Point, Rect, Segment, Vec2};
use std::f32::consts::PI;

/// The largest distance between a circle and its outline polygon, as a share of a unit's radius.
const ROUNDNESS: f32 = 0.04;

/// A wall as a polyline.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outline {
    points: Vec<Point>,
    pub closed: bool,
}

impl Outline {
    /// The outline of a wall for units of this radius, m.
    pub fn new(wall: &Wall, unit: f32) -> Outline {
        match wall {
            Wall::Box(Rect { min, max }) => {
                let points = vec![*min, Point::new(max.x, min.y), *max, Point::new(min.x, max.y)];
                Outline { points, closed: true }
            }
            Wall::Circle { center, radius } => {
                // A side of angle 2π/n protrudes by r·(1/cos(π/n) − 1) ≈ r·(π/n)²/2.
                let corners = (PI * (radius / (2.0 * ROUNDNESS * unit)).sqrt()).ceil().clamp(12.0, 720.0);
                let step = 2.0 * PI / corners;
                // Around the circle, not inside it: the sides are tangents.
                let reach = radius / math::cos(step / 2.0);
                let corner = |i: u32| center + math::unit(i as f32 * step) * reach;
                Outline { points: (0..corners as u32).map(corner).collect(), closed: true }
            }
            Wall::Polygon(points) => Outline { points: points.clone(), closed: true },
            Wall::Chain(points) => Outline { points: points.clone(), closed: false },
        }
    }

    /// The outline of a line.
    pub fn line(line: &Segment) -> Outline {
        Outline { points: vec![line.from, line.to], closed: false }
    }

    /// The smallest rectangle that contains it. None without points.
    pub fn bounds(&self) -> Option<Rect> {
        (!self.points.is_empty()).then(|| bounding_box(&self.points))
    }

    /// The diagonal of its bounding box, m.
    pub fn extent(&self) -> f32 {
        self.bounds().map_or(0.0, |bounds| bounds.size().norm())
    }

    pub fn sides(&self) -> usize {
        let count = self.points.len();
        if self.closed { count } else { count.saturating_sub(1) }
    }

    /// Where it crosses a horizontal line.
    pub fn crossings(&self, y: f32) -> impl Iterator<Item = f32> {
        let crossed = self.segments().filter(move |s| (s.from.y <= y) != (s.to.y <= y));
        crossed.map(move |s| s.from.x + (s.to.x - s.from.x) * ((y - s.from.y) / (s.to.y - s.from.y)))
    }

    pub fn segments(&self) -> impl Iterator<Item = Segment> {
        let count = self.points.len();
        (0..self.sides()).map(move |i| Segment { from: self.points[i], to: self.points[(i + 1) % count] })
    }
}

/// Returns the region that a grid covers: `area` and the surroundings of the walls, so that paths can lead around
/// them, but at most half of the area's size beyond it.
pub(super) fn region<'a>(outlines: impl Iterator<Item = &'a Outline>, area: Rect, radius: f32) -> Rect {
    let mut hull = area;
    for p in outlines.flat_map(|o| &o.points) {
        hull.min = hull.min.inf(p);
        hull.max = hull.max.sup(p);
    }
    let (pad, beyond) = (Vec2::repeat(4.0 * radius), area.size() * 0.5 + Vec2::repeat(8.0 * radius));
    Rect { min: (hull.min - pad).sup(&(area.min - beyond)), max: (hull.max + pad).inf(&(area.max + beyond)) }
}

/// Calls `visit` for the cells that a segment passes through, possibly twice for a cell.
pub(super) fn cells_along(grid: &Grid, segment: &Segment, mut visit: impl FnMut(usize)) {
    let size = Vec2::new(grid.columns() as f32, grid.rows() as f32) * grid.cell();
    let (start, along) = (segment.from - grid.origin(), segment.to - segment.from);
    // Clip to the grid (Liang & Barsky 1984).
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for axis in 0..2 {
        if along[axis] == 0.0 {
            if !(0.0..=size[axis]).contains(&start[axis]) {
                return;
            }
            continue;
        }
        let (a, b) = (-start[axis] / along[axis], (size[axis] - start[axis]) / along[axis]);
        (enter, leave) = (enter.max(a.min(b)), leave.min(a.max(b)));
    }
    if enter > leave {
        return;
    }
    let steps = ((leave - enter) * along.norm() / (0.5 * grid.cell())).ceil().max(1.0);
    for i in 0..=steps as usize {
        let t = enter + (leave - enter) * (i as f32 / steps);
        visit(grid.nearest(segment.from + along * t));
    }
}
