//! What a model found, as it says it: marks beside a unit, and grids under all of them.

use super::View;
use super::canvas::{Canvas, Xy};
use super::theme::{self, Color};
use crate::steering::reasons::{GridView, Mark, Tint};
use crate::types::{Point, Vec2};

fn color(tint: Tint) -> Color {
    match tint {
        Tint::Against => theme::RED,
        Tint::For => theme::GREEN,
        Tint::Foreseen => theme::BLUE,
        Tint::Chosen => theme::YELLOW,
        Tint::Faint => theme::TEXT_DIM,
    }
}

/// All marks, in their order.
pub fn draw(marks: &[(Mark, Tint)], view: &View, canvas: &mut Canvas) {
    let place = |p: Point| view.camera.to_screen(p);
    for (mark, tint) in marks {
        let color = color(*tint);
        match mark {
            Mark::Line(from, to) => canvas.line(place(*from), place(*to), 1.4, color.alpha(190)),
            Mark::Arrow(from, to) => {
                let (from, to) = (place(*from), place(*to));
                // A tip needs room.
                if (to.0 - from.0).abs().max((to.1 - from.1).abs()) >= 1.5 {
                    canvas.arrow(from, to, 1.8, color);
                }
            }
            Mark::Ring(center, radius) => {
                canvas.ring(place(*center), radius * view.camera.scale, 1.4, color.alpha(210));
            }
            Mark::Area(points) => {
                let corners: Vec<Xy> = points.iter().map(|p| place(*p)).collect();
                canvas.polygon(&corners, color.alpha(46));
            }
            Mark::Dot(at) => canvas.disc(place(*at), 3.0, color),
        }
    }
}

/// A grid in shades: dark for its least value, bright for its largest. Cells that are not reached are left alone.
pub fn grid(grid: &GridView, view: &View, canvas: &mut Canvas) {
    let finite = || grid.values.iter().copied().filter(|v| v.is_finite());
    let (low, high) = (finite().fold(f32::MAX, f32::min), finite().fold(f32::MIN, f32::max));
    if low >= high || grid.columns == 0 {
        return;
    }
    for (k, value) in grid.values.iter().enumerate().filter(|(_, v)| v.is_finite()) {
        let share = (value - low) / (high - low);
        let corner =
            grid.origin + Vec2::new((k % grid.columns) as f32, (k / grid.columns) as f32) * grid.cell;
        let (a, b) =
            (view.camera.to_screen(corner), view.camera.to_screen(corner + Vec2::new(grid.cell, grid.cell)));
        let shade = theme::BLUE.mix(theme::YELLOW, (share * 255.0) as u32);
        canvas.rect((a.0, b.1), (b.0, a.1), shade.alpha((20.0 + 110.0 * share) as u8));
    }
}
