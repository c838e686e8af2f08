//! The key help, in a box that fits the picture. It scrolls if the picture is too small for all keys.

use super::canvas::Canvas;
use super::panel;
use super::text::{self, Size};
use super::theme::Theme;

/// The minimum number of characters across, and of rows, that larger text must leave room for.
const LEAST: (i32, usize) = (36, 4);

/// A line of the box: a key and its effect. A continued line has no key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HelpLine {
    /// The key's label.
    pub key: String,
    /// The key's effect.
    pub what: String,
}

/// The layout of the key help in a picture.
#[derive(Debug, Clone)]
pub struct HelpLayout {
    scale: u32,
    lines: Vec<HelpLine>,
    columns: usize,
    /// The number of rows, and of visible rows.
    rows: usize,
    visible: usize,
    /// In pixels: the width of a column, the offset of the text in it, the box.
    column: i32,
    text: i32,
    corner: (i32, i32),
    extent: (i32, i32),
}

impl HelpLayout {
    /// Lays out `keys` in a picture of `size` pixels. Text smaller than `scale` is used if only that shows all keys, or if there is
    /// no room for larger text.
    pub fn new(keys: &[HelpLine], size: (u32, u32), scale: u32) -> HelpLayout {
        let layouts: Vec<HelpLayout> =
            (1..=scale.max(1)).rev().map(|s| HelpLayout::at(keys, size, s)).collect();
        let roomy = |layout: &&HelpLayout| {
            let across = size.0 as i32 / Size::body(layout.scale).advance();
            across >= LEAST.0 && layout.visible >= LEAST.1
        };
        let best = layouts.iter().find(|layout| layout.last_scroll() == 0).or(layouts.iter().find(roomy));
        best.unwrap_or(&layouts[layouts.len() - 1]).clone()
    }

    fn at(keys: &[HelpLine], (width, height): (u32, u32), scale: u32) -> HelpLayout {
        let (size, pixel) = (Size::body(scale), scale as i32);
        let (width, height) = (width as i32, height as i32);
        let longest = |get: fn(&HelpLine) -> &str| {
            keys.iter().map(|line| get(line).chars().count()).max().unwrap_or(0) as i32
        };
        let (key, what) = (longest(|line| &line.key) + 2, longest(|line| &line.what));
        let across = (width - 32 * pixel) / size.advance();
        // A gap of three characters between columns.
        let columns = ((across + 3) / (key + what + 3)).clamp(1, 2) as usize;
        let room = if columns == 1 { what.min(across - key) } else { what };
        let lines: Vec<HelpLine> =
            keys.iter().flat_map(|line| lines(&line.key, &line.what, room.max(8) as usize)).collect();
        let head = Size::heading(scale).line() + 18 * pixel;
        let rows = lines.len().div_ceil(columns);
        let visible = ((height - head - 16 * pixel) / size.line()).clamp(1, rows.max(1) as i32) as usize;
        let column = (key + room + 3) * size.advance();
        let wide = column * columns as i32 - 3 * size.advance() + 32 * pixel;
        let extent = (wide.min(width), (head + visible as i32 * size.line() + 12 * pixel).min(height));
        let corner = ((width - extent.0) / 2, (height - extent.1) / 2);
        HelpLayout {
            scale,
            lines,
            columns,
            rows,
            visible,
            column,
            text: key * size.advance(),
            corner,
            extent,
        }
    }

    /// The number of rows that can be scrolled.
    pub fn last_scroll(&self) -> usize {
        self.rows - self.visible.min(self.rows)
    }

    /// The distance between rows, pixels.
    pub fn row(&self) -> f32 {
        Size::body(self.scale).line() as f32
    }

    /// The visible lines with `scroll` rows scrolled off, each with its upper left corner in pixels.
    pub fn visible(&self, scroll: usize) -> impl Iterator<Item = (&HelpLine, (i32, i32))> {
        let first = scroll.min(self.last_scroll());
        let top = self.corner.1 + Size::heading(self.scale).line() + 18 * self.scale as i32;
        let left = self.corner.0 + 16 * self.scale as i32;
        (0..self.columns).flat_map(move |column| {
            let rows = first..first + self.visible;
            rows.filter_map(move |row| {
                let line = self.lines.get(column * self.rows + row).filter(|_| row < self.rows)?;
                let y = top + (row - first) as i32 * Size::body(self.scale).line();
                Some((line, (left + column as i32 * self.column, y)))
            })
        })
    }

    /// Draws the box with `scroll` rows scrolled off.
    pub fn draw(&self, scroll: usize, theme: &Theme, canvas: &mut Canvas) {
        let (size, title, pixel) = (Size::body(self.scale), Size::heading(self.scale), self.scale as i32);
        panel::opaque(self.corner, self.extent, theme, canvas);
        let (left, top) = (self.corner.0 + 16 * pixel, self.corner.1 + 10 * pixel);
        let end = text::draw(canvas, left, top, "Keys", title, theme.text);
        if self.last_scroll() > 0 {
            let first = scroll.min(self.last_scroll());
            let part =
                format!("lines {}-{} of {}; arrow keys scroll", first + 1, first + self.visible, self.rows);
            text::draw(canvas, end + 2 * size.advance(), top + 6 * pixel, &part, size, theme.text_dim);
        }
        for (line, (x, y)) in self.visible(scroll) {
            text::draw(canvas, x, y, &line.key, size, theme.accent);
            text::draw(canvas, x + self.text, y, &line.what, size, theme.text);
        }
    }

    /// The width of a line, pixels.
    pub fn width_of(&self, line: &HelpLine) -> i32 {
        self.text + Size::body(self.scale).width(&line.what)
    }
}

/// A key's lines, with at most `most` characters of text per line.
fn lines(key: &str, what: &str, most: usize) -> Vec<HelpLine> {
    let keys = std::iter::once(key).chain(std::iter::repeat(""));
    let lines = panel::wrapped(what, most).into_iter().zip(keys);
    lines.map(|(what, key)| HelpLine { key: key.to_string(), what }).collect()
}
