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
    has: |world, id| world.reasons(id).aspect("field").is_some(),
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

fn draw(subject: &Subject, canvas: &mut Canvas) {
    if let Some(field) = subject.reasons.aspect("field") {
        subject.vectors(&field.marks, canvas);
    }
}
