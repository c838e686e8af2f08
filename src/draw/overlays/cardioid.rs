//! How much a neighbour in each direction weighs.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::subject::Subject;
use crate::draw::canvas::{Canvas, Xy};
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::theme;
use crate::math;
use crate::types::Vec2;

/// The cardioid around a unit.
pub static CARDIOID: Overlay = Overlay {
    name: "cardioid",
    key: 'k',
    meaning: "cardioid",
    has: |world, id| world.reasons(id).cardioid.is_some(),
    absence: Absence::OfTheMode,
    legend: |_, _| {
        let text = "weight of a direction: 0 at the unit, 1 at the perception radius";
        vec![LegendEntry::new(Swatch::Line(theme::YELLOW), text)]
    },
    paints: &[Paint { depth: -20, brush: Brush::PerUnit(draw) }],
};

/// `r = ((1 + cos b) / 2)³` around the unit, 1 being as far as it perceives, facing where it wants to go.
fn draw(subject: &Subject, canvas: &mut Canvas) {
    const STEPS: usize = 120;
    let (desired, reach) = (subject.reasons.desired, subject.reach());
    if subject.reasons.cardioid.is_none() || desired == Vec2::zeros() || !reach.is_finite() || reach <= 0.0 {
        return;
    }
    let ahead = math::angle(desired);
    let curve: Vec<Xy> = (0..=STEPS)
        .map(|k| {
            let bearing = k as f32 / STEPS as f32 * std::f32::consts::TAU;
            let base = (1.0 + math::cos(bearing)) / 2.0;
            subject.tip(math::unit(ahead + bearing) * base * base * base * reach)
        })
        .collect();
    canvas.polygon(&curve, theme::YELLOW.alpha(16));
    // Opaque: where two pieces meet, a translucent line would show a knot.
    canvas.polyline(&curve, 1.2, theme::YELLOW.mix(theme::FLOOR, 110));
}
