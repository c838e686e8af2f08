//! A world as pixels in a plain RGBA buffer: what the window shows, a PNG holds and a GIF plays is one
//! picture. Drawing changes nothing and decides nothing; what the overlays show comes from
//! [`World::reasons`].

pub mod camera;
pub mod canvas;
pub mod help;
pub mod hud;
pub mod legend;
mod marks;
pub mod overlays;
mod panel;
pub mod scene;
pub mod text;
pub mod theme;
pub mod trails;
pub mod units;

pub use camera::Camera;
pub use canvas::Canvas;
pub use hud::Hud;
pub use overlays::{Overlay, Overlays};
pub use panel::lines as reasons_in_words;
pub use theme::Color;
pub use trails::Trails;

use crate::world::World;

/// How to look at a world.
#[derive(Debug, Clone)]
pub struct View<'a> {
    /// Which part of it.
    pub camera: Camera,
    /// What to draw over the units.
    pub overlays: Overlays,
    /// The unit that is ringed, explained, and the only one that the overlays are about.
    pub selected: Option<usize>,
    /// How far between the previous tick (0) and the last one (1).
    pub alpha: f32,
    /// Where the units came from, for [`Overlay::Trail`].
    pub trails: &'a Trails,
    /// The text; none for the bare picture.
    pub hud: Option<Hud<'a>>,
}

/// Draws all of `world` as `view` sees it.
pub fn render(world: &World, view: &View, canvas: &mut Canvas) {
    scene::draw(world, &view.camera, canvas);
    overlays::draw_below(world, view, canvas);
    units::draw(world, view, canvas);
    overlays::draw_above(world, view, canvas);
    if let Some(hud) = &view.hud {
        hud::draw(world, view, hud, canvas);
    }
}
