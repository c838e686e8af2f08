//! The picture: a column for each mode; in it cost per tick and per unit by stage, and below what the crossing was worth.

use super::{Scale, ScaleRow, StageCosts};
use crate::chart::{Axis, PlacedAxis};
use crate::measure::{ARRIVED, DEEPEST_OVERLAP, Metric, TICK_PARTS, TIME_RATIO};
use crate::steering::avoidance::Mode;
use crate::text::{escape_html, short_number, width_in_ems};
use std::fmt::Write as _;

/// A panel's plot, pixels: width, height.
const PLOT: (f64, f64) = (380.0, 210.0);
/// Free on its left, above, on its right, below.
const MARGIN: [f64; 4] = [64.0, 30.0, 20.0, 40.0];
/// What stands above all panels, and above each column.
const HEAD: f64 = 102.0;
/// The height of text, and of a mode's name.
const TEXT: f64 = 12.0;
const NAME: f64 = 15.0;
/// Okabe and Ito's colours, which hold for colour-blind eyes, and black for the total; in the order of the stages.
const COLORS: [&str; 5] = ["#e69f00", "#0072b2", "#009e73", "#cc79a7", "#1a1a1a"];
/// The colour of what belongs to no stage.
const INK: &str = "#1a1a1a";
const PALE: &str = "#5a6270";

/// The picture, as SVG.
pub fn chart(scale: &Scale) -> String {
    let modes = scale.modes();
    let panels = panels(scale);
    let step = (MARGIN[0] + PLOT.0 + MARGIN[2], MARGIN[1] + PLOT.1 + MARGIN[3]);
    let title = title(scale);
    let least = MARGIN[0] + width_in_ems(&title) * TEXT + MARGIN[2];
    let width = (step.0 * modes.len().max(1) as f64).max(least.ceil());
    let height = HEAD + step.1 * panels.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{} at growing sizes</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        escape_html(&scale.map)
    );
    head(&title, &mut svg);
    let sizes: Vec<f64> = scale.rows.iter().map(|row| row.units as f64).collect();
    for (column, mode) in modes.iter().enumerate() {
        let left = column as f64 * step.0 + MARGIN[0];
        column_head(scale, *mode, left, &mut svg);
        for (k, panel) in panels.iter().enumerate() {
            let top = HEAD + k as f64 * step.1 + MARGIN[1];
            let x = PlacedAxis { axis: Axis::logarithmic(&sizes), from: left, to: left + PLOT.0 };
            let y = PlacedAxis { axis: panel.axis(scale), from: top + PLOT.1, to: top };
            panel.draw(scale, *mode, &x, &y, &mut svg);
        }
    }
    svg + "</svg>\n"
}

/// A kind of chart, drawn for each mode on the same axes.
struct Panel {
    title: String,
    log: bool,
    lines: Vec<PanelLine>,
}

/// What a line shows of a row; none where the row hasn't got it.
type RowValue = Box<dyn Fn(&ScaleRow) -> Option<f64>>;

/// A line of a panel.
struct PanelLine {
    name: &'static str,
    color: &'static str,
    value: RowValue,
}

fn panels(scale: &Scale) -> Vec<Panel> {
    let stages = |costs: fn(&ScaleRow) -> &StageCosts| {
        let line = |place: usize| PanelLine {
            name: TICK_PARTS[place].key,
            color: COLORS[place],
            value: Box::new(move |row: &ScaleRow| {
                Some(costs(row).0[place].mean).filter(|us| us.is_finite() && *us > 0.0)
            }),
        };
        (0..TICK_PARTS.len()).map(line).collect()
    };
    let mut panels = vec![
        Panel { title: "cost of a tick, µs, mean".into(), log: true, lines: stages(|row| &row.tick_us) },
        Panel { title: "the same per unit, µs".into(), log: true, lines: stages(|row| &row.unit_us) },
    ];
    if scale.rows.iter().any(|row| row.quality.is_some()) {
        panels.extend(PICTURED.map(|(metric, what)| quality_panel(metric, what)));
    }
    panels
}

/// The metrics of a crossing's quality that have a panel, and what their headings leave out.
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
        lines: vec![PanelLine { name: metric.heading(), color: INK, value: Box::new(value) }],
    }
}

impl Panel {
    /// One axis for all modes, so that columns can be compared.
    fn axis(&self, scale: &Scale) -> Axis {
        let values: Vec<f64> = scale
            .rows
            .iter()
            .flat_map(|row| self.lines.iter().filter_map(|line| (line.value)(row)))
            .collect();
        if self.log { Axis::logarithmic(&values) } else { Axis::from_whole(&values) }
    }

    fn draw(&self, scale: &Scale, mode: Mode, x: &PlacedAxis, y: &PlacedAxis, svg: &mut String) {
        let (left, right, bottom, top) = (x.from, x.to, y.from, y.to);
        text(svg, (left, top - 10.0), "start", INK, &self.title);
        for (value, label) in x.short_ticks() {
            let at = x.position(value);
            line(svg, (at, bottom), (at, top), "#e4e7eb");
            text(svg, (at, bottom + 16.0), "middle", PALE, &label);
        }
        for (value, label) in y.short_ticks() {
            let at = y.position(value);
            line(svg, (left, at), (right, at), "#e4e7eb");
            text(svg, (left - 6.0, at + 4.0), "end", PALE, &label);
        }
        line(svg, (left, bottom), (right, bottom), PALE);
        text(svg, ((left + right) / 2.0, bottom + 32.0), "middle", PALE, "units");
        for one in &self.lines {
            let points: Vec<(&ScaleRow, f64)> =
                scale.rows_of(mode).filter_map(|row| Some((row, (one.value)(row)?))).collect();
            curve(one, &points, x, y, svg);
        }
    }
}

/// A line through points, and a disc with its value at each.
fn curve(one: &PanelLine, points: &[(&ScaleRow, f64)], x: &PlacedAxis, y: &PlacedAxis, svg: &mut String) {
    let position = |(row, value): &(&ScaleRow, f64)| (x.position(row.units as f64), y.position(*value));
    let path: Vec<String> = points.iter().map(position).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.8\"/>",
        path.join(" "),
        one.color
    );
    for point in points {
        let (row, value) = point;
        let (cx, cy) = position(point);
        let _ = writeln!(
            svg,
            "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"3\" fill=\"{}\"><title>{}, {} units: {}</title></circle>",
            one.color,
            one.name,
            row.units,
            short_number(*value)
        );
        // A ratio is over those who arrived: where not all did, it flatters.
        let arrived = row.quality.as_ref().and_then(|quality| quality.values.value(&ARRIVED));
        if let Some(share) = arrived.filter(|share| one.name == TIME_RATIO.heading() && *share < 1.0) {
            let words = format!("{:.0} % arrived", (share * 100.0).floor());
            text(svg, (centred(&words, cx, x), cy - 8.0), "middle", PALE, &words);
        }
    }
}

/// Where the middle of a text comes so that it is near `at` and stays over the axis.
fn centred(words: &str, at: f64, axis: &PlacedAxis) -> f64 {
    let half = width_in_ems(words) * TEXT / 2.0;
    at.min(axis.to + MARGIN[2] - half).max(axis.from - MARGIN[0] + half)
}

/// What runs.
fn title(scale: &Scale) -> String {
    let push = if scale.push == 0.0 { "off".to_string() } else { scale.push.to_string() };
    let threads =
        if scale.threads == 1 { "1 thread".to_string() } else { format!("{} threads", scale.threads) };
    format!("{}: push {push}, seed {}, {threads}; sidestep {}", scale.map, scale.seed, scale.version)
}

/// What runs, and which colour is which stage.
fn head(title: &str, svg: &mut String) {
    text(svg, (MARGIN[0], 22.0), "start", INK, title);
    for (k, (stage, color)) in TICK_PARTS.iter().map(|part| part.key).zip(COLORS).enumerate() {
        let at = MARGIN[0] + 76.0 * k as f64;
        let _ = writeln!(svg, "<rect x=\"{at}\" y=\"34\" width=\"12\" height=\"4\" fill=\"{color}\"/>");
        text(svg, (at + 16.0, 41.0), "start", INK, stage);
    }
}

/// A mode's name, and how its cost grows.
fn column_head(scale: &Scale, mode: Mode, left: f64, svg: &mut String) {
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"66\" font-size=\"{NAME}\" font-weight=\"bold\" fill=\"{INK}\">{}</text>",
        escape_html(mode.name())
    );
    let total = scale.growth.iter().find(|growth| growth.mode == mode && growth.stage == "total");
    if let Some((fit, name)) = total.and_then(|growth| Some((growth.fit?, growth.name?))) {
        let e = fit.exponent;
        let words = format!("total ~ units^{:.2} ({:.2} to {:.2}):", e.mean, e.low, e.high);
        text(svg, (left, 84.0), "start", INK, &words);
        text(svg, (left, 100.0), "start", INK, name);
    }
}

fn line(svg: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64), color: &str) {
    let _ = writeln!(
        svg,
        "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{color}\"/>"
    );
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: &str, color: &str, words: &str) {
    let words = escape_html(words);
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{color}\">{words}</text>"
    );
}
