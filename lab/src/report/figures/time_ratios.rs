//! Time ratios by variant, with confidence intervals.

use super::figure::{Drawing, SceneSource};
use crate::chart::{Axis, Chart, Labels};
use crate::text::fixed;

pub(super) fn draw(source: &SceneSource) -> Option<Drawing> {
    let SceneSource { study, table, classes } = source;
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
    let labels = Labels {
        title: &source.title("Time ratio"),
        description: "One dot per variant, best first, with its 95 % interval and a small point per seed; the table above has the same numbers.",
        x: "travel time / free-flow time",
        y: None,
    };
    let mut chart = Chart::rows(&source.id("time"), &labels, axis, &names);
    chart.mark(1.0);
    for (k, (row, estimate)) in rows.iter().enumerate() {
        let interval = estimate.interval.as_ref().map(|(interval, _)| (interval.low, interval.high));
        let name = format!("{}: {}", names[k], fixed(estimate.mean, 3));
        chart.dot(&classes[row.variant], &name, (estimate.mean, k as f64), interval, !row.whole.all());
        if row.time_ratios.len() > 1 {
            chart.seeds(&classes[row.variant], &row.time_ratios, k as f64);
        }
    }
    let hollow = rows.iter().any(|(row, _)| !row.whole.all());
    let note = if hollow {
        " Hollow dots: not all units arrived, and the mean covers only those that did."
    } else {
        ""
    };
    Some(Drawing {
        markup: chart.finish(),
        caption: format!(
            "Mean over seeds with its 95 % interval; the small points below it are single seeds. 1 is free flow.{note}"
        ),
        wide: false,
    })
}
