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

/// Lines of equal value between a grid's least and its largest.
const CONTOURS: usize = 24;

/// A grid in shades, from dark blue for its least value to yellow for its largest, which a potential has everywhere and a
/// density where somebody is; a potential has lines of equal cost as well. Cells that are not reached are left alone.
pub fn grid(grid: &GridView, view: &View, canvas: &mut Canvas) {
    let finite = || grid.values.iter().copied().filter(|v| v.is_finite());
    let (low, high) = (finite().fold(f32::MAX, f32::min), finite().fold(f32::MIN, f32::max));
    if low >= high || grid.columns == 0 {
        return;
    }
    let is_potential = grid.name == "potential";
    for (k, value) in grid.values.iter().enumerate().filter(|(_, v)| v.is_finite()) {
        let share = (value - low) / (high - low);
        let opacity = if is_potential { 40.0 + 30.0 * share } else { 170.0 * share.sqrt() };
        let shade = theme::BLUE.mix(theme::YELLOW, (share * 256.0) as u32).alpha(opacity as u8);
        let corner = corner(grid, k % grid.columns, k / grid.columns);
        let opposite = corner + Vec2::new(grid.cell, grid.cell);
        // To whole pixels: between cells no seam shows.
        let whole = |p: Point| {
            let (x, y) = view.camera.to_screen(p);
            (x.round(), y.round())
        };
        canvas.rect(whole(corner), whole(opposite), shade);
    }
    if is_potential {
        for k in 1..CONTOURS {
            let level = low + (high - low) * k as f32 / CONTOURS as f32;
            contour(grid, level, view, canvas);
        }
    }
}

fn corner(grid: &GridView, column: usize, row: usize) -> Point {
    grid.origin + Vec2::new(column as f32, row as f32) * grid.cell
}

/// The line where the values between the cells' centres are `level`: marching triangles, two to each four centres.
fn contour(grid: &GridView, level: f32, view: &View, canvas: &mut Canvas) {
    let rows = grid.values.len() / grid.columns;
    let half = Vec2::new(grid.cell, grid.cell) / 2.0;
    for (row, column) in (1..rows).flat_map(|row| (1..grid.columns).map(move |column| (row - 1, column - 1)))
    {
        let at = |right: usize, up: usize| {
            let (column, row) = (column + right, row + up);
            (corner(grid, column, row) + half, grid.values[row * grid.columns + column])
        };
        let [a, b, c, d] = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
        if [a, b, c, d].iter().any(|(_, value)| !value.is_finite()) {
            continue;
        }
        for [p, q, r] in [[a, b, c], [a, c, d]] {
            let mut ends = [(p, q), (q, r), (r, p)].into_iter().filter_map(|(p, q)| between(p, q, level));
            if let (Some(from), Some(to)) = (ends.next(), ends.next()) {
                let line = theme::TEXT.alpha(70);
                canvas.line(view.camera.to_screen(from), view.camera.to_screen(to), 1.0, line);
            }
        }
    }
}

/// Where on the line between two places with values the value is `level`; none where it is on neither side.
fn between((p, low): (Point, f32), (q, high): (Point, f32), level: f32) -> Option<Point> {
    ((low < level) != (high < level)).then(|| p + (q - p) * ((level - low) / (high - low)))
}
