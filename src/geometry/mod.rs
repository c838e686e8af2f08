//! Plane shapes: walls, polygons and segments. Independent of maps and bodies.

pub(crate) mod polygon;
pub(crate) mod rect;
mod segment;
mod wall;

pub use segment::crossing;
pub(crate) use segment::{distance, distance_to_segment};
pub use wall::{Wall, WallError};
