//! Charts with one line per variant.

use super::figure::{SceneSource, VariantLine};
use crate::chart::{Axis, Chart, Labels};
use maud::Markup;

/// Draws a chart of a scene's lines.
pub(super) fn line_chart(
    source: &SceneSource,
    id: &str,
    labels: &Labels,
    axes: (Axis, Axis),
    lines: &[VariantLine],
) -> Markup {
    let mut chart = Chart::new(&source.id(id), labels, axes);
    for VariantLine { variant, points } in lines {
        chart.line(&source.classes[*variant], source.study.label(*variant), points);
    }
    chart.finish()
}

/// Returns the x at which the longest line ends.
pub(super) fn last_x(lines: &[VariantLine]) -> Option<f64> {
    lines.iter().filter_map(|line| line.points.last()).map(|(x, _)| *x).reduce(f64::max)
}
