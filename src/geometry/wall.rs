//! Walls: their shapes, validity and outlines.

use super::polygon::{self, signed_area};
use super::segment::distance;
use crate::math;
use crate::types::{MAX_COORDINATE, Point, Rect, Segment};
use serde::{Deserialize, Serialize};

/// An outline of a circle with this many sides is within 1 % of it.
const CIRCLE_SIDES: usize = 24;
/// Corners closer than this count as equal, m.
const SAME_CORNER: f64 = 1e-3;
/// A polygon with a smaller area has no inside, m².
const LEAST_AREA: f64 = 1e-4;

/// A static obstacle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Wall {
    /// A filled axis-aligned box.
    Box(Rect),
    /// A filled disc.
    Circle {
        /// The centre.
        center: Point,
        /// The radius, m.
        radius: f32,
    },
    /// A filled simple polygon, convex or not.
    Polygon(Vec<Point>),
    /// A chain of thin segments.
    Chain(Vec<Point>),
}

/// Why a wall is invalid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum WallError {
    /// The wall has no size, no inside, too few or equal corners, or lies too far from the origin.
    #[error("the {shape} is empty: {reason}")]
    Empty {
        /// "box", "circle", "polygon" or "chain".
        shape: &'static str,
        /// What is wrong.
        reason: String,
        /// What is accepted.
        help: &'static str,
    },
    /// The outline of a polygon crosses itself.
    #[error("the polygon crosses itself: its side {first} meets side {second}")]
    CrossesItself {
        /// A side, counted from 1.
        first: usize,
        /// Another side, counted from 1.
        second: usize,
    },
}

impl Wall {
    /// The name of the shape, as in maps.
    fn shape(&self) -> &'static str {
        match self {
            Wall::Box(_) => "box",
            Wall::Circle { .. } => "circle",
            Wall::Polygon(_) => "polygon",
            Wall::Chain(_) => "chain",
        }
    }

    /// The distance from `p` to the wall, m. Negative inside.
    pub fn gap(&self, p: Point) -> f32 {
        let is_inside = match self {
            Wall::Box(rect) => rect.contains(p),
            Wall::Circle { center, radius } => return (p - center).norm() - radius,
            Wall::Polygon(points) => polygon::contains(points, p),
            Wall::Chain(_) => false,
        };
        let to_side = |side: &Segment| (side.nearest(p) - p).norm();
        let nearest = self.outline().iter().map(to_side).fold(f32::INFINITY, f32::min);
        if is_inside { -nearest } else { nearest }
    }

    /// Checks that the wall is valid. Errors report coordinates that are not finite or too large, a size of 0, and
    /// a polygon that has no inside or crosses itself.
    pub fn check(&self) -> Result<(), WallError> {
        let finite = |p: &Point| p.x.abs() <= MAX_COORDINATE && p.y.abs() <= MAX_COORDINATE;
        let sound = match self {
            Wall::Box(Rect { min, max }) => finite(min) && finite(max) && min.x < max.x && min.y < max.y,
            Wall::Circle { center, radius } => finite(center) && *radius > 0.0 && *radius <= MAX_COORDINATE,
            Wall::Polygon(points) | Wall::Chain(points) => points.iter().all(finite),
        };
        if !sound {
            let reason = "it has no size or lies too far from the origin".to_string();
            let help = "keep coordinates within 50 km of the origin; list a box's lower left corner first";
            return Err(WallError::Empty { shape: self.shape(), reason, help });
        }
        self.check_corners()
    }

    /// Checks that the corners of a polygon or a chain are valid: there are enough of them, adjacent ones differ,
    /// and a polygon has an inside and does not cross itself.
    pub fn check_corners(&self) -> Result<(), WallError> {
        let (points, least, help) = match self {
            Wall::Polygon(points) => (points, 3, "a polygon needs at least three different corners"),
            Wall::Chain(points) => (points, 2, "a chain needs at least two different points"),
            Wall::Box(_) | Wall::Circle { .. } => return Ok(()),
        };
        let empty = |reason: String| Err(WallError::Empty { shape: self.shape(), reason, help });
        let n = points.len();
        if n < least {
            return empty(format!("it has {n} points"));
        }
        let is_polygon = matches!(self, Wall::Polygon(_));
        let sides = if is_polygon { n } else { n - 1 };
        let is_same = |i: &usize| distance(points[*i], points[(i + 1) % n]) < SAME_CORNER;
        if let Some(i) = (0..sides).find(is_same) {
            return empty(format!("its points {} and {} are equal", i + 1, (i + 1) % n + 1));
        }
        if !is_polygon {
            return Ok(());
        }
        if let Some((first, second)) = polygon::self_intersection(points) {
            return Err(WallError::CrossesItself { first: first + 1, second: second + 1 });
        }
        if signed_area(points).abs() < LEAST_AREA {
            return empty("it has no inside".into());
        }
        Ok(())
    }

    /// The outline as straight segments. A circle's outline is a polygon around it that is at most 1 % of its
    /// radius away.
    pub fn outline(&self) -> Vec<Segment> {
        match self {
            Wall::Box(Rect { min, max }) => {
                closed(&[*min, Point::new(max.x, min.y), *max, Point::new(min.x, max.y)])
            }
            Wall::Circle { center, radius } => {
                let step = std::f32::consts::TAU / CIRCLE_SIDES as f32;
                // The sides are tangents, so a unit that keeps clear of them never meets the circle.
                let outer = radius / math::cos(step / 2.0);
                let corner = |k: usize| *center + math::unit(k as f32 * step) * outer;
                closed(&(0..CIRCLE_SIDES).map(corner).collect::<Vec<_>>())
            }
            Wall::Polygon(points) => closed(points),
            Wall::Chain(points) => {
                points.windows(2).map(|ends| Segment { from: ends[0], to: ends[1] }).collect()
            }
        }
    }
}

/// The sides of a polygon.
fn closed(points: &[Point]) -> Vec<Segment> {
    let next = points.iter().cycle().skip(1);
    points.iter().zip(next).map(|(from, to)| Segment { from: *from, to: *to }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concave_polygons_are_valid_and_self_intersecting_ones_are_not() {
        let points = |list: &[(f32, f32)]| list.iter().map(|&(x, y)| Point::new(x, y)).collect::<Vec<_>>();
        let notched = points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]);
        assert_eq!(Wall::Polygon(notched.clone()).check_corners(), Ok(()));
        assert!(polygon::contains(&notched, Point::new(0.5, 2.0)));
        assert!(!polygon::contains(&notched, Point::new(2.0, 2.0)));
        // A side that folds back onto the previous one encloses nothing there.
        let folded = points(&[(0.0, 0.0), (4.0, 0.0), (2.0, 0.0), (2.0, 3.0)]);
        let refused = Wall::Polygon(folded).check_corners();
        assert!(matches!(refused, Err(WallError::CrossesItself { .. })), "{refused:?}");
    }
}
