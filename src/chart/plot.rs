//! The inside of a chart: its grid, the labels of its axes, and lines through points. What it looks like is up to the classes `grid`,
//! `mid`, `end` and `line` of the page or picture.

use super::axis::PlacedAxis;
use crate::text::width_in_ems;
use maud::{Markup, Render, html};
use std::fmt::Write as _;

/// The height of a chart's text, in the picture's units.
pub(crate) const TEXT: f64 = 12.0;

/// A coordinate in an SVG, to a tenth.
pub(crate) struct Px(pub f64);

impl Render for Px {
    fn render_to(&self, buffer: &mut String) {
        // Writing to a string does not fail.
        let _ = write!(buffer, "{:.1}", self.0);
    }
}

/// Two axes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plot {
    /// From left to right.
    pub x: PlacedAxis,
    /// From the bottom to the top.
    pub y: PlacedAxis,
}

impl Plot {
    /// A line of the grid upwards with a label below it, which stays to the left of `rightmost`.
    pub fn x_tick(&self, value: f64, label: &str, rightmost: f64) -> Markup {
        let at = self.x.position(value);
        let middle = at.min(rightmost - text_width(label) / 2.0);
        html! {
            line class="grid" x1=(Px(at)) x2=(Px(at)) y1=(self.y.to) y2=(self.y.from) {}
            text class="mid" x=(Px(middle)) y=(Px(self.y.from + 15.0)) { (label) }
        }
    }

    /// A line of the grid across with a label `gap` to its left.
    pub fn y_tick(&self, value: f64, label: &str, gap: f64) -> Markup {
        let at = self.y.position(value);
        html! {
            line class="grid" x1=(self.x.from) x2=(self.x.to) y1=(Px(at)) y2=(Px(at)) {}
            text class="end" x=(Px(self.x.from - gap)) y=(Px(at + 4.0)) { (label) }
        }
    }

    /// The path of a line through points. What is not finite is left out; empty where nothing is left.
    pub fn path(&self, points: &[(f64, f64)]) -> String {
        let mut path = String::new();
        for (x, y) in points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()) {
            let to = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{to}{:.1} {:.1}", self.x.position(*x), self.y.position(*y));
        }
        path
    }
}

/// How wide a text may be, in the picture's units.
pub(crate) fn text_width(text: &str) -> f64 {
    width_in_ems(text) * TEXT
}
