//! The part of a map that a picture shows.

use sidestep::types::MapPoint;

/// A part of the world that fills the width of a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct VisibleArea {
    /// The point in the middle of the picture, in map coordinates.
    pub middle: MapPoint,
    /// The width, m.
    pub width: f32,
}
