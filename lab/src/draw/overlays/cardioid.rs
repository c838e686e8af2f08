//! The cardioid: the weight of a neighbour by its direction.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::subject::Subject;
use crate::draw::canvas::Canvas;
use crate::draw::swatch::{LegendEntry, Swatch};
use sidestep::steering::reasons::Mark;

/// The cardioid around a unit.
pub static CARDIOID: Overlay = Overlay {
    name: "cardioid",
    key: 'k',
    meaning: "cardioid",
    has: |world, id| world.reasons(id).aspect("cardioid").is_some(),
    absence: Absence::OfTheMode,
    legend: |viewpoint, _| {
        let text = "weight by direction: 0 at the unit, 1 at the perception radius";
        vec![LegendEntry::new(Swatch::Line(viewpoint.theme.yellow), text)]
    },
    paints: &[Paint { depth: -20, brush: Brush::PerUnit(draw) }],
};

fn draw(subject: &Subject, canvas: &mut Canvas) {
    for (mark, tint) in subject.reasons.aspect("cardioid").into_iter().flat_map(|cardioid| &cardioid.marks) {
        if let Mark::Weights(weights) = mark {
            subject.weights(weights, subject.viewpoint.theme.tint(*tint), canvas);
        }
    }
}
