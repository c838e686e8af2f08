//! Bounding boxes of points.

use crate::types::{Point, Rect};

/// The smallest rectangle that contains all `points`, of which there must be at least one.
pub fn bounding_box(points: &[Point]) -> Rect {
    points.iter().fold(Rect { min: points[0], max: points[0] }, |rect, point| grown_to(rect, *point))
}

/// The rectangle, extended to contain the point.
pub fn grown_to(rect: Rect, p: Point) -> Rect {
    Rect {
        min: Point::new(rect.min.x.min(p.x), rect.min.y.min(p.y)),
        max: Point::new(rect.max.x.max(p.x), rect.max.y.max(p.y)),
    }
}

/// Whether a point lies inside a rectangle, excluding its edge.
pub fn strictly_contains(rect: &Rect, p: Point) -> bool {
    p.x > rect.min.x && p.x < rect.max.x && p.y > rect.min.y && p.y < rect.max.y
}
