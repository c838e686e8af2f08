//! The share of units that have arrived, over time.

use super::figure::{Drawing, SceneSource};
use super::lines::{last_x, line_chart};
use super::series::{AfterEnd, mean_over_time};
use crate::chart::{Axis, Labels};

pub(super) fn draw(source: &SceneSource) -> Option<Drawing> {
    let mut lines = source.lines(|cell| mean_over_time(cell, AfterEnd::Stays, |trace| Some(&trace.arrived)));
    let end = last_x(&lines)?;
    lines.iter_mut().for_each(|line| extend(&mut line.points, end));
    let labels = Labels {
        title: &source.title("Arrivals"),
        description: "The share of units that have arrived over time, one line per variant.",
        x: "time, s",
        y: Some("share arrived"),
    };
    let axes = (Axis::from_zero(end), Axis::from_zero(1.02));
    Some(Drawing {
        markup: line_chart(source, "arrivals", &labels, axes, &lines),
        caption:
            "Share of units that have arrived, mean over seeds. An early, steep rise is good; a long tail is a jam."
                .into(),
        wide: false,
    })
}

/// Continues the line at its last value to the end of the axis.
fn extend(points: &mut Vec<(f64, f64)>, end: f64) {
    let last = points.last().filter(|(x, _)| *x < end).map(|(_, y)| (end, *y));
    points.extend(last);
}
