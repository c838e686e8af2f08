//! Charts as inline SVG: two axes with ticks, labels and a grid. The page's style sheet defines the colours.

mod axis;
mod plot;

pub(crate) use axis::{Axis, PlacedAxis};
pub(crate) use plot::{Plot, Px, text_width};

use crate::text::fixed;
use maud::{Markup, html};

/// The width of every chart in SVG units, in which text is 12 high. A phone shows it in full.
pub(crate) const WIDTH: f64 = 440.0;
/// The right and the top edge of the plot, and the space below it for the axis.
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 8.0;
const BELOW: f64 = 40.0;
/// The height of a chart; a chart with named rows may be higher.
const HEIGHT: f64 = 264.0;
/// The least height of a row.
const ROW: f64 = 22.0;
/// The distance of a seed's point below the middle of its row.
const SEED_BELOW: f64 = 7.5;

/// A chart being drawn.
pub(crate) struct Chart {
    id: String,
    head: Markup,
    marks: Vec<Markup>,
    plot: Plot,
    height: f64,
}

/// The labels of a chart.
pub(crate) struct Labels<'a> {
    pub title: &'a str,
    /// A description for readers who cannot see the chart.
    pub description: &'a str,
    pub x: &'a str,
    /// None if rows have names instead.
    pub y: Option<&'a str>,
}

impl Chart {
    /// Creates an empty chart; `id` must be unique on the page.
    pub fn new(id: &str, labels: &Labels, (x, y): (Axis, Axis)) -> Chart {
        let (ticks, decimals) = y.ticks(5.0);
        let widest = ticks.iter().map(|tick| text_width(&fixed(*tick, decimals))).fold(0.0, f64::max);
        let mut chart = Chart::frame(id, labels, (x, y), (widest + 24.0).max(46.0), HEIGHT);
        for tick in ticks {
            chart.marks.push(chart.plot.y_tick(tick, &fixed(tick, decimals), 5.0));
        }
        if let Some(label) = labels.y {
            let middle = (TOP + chart.plot.y.from) / 2.0;
            chart.marks.push(html! {
                text class="mid" transform={ "translate(11 " (Px(middle)) ") rotate(-90)" } { (label) }
            });
        }
        chart
    }

    /// Creates an empty chart whose rows have names, from top to bottom.
    pub fn rows(id: &str, labels: &Labels, x: Axis, names: &[String]) -> Chart {
        let widest = names.iter().map(|name| text_width(name)).fold(0.0, f64::max);
        let left = (widest + 12.0).clamp(60.0, 200.0);
        let y = Axis::of_rows(names.len());
        let height = (names.len() as f64 * ROW + TOP + BELOW + 6.0).max(HEIGHT);
        let mut chart = Chart::frame(id, labels, (x, y), left, height);
        for (k, name) in names.iter().enumerate() {
            chart.marks.push(chart.plot.y_tick(k as f64, &shortened(name, left - 12.0), 6.0));
        }
        chart
    }

    fn frame(id: &str, labels: &Labels, (x, y): (Axis, Axis), left: f64, height: f64) -> Chart {
        let bottom = height - BELOW;
        let head = html! {
            title id={ (id) "-t" } { (labels.title) }
            desc id={ (id) "-d" } { (labels.description) }
        };
        let (ticks, decimals) = x.ticks(6.0);
        let x = PlacedAxis { axis: x, from: left, to: RIGHT };
        let y = PlacedAxis { axis: y, from: bottom, to: TOP };
        let mut chart = Chart { id: id.to_string(), head, marks: Vec::new(), plot: Plot { x, y }, height };
        for tick in ticks {
            chart.marks.push(chart.plot.x_tick(tick, &fixed(tick, decimals), WIDTH - 1.0));
        }
        let middle = ((left + RIGHT) / 2.0).min(WIDTH - 1.0 - text_width(labels.x) / 2.0);
        chart.marks.push(html! {
            text class="mid" x=(Px(middle)) y=(Px(height - 7.0)) { (labels.x) }
            path class="axis" d={ "M" (left) " " (TOP) "V" (bottom) "H" (RIGHT) } {}
        });
        chart
    }

    /// Adds a line through points, with its name as a tooltip. Points that are not finite are left out.
    pub fn line(&mut self, class: &str, name: &str, points: &[(f64, f64)]) {
        let path = self.plot.path(points);
        if !path.is_empty() {
            self.marks.push(html! { path class={ "line " (class) } d=(path) { title { (name) } } });
        }
    }

    /// Adds a dot, optionally hollow, with its interval along x if it has one.
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
        let (at, row) = (self.plot.x.position(x), self.plot.y.position(y));
        let interval = interval.filter(|(low, high)| low.is_finite() && high.is_finite());
        self.marks.push(html! {
            g class=(class) {
                title { (name) }
                @if let Some((low, high)) = interval {
                    path class="whisker" d=(whisker((self.plot.x.position(low), self.plot.x.position(high)), row)) {}
                }
                circle class=(if hollow { "dot hollow" } else { "dot" }) cx=(Px(at)) cy=(Px(row)) r="4.5" {}
            }
        });
    }

    /// Adds a small point for each seed below the dot of a row.
    pub fn seeds(&mut self, class: &str, values: &[f64], row: f64) {
        let at = self.plot.y.position(row) + SEED_BELOW;
        let finite = values.iter().filter(|value| value.is_finite());
        self.marks.push(html! {
            g class={ "seeds " (class) } {
                @for value in finite { circle cx=(Px(self.plot.x.position(*value))) cy=(Px(at)) r="1.8" {} }
            }
        });
    }

    /// Adds a vertical line at `x`, if it lies within the axis.
    pub fn mark(&mut self, x: f64) {
        if (0.0..=1.0).contains(&self.plot.x.axis.unbounded_share(x)) {
            let d = format!("M{:.1} {TOP}V{}", self.plot.x.position(x), self.plot.y.from);
            self.marks.push(html! { path class="mark" d=(d) {} });
        }
    }

    /// Returns the complete drawing.
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

/// Returns the path of an interval from `low` to `high` at the height `row`, with caps.
fn whisker((low, high): (f64, f64), row: f64) -> String {
    let (up, down) = (row - 4.0, row + 4.0);
    format!("M{low:.1} {row:.1}H{high:.1}M{low:.1} {up:.1}V{down:.1}M{high:.1} {up:.1}V{down:.1}")
}

/// Shortens a name to the available width.
fn shortened(name: &str, room: f64) -> String {
    if text_width(name) <= room {
        return name.to_string();
    }
    let mut short = String::new();
    for c in name.chars() {
        if text_width(&format!("{short}{c}…")) > room {
            break;
        }
        short.push(c);
    }
    short + "…"
}
