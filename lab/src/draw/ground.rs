//! The ground within the map's bounds, with its grid.

use super::camera::Camera;
use super::canvas::{Canvas, Xy};
use super::theme::{Color, Theme};
use sidestep::types::{Point, Rect};

/// GridLines lines are at least this many pixels apart.
const GRID_GAP: f32 = 26.0;

/// Draws the background and the ground.
pub(super) fn draw(bounds: Rect, camera: &Camera, theme: &Theme, canvas: &mut Canvas) {
    let (min, max) = (camera.to_screen(bounds.min), camera.to_screen(bounds.max));
    let (a, b) = ((min.0, max.1), (max.0, min.1));
    let grid = GridLines::new(bounds, camera);
    if !whole_rows((a, b), &grid, theme, canvas) {
        canvas.clear(theme.background);
        canvas.rect(a, b, theme.floor);
        grid.draw(camera, theme, canvas);
    }
    canvas.frame(a, b, 1.0, theme.grid_strong);
}

/// The pixels of grid lines: columns and rows, each with whether it is strong.
struct GridLines {
    columns: Vec<(f32, bool)>,
    rows: Vec<(f32, bool)>,
    /// The visible part of the bounds.
    seen: (Point, Point),
}

impl GridLines {
    fn new(bounds: Rect, camera: &Camera) -> GridLines {
        let step = round_length(camera.scale, GRID_GAP);
        let seen = camera.visible();
        let min = Point::new(seen.min.x.max(bounds.min.x), seen.min.y.max(bounds.min.y));
        let max = Point::new(seen.max.x.min(bounds.max.x), seen.max.y.min(bounds.max.y));
        let is_strong = |k: &i64| k.rem_euclid(5) == 0;
        let x = |k: i64| (camera.to_screen(Point::new(k as f32 * step, 0.0)).0.floor(), is_strong(&k));
        let y = |k: i64| (camera.to_screen(Point::new(0.0, k as f32 * step)).1.floor(), is_strong(&k));
        GridLines {
            columns: lines(min.x, max.x, step).map(x).collect(),
            rows: lines(min.y, max.y, step).map(y).collect(),
            seen: (min, max),
        }
    }

    /// Draws each line.
    fn draw(&self, camera: &Camera, theme: &Theme, canvas: &mut Canvas) {
        let (low, high) = (camera.to_screen(self.seen.0), camera.to_screen(self.seen.1));
        for strong in [false, true] {
            let color = if strong { theme.grid_strong } else { theme.grid };
            for (x, _) in self.columns.iter().filter(|line| line.1 == strong) {
                canvas.rect((*x, low.1), (x + 1.0, high.1), color);
            }
            for (y, _) in self.rows.iter().filter(|line| line.1 == strong) {
                canvas.rect((low.0, *y), (high.0, y + 1.0), color);
            }
        }
    }
}

/// The multiples of `step` between two positions, at most as many as a picture has room for.
fn lines(from: f32, to: f32, step: f32) -> impl Iterator<Item = i64> {
    let first = (from / step).ceil() as i64;
    let last = (to / step).floor() as i64;
    first..=last.min(first.saturating_add(4000))
}

/// Draws background, ground and grid by copying rows, of which there are three kinds: a picture's pixels are written only once.
/// Returns false if there is nothing to copy.
fn whole_rows((a, b): (Xy, Xy), grid: &GridLines, theme: &Theme, canvas: &mut Canvas) -> bool {
    let clip = |v: f32, size: usize| v.clamp(0.0, size as f32) as usize;
    // The pixels that the ground covers completely.
    let (left, right) = (clip(a.0.ceil(), canvas.width()), clip(b.0.floor(), canvas.width()));
    let (top, bottom) = (clip(a.1.ceil(), canvas.height()), clip(b.1.floor(), canvas.height()));
    let is_finite = [a.0, a.1, b.0, b.1].iter().all(|v| v.is_finite());
    if !is_finite || left >= right || top >= bottom || canvas.is_vector() {
        return false;
    }
    let row = |floor: Color, weak: Color| {
        let mut row = vec![floor; right - left];
        for strong in [false, true] {
            for (x, _) in grid.columns.iter().filter(|line| line.1 == strong) {
                if *x >= left as f32 && *x < right as f32 {
                    row[*x as usize - left] = if strong { theme.grid_strong } else { weak };
                }
            }
        }
        row.iter().flat_map(|color| [color.r, color.g, color.b, 255]).collect::<Vec<u8>>()
    };
    let kinds = [
        row(theme.floor, theme.grid),
        row(theme.grid, theme.grid),
        row(theme.grid_strong, theme.grid_strong),
    ];
    let mut kind = vec![0; canvas.height()];
    for strong in [false, true] {
        for (y, _) in grid.rows.iter().filter(|line| line.1 == strong && line.0 >= 0.0) {
            if let Some(kind) = kind.get_mut(*y as usize) {
                *kind = if strong { 2 } else { 1 };
            }
        }
    }
    // Around it is background, and a border that the ground covers in part.
    let (width, height) = (canvas.width() as f32, canvas.height() as f32);
    let (x, y) = ((left as f32, right as f32), (top as f32, bottom as f32));
    let around = [
        ((0.0, 0.0), (width, y.0)),
        ((0.0, y.1), (width, height)),
        ((0.0, y.0), (x.0, y.1)),
        ((x.1, y.0), (width, y.1)),
    ];
    around.into_iter().for_each(|(from, to)| canvas.rect(from, to, theme.background));
    let border = [(a, (b.0, y.0)), ((a.0, y.1), b), ((a.0, y.0), (x.0, y.1)), ((x.1, y.0), (b.0, y.1))];
    border
        .into_iter()
        .filter(|(from, to)| from.0 < to.0 && from.1 < to.1)
        .for_each(|(from, to)| canvas.rect(from, to, theme.floor));
    for y in top..bottom {
        canvas.copy_row(left, y, &kinds[kind[y]]);
    }
    true
}

/// The shortest round length (… 0.5, 1, 2, 5, 10 … m) that is at least `pixels` wide.
fn round_length(scale: f32, pixels: f32) -> f32 {
    // Negative decades divide by whole powers of ten: multiplying by 0.1 repeatedly gives 5.0000005.
    for decade in -3..6 {
        for step in [1.0, 2.0, 5.0] {
            let ten = (0..i32::abs(decade)).fold(1.0, |value: f32, _| value * 10.0);
            let length = if decade < 0 { step / ten } else { step * ten };
            if length * scale >= pixels {
                return length;
            }
        }
    }
    1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways of drawing agree, except within the frame around the ground.
    #[test]
    fn copied_rows_are_the_drawn_lines() {
        let bounds = Rect { min: Point::new(-7.3, -4.1), max: Point::new(9.6, 5.2) };
        let size = (333, 207);
        for (zoom, pan) in [(1.0, 0.0), (0.7, 3.3), (2.6, -41.7), (9.0, 20.0)] {
            let mut camera = Camera::fit(bounds, size, (5.0, 9.0));
            camera.zoom((100.0, 70.0), zoom);
            camera.pan(pan, pan);
            let theme = &crate::draw::theme::DARK;
            let mut pixels = [(); 2].map(|()| vec![255; (size.0 * size.1 * 4) as usize]);
            let [copied, lines] = &mut pixels;
            draw(bounds, &camera, theme, &mut Canvas::new(size.0, size.1, copied));
            let canvas = &mut Canvas::new(size.0, size.1, lines);
            let (a, b) = (camera.to_screen(bounds.min), camera.to_screen(bounds.max));
            canvas.clear(theme.background);
            canvas.rect(a, b, theme.floor);
            GridLines::new(bounds, &camera).draw(&camera, theme, canvas);
            canvas.frame(a, b, 1.0, theme.grid_strong);
            for (k, (copied, drawn)) in copied.chunks_exact(4).zip(lines.chunks_exact(4)).enumerate() {
                let (x, y) = ((k as u32 % size.0) as f32, (k as u32 / size.0) as f32);
                let near = |at: f32, edge: f32| (at + 0.5 - edge).abs() < 2.0;
                let edge = near(x, a.0) || near(x, b.0) || near(y, a.1) || near(y, b.1);
                assert!(edge || copied == drawn, "zoom {zoom}: {copied:?} for {drawn:?} at {x}, {y}");
            }
        }
    }
}
