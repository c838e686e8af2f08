//! Plane shapes: walls, polygons and segments. Independent of maps and bodies.

pub mod polygon;
pub mod rect;
mod segment;
mod wall;

pub use segment::{crossing, distance, distance_to_segment};
pub use wall::{Wall, WallError};
