//! What a model found, as it says it: marks beside a unit, and grids under all of them.

use super::View;
use super::canvas::{Canvas, Xy};
use super::theme::{self, Color};
use crate::steering::reasons::{GridView, Mark, Tint};
use crate::types::{Point, Vec2};

pub(super) fn color(tint: Tint) -> Color {
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
pub(super) const CONTOURS: usize = 24;

/// Grids of one name, as one: a potential from dark blue for its least value to yellow for its largest, with lines of equal cost; anything
/// else from nothing, where its value is 0, to most where it is furthest from 0. Cells that are not reached are left alone.
pub fn grid(parts: &[GridView], view: &View, canvas: &mut Canvas) {
    let Some((low, high)) = range(parts) else { return };
    let is_potential = parts.iter().any(is_potential);
    for part in parts.iter().filter(|part| part.columns > 0) {
        cells(part, (low, high), view, canvas);
        for k in 1..if is_potential { CONTOURS } else { 0 } {
            contour(part, low + (high - low) * k as f32 / CONTOURS as f32, view, canvas);
        }
    }
}

/// The least and the largest value of a grid in parts; 0 is among them but in a potential. None where there is one value only.
pub(super) fn range(parts: &[GridView]) -> Option<(f32, f32)> {
    let start = if parts.iter().any(is_potential) { (f32::MAX, f32::MIN) } else { (0.0, 0.0) };
    let values = parts.iter().flat_map(|part| part.values.iter().copied()).filter(|v| v.is_finite());
    let (low, high) = values.fold(start, |(low, high), v| (low.min(v), high.max(v)));
    (low < high).then_some((low, high))
}

fn is_potential(part: &GridView) -> bool {
    part.name == "potential"
}

fn cells(part: &GridView, range: (f32, f32), view: &View, canvas: &mut Canvas) {
    for (k, value) in part.values.iter().enumerate().filter(|(_, v)| v.is_finite()) {
        let shade = shade(part.name, *value, range);
        if shade.a == 0 {
            continue;
        }
        let (column, row) = (k % part.columns, k / part.columns);
        // To whole pixels, and corners that are the next cells' to the last bit: between cells no seam shows.
        let whole = |p: Point| {
            let (x, y) = view.camera.to_screen(p);
            (x.round(), y.round())
        };
        canvas.rect(whole(corner(part, column, row)), whole(corner(part, column + 1, row + 1)), shade);
    }
}

/// The shade of a value between a grid's least and its largest.
pub(super) fn shade(name: &str, value: f32, (low, high): (f32, f32)) -> Color {
    let share = (value - low) / (high - low);
    let from_blue = theme::BLUE.mix(theme::YELLOW, (share * 256.0) as u32);
    // A root, or what is far below the extreme would hardly show.
    let opacity = |most: f32, share: f32| (most * share.max(0.0).sqrt()) as u8;
    match name {
        "potential" => from_blue.alpha((40.0 + 30.0 * share) as u8),
        "pressure" => theme::VIOLET.alpha(opacity(150.0, value / high)),
        // At best nothing: the less, the worse.
        "lane-field" => theme::RED.alpha(opacity(150.0, value / low)),
        _ => from_blue.alpha(opacity(170.0, share)),
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
