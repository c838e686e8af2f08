//! Bounding boxes of segments and lines that are compared in one step.

use crate::types::{Point, Segment};
use wide::f32x4;

/// The bounding box of a segment: the lowest x and y, and the highest ones with the other sign.
#[derive(Debug, Clone, Copy)]
pub struct Bounds(f32x4);

/// The bounding box of a line: the highest x and y, and the lowest ones with the other sign.
#[derive(Debug, Clone, Copy)]
pub struct Line(f32x4);

impl Bounds {
    /// The box around a segment.
    pub fn around(segment: &Segment) -> Bounds {
        let (min, max) = (segment.from.inf(&segment.to), segment.from.sup(&segment.to));
        Bounds(f32x4::new([min.x, min.y, -max.x, -max.y]))
    }

    /// Whether the two boxes have a point in common.
    pub fn meets(&self, line: Line) -> bool {
        self.0.simd_le(line.0).all()
    }
}

impl Line {
    /// The box around the line from `a` to `b`.
    pub fn new(a: Point, b: Point) -> Line {
        let (min, max) = (a.inf(&b), a.sup(&b));
        Line(f32x4::new([max.x, max.y, -min.x, -min.y]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wall from (1, 2) to (3, 1).
    #[test]
    fn boxes_meet_that_overlap_or_touch() {
        let at = |(x, y): (f32, f32)| Point::new(x, y);
        let wall = Bounds::around(&Segment { from: at((1.0, 2.0)), to: at((3.0, 1.0)) });
        let meets = |a, b| wall.meets(Line::new(at(a), at(b)));
        assert!(meets((0.0, 0.0), (4.0, 4.0)) && meets((2.9, 1.9), (5.0, 9.0)), "they overlap");
        assert!(meets((3.0, 2.0), (4.0, 3.0)) && meets((1.0, 0.0), (0.0, 1.0)), "they touch in a corner");
        assert!(!meets((3.1, 0.0), (4.0, 3.0)) && !meets((0.9, 3.0), (0.0, 0.0)), "to the right and left");
        assert!(!meets((0.0, 2.1), (4.0, 3.0)) && !meets((4.0, 0.9), (0.0, 0.0)), "above and below");
    }
}
