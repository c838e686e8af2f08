//! The figures that one would rather see than read.

mod figure;
mod heat;

use crate::chart::{Axis, Chart, Labels};
use crate::report::table::{Table, mean};
use crate::report::variants::{Cell, Scene, Study, Variant};
use crate::study::Trace;
use crate::text::{escape_html, fixed};
use figure::Figure;
use std::collections::BTreeSet;

/// Colours that the style sheet has for lines, and dashes for when there are more variants, or a push.
const COLOURS: usize = 7;
/// So many maps have room beside a chart.
const FEW_MAPS: usize = 12;
/// A line needs no more points than this.
const POINTS: usize = 160;
/// Ten bins of density, see `Trace::speed_by_density`.
const BIN: f64 = 0.1;
/// A mean of fewer unit-ticks than this is noise.
const FEWEST: u32 = 60;

/// The style sheet's classes for each variant: one colour for each mode, dashes where it pushes, and `v` with its number, by which the
/// page's script finds all that belongs to it.
pub(in crate::report) fn classes(study: &Study) -> Vec<String> {
    let mut families: Vec<String> = Vec::new();
    let class = |(number, variant): (usize, &Variant)| {
        let family = variant.family();
        let k = families.iter().position(|known| *known == family).unwrap_or_else(|| {
            families.push(family);
            families.len() - 1
        });
        let dash = 2 * (k / COLOURS) + usize::from(variant.pushes());
        format!("c{} d{} v{number}", k % COLOURS, dash.min(3))
    };
    study.variants.iter().enumerate().map(class).collect()
}

/// A piece of a variant's line, for legends.
pub(in crate::report) fn swatch(class: &str) -> String {
    format!(
        r#"<svg class="swatch" viewBox="0 0 30 10" aria-hidden="true"><path class="line {class}" d="M0 5H30"/></svg>"#
    )
}

/// The figures of one scene.
pub(in crate::report) fn of_scene(study: &Study, table: &Table, classes: &[String]) -> Vec<Figure> {
    let scene = &study.scenes[table.scene];
    let id = format!("s{}", table.scene + 1);
    let lines = Lines { study, scene, classes, variants: table.rows.iter().map(|row| row.variant).collect() };
    [
        time_ratios(study, table, classes, &format!("{id}-time")),
        lines.arrivals(&format!("{id}-arrivals")),
        lines.speeds(&format!("{id}-speeds")),
        lines.lane_order(&format!("{id}-lanes")),
        heat::contacts(study, table, classes),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Time ratio by variant, with intervals.
fn time_ratios(study: &Study, table: &Table, classes: &[String], id: &str) -> Option<Figure> {
    let rows: Vec<_> = table.rows.iter().filter_map(|row| Some((row, row.time_ratio.as_ref()?))).collect();
    if rows.is_empty() {
        return None;
    }
    let ends = rows.iter().flat_map(|(_, e)| {
        let interval = e.interval.as_ref().map(|(interval, _)| interval);
        [e.mean, interval.map_or(e.mean, |i| i.low), interval.map_or(e.mean, |i| i.high)]
    });
    let seeds = rows.iter().flat_map(|(row, _)| row.time_ratios.iter().copied());
    let axis = Axis::over(ends.chain(seeds).chain([1.0]), 4.0);
    let names: Vec<String> = rows.iter().map(|(row, _)| study.label(row.variant).to_string()).collect();
    let title = format!("Time ratio: {}", study.scenes[table.scene].label);
    let labels = Labels {
        title: &title,
        description: "A dot for each variant, best first, with its 95 % interval and a small point for each seed; the table above has the same numbers.",
        x: "travel time / free-flow time",
        y: None,
    };
    let mut chart = Chart::rows(id, &labels, axis, &names);
    chart.mark(1.0);
    for (k, (row, estimate)) in rows.iter().enumerate() {
        let interval = estimate.interval.as_ref().map(|(interval, _)| (interval.low, interval.high));
        let name = format!("{}: {}", names[k], fixed(estimate.mean, 3));
        chart.dot(&classes[row.variant], &name, (estimate.mean, k as f64), interval, !row.all_arrived);
        if row.time_ratios.len() > 1 {
            chart.seeds(&classes[row.variant], &row.time_ratios, k as f64);
        }
    }
    let hollow = rows.iter().any(|(row, _)| !row.all_arrived);
    let note = if hollow { " Hollow: not everybody arrived, and the mean is of those who did." } else { "" };
    Some(Figure {
        title: "Time ratio".into(),
        drawing: chart.finish(),
        caption: format!(
            "Mean over seeds with its 95 % interval; below it a small point for each seed. 1 is as fast as alone.{note}"
        ),
        wide: false,
    })
}

/// Charts with a line a variant.
struct Lines<'a> {
    study: &'a Study<'a>,
    scene: &'a Scene<'a>,
    classes: &'a [String],
    variants: Vec<usize>,
}

type Line = (usize, Vec<(f64, f64)>);

impl Lines<'_> {
    fn draw(&self, id: &str, labels: &Labels, axes: (Axis, Axis), lines: &[Line]) -> String {
        let mut chart = Chart::new(id, labels, axes);
        for (variant, points) in lines {
            chart.line(&self.classes[*variant], self.study.label(*variant), points);
        }
        chart.finish()
    }

    /// The line of each variant that has one.
    fn lines(&self, points: impl Fn(&Cell) -> Vec<(f64, f64)>) -> Vec<Line> {
        let line = |k: &usize| (*k, points(&self.scene.cells[*k]));
        self.variants.iter().map(line).filter(|(_, points)| !points.is_empty()).collect()
    }

    fn arrivals(&self, id: &str) -> Option<Figure> {
        let mut lines = self.lines(|cell| over_time(cell, Ended::Stays, |trace| Some(&trace.arrived)));
        let end = last_x(&lines)?;
        lines.iter_mut().for_each(|(_, points)| extend(points, end));
        let title = format!("Arrivals: {}", self.scene.label);
        let labels = Labels {
            title: &title,
            description: "For each variant the share of units that has arrived, over time.",
            x: "time, s",
            y: Some("share arrived"),
        };
        Some(Figure {
            title: "Arrivals".into(),
            drawing: self.draw(id, &labels, (Axis::from_zero(end), Axis::from_zero(1.02)), &lines),
            caption:
                "Share of units that has arrived, mean over seeds. Early and steep is good; a tail is a jam."
                    .into(),
            wide: false,
        })
    }

    fn speeds(&self, id: &str) -> Option<Figure> {
        let lines = self.lines(speed_by_density);
        let end = last_x(&lines)?;
        let highest = lines.iter().flat_map(|(_, points)| points).map(|(_, y)| *y).fold(1.0, f64::max);
        let title = format!("Speed against density: {}", self.scene.label);
        let labels = Labels {
            title: &title,
            description: "For each variant the mean speed of walking units by the density around them.",
            x: "local density: share of the ground covered within 2 m",
            y: Some("speed / maximum speed"),
        };
        Some(Figure {
            title: "Speed against density".into(),
            drawing: self.draw(id, &labels, (Axis::from_zero(end), Axis::from_zero(highest * 1.02)), &lines),
            caption: "Mean speed of walking units by local density, all seeds together. High on the right is good: it walks on \
                      where it is dense."
                .into(),
            wide: false,
        })
    }

    fn lane_order(&self, id: &str) -> Option<Figure> {
        let lines = self.lines(|cell| over_time(cell, Ended::Leaves, |trace| trace.lane_order.as_ref()));
        let end = last_x(&lines)?;
        let title = format!("Lane order: {}", self.scene.label);
        let labels = Labels {
            title: &title,
            description: "For each variant the lane order over time.",
            x: "time, s",
            y: Some("lane order Φ"),
        };
        Some(Figure {
            title: "Lane order".into(),
            drawing: self.draw(id, &labels, (Axis::from_zero(end), Axis::from_zero(1.02)), &lines),
            caption: "Φ (Rex & Löwen 2007), mean over the seeds that still walk: 1 in perfect lanes, near 0 in a mixture. A line ends \
                      when fewer than 5 % of the units still walk."
                .into(),
            wide: false,
        })
    }
}

fn last_x(lines: &[Line]) -> Option<f64> {
    lines.iter().filter_map(|(_, points)| points.last()).map(|(x, _)| *x).reduce(f64::max)
}

/// How many of a trace's samples there are until 95 % have arrived: what those who are left do says little.
fn until_t95(trace: &Trace, samples: usize) -> usize {
    trace.arrived.iter().position(|share| *share >= 0.95).map_or(samples, |at| at.min(samples))
}

/// Goes on at the last value to the end of the axis.
fn extend(points: &mut Vec<(f64, f64)>, end: f64) {
    let last = points.last().filter(|(x, _)| *x < end).map(|(_, y)| (end, *y));
    points.extend(last);
}

/// What a run that has ended counts as afterwards.
#[derive(PartialEq)]
enum Ended {
    /// What it was last.
    Stays,
    /// Nothing; and the line ends when half of the runs have ended, or when fewer than 5 % of all units still walk.
    Leaves,
}

/// A series of one run.
struct Series<'a> {
    step: f64,
    values: &'a [f32],
    /// The share that has arrived, at each sample.
    arrived: &'a [f32],
}

impl Series<'_> {
    fn sample(&self, time: f64) -> usize {
        (time / self.step).round() as usize
    }

    fn at(&self, time: f64, ended: &Ended) -> Option<f32> {
        let last = self.values.last().filter(|_| *ended == Ended::Stays);
        self.values.get(self.sample(time)).or(last).copied()
    }

    /// The share that has not arrived; none of a run that is over.
    fn walking(&self, time: f64) -> f64 {
        self.arrived.get(self.sample(time)).map_or(0.0, |share| 1.0 - f64::from(*share))
    }
}

/// Whether fewer than 5 % of all runs' units still walk: their order says little.
fn few_walk(all: &[Series], time: f64) -> bool {
    let walking: Vec<f64> = all.iter().map(|one| one.walking(time)).collect();
    mean(&walking).is_some_and(|share| share <= 0.05)
}

/// The mean over a cell's runs of a series, at no more than [`POINTS`] moments.
fn over_time<'a>(
    cell: &Cell<'a>,
    ended: Ended,
    series: impl Fn(&'a Trace) -> Option<&'a Vec<f32>>,
) -> Vec<(f64, f64)> {
    let all: Vec<Series> = cell
        .records()
        .filter_map(|record| {
            let trace = record.trace.as_ref()?;
            let values = series(trace)?;
            let step = f64::from(trace.step);
            let count = if ended == Ended::Leaves { until_t95(trace, values.len()) } else { values.len() };
            let values = &values[..count];
            let drawn = step.is_finite() && step > 0.0 && !values.is_empty();
            drawn.then_some(Series { step, values, arrived: &trace.arrived })
        })
        .collect();
    let end = all.iter().map(|one| one.step * (one.values.len() - 1) as f64).fold(0.0, f64::max);
    let finest = all.iter().map(|one| one.step).fold(f64::INFINITY, f64::min);
    let points = if all.is_empty() { 0 } else { ((end / finest).round() as usize).clamp(1, POINTS) };
    let mut line = Vec::new();
    for k in 0..=points {
        let time = end * k as f64 / points.max(1) as f64;
        let now: Vec<f64> = all
            .iter()
            .filter_map(|one| one.at(time, &ended).map(f64::from))
            .filter(|value| value.is_finite())
            .collect();
        if ended == Ended::Leaves && (now.len() * 2 < all.len() || few_walk(&all, time)) {
            break;
        }
        line.extend(mean(&now).map(|value| (time, value)));
    }
    line
}

/// The mean speed in each bin of density that has enough of them.
fn speed_by_density(cell: &Cell) -> Vec<(f64, f64)> {
    let mut bins: Vec<(f64, u32)> = Vec::new();
    for trace in cell.records().filter_map(|record| record.trace.as_ref()) {
        bins.resize(bins.len().max(trace.speed_by_density.len()), (0.0, 0));
        for (bin, (sum, count)) in bins.iter_mut().zip(&trace.speed_by_density) {
            bin.0 += f64::from(*sum);
            bin.1 = bin.1.saturating_add(*count);
        }
    }
    let point = |(k, (sum, count)): (usize, &(f64, u32))| {
        (*count >= FEWEST).then(|| ((k as f64 + 0.5) * BIN, sum / f64::from(*count)))
    };
    bins.iter().enumerate().filter_map(point).collect()
}

/// Cost against units, a chart for each map that has several numbers of units.
pub(in crate::report) fn costs(study: &Study, tables: &[Table], classes: &[String]) -> Vec<Figure> {
    let maps: BTreeSet<String> = study.scenes.iter().map(Scene::map).collect();
    maps.iter().enumerate().filter_map(|(k, map)| cost(study, tables, classes, (k, map))).collect()
}

fn cost(study: &Study, tables: &[Table], classes: &[String], (k, map): (usize, &String)) -> Option<Figure> {
    let of_map: Vec<&Table> = tables.iter().filter(|table| study.scenes[table.scene].map() == *map).collect();
    let points = |variant: usize| -> Vec<(f64, f64)> {
        let mut points: Vec<(f64, f64)> = of_map
            .iter()
            .filter_map(|table| {
                let row = table.rows.iter().find(|row| row.variant == variant)?;
                Some((study.scenes[table.scene].units? as f64, row.tick?))
            })
            .collect();
        points.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        points
    };
    let lines: Vec<Line> = (0..study.variants.len())
        .map(|variant| (variant, points(variant)))
        .filter(|(_, points)| points.len() > 1 && points.first().map(|p| p.0) != points.last().map(|p| p.0))
        .collect();
    if lines.is_empty() {
        return None;
    }
    let axis = |pick: fn(&(f64, f64)) -> f64| {
        Axis::over(lines.iter().flat_map(|(_, points)| points.iter().map(pick)), 3.0)
    };
    let title = format!("Cost against units: {map}");
    let labels = Labels {
        title: &title,
        description: "For each variant the median cost of a tick by the number of units.",
        x: "units",
        y: Some("µs a tick, median"),
    };
    let mut chart = Chart::new(&format!("cost-{}", k + 1), &labels, (axis(|p| p.0), axis(|p| p.1)));
    for (variant, points) in &lines {
        chart.line(&classes[*variant], study.label(*variant), points);
        points.iter().for_each(|p| chart.dot(&classes[*variant], study.label(*variant), *p, None, false));
    }
    Some(Figure {
        title,
        drawing: chart.finish(),
        caption: "Median over seeds of the runs' median tick, on one thread of the machine that did them."
            .into(),
        wide: false,
    })
}

/// Figures side by side, under one legend of the variants in them.
pub(in crate::report) fn figures(
    study: &Study,
    classes: &[String],
    variants: &[usize],
    figures: &[Figure],
) -> String {
    // No place in the grid stays empty: what else is wide stands beside a lone narrow figure.
    let narrow = figures.iter().filter(|figure| !figure.wide).count();
    let fills_up = narrow % 2 == 1 && variants.len() <= FEW_MAPS;
    let columns = if figures.len() > 1 { 2 } else { 1 };
    let drawn: String = figures.iter().map(|one| figure(one, one.wide && !fills_up)).collect();
    format!("{}<div class=\"figures n{columns}\">\n{drawn}</div>\n", legend(study, classes, variants))
}

/// Buttons, each of which lights up its variant in all figures.
fn legend(study: &Study, classes: &[String], variants: &[usize]) -> String {
    let key = |variant: &usize| {
        let class = &classes[*variant];
        let (swatch, label) = (swatch(class), escape_html(study.label(*variant)));
        format!(
            "<li><button type=\"button\" class=\"key {class}\" aria-pressed=\"false\">{swatch}{label}</button></li>"
        )
    };
    format!("<ul class=\"legend\">{}</ul>\n", variants.iter().map(key).collect::<String>())
}

fn figure(figure: &Figure, wide: bool) -> String {
    let class = if wide { " class=\"wide\"" } else { "" };
    format!(
        "<figure{class}><h4>{}</h4>{}<figcaption>{}</figcaption></figure>\n",
        escape_html(&figure.title),
        figure.drawing,
        escape_html(&figure.caption)
    )
}
