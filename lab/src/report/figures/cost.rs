//! The cost of a tick by the number of units.

use super::figure::{Drawing, MapSource, VariantLine};
use crate::chart::{Axis, Chart, Labels};
use crate::report::table::SceneTable;

pub(super) fn draw(source: &MapSource) -> Option<Drawing> {
    let MapSource { study, map, number, classes, .. } = source;
    let lines: Vec<VariantLine> = (0..study.variants.len())
        .map(|variant| VariantLine { variant, points: costs(source, variant) })
        .filter(|VariantLine { points, .. }| {
            points.len() > 1 && points.first().map(|p| p.0) != points.last().map(|p| p.0)
        })
        .collect();
    if lines.is_empty() {
        return None;
    }
    let axis = |pick: fn(&(f64, f64)) -> f64| {
        Axis::over(lines.iter().flat_map(|line| line.points.iter().map(pick)), 3.0)
    };
    let labels = Labels {
        title: &format!("Cost against units: {map}"),
        description: "The median cost of a tick against the number of units, one line per variant.",
        x: "units",
        y: Some("µs per tick, median"),
    };
    let mut chart = Chart::new(&format!("cost-{number}"), &labels, (axis(|p| p.0), axis(|p| p.1)));
    for VariantLine { variant, points } in &lines {
        chart.line(&classes[*variant], study.label(*variant), points);
        points.iter().for_each(|p| chart.dot(&classes[*variant], study.label(*variant), *p, None, false));
    }
    Some(Drawing {
        markup: chart.finish(),
        caption: "Median over seeds of each run's median tick, on one thread of the machine that ran it."
            .into(),
        wide: false,
    })
}

/// Returns the number of units and the µs per tick, from few units to many.
fn costs(source: &MapSource, variant: usize) -> Vec<(f64, f64)> {
    let point = |table: &&SceneTable| {
        let row = table.rows.iter().find(|row| row.variant == variant)?;
        Some((source.study.scenes[table.scene].units? as f64, row.tick?))
    };
    let mut points: Vec<(f64, f64)> = source.tables.iter().filter_map(point).collect();
    points.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    points
}
