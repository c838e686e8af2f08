//! Several worlds in one picture, each with a caption beneath.

use super::canvas::{Area, Canvas};
use super::render::render;
use super::swatch::LegendEntry;
use super::text::{self, STRIP, Size};
use super::theme::{Color, Theme};
use super::view::View;
use super::{hud, legend};
use sidestep::world::World;

/// The largest number of worlds in a picture.
pub const MOST: usize = 4;
/// The width of the lines between worlds, pixels.
const DIVIDER: u32 = 2;
/// A caption has two rows if one has room for fewer characters.
const ONE_ROW: i32 = 54;
/// The room that the legend of an overlay is expected to need, characters. What does not fit is left out.
const LEGEND: i32 = 80;
/// The narrowest and widest legend beside a map, characters.
const BESIDE: [i32; 2] = [38, 56];
/// The narrowest legend under a map, characters.
const UNDER: i32 = 36;
/// The largest share of the height of a map that a legend takes away from it.
const SHARE: u32 = 4;

/// One world of a picture.
pub struct Cell<'a> {
    /// Its part of the picture.
    pub parts: CellParts,
    /// The world.
    pub world: &'a World,
    /// The view, with a camera for the size of its map.
    pub view: View<'a>,
    /// The pieces of the caption: the mode and its figures, with their colours.
    pub caption: Vec<(String, Color)>,
    /// The entries of the legend.
    pub legend: Vec<LegendEntry>,
}

/// The part of a picture that shows a world, and its division, pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellParts {
    /// The whole.
    pub whole: Area,
    /// The map.
    pub map: Area,
    /// The legend of the overlays, if there is room, beside the map or under it.
    pub legend: Option<Area>,
    /// The caption, at the bottom.
    pub caption: Area,
}

impl CellParts {
    /// Only a map.
    pub fn map_only(map: Area) -> CellParts {
        let caption = Area { y: map.y + map.height, height: 0, ..map };
        CellParts { whole: map, map, legend: None, caption }
    }

    /// The same parts, moved by a number of pixels to the right and down.
    pub fn moved(self, (x, y): (u32, u32)) -> CellParts {
        let moved = |area: Area| Area { x: area.x + x, y: area.y + y, ..area };
        let CellParts { whole, map, legend, caption } = self;
        CellParts { whole: moved(whole), map: moved(map), legend: legend.map(moved), caption: moved(caption) }
    }

    /// Divides a cell that shows maps of this aspect ratio with a number of overlays. The division depends on nothing that changes
    /// during a run, so that maps stay where they are in animations.
    fn new(whole: Area, aspect: f32, overlays: usize, text_scale: u32) -> CellParts {
        let height = caption_height(whole.width, text_scale).min(whole.height);
        let caption = Area { y: whole.y + whole.height - height, height, ..whole };
        let map = Area { height: whole.height - height, ..whole };
        let parts = CellParts { whole, map, legend: None, caption };
        if overlays == 0 {
            return parts;
        }
        let (size, pixel) = (Size::body(text_scale), text_scale.max(1));
        // What a map of this shape leaves free.
        let free_width = map.width.saturating_sub((map.height as f32 * aspect) as u32);
        let free_height = map.height.saturating_sub((map.width as f32 / aspect.max(1e-3)) as u32);
        let width = |characters: i32| (characters * size.advance()) as u32;
        if free_width >= width(BESIDE[0]) {
            let side = free_width.min(width(BESIDE[1]));
            let legend = Area { width: side, ..map };
            let map = Area { x: map.x + side, width: map.width - side, ..map };
            return CellParts { map, legend: Some(legend), ..parts };
        }
        let (line, padding) = (size.line() as u32, 6 * pixel);
        let room = free_height.max(map.height / SHARE).saturating_sub(padding) / line;
        let rows = (overlays as i32 * LEGEND * size.advance()) as u32 / map.width.max(1) + 1;
        // A single row has room for little more than the number of entries that are left out.
        let least = rows.min(2);
        let rows = rows.min(room);
        if rows < least || map.width < width(UNDER) {
            return parts;
        }
        let map = Area { height: map.height - rows * line - padding, ..map };
        let legend = Area { y: map.y + map.height, height: rows * line + padding, ..map };
        CellParts { map, legend: Some(legend), ..parts }
    }
}

/// Divides a picture of `size` pixels among `count` worlds (1 to 4), with cells of equal size, in the arrangement that leaves maps
/// of this aspect ratio (width divided by height) the most room. With overlays, cells have legends where there is room.
pub fn arrange(
    size: (u32, u32),
    count: usize,
    aspect: f32,
    overlays: usize,
    text_scale: u32,
) -> Vec<CellParts> {
    let count = count.clamp(1, MOST) as u32;
    // A grid with an empty row or column never leaves more room than one without.
    let grids = (1..=count).map(|columns| (columns, count.div_ceil(columns)));
    let grid = |(columns, rows): (u32, u32)| {
        let at = |k: u32| (k % columns, k / columns);
        (0..count).map(at).map(|at| cell(size, (columns, rows), at)).collect::<Vec<_>>()
    };
    let parts = |cell: Area, overlays: usize| CellParts::new(cell, aspect, overlays, text_scale);
    // Without legends, so that an overlay does not move the worlds.
    let room = |cells: &Vec<Area>| {
        let map = parts(cells[0], 0).map;
        (map.width as f32 / aspect.max(1e-3)).min(map.height as f32)
    };
    let best = grids.map(grid).reduce(|best, other| if room(&other) > room(&best) { other } else { best });
    best.unwrap_or_default().into_iter().map(|cell| parts(cell, overlays)).collect()
}

/// The part of a picture under the strip that [`heading`] draws.
pub fn below_heading((width, height): (u32, u32), text_scale: u32) -> Area {
    let strip = (STRIP * text_scale.max(1)).min(height);
    Area { x: 0, y: strip, width, height: height - strip }
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

/// The height of the caption of a cell, pixels.
fn caption_height(width: u32, text_scale: u32) -> u32 {
    let rows = if (width as i32) < ONE_ROW * Size::body(text_scale).advance() { 2 } else { 1 };
    // The second row needs only the height of its text.
    STRIP * text_scale.max(1) + (rows - 1) * Size::body(text_scale).line() as u32
}

/// Draws each world into its cell, with its caption and legend, and lines between the cells.
pub fn draw(cells: &[Cell], text_scale: u32, theme: &Theme, canvas: &mut Canvas) {
    canvas.clear(theme.background);
    for Cell { parts, world, view, caption: pieces, legend } in cells {
        render(world, view, &mut canvas.part(parts.map));
        caption(pieces, text_scale, theme, &mut canvas.part(parts.caption));
        let Some(area) = parts.legend else { continue };
        let canvas = &mut canvas.part(area);
        if area.height == parts.map.height {
            let top = 8 * text_scale.max(1) as i32;
            legend::draw(legend, (top, area.height as i32), text_scale, theme, canvas);
        } else {
            canvas.clear(theme.panel);
            legend::draw_in_rows(legend, text_scale, theme, canvas);
        }
    }
    cells.iter().for_each(|cell| divide(cell.parts.whole, theme, canvas));
}

/// Draws the lines to the right of and below a cell. At the edge of the picture, they are outside.
fn divide(Area { x, y, width, height }: Area, theme: &Theme, canvas: &mut Canvas) {
    let (right, bottom) = ((x + width) as f32, (y + height) as f32);
    let (x, y, line) = (x as f32, y as f32, DIVIDER as f32);
    canvas.rect((right, y), (right + line, bottom + line), theme.grid_strong);
    canvas.rect((x, bottom), (right + line, bottom + line), theme.grid_strong);
}

/// Draws the strip above the cells: what their worlds have in common, and the time. Returns whether it has room for the groups.
pub fn heading(world: &World, text_scale: u32, theme: &Theme, canvas: &mut Canvas) -> bool {
    let height = (STRIP * text_scale.max(1)) as f32;
    canvas.rect((0.0, 0.0), (canvas.width() as f32, height), theme.panel);
    let layout = world.layout();
    let pieces = [
        (layout.name.clone(), theme.text),
        (format!("{:.1} s", world.time()), theme.text),
        (format!("seed {}", layout.seed), theme.text_dim),
    ];
    let end = hud::row(&pieces, text_scale, canvas);
    hud::groups_in_strip(&legend::groups(world, theme), end, text_scale, theme, canvas)
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
        let cells = arrange(size, count, aspect, 0, 1);
        assert_eq!(cells.len(), count);
        let row = cells.iter().filter(|cell| cell.whole.y == cells[0].whole.y).count();
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
            let cells: Vec<Area> = arrange(size, 4, 16.0 / 9.0, 2, 1).iter().map(|cell| cell.whole).collect();
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

    #[test]
    fn legends_are_beside_or_under_the_map_and_take_little_from_it() {
        let scale = |map: Area, aspect: f32| (map.width as f32 / aspect).min(map.height as f32);
        for (size, count, aspect) in [
            ((1280, 696), 2, 2.0),
            ((1280, 696), 3, 1.0),
            ((1280, 696), 4, 2.0),
            ((640, 336), 2, 2.0),
            ((640, 336), 4, 1.0),
        ] {
            let without = arrange(size, count, aspect, 0, 1);
            for (cell, before) in arrange(size, count, aspect, 3, 1).iter().zip(&without) {
                let shrinks = scale(cell.map, aspect) / scale(before.map, aspect);
                assert!(shrinks > 0.74, "{size:?}, {count} worlds: {shrinks}");
                let taken = cell.legend.map_or(0, |legend| legend.width * legend.height);
                let all = [cell.map, cell.caption].map(|area| area.width * area.height).iter().sum::<u32>();
                assert_eq!(all + taken, cell.whole.width * cell.whole.height, "{cell:?}");
            }
        }
        // No room for a legend.
        assert!(arrange((640, 336), 4, 2.0, 3, 1).iter().all(|cell| cell.legend.is_none()));
        assert!(arrange((640, 336), 4, 1.0, 3, 1).iter().all(|cell| cell.legend.is_none()));
    }
}
