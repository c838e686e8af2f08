//! The picture: a column for each mode with the cost per tick and per unit by stage, and below it the quality of the
//! crossing.

use super::cost::StageCosts;
use super::row::ScaleRow;
use super::scale::Scale;
use crate::chart::{Axis, PlacedAxis, Plot, Px, text_width};
use crate::measure::{ARRIVED, DEEPEST_OVERLAP, Metric, TICK_PARTS, TIME_RATIO};
use crate::text::{escaped, short_number};
use maud::{Markup, PreEscaped, html};
use sidestep::steering::avoidance::Mode;

/// The width and height of a panel's plot, in pixels.
const PLOT: (f64, f64) = (380.0, 210.0);
/// The margins of a plot: left, top, right, bottom.
const MARGIN: [f64; 4] = [64.0, 30.0, 20.0, 40.0];
/// The height of the header above all panels, including the head of each column.
const HEAD: f64 = 102.0;
/// The font size of a mode's name.
const NAME: f64 = 15.0;
/// Okabe and Ito's colours, which are safe for colour-blind readers, and black for the total; in the order of the
/// parts of a tick.
const COLORS: [&str; TICK_PARTS.len()] = ["#e69f00", "#0072b2", "#56b4e9", "#009e73", "#cc79a7", "#1a1a1a"];
/// The style rules of all classes except those of the parts.
const STYLE: &str = "text{fill:#1a1a1a}.pale text{fill:#5a6270}.mid{text-anchor:middle}.end{text-anchor:end}\
    .grid{stroke:#e4e7eb}.axis{fill:none;stroke:#5a6270}.line{fill:none;stroke:currentColor;stroke-width:1.8}.dot{fill:currentColor}";
/// The index of the whole tick among the parts. Its colour is also used for everything that belongs to no part.
const TOTAL: usize = TICK_PARTS.len() - 1;

/// Draws the picture as SVG.
pub fn chart(scale: &Scale) -> String {
    let modes = scale.modes();
    let panels = panels(scale);
    let step = (MARGIN[0] + PLOT.0 + MARGIN[2], MARGIN[1] + PLOT.1 + MARGIN[3]);
    let title = title(scale);
    let least = MARGIN[0] + text_width(&title) + MARGIN[2];
    let width = (step.0 * modes.len().max(1) as f64).max(least.ceil());
    let height = HEAD + step.1 * panels.len() as f64;
    let sizes: Vec<f64> = scale.rows.iter().map(|row| row.units as f64).collect();
    let column = |(column, mode): (usize, &Mode)| {
        let left = column as f64 * step.0 + MARGIN[0];
        let plot = |k: usize, panel: &Panel| {
            let top = HEAD + k as f64 * step.1 + MARGIN[1];
            let x = PlacedAxis { axis: Axis::logarithmic(&sizes), from: left, to: left + PLOT.0 };
            Plot { x, y: PlacedAxis { axis: panel.axis(scale), from: top + PLOT.1, to: top } }
        };
        html! {
            (column_head(scale, *mode, left))
            @for (k, panel) in panels.iter().enumerate() { (panel.draw(scale, *mode, &plot(k, panel))) }
        }
    };
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) } width=(width) height=(height)
            font-family="sans-serif" font-size="12" role="img" {
            title { (escaped(&scale.map)) " at increasing numbers of units" }
            style {
                (PreEscaped(STYLE))
                @for (k, color) in COLORS.iter().enumerate() { ".s" (k) "{color:" (color) "}" }
            }
            rect width=(width) height=(height) fill="#ffffff" {}
            (head(&title))
            @for numbered in modes.iter().enumerate() { (column(numbered)) }
        }
    };
    svg.into_string() + "\n"
}

/// A kind of chart, drawn for each mode on the same axes.
struct Panel {
    title: String,
    log: bool,
    lines: Vec<Line>,
}

/// Returns the value that a line shows for a row; none if the row lacks it.
type RowValue = Box<dyn Fn(&ScaleRow) -> Option<f64>>;

/// A line of a panel.
struct Line {
    name: &'static str,
    /// The index of its colour.
    color: usize,
    value: RowValue,
}

fn panels(scale: &Scale) -> Vec<Panel> {
    let stages = |costs: fn(&ScaleRow) -> &StageCosts| {
        let line = |index: usize| Line {
            name: TICK_PARTS[index].key,
            color: index,
            value: Box::new(move |row: &ScaleRow| {
                Some(costs(row).0[index].mean).filter(|us| us.is_finite() && *us > 0.0)
            }),
        };
        (0..TICK_PARTS.len()).map(line).collect()
    };
    let mut panels = vec![
        Panel { title: "mean time per tick, µs".into(), log: true, lines: stages(|row| &row.tick_us) },
        Panel {
            title: "mean time per tick and unit, µs".into(),
            log: true,
            lines: stages(|row| &row.unit_us),
        },
    ];
    if scale.rows.iter().any(|row| row.quality.is_some()) {
        panels.extend(PICTURED.map(|(metric, what)| quality_panel(metric, what)));
    }
    panels
}

/// The quality metrics that have a panel, with the text that completes each heading.
const PICTURED: [(&Metric, &str); 2] = [(&TIME_RATIO, " of the whole crossing"), (&DEEPEST_OVERLAP, "")];

/// A panel of one metric.
fn quality_panel(metric: &'static Metric, what: &str) -> Panel {
    let unit = metric.table.map_or(metric.unit, |column| column.unit);
    let unit = if unit.is_empty() { String::new() } else { format!(", {unit}") };
    let reference = metric.reference(": ");
    let reference = if reference.is_empty() { reference } else { format!(" ({reference})") };
    let value = |row: &ScaleRow| row.quality.as_ref()?.values.value(metric);
    Panel {
        title: format!("{}{what}{unit}{reference}", metric.heading()),
        log: false,
        lines: vec![Line { name: metric.heading(), color: TOTAL, value: Box::new(value) }],
    }
}

impl Panel {
    /// Returns a common axis for all modes, so that columns can be compared.
    fn axis(&self, scale: &Scale) -> Axis {
        let values: Vec<f64> = scale
            .rows
            .iter()
            .flat_map(|row| self.lines.iter().filter_map(|line| (line.value)(row)))
            .collect();
        if self.log { Axis::logarithmic(&values) } else { Axis::from_whole(&values) }
    }

    fn draw(&self, scale: &Scale, mode: Mode, plot: &Plot) -> Markup {
        let (left, right, bottom, top) = (plot.x.from, plot.x.to, plot.y.from, plot.y.to);
        html! {
            text x=(Px(left)) y=(Px(top - 10.0)) { (self.title) }
            g class="pale" {
                @for (value, label) in plot.x.short_ticks() { (plot.x_tick(value, &label, right + MARGIN[2])) }
                @for (value, label) in plot.y.short_ticks() { (plot.y_tick(value, &label, 6.0)) }
                path class="axis" d={ "M" (left) " " (bottom) "H" (right) } {}
                text class="mid" x=(Px((left + right) / 2.0)) y=(Px(bottom + 32.0)) { "units" }
            }
            @for line in &self.lines { (line.draw(scale.rows_of(mode), plot)) }
        }
    }
}

impl Line {
    /// Draws a line through the points, and a dot with its value at each.
    fn draw<'a>(&self, rows: impl Iterator<Item = &'a ScaleRow>, plot: &Plot) -> Markup {
        let points: Vec<(&ScaleRow, f64)> = rows.filter_map(|row| Some((row, (self.value)(row)?))).collect();
        let path: Vec<(f64, f64)> = points.iter().map(|(row, value)| (row.units as f64, *value)).collect();
        html! {
            g class={ "s" (self.color) } {
                path class="line" d=(plot.path(&path)) {}
                @for (row, value) in &points { (self.dot(row, *value, plot)) }
            }
        }
    }

    fn dot(&self, row: &ScaleRow, value: f64, plot: &Plot) -> Markup {
        let (x, y) = (plot.x.position(row.units as f64), plot.y.position(value));
        // A time ratio covers only the units that arrived, so it looks too good if some did not.
        let arrived = row.quality.as_ref().and_then(|quality| quality.values.value(&ARRIVED));
        let arrived = arrived.filter(|share| self.name == TIME_RATIO.heading() && *share < 1.0);
        let words = arrived.map(|share| format!("{:.0} % arrived", (share * 100.0).floor()));
        html! {
            circle class="dot" cx=(Px(x)) cy=(Px(y)) r="3" {
                title { (self.name) ", " (row.units) " units: " (short_number(value)) }
            }
            @if let Some(words) = words {
                g class="pale" {
                    text class="mid" x=(Px(centred(&words, x, &plot.x))) y=(Px(y - 8.0)) { (words) }
                }
            }
        }
    }
}

/// Returns the position of a text's middle that is closest to `at` while the text stays above the axis.
fn centred(words: &str, at: f64, axis: &PlacedAxis) -> f64 {
    let half = text_width(words) / 2.0;
    at.min(axis.to + MARGIN[2] - half).max(axis.from - MARGIN[0] + half)
}

/// Returns the title, which describes the inputs.
fn title(scale: &Scale) -> String {
    let push = if scale.push == 0.0 { "off".to_string() } else { scale.push.to_string() };
    let threads =
        if scale.threads == 1 { "1 thread".to_string() } else { format!("{} threads", scale.threads) };
    format!(
        "{}: push {push}, seed {}, {threads}; sidestep {}",
        escaped(&scale.map),
        scale.seed,
        scale.version
    )
}

/// Draws the title and the legend of the stages.
fn head(title: &str) -> Markup {
    let at = |k: usize| MARGIN[0] + 76.0 * k as f64;
    html! {
        text x=(Px(MARGIN[0])) y="22" { (title) }
        @for (k, part) in TICK_PARTS.iter().enumerate() {
            g class={ "s" (k) } { rect class="dot" x=(at(k)) y="34" width="12" height="4" {} }
            text x=(Px(at(k) + 16.0)) y="41" { (part.key) }
        }
    }
}

/// Draws a mode's name and the growth of its cost.
fn column_head(scale: &Scale, mode: Mode, left: f64) -> Markup {
    let total =
        scale.growth.iter().find(|growth| growth.mode == mode && growth.stage == TICK_PARTS[TOTAL].key);
    let growth = total.and_then(|growth| Some((growth.fit?.exponent, growth.name?)));
    html! {
        text x=(left) y="66" font-size=(NAME) font-weight="bold" { (mode.name()) }
        @if let Some((e, name)) = growth {
            text x=(Px(left)) y="84" {
                "total ~ units^" (format_args!("{:.2} ({:.2} to {:.2}):", e.mean, e.low, e.high))
            }
            text x=(Px(left)) y="100" { (name) }
        }
    }
}
