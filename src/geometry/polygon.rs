//! Polygons: area, containment and self-intersection.

use super::rect::bounding_box;
use super::segment::{orientation, segments_meet};
use crate::types::{Point, Rect};

/// A polygon's area, m². Negative if it is clockwise.
pub fn signed_area(points: &[Point]) -> f64 {
    let side = |i: usize| {
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        a.x as f64 * b.y as f64 - b.x as f64 * a.y as f64
    };
    (0..points.len()).map(side).sum::<f64>() / 2.0
}

/// Whether a point lies inside a polygon.
pub fn contains(points: &[Point], p: Point) -> bool {
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

/// Two sides of a polygon that meet anywhere but at their common corner.
pub(super) fn self_intersection(points: &[Point]) -> Option<(usize, usize)> {
    let n = points.len();
    let side = |i: usize| (points[i], points[(i + 1) % n]);
    let boxes: Vec<Rect> = (0..n).map(|i| bounding_box(&[side(i).0, side(i).1])).collect();
    for i in 0..n {
        for j in i + 1..n {
            let (a, b) = (boxes[i], boxes[j]);
            if a.max.x < b.min.x || b.max.x < a.min.x || a.max.y < b.min.y || b.max.y < a.min.y {
                continue;
            }
            let ((p, q), (r, s)) = (side(i), side(j));
            let neighbours = j == i + 1 || (i == 0 && j == n - 1);
            let meet = if neighbours {
                // They share a corner and must not fold back on each other.
                let (far_i, corner, far_j) = if j == i + 1 { (p, q, s) } else { (q, p, r) };
                let (u, v) = (far_i - corner, far_j - corner);
                orientation(corner, far_i, far_j) == 0.0 && u.dot(&v) > 0.0
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
