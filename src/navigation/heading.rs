//! Where a unit heads.

use crate::types::Point;

/// Where a unit heads.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heading {
    /// The next point on its path.
    pub aim: Point,
    /// The length of the path to its goal, m.
    pub distance: f32,
}
