//! Drawing of a whole picture.

use super::canvas::Canvas;
use super::view::View;
use super::{hud, overlays, scene, units};
use sidestep::world::World;

/// Draws `world` as seen in `view`.
pub fn render(world: &World, view: &View, canvas: &mut Canvas) {
    let viewpoint = view.viewpoint(world);
    scene::draw(world, &view.camera, view.theme, canvas);
    overlays::draw_below(&viewpoint, &view.overlays, canvas);
    units::draw(&viewpoint, canvas);
    overlays::draw_above(&viewpoint, &view.overlays, canvas);
    if view.hud {
        hud::draw(world, view, canvas);
    }
}
