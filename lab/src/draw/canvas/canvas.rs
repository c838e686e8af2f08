//! The canvas: its pixels, or its SVG elements.

use super::area::Area;
use super::shapes::{self, SvgShapes};
use super::whole_pixels::{ceil, floor};
use crate::draw::theme::Color;

/// A picture to draw on: `width × height` RGBA pixels, or a list of SVG elements.
#[derive(Debug)]
pub struct Canvas<'a> {
    pub(super) width: usize,
    pub(super) height: usize,
    /// The distance between rows in `pixels`, pixels.
    pub(super) stride: usize,
    /// Empty if the canvas is a list of elements.
    pub(super) pixels: &'a mut [u8],
    elements: Option<Elements<'a>>,
}

/// The SVG elements that a canvas adds to, and the part of the drawing that it covers.
#[derive(Debug)]
struct Elements<'a> {
    shapes: &'a mut SvgShapes,
    part: Option<Area>,
}

impl<'a> Canvas<'a> {
    /// Creates a canvas on `pixels`, four bytes each. If the buffer is too short, the lowest rows are missing.
    pub fn new(width: u32, height: u32, pixels: &'a mut [u8]) -> Canvas<'a> {
        let width = width as usize;
        let rows = pixels.len().checked_div(width * 4).unwrap_or(0);
        Canvas { width, height: rows.min(height as usize), stride: width, pixels, elements: None }
    }

    /// Creates a canvas whose shapes become SVG elements. It has no pixels.
    pub fn vector(width: u32, height: u32, shapes: &'a mut SvgShapes) -> Canvas<'a> {
        let elements = Some(Elements { shapes, part: None });
        Canvas { width: width as usize, height: height as usize, stride: 0, pixels: &mut [], elements }
    }

    /// Whether shapes become SVG elements.
    pub fn is_vector(&self) -> bool {
        self.elements.is_some()
    }

    /// Adds an SVG element with its CSS. Returns false if the canvas has pixels.
    pub(super) fn element(&mut self, element: std::fmt::Arguments, css: impl FnOnce() -> String) -> bool {
        let Some(Elements { shapes, part }) = &mut self.elements else { return false };
        shapes.add(*part, element, css());
        true
    }

    /// Adds a line of text as an SVG element: where its baseline begins, its width, and the size of the font.
    pub(in crate::draw) fn line_of_text(
        &mut self,
        at: (i32, i32),
        width: i32,
        em: f32,
        text: &str,
        color: Color,
    ) {
        if let Some(Elements { shapes, part }) = &mut self.elements {
            let css = format!("font-size:{}px;{}", shapes::number(em), shapes::fill(color));
            shapes.text(*part, at, width, text, css);
        }
    }

    /// Borrows a rectangle as a canvas with its own coordinates, to which shapes are clipped. What is outside this canvas is cut off.
    pub fn part(&mut self, area: Area) -> Canvas<'_> {
        let (x, y) = ((area.x as usize).min(self.width), (area.y as usize).min(self.height));
        let (width, height) =
            ((area.width as usize).min(self.width - x), (area.height as usize).min(self.height - y));
        let height = if width == 0 { 0 } else { height };
        if let Some(Elements { shapes, part }) = &mut self.elements {
            let (left, top) = part.map_or((0, 0), |part| (part.x, part.y));
            let area =
                Area { x: left + x as u32, y: top + y as u32, width: width as u32, height: height as u32 };
            let elements = Some(Elements { shapes, part: Some(area) });
            return Canvas { width, height, stride: 0, pixels: &mut [], elements };
        }
        let first = if height == 0 { 0 } else { (y * self.stride + x) * 4 };
        Canvas { width, height, stride: self.stride, pixels: &mut self.pixels[first..], elements: None }
    }

    /// The width, pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The height, pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The colour of a pixel; `None` outside, and of SVG elements.
    pub fn pixel(&self, x: usize, y: usize) -> Option<Color> {
        if x >= self.width || y >= self.height || self.is_vector() {
            return None;
        }
        let p = &self.pixels[(y * self.stride + x) * 4..][..4];
        Some(Color { r: p[0], g: p[1], b: p[2], a: p[3] })
    }

    /// Fills the canvas with an opaque colour.
    pub fn clear(&mut self, color: Color) {
        let (width, height) = (self.width, self.height);
        if self.element(format_args!("rect width=\"{width}\" height=\"{height}\""), || shapes::fill(color)) {
            return;
        }
        if self.stride == self.width {
            return fill(&mut self.pixels[..self.width * self.height * 4], color);
        }
        for y in 0..self.height {
            self.span(y, 0, self.width, color);
        }
    }

    /// Blends `color` over a share `cover` (0 to 1) of a pixel. Has no effect on SVG elements.
    pub fn blend(&mut self, x: usize, y: usize, color: Color, cover: f32) {
        if x < self.width && y < self.height && !self.is_vector() {
            let at = (y * self.stride + x) * 4;
            mix(&mut self.pixels[at..at + 4], color, (f32::from(color.a) * cover + 0.5) as u32);
        }
    }

    /// Blends `color` over the whole pixels `from..to` of row `y`, which are inside the canvas.
    pub(super) fn span(&mut self, y: usize, from: usize, to: usize, color: Color) {
        if from >= to {
            return;
        }
        let row = &mut self.pixels[(y * self.stride + from) * 4..(y * self.stride + to) * 4];
        if color.a == 255 && to - from > 64 {
            fill(row, color);
        } else if color.a == 255 {
            let value = [color.r, color.g, color.b, 255];
            row.chunks_exact_mut(4).for_each(|p| p.copy_from_slice(&value));
        } else {
            row.chunks_exact_mut(4).for_each(|p| mix(p, color, u32::from(color.a)));
        }
    }

    /// Copies RGBA pixels into row `y`, from column `x` on. The row is on the canvas.
    pub(in crate::draw) fn copy_row(&mut self, x: usize, y: usize, row: &[u8]) {
        let from = (y * self.stride + x) * 4;
        self.pixels[from..from + row.len()].copy_from_slice(row);
    }

    /// The pixels that the interval touches in a row or column of `size` pixels.
    pub(super) fn clip(from: f32, to: f32, size: usize) -> std::ops::Range<usize> {
        let (first, last) = (floor(from), ceil(to));
        first.min(size)..last.min(size)
    }
}

/// Fills whole pixels with an opaque colour by copying runs that double in length.
fn fill(pixels: &mut [u8], color: Color) {
    let Some(first) = pixels.first_chunk_mut::<4>() else { return };
    *first = [color.r, color.g, color.b, 255];
    let mut done = 4;
    while done < pixels.len() {
        let run = done.min(pixels.len() - done).min(4096);
        pixels.copy_within(..run, done);
        done += run;
    }
}

/// Blends `color` with opacity `a` (0 to 255) over an opaque pixel.
fn mix(pixel: &mut [u8], color: Color, a: u32) {
    let channel =
        |under: u8, over: u8| ((u32::from(under) * (255 - a) + u32::from(over) * a + 127) / 255) as u8;
    pixel[0] = channel(pixel[0], color.r);
    pixel[1] = channel(pixel[1], color.g);
    pixel[2] = channel(pixel[2], color.b);
}
