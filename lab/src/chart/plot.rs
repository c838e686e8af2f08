//! The plot area of a chart: the grid, the labels of the axes, and lines through points. The page or picture styles
//! the classes `grid`, `mid`, `end` and `line`.

use super::axis::PlacedAxis;
use crate::text::width_in_ems;
use maud::{Markup, Render, html};
use std::fmt::Write as _;

/// The height of a chart's text, in the picture's units.
pub(crate) const TEXT: f64 = 12.0;

/// A coordinate in an SVG, rounded to a tenth.
pub(crate) struct Px(pub f64);

impl Render for Px {
    fn render_to(&self, buffer: &mut String) {
        // Writing to a string does not fail.
        let _ = write!(buffer, "{:.1}", self.0);
    }
}

/// The two axes of a plot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plot {
    /// From left to right.
    pub x: PlacedAxis,
    /// From the bottom to the top.
    pub y: PlacedAxis,
}

impl Plot {
    /// Draws a vertical grid line with a label below it, which stays to the left of `rightmost`.
    pub fn x_tick(&self, value: f64, label: &str, rightmost: f64) -> Markup {
        let at = self.x.position(value);
        let middle = at.min(rightmost - text_width(label) / 2.0);
        html! {
            line class="grid" x1=(Px(at)) x2=(Px(at)) y1=(self.y.to) y2=(self.y.from) {}
            text class="mid" x=(Px(middle)) y=(Px(self.y.from + 15.0)) { (label) }
        }
    }

    /// Draws a horizontal grid line with a label `gap` to its left.
    pub fn y_tick(&self, value: f64, label: &str, gap: f64) -> Markup {
        let at = self.y.position(value);
        html! {
            line class="grid" x1=(self.x.from) x2=(self.x.to) y1=(Px(at)) y2=(Px(at)) {}
            text class="end" x=(Px(self.x.from - gap)) y=(Px(at + 4.0)) { (label) }
        }
    }

    /// Returns the path of a line through points. Points that are not finite are left out; without any points the
    /// path is empty.
    pub fn path(&self, points: &[(f64, f64)]) -> String {
        let mut path = String::new();
        for (x, y) in points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()) {
            let to = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{to}{:.1} {:.1}", self.x.position(*x), self.y.position(*y));
        }
        path
    }
}

/// Estimates the width of a text, in the picture's units.
pub(crate) fn text_width(text: &str) -> f64 {
    width_in_ems(text) * TEXT
}
