//! Anti-aliased shapes in an RGBA buffer, or the same shapes as SVG elements.
//!
//! Coordinates are pixels, with y down and a pixel's middle at +0.5. Any coordinate is valid, including NaN and astronomically
//! large values: shapes are clipped first, and cost at most the size of the canvas.

mod area;
mod areas;
mod canvas;
mod discs;
mod lines;
mod shapes;
mod stamps;
mod whole_pixels;

pub use area::{Area, Xy};
pub use canvas::Canvas;
pub use shapes::SvgShapes;
pub use stamps::Stamps;
