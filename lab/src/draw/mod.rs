//! Draws a world into an RGBA buffer. The window, PNG and GIF show the same picture. Drawing does not change the world; overlays
//! show [`World::reasons`](sidestep::crowd::Crowd::reasons).

pub mod camera;
pub mod canvas;
pub mod color_scale;
pub mod cue;
mod ground;
pub mod hud;
pub mod legend;
pub mod orders;
pub mod overlays;
mod panel;
mod progress;
mod render;
pub mod scene;
pub mod side_by_side;
mod swatch;
pub mod text;
pub mod theme;
pub mod trails;
pub mod units;
mod view;
pub mod viewpoint;

pub use camera::Camera;
pub use canvas::{Area, Canvas, SvgShapes};
pub use cue::Cue;
pub use overlays::{OVERLAYS, Overlay, Overlays};
pub use panel::lines as reasons_in_words;
pub use progress::progress_in_words;
pub use render::render;
pub use theme::{Color, Theme};
pub use trails::Trails;
pub use view::View;
pub use viewpoint::{Moment, Viewpoint};
