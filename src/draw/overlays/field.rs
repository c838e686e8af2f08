//! The vectors of the cardioid field.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::subject::Subject;
use crate::draw::canvas::Canvas;
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::theme;

/// Each neighbour's repulsion (red) and what it is turned to (blue), thin; their sums (yellow, blue); the resolved vector (green).
pub static FIELD: Overlay = Overlay {
    name: "field",
    key: 'd',
    meaning: "field vectors",
    has: |world, id| world.reasons(id).cardioid.is_some(),
    absence: Absence::OfTheMode,
    legend: |_, _| {
        vec![
            LegendEntry::new(Swatch::Arrow(theme::RED), "field: a neighbour's repulsion"),
            LegendEntry::new(Swatch::Arrow(theme::BLUE), "turned sideways, and their sum"),
            LegendEntry::new(Swatch::Arrow(theme::YELLOW), "sum of the repulsions"),
            LegendEntry::new(Swatch::Arrow(theme::GREEN), "the resolved direction"),
        ]
    },
    paints: &[Paint { depth: 50, brush: Brush::PerUnit(draw) }],
};

/// A vector of 1 is two radii long; but where the unit's longest one would then be shorter than two and a
/// half radii, or longer than five, all of this unit's grow or shrink alike. The panel has the numbers.
fn draw(subject: &Subject, canvas: &mut Canvas) {
    let Some(field) = &subject.reasons.cardioid else { return };
    let sums = [field.force_sum, field.adjusted_sum, field.resolved.unwrap_or_default()];
    let each = field.neighbours.iter().flat_map(|n| [n.force, n.adjusted]);
    let longest = each.chain(sums).map(|v| v.norm()).fold(0.0, f32::max);
    if longest < 1e-4 {
        return;
    }
    let scale = (2.0 * longest).clamp(2.5, 5.0) * subject.radius / longest;
    for neighbour in &field.neighbours {
        subject.arrow(neighbour.force * scale, 1.0, theme::RED.alpha(200), canvas);
        subject.arrow(neighbour.adjusted * scale, 1.0, theme::BLUE.alpha(200), canvas);
    }
    subject.arrow(field.adjusted_sum * scale, 2.0, theme::BLUE, canvas);
    subject.arrow(field.force_sum * scale, 2.0, theme::YELLOW, canvas);
    if let Some(resolved) = field.resolved {
        subject.arrow(resolved * scale, 2.0, theme::GREEN, canvas);
    }
}
