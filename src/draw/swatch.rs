//! Samples of what is drawn in a picture, for its legend.

use super::canvas::{Canvas, Xy};
use super::color_scale::ColorScale;
use super::theme::{self, Color};

/// A sample of what is drawn in the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Swatch {
    /// A filled disc.
    Disc(Color),
    /// A circle's line.
    Ring(Color),
    /// A line.
    Line(Color),
    /// A line of dashes.
    Dashes(Color),
    /// An arrow.
    Arrow(Color),
    /// The colours of a grid, and its smallest and largest value.
    Shades(ColorScale, (f32, f32)),
    /// Nothing: the overlay has nothing to show.
    Nothing,
}

/// A line of the legend.
#[derive(Debug, Clone, PartialEq)]
pub struct LegendEntry {
    /// The sample.
    pub swatch: Swatch,
    /// What it means, with its unit.
    pub text: String,
}

impl LegendEntry {
    /// An entry of the legend.
    pub fn new(swatch: Swatch, text: impl Into<String>) -> LegendEntry {
        LegendEntry { swatch, text: text.into() }
    }
}

/// Draws a sample, `wide` pixels at most, from its left end.
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

/// A bar of a grid's colours on the floor's, from its smallest to its largest value.
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
