//! Anti-aliased text in pre-rasterised Noto Sans Mono. Characters outside Latin-1 show as `?`.

use super::canvas::Canvas;
use super::theme::Color;
use noto_sans_mono_bitmap::{FontWeight, RasterHeight, RasterizedChar, get_raster, get_raster_width};

/// The height of a strip of text, at scale 1, pixels.
pub const STRIP: u32 = 24;

const WEIGHT: FontWeight = FontWeight::Regular;
const RASTER: RasterHeight = RasterHeight::Size16;

/// The size of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Size {
    scale: usize,
}

impl Size {
    /// Body text, enlarged by `scale` (1 on an ordinary screen, 2 on a high-resolution one).
    pub fn body(scale: u32) -> Size {
        Size { scale: scale.clamp(1, 8) as usize }
    }

    /// The distance between characters, pixels.
    pub fn advance(self) -> i32 {
        (get_raster_width(WEIGHT, RASTER) * self.scale) as i32
    }

    /// The distance between lines, pixels.
    pub fn line(self) -> i32 {
        ((RASTER.val() + 2) * self.scale) as i32
    }

    /// The width of `text`, pixels.
    pub fn width(self, text: &str) -> i32 {
        self.advance().saturating_mul(i32::try_from(text.chars().count()).unwrap_or(i32::MAX))
    }
}

/// Draws one line of text with its upper left corner at `x`, `y`. Returns the x of the next character.
pub fn draw(canvas: &mut Canvas, x: i32, y: i32, text: &str, size: Size, color: Color) -> i32 {
    if canvas.is_vector() {
        canvas.text((x, y), text, size, color);
        return x.saturating_add(size.width(text));
    }
    let mut at = x;
    for c in text.chars() {
        // Beyond the right edge, nothing is visible.
        if at >= canvas.width() as i32 {
            break;
        }
        if let Some(glyph) = glyph(c) {
            stamp(canvas, at, y, &glyph, size.scale, color);
        }
        at += size.advance();
    }
    at
}

impl Canvas<'_> {
    /// Adds a line of text as an SVG element.
    fn text(&mut self, (x, y): (i32, i32), text: &str, size: Size, color: Color) {
        if !text.trim().is_empty() && x < self.width() as i32 {
            // The raster has the baseline at about four fifths of its height, and the font's characters are 0.6 em wide.
            let (height, width) = (size.line() - 2 * size.scale as i32, size.width(text));
            let em = size.advance() as f32 / 0.6;
            self.line_of_text((x, y + height * 4 / 5), width, em, text, color);
        }
    }
}

fn glyph(c: char) -> Option<RasterizedChar> {
    if c == ' ' {
        return None;
    }
    get_raster(c, WEIGHT, RASTER).or_else(|| get_raster('?', WEIGHT, RASTER))
}

fn stamp(canvas: &mut Canvas, x: i32, y: i32, glyph: &RasterizedChar, scale: usize, color: Color) {
    for (row, values) in glyph.rows().enumerate() {
        for (column, &value) in values.iter().enumerate().filter(|(_, v)| **v > 0) {
            let cover = f32::from(value) / 255.0;
            for (dx, dy) in (0..scale * scale).map(|k| (k % scale, k / scale)) {
                let px = i64::from(x) + (column * scale + dx) as i64;
                let py = i64::from(y) + (row * scale + dy) as i64;
                if let (Ok(px), Ok(py)) = (usize::try_from(px), usize::try_from(py)) {
                    canvas.blend(px, py, color, cover);
                }
            }
        }
    }
}
