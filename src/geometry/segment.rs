//! Segments: intersections and distances. Distances are in f64, so that shapes that touch do not appear to overlap.

use super::rect::bounding_box;
use crate::math;
use crate::types::{Point, Vec2};

/// The share of the path from `a` to `b` at which it crosses the segment `from`–`to`. None if the two are parallel
/// or do not meet.
pub fn crossing(a: Point, b: Point, from: Point, to: Point) -> Option<f32> {
    let (d, e): (Vec2, Vec2) = (b - a, to - from);
    let determinant = math::cross(d, e);
    if determinant == 0.0 {
        return None;
    }
    let t = math::cross(from - a, e) / determinant;
    let s = math::cross(from - a, d) / determinant;
    ((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&s)).then_some(t)
}

/// The distance between two points, m.
pub fn distance(a: Point, b: Point) -> f64 {
    let (x, y) = (a.x as f64 - b.x as f64, a.y as f64 - b.y as f64);
    (x * x + y * y).sqrt()
}

/// The distance from a point to the segment `a`–`b`, m.
pub fn distance_to_segment(p: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x as f64 - a.x as f64, b.y as f64 - a.y as f64);
    let (px, py) = (p.x as f64 - a.x as f64, p.y as f64 - a.y as f64);
    let t = ((px * dx + py * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    let (x, y) = (px - t * dx, py - t * dy);
    (x * x + y * y).sqrt()
}

/// Twice the signed area of the triangle `a`, `b`, `c`: positive if it turns left, 0 if the points are collinear.
pub(super) fn orientation(a: Point, b: Point, c: Point) -> f64 {
    let (ux, uy) = (b.x as f64 - a.x as f64, b.y as f64 - a.y as f64);
    let (vx, vy) = (c.x as f64 - a.x as f64, c.y as f64 - a.y as f64);
    ux * vy - uy * vx
}

/// Whether the segments `p`–`q` and `r`–`s` have a point in common.
pub(super) fn segments_meet(p: Point, q: Point, r: Point, s: Point) -> bool {
    let (a, b, c, d) =
        (orientation(p, q, r), orientation(p, q, s), orientation(r, s, p), orientation(r, s, q));
    let crossed = |x: f64, y: f64| (x > 0.0 && y < 0.0) || (x < 0.0 && y > 0.0);
    if crossed(a, b) && crossed(c, d) {
        return true;
    }
    let on = |turn: f64, a: Point, b: Point, c: Point| turn == 0.0 && bounding_box(&[a, b]).contains(c);
    on(a, p, q, r) || on(b, p, q, s) || on(c, r, s, p) || on(d, r, s, q)
}
