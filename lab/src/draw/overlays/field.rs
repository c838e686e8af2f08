//! The vectors of the cardioid field.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::subject::Subject;
use crate::draw::canvas::Canvas;
use crate::draw::swatch::{LegendEntry, Swatch};

/// Thin: each neighbour's repulsion (red) and the repulsion turned sideways (blue). Thick: their sums (yellow, blue) and the
/// resolved vector (green).
pub static FIELD: Overlay = Overlay {
    name: "field",
    key: 'd',
    meaning: "field vectors",
    has: |world, id| world.reasons(id).aspect("field").is_some(),
    absence: Absence::OfTheMode,
    legend: |viewpoint, _| {
        vec![
            LegendEntry::new(Swatch::Arrow(viewpoint.theme.red), "field: repulsion of one neighbour"),
            LegendEntry::new(
                Swatch::Arrow(viewpoint.theme.blue),
                "repulsions turned sideways, and their sum",
            ),
            LegendEntry::new(Swatch::Arrow(viewpoint.theme.yellow), "sum of the repulsions"),
            LegendEntry::new(Swatch::Arrow(viewpoint.theme.green), "resolved direction"),
        ]
    },
    paints: &[Paint { depth: 50, brush: Brush::PerUnit(draw) }],
};

fn draw(subject: &Subject, canvas: &mut Canvas) {
    if let Some(field) = subject.reasons.aspect("field") {
        subject.vectors(&field.marks, canvas);
    }
}
