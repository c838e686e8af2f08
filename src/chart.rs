//! The frame of a chart as inline SVG: two axes with ticks, labels and a grid. Its colours are the page's.

use crate::text::{fixed, width_in_ems};
use maud::{Markup, Render, html};
use std::fmt::Write as _;

/// The width of every chart, in the SVG's own units, in which text is 12 high: what a telephone shows in full.
pub(crate) const WIDTH: f64 = 440.0;
/// Where the plot ends on the right and begins at the top; what is left below it for the axis.
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 8.0;
const BELOW: f64 = 40.0;
/// The height of text.
const TEXT: f64 = 12.0;
/// How high a chart is; one whose rows have names may be higher.
const HEIGHT: f64 = 264.0;
/// The least height of a row.
const ROW: f64 = 22.0;
/// How far below its row's middle a seed's point lies.
const SEED_BELOW: f64 = 7.5;

/// A range of values along one direction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Axis {
    low: f64,
    high: f64,
    log: bool,
}

impl Axis {
    /// From the least to the largest of the values, with some room; `wide` ones, above zero and over more than a factor of that,
    /// by their logarithm.
    pub fn over(values: impl Iterator<Item = f64>, wide: f64) -> Axis {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
        if low > high {
            return Axis { low: 0.0, high: 1.0, log: false };
        }
        if low > 0.0 && high / low > wide {
            return Axis { low: low / 1.1, high: high * 1.1, log: true };
        }
        let room = if high > low { (high - low) * 0.06 } else { low.abs().max(1e-6) * 0.1 };
        Axis { low: low - room, high: high + room, log: false }
    }

    /// From 0 to `high`, which a value that is not above 0 makes 1.
    pub fn from_zero(high: f64) -> Axis {
        Axis { low: 0.0, high: if high.is_finite() && high > 0.0 { high } else { 1.0 }, log: false }
    }

    /// How far along the axis a value lies, 0 to 1; a value outside lies at the end.
    fn share(&self, value: f64) -> f64 {
        let share = self.unbounded_share(value);
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }

    fn unbounded_share(&self, value: f64) -> f64 {
        if self.log {
            (value.max(f64::MIN_POSITIVE) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// Round values within it, about `count` of them, and their decimals.
    fn ticks(&self, count: f64) -> (Vec<f64>, usize) {
        if self.log {
            return self.log_ticks();
        }
        let rough = (self.high - self.low) / count;
        let power = 10_f64.powf(rough.log10().floor());
        let step =
            [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|s| *s >= rough).unwrap_or(rough);
        let first = (self.low / step).ceil();
        let last = (self.high / step).floor();
        let number = ((last - first).clamp(0.0, 50.0)) as usize + 1;
        let decimals = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
        ((0..number).map(|k| (first + k as f64) * step).collect(), decimals)
    }

    fn log_ticks(&self) -> (Vec<f64>, usize) {
        let from = self.low.log10().floor() as i32;
        let to = (self.high.log10().ceil() as i32).min(from + 12);
        let decades = (from..=to).flat_map(|power| [1.0, 2.0, 5.0].map(|m| m * 10_f64.powi(power)));
        let within: Vec<f64> = decades.filter(|v| *v >= self.low && *v <= self.high).collect();
        // Of many, the powers of ten will do.
        let few = within
            .iter()
            .copied()
            .filter(|v| within.len() < 10 || (v.log10() - v.log10().round()).abs() < 1e-9);
        (few.collect(), (-from).clamp(0, 6) as usize)
    }
}

/// A coordinate in an SVG, to a tenth.
struct Px(f64);

impl Render for Px {
    fn render_to(&self, buffer: &mut String) {
        // Writing to a string does not fail.
        let _ = write!(buffer, "{:.1}", self.0);
    }
}

/// A chart being drawn.
pub(crate) struct Chart {
    id: String,
    head: Markup,
    marks: Vec<Markup>,
    x: Axis,
    y: Axis,
    left: f64,
    bottom: f64,
    height: f64,
}

/// What stands beside the axes.
pub(crate) struct Labels<'a> {
    pub title: &'a str,
    /// What one sees in it, for who does not see it.
    pub description: &'a str,
    pub x: &'a str,
    /// None where rows have names instead.
    pub y: Option<&'a str>,
}

impl Chart {
    /// An empty frame; `id` is unique on the page.
    pub fn new(id: &str, labels: &Labels, (x, y): (Axis, Axis)) -> Chart {
        let (ticks, decimals) = y.ticks(5.0);
        let widest = ticks.iter().map(|tick| width(&fixed(*tick, decimals))).fold(0.0, f64::max);
        let mut chart = Chart::frame(id, labels, (x, y), (widest + 24.0).max(46.0), HEIGHT);
        for tick in ticks {
            chart.row_label(tick, 5.0, &fixed(tick, decimals));
        }
        if let Some(label) = labels.y {
            let middle = (TOP + chart.bottom) / 2.0;
            chart.marks.push(html! {
                text class="mid" transform={ "translate(11 " (Px(middle)) ") rotate(-90)" } { (label) }
            });
        }
        chart
    }

    /// A frame whose rows have names, from top to bottom.
    pub fn rows(id: &str, labels: &Labels, x: Axis, names: &[String]) -> Chart {
        let widest = names.iter().map(|name| width(name)).fold(0.0, f64::max);
        let left = (widest + 12.0).clamp(60.0, 200.0);
        let y = Axis { low: names.len() as f64 - 0.5, high: -0.5, log: false };
        let height = (names.len() as f64 * ROW + TOP + BELOW + 6.0).max(HEIGHT);
        let mut chart = Chart::frame(id, labels, (x, y), left, height);
        for (k, name) in names.iter().enumerate() {
            chart.row_label(k as f64, 6.0, &shortened(name, left - 12.0));
        }
        chart
    }

    fn frame(id: &str, labels: &Labels, (x, y): (Axis, Axis), left: f64, height: f64) -> Chart {
        let bottom = height - BELOW;
        let head = html! {
            title id={ (id) "-t" } { (labels.title) }
            desc id={ (id) "-d" } { (labels.description) }
        };
        let mut chart = Chart { id: id.to_string(), head, marks: Vec::new(), x, y, left, bottom, height };
        let (ticks, decimals) = chart.x.ticks(6.0);
        for tick in ticks {
            let (at, label) = (chart.at_x(tick), fixed(tick, decimals));
            // Within the picture, if need be beside its line.
            let middle = at.min(WIDTH - 1.0 - width(&label) / 2.0);
            chart.marks.push(html! {
                line class="grid" x1=(Px(at)) x2=(Px(at)) y1=(TOP) y2=(bottom) {}
                text class="mid" x=(Px(middle)) y=(Px(bottom + 15.0)) { (label) }
            });
        }
        let middle = ((left + RIGHT) / 2.0).min(WIDTH - 1.0 - width(labels.x) / 2.0);
        chart.marks.push(html! {
            text class="mid" x=(Px(middle)) y=(Px(height - 7.0)) { (labels.x) }
            path class="axis" d={ "M" (left) " " (TOP) "V" (bottom) "H" (RIGHT) } {}
        });
        chart
    }

    /// A line of the grid across, with a label `gap` to its left.
    fn row_label(&mut self, y: f64, gap: f64, label: &str) {
        let (left, at) = (self.left, self.at_y(y));
        self.marks.push(html! {
            line class="grid" x1=(left) x2=(RIGHT) y1=(Px(at)) y2=(Px(at)) {}
            text class="end" x=(Px(left - gap)) y=(Px(at + 4.0)) { (label) }
        });
    }

    fn at_x(&self, value: f64) -> f64 {
        self.left + self.x.share(value) * (RIGHT - self.left)
    }

    fn at_y(&self, value: f64) -> f64 {
        self.bottom - self.y.share(value) * (self.bottom - TOP)
    }

    /// A line through points, with a name that a pointer shows. What is not finite is left out.
    pub fn line(&mut self, class: &str, name: &str, points: &[(f64, f64)]) {
        let mut path = String::new();
        for (x, y) in points.iter().filter(|(x, y)| x.is_finite() && y.is_finite()) {
            let to = if path.is_empty() { 'M' } else { 'L' };
            let _ = write!(path, "{to}{:.1} {:.1}", self.at_x(*x), self.at_y(*y));
        }
        if !path.is_empty() {
            self.marks.push(html! { path class={ "line " (class) } d=(path) { title { (name) } } });
        }
    }

    /// A dot, hollow on request, with its interval along x where it has one.
    pub fn dot(
        &mut self,
        class: &str,
        name: &str,
        (x, y): (f64, f64),
        interval: Option<(f64, f64)>,
        hollow: bool,
    ) {
        if !(x.is_finite() && y.is_finite()) {
            return;
        }
        let (at, row) = (self.at_x(x), self.at_y(y));
        let interval = interval.filter(|(low, high)| low.is_finite() && high.is_finite());
        self.marks.push(html! {
            g class=(class) {
                title { (name) }
                @if let Some((low, high)) = interval {
                    path class="whisker" d=(whisker((self.at_x(low), self.at_x(high)), row)) {}
                }
                circle class=(if hollow { "dot hollow" } else { "dot" }) cx=(Px(at)) cy=(Px(row)) r="4.5" {}
            }
        });
    }

    /// A small point for each seed below the dot of a row.
    pub fn seeds(&mut self, class: &str, values: &[f64], row: f64) {
        let at = self.at_y(row) + SEED_BELOW;
        let finite = values.iter().filter(|value| value.is_finite());
        self.marks.push(html! {
            g class={ "seeds " (class) } {
                @for value in finite { circle cx=(Px(self.at_x(*value))) cy=(Px(at)) r="1.8" {} }
            }
        });
    }

    /// A line across at this x, where it lies within the axis.
    pub fn mark(&mut self, x: f64) {
        if (0.0..=1.0).contains(&self.x.unbounded_share(x)) {
            let d = format!("M{:.1} {TOP}V{}", self.at_x(x), self.bottom);
            self.marks.push(html! { path class="mark" d=(d) {} });
        }
    }

    /// The whole drawing.
    pub fn finish(self) -> Markup {
        let Chart { id, head, marks, height, .. } = self;
        html! {
            svg viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-labelledby={ (id) "-t " (id) "-d" } {
                (head)
                @for mark in marks { (mark) }
            }
        }
    }
}

/// An interval from `low` to `high` at the height `row`, with caps.
fn whisker((low, high): (f64, f64), row: f64) -> String {
    let (up, down) = (row - 4.0, row + 4.0);
    format!("M{low:.1} {row:.1}H{high:.1}M{low:.1} {up:.1}V{down:.1}M{high:.1} {up:.1}V{down:.1}")
}

/// How wide a text may be.
fn width(text: &str) -> f64 {
    width_in_ems(text) * TEXT
}

/// As much of a name as there is room for.
fn shortened(name: &str, room: f64) -> String {
    if width(name) <= room {
        return name.to_string();
    }
    let mut short = String::new();
    for c in name.chars() {
        if width(&format!("{short}{c}…")) > room {
            break;
        }
        short.push(c);
    }
    short + "…"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within() {
        let axis = Axis::over([1.02, 1.11].into_iter(), 4.0);
        let (ticks, decimals) = axis.ticks(6.0);
        assert!(ticks.len() >= 3 && ticks.iter().all(|t| *t >= axis.low && *t <= axis.high), "{ticks:?}");
        assert_eq!(decimals, 2);
        let (ticks, _) = Axis::over([100.0, 20_000.0].into_iter(), 4.0).ticks(6.0);
        assert_eq!(ticks.last(), Some(&20_000.0));
    }

    #[test]
    fn odd_values_make_an_axis_all_the_same() {
        for values in [vec![], vec![f64::NAN], vec![0.0], vec![3.0, 3.0], vec![-1.0], vec![1e-300, 1e300]] {
            let axis = Axis::over(values.iter().copied(), 4.0);
            let (ticks, _) = axis.ticks(6.0);
            assert!(ticks.len() < 60 && ticks.iter().all(|t| t.is_finite()), "{values:?}: {ticks:?}");
            assert!(axis.share(values.first().copied().unwrap_or(0.0)).is_finite());
        }
    }
}
