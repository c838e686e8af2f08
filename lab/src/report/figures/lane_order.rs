//! The lane order Φ over time.

use super::figure::{Drawing, SceneSource};
use super::lines::{last_x, line_chart};
use super::series::{AfterEnd, mean_over_time};
use crate::chart::{Axis, Labels};

pub(super) fn draw(source: &SceneSource) -> Option<Drawing> {
    let lines =
        source.lines(|cell| mean_over_time(cell, AfterEnd::Leaves, |trace| trace.lane_order.as_ref()));
    let end = last_x(&lines)?;
    let labels = Labels {
        title: &source.title("Lane order"),
        description: "The lane order over time, one line per variant.",
        x: "time, s",
        y: Some("lane order Φ"),
    };
    let axes = (Axis::from_zero(end), Axis::from_zero(1.02));
    Some(Drawing {
        markup: line_chart(source, "lanes", &labels, axes, &lines),
        caption: "Lane order Φ (Rex & Löwen 2007), mean over the seeds still running: 1 for perfect lanes, near 0 for a mixture. A line \
                  ends when fewer than 5 % of the units are still walking."
            .into(),
        wide: false,
    })
}
