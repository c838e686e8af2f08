//! The entries of a legend, and their samples.

use super::canvas::{Canvas, Xy};
use super::color_scale::ColorScale;
use super::cue::{self, Cue};
use super::theme::{Color, Theme};

/// The sample of a legend's entry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Swatch {
    /// A filled disc.
    Disc(Color),
    /// A unit of a group: a filled disc with the group's mark.
    Unit(Color, Cue),
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

impl Swatch {
    /// Its colour, if it has a single one.
    pub fn color(&self) -> Option<Color> {
        match *self {
            Swatch::Disc(color)
            | Swatch::Unit(color, _)
            | Swatch::Ring(color)
            | Swatch::Line(color)
            | Swatch::Dashes(color)
            | Swatch::Arrow(color) => Some(color),
            Swatch::Shades(..) | Swatch::Nothing => None,
        }
    }
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
pub(super) fn draw_swatch(
    swatch: Swatch,
    (x, y): Xy,
    wide: f32,
    scale: f32,
    theme: &Theme,
    canvas: &mut Canvas,
) {
    let (middle, right) = ((x + wide / 2.0, y), (x + wide, y));
    match swatch {
        Swatch::Disc(color) => canvas.disc(middle, 5.0 * scale, color),
        Swatch::Unit(color, Cue::Plain) => canvas.disc(middle, 5.0 * scale, color),
        Swatch::Unit(color, mark) => {
            canvas.disc(middle, 7.0 * scale, color);
            cue::draw(mark, middle, 7.0 * scale, theme.rim(color), canvas);
        }
        Swatch::Ring(color) => canvas.ring(middle, 5.0 * scale, 1.5 * scale, color),
        Swatch::Line(color) => canvas.line((x, y), right, 2.0 * scale, color),
        Swatch::Dashes(color) => canvas.dashed((x, y), right, 7.0 * scale, 5.0 * scale, 1.5 * scale, color),
        Swatch::Arrow(color) => canvas.arrow((x, y), right, 2.0 * scale, color),
        Swatch::Shades(colors, range) => {
            shades(&colors, range, ((x, y - 6.0 * scale), (x + wide, y + 6.0 * scale)), theme, canvas)
        }
        Swatch::Nothing => {}
    }
}

/// Draws a bar of a grid's colours on the floor's colour, from the smallest to the largest value.
fn shades(
    colors: &ColorScale,
    range: (f32, f32),
    ((x, top), (right, bottom)): (Xy, Xy),
    theme: &Theme,
    canvas: &mut Canvas,
) {
    let (steps, wide, (low, high)) = (16, right - x, range);
    for k in 0..steps {
        let value = low + (high - low) * (k as f32 + 0.5) / steps as f32;
        let (from, to) = (x + wide * k as f32 / steps as f32, x + wide * (k + 1) as f32 / steps as f32);
        for color in [theme.floor, colors.color(value, range)] {
            canvas.rect((from.round(), top), (to.round(), bottom), color);
        }
    }
}
