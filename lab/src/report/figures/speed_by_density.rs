//! The speed of walking units by local density.

use super::figure::{Drawing, SceneSource};
use super::lines::{last_x, line_chart};
use crate::chart::{Axis, Labels};
use crate::report::variants::RunsBySeed;

/// The width of the ten density bins; see `Trace::speed_by_density`.
const BIN: f64 = 0.1;
/// A mean over fewer samples than this is noise.
const FEWEST: u32 = 60;

pub(super) fn draw(source: &SceneSource) -> Option<Drawing> {
    let lines = source.lines(mean_speeds);
    let end = last_x(&lines)?;
    let highest = lines.iter().flat_map(|line| &line.points).map(|(_, y)| *y).fold(1.0, f64::max);
    let labels = Labels {
        title: &source.title("Speed against density"),
        description: "The mean speed of walking units against the density around them, one line per variant.",
        x: "local density: share of the ground covered within 2 m",
        y: Some("speed / maximum speed"),
    };
    let axes = (Axis::from_zero(end), Axis::from_zero(highest * 1.02));
    Some(Drawing {
        markup: line_chart(source, "speeds", &labels, axes, &lines),
        caption: "Mean speed of walking units by local density, over all seeds. High values on the right are good: units keep walking \
                  where it is crowded."
            .into(),
        wide: false,
    })
}

/// Returns the mean speed in each density bin that has enough samples.
fn mean_speeds(cell: &RunsBySeed) -> Vec<(f64, f64)> {
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
