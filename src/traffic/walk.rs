//! Points along a path.

use crate::types::Point;

/// A walk along a path.
pub(super) struct Walk<'a> {
    corners: &'a [Point],
    leg: usize,
    /// The length of the path before this leg, m.
    pub before: f32,
}

impl<'a> Walk<'a> {
    pub fn along(corners: &'a [Point]) -> Walk<'a> {
        Walk { corners, leg: 0, before: 0.0 }
    }

    /// The point `at` metres along the path, which may not be less than before. None beyond its end.
    pub fn to(&mut self, at: f32) -> Option<Point> {
        while let [a, b] = self.corners.get(self.leg..self.leg + 2)? {
            let length = (b - a).norm();
            if at <= self.before + length {
                return Some(a + (b - a) * ((at - self.before) / length.max(f32::MIN_POSITIVE)));
            }
            self.before += length;
            self.leg += 1;
        }
        None
    }
}
