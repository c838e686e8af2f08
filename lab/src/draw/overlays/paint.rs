//! Draws the active overlays layer by layer.

use super::overlay::{Brush, Paint};
use super::set::Overlays;
use super::subject::{Subject, subjects};
use crate::draw::canvas::Canvas;
use crate::draw::scene;
use crate::draw::viewpoint::Viewpoint;

/// Draws the layers under the units: trails, paths, perception, cardioids.
pub fn draw_below(viewpoint: &Viewpoint, overlays: &Overlays, canvas: &mut Canvas) {
    draw(&layers(overlays, |depth| depth < 0), viewpoint, canvas);
}

/// Draws the layers over the units: forces, fields, rays, contacts.
pub fn draw_above(viewpoint: &Viewpoint, overlays: &Overlays, canvas: &mut Canvas) {
    draw(&layers(overlays, |depth| depth >= 0), viewpoint, canvas);
}

/// The layers on one side of the units, the lowest first.
fn layers(overlays: &Overlays, side: impl Fn(i8) -> bool) -> Vec<Brush> {
    let paints = overlays.iter().flat_map(|overlay| overlay.paints);
    let mut paints: Vec<&Paint> = paints.filter(|paint| side(paint.depth)).collect();
    // Layers of equal depth keep the table's order.
    paints.sort_by_key(|paint| paint.depth);
    paints.into_iter().map(|paint| paint.brush).collect()
}

fn draw(layers: &[Brush], viewpoint: &Viewpoint, canvas: &mut Canvas) {
    let mut over_walls = false;
    for layer in layers {
        match layer {
            Brush::Grid(grid) => over_walls |= grid.draw(viewpoint, canvas),
            Brush::Whole(draw) => {
                walls_again(&mut over_walls, viewpoint, canvas);
                draw(viewpoint, canvas);
            }
            Brush::PerUnit(_) => {}
        }
    }
    walls_again(&mut over_walls, viewpoint, canvas);
    draw_per_unit(layers, viewpoint, canvas);
}

fn draw_per_unit(layers: &[Brush], viewpoint: &Viewpoint, canvas: &mut Canvas) {
    let per_unit = |layer: &Brush| if let Brush::PerUnit(draw) = layer { Some(*draw) } else { None };
    let brushes: Vec<_> = layers.iter().filter_map(per_unit).collect();
    if brushes.is_empty() {
        return;
    }
    for id in subjects(viewpoint.world.units().len(), viewpoint.selected) {
        let subject = Subject::new(viewpoint, id);
        brushes.iter().for_each(|draw| draw(&subject, canvas));
    }
}

/// Draws the walls again where grids cover them.
fn walls_again(over_walls: &mut bool, viewpoint: &Viewpoint, canvas: &mut Canvas) {
    if std::mem::take(over_walls) {
        scene::walls(viewpoint.world, &viewpoint.camera, viewpoint.theme, canvas);
    }
}
