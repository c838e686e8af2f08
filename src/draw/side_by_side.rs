//! Several worlds in one picture, each with a caption beneath.

use super::canvas::{Area, Canvas};
use super::render::render;
use super::text::{self, STRIP, Size};
use super::theme::{Color, Theme};
use super::view::View;
use super::{hud, legend};
use crate::world::World;

/// The largest number of worlds in a picture.
pub const MOST: usize = 4;
/// The width of the lines between worlds, pixels.
const DIVIDER: u32 = 2;
/// A caption has two rows if one has room for fewer characters.
const ONE_ROW: i32 = 54;

/// One world of a picture.
pub struct Cell<'a> {
    /// Its part of the picture, from [`cells`].
    pub area: Area,
    /// The world.
    pub world: &'a World,
    /// The view, with a camera for the size of [`map_area`].
    pub view: View<'a>,
    /// The pieces of the caption: the mode and its figures, with their colours.
    pub caption: &'a [(String, Color)],
}

/// Divides a picture of `size` pixels into `count` cells (1 to 4) of equal size, in the arrangement that leaves maps of this
/// aspect ratio (width divided by height) the most room.
pub fn cells(size: (u32, u32), count: usize, aspect: f32, text_scale: u32) -> Vec<Area> {
    let count = count.clamp(1, MOST) as u32;
    // A grid with an empty row or column never leaves more room than one without.
    let grids = (1..=count).map(|columns| (columns, count.div_ceil(columns)));
    let grid = |(columns, rows): (u32, u32)| {
        let at = |k: u32| (k % columns, k / columns);
        (0..count).map(at).map(|at| cell(size, (columns, rows), at)).collect::<Vec<_>>()
    };
    let room = |cells: &Vec<Area>| {
        let map = map_area(cells[0], text_scale);
        (map.width as f32 / aspect.max(1e-3)).min(map.height as f32)
    };
    let best = grids.map(grid).reduce(|best, other| if room(&other) > room(&best) { other } else { best });
    best.unwrap_or_default()
}

/// The cell at a column and a row of a grid.
fn cell(size: (u32, u32), grid: (u32, u32), at: (u32, u32)) -> Area {
    let side = |whole: u32, count: u32, k: u32| {
        let each = whole.saturating_sub(DIVIDER * (count - 1)) / count;
        // The last cell also gets the pixels that the division leaves over.
        let from = k * (each + DIVIDER);
        (from, if k + 1 == count { whole.saturating_sub(from) } else { each })
    };
    let ((x, width), (y, height)) = (side(size.0, grid.0, at.0), side(size.1, grid.1, at.1));
    Area { x, y, width, height }
}

/// The part of a cell above its caption.
pub fn map_area(cell: Area, text_scale: u32) -> Area {
    Area { height: cell.height.saturating_sub(caption_height(cell.width, text_scale)), ..cell }
}

/// The height of the caption of a cell, pixels.
fn caption_height(width: u32, text_scale: u32) -> u32 {
    let rows = if (width as i32) < ONE_ROW * Size::body(text_scale).advance() { 2 } else { 1 };
    // The second row needs only the height of its text.
    STRIP * text_scale.max(1) + (rows - 1) * Size::body(text_scale).line() as u32
}

/// Draws each world into its cell, with its caption, and lines between the cells.
pub fn draw(cells: &[Cell], text_scale: u32, theme: &Theme, canvas: &mut Canvas) {
    canvas.clear(theme.background);
    for cell in cells {
        let map = map_area(cell.area, text_scale);
        render(cell.world, &cell.view, &mut canvas.part(map));
        let height = cell.area.height - map.height;
        let below = Area { y: map.y + map.height, height, ..cell.area };
        caption(cell.caption, text_scale, cell.view.theme, &mut canvas.part(below));
    }
    for Area { x, y, width, height } in cells.iter().map(|cell| cell.area) {
        let (right, bottom) = ((x + width) as f32, (y + height) as f32);
        let (x, y, line) = (x as f32, y as f32, DIVIDER as f32);
        // At the edge of the picture, the line is outside.
        canvas.rect((right, y), (right + line, bottom + line), theme.grid_strong);
        canvas.rect((x, bottom), (right + line, bottom + line), theme.grid_strong);
    }
}

/// Draws the strip above the cells: what their worlds have in common, and the time.
pub fn heading(world: &World, theme: &Theme, canvas: &mut Canvas) {
    canvas.rect((0.0, 0.0), (canvas.width() as f32, STRIP as f32), theme.panel);
    let layout = world.layout();
    let pieces = [
        (layout.name.clone(), theme.text),
        (format!("{:.1} s", world.time()), theme.text),
        (format!("seed {}", layout.seed), theme.text_dim),
    ];
    let end = hud::row(&pieces, canvas);
    hud::groups_in_strip(&legend::groups(world, theme), end, theme, canvas);
}

/// Draws the pieces of a caption, in a second row where the first has no room.
fn caption(pieces: &[(String, Color)], text_scale: u32, theme: &Theme, canvas: &mut Canvas) {
    let (size, scale) = (Size::body(text_scale), text_scale.max(1) as i32);
    canvas.clear(theme.panel);
    let (left, top) = (8 * scale, 3 * scale);
    let rows = if canvas.height() as i32 >= top + 2 * size.line() { 2 } else { 1 };
    let (mut x, mut row) = (left, 0);
    for (piece, color) in pieces {
        if x > left && x + size.width(piece) > canvas.width() as i32 {
            (x, row) = (left, row + 1);
        }
        if row >= rows {
            break;
        }
        x = text::draw(canvas, x, top + row * size.line(), piece, size, *color) + 2 * size.advance();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The columns and rows of the arrangement.
    fn grid(size: (u32, u32), count: usize, aspect: f32) -> (usize, usize) {
        let cells = cells(size, count, aspect, 1);
        assert_eq!(cells.len(), count);
        let row = cells.iter().filter(|cell| cell.y == cells[0].y).count();
        (row, count.div_ceil(row))
    }

    #[test]
    fn the_arrangement_leaves_the_maps_the_most_room() {
        assert_eq!(grid((1280, 720), 1, 2.0), (1, 1));
        assert_eq!(grid((1280, 720), 2, 1.0), (2, 1));
        assert_eq!(grid((1280, 720), 2, 4.0), (1, 2));
        assert_eq!(grid((1280, 720), 3, 0.5), (3, 1));
        assert_eq!(grid((1280, 720), 3, 6.0), (1, 3));
        assert_eq!(grid((1280, 720), 3, 1.7), (2, 2));
        assert_eq!(grid((1280, 720), 4, 1.7), (2, 2));
        assert_eq!(grid((1280, 200), 4, 1.0), (4, 1));
    }

    #[test]
    fn cells_fill_the_picture_up_to_the_lines_between_them() {
        for size in [(1280, 720), (801, 449), (3, 2), (1, 1)] {
            let cells = cells(size, 4, 16.0 / 9.0, 1);
            for cell in &cells {
                assert!(cell.x + cell.width <= size.0.max(cell.x), "{cell:?} in {size:?}");
                assert!(cell.y + cell.height <= size.1.max(cell.y), "{cell:?} in {size:?}");
            }
            if size.0 > 100 {
                assert_eq!((cells[3].x + cells[3].width, cells[3].y + cells[3].height), size);
                assert_eq!(cells[1].x, cells[0].x + cells[0].width + DIVIDER);
                assert_eq!(cells[2].y, cells[0].y + cells[0].height + DIVIDER);
            }
        }
    }
}
