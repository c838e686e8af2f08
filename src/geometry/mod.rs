//! Plane shapes: walls, polygons and segments. Independent of maps and bodies.

mod bounds;
pub mod polygon;
pub mod rect;
mod segment;
mod wall;

pub use bounds::{Bounds, Line};
pub use segment::{crossing, distance, distance_to_segment};
pub use wall::{Wall, WallError};
