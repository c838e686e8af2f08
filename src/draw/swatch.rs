//! The entries of a legend, and their samples.

use super::canvas::{Canvas, Xy};
use super::color_scale::ColorScale;
use super::theme::{self, Color};

/// The sample of a legend's entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Swatch {
    /// A filled disc.
    Disc(Color),
    /// A circle.
    Ring(Color),
    /// A line.
    Line(Color),
    /// A dashed line.
    Dashes(Color),
    /// An arrow.
    Arrow(Color),
    /// The colours of a grid, with its smallest and largest value.
    Shades(ColorScale, (f32, f32)),
    /// No sample: the overlay has nothing to show.
    Nothing,
}

/// An entry of a legend.
#[derive(Debug, Clone, PartialEq)]
pub struct LegendEntry {
    /// The sample.
    pub swatch: Swatch,
    /// Its meaning, with the unit of measurement.
    pub text: String,
}

impl LegendEntry {
    /// Creates an entry.
    pub fn new(swatch: Swatch, text: impl Into<String>) -> LegendEntry {
        LegendEntry { swatch, text: text.into() }
    }
}

/// Draws a sample of at most `wide` pixels, starting at its left end.
pub(super) fn draw_swatch(swatch: Swatch, (x, y): Xy, wide: f32, scale: f32, canvas: &mut Canvas) {
    let (middle, right) = ((x + wide / 2.0, y), (x + wide, y));
    match swatch {
        Swatch::Disc(color) => canvas.disc(middle, 5.0 * scale, color),
        Swatch::Ring(color) => canvas.ring(middle, 5.0 * scale, 1.5 * scale, color),
        Swatch::Line(color) => canvas.line((x, y), right, 2.0 * scale, color),
        Swatch::Dashes(color) => canvas.dashed((x, y), right, 7.0 * scale, 5.0 * scale, 1.5 * scale, color),
        Swatch::Arrow(color) => canvas.arrow((x, y), right, 2.0 * scale, color),
        Swatch::Shades(colors, range) => shades(&colors, range, (x, y), wide, 6.0 * scale, canvas),
        Swatch::Nothing => {}
    }
}

/// Draws a bar of a grid's colours on the floor's colour, from the smallest to the largest value.
fn shades(colors: &ColorScale, range: (f32, f32), (x, y): Xy, wide: f32, half: f32, canvas: &mut Canvas) {
    let (steps, (low, high)) = (16, range);
    for k in 0..steps {
        let value = low + (high - low) * (k as f32 + 0.5) / steps as f32;
        let (from, to) = (x + wide * k as f32 / steps as f32, x + wide * (k + 1) as f32 / steps as f32);
        for color in [theme::FLOOR, colors.color(value, range)] {
            canvas.rect((from.round(), y - half), (to.round(), y + half), color);
        }
    }
}
