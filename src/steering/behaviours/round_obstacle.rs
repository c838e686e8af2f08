//! Round obstacles.

use crate::types::Point;

/// A round obstacle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoundObstacle {
    /// Centre.
    pub center: Point,
    /// Radius, m.
    pub radius: f32,
}
