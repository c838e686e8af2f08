//! The avoidance model's reasons as marks: half-planes, forces, predicted positions and so on.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::subject::Subject;
use crate::draw::canvas::{Canvas, Xy};
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::viewpoint::Viewpoint;
use sidestep::steering::reasons::{Mark, Tint};
use sidestep::types::Point;

/// The marks of the avoidance model.
pub static MODEL: Overlay = Overlay {
    name: "model",
    key: 'w',
    meaning: "the model's reasons",
    has: |world, id| !world.reasons(id).marks.is_empty(),
    absence: Absence::OfTheMode,
    legend,
    paints: &[Paint { depth: 40, brush: Brush::PerUnit(draw) }],
};

/// The meaning of each tint, in the legend's order.
const TINTS: [(Tint, &str); 8] = [
    (Tint::Against, "model: repels or forbids"),
    (Tint::For, "model: attracts or permits"),
    (Tint::Predicted, "model: predicted"),
    (Tint::Chosen, "model: chosen"),
    (Tint::Faint, "model: for comparison"),
    (Tint::Aside, "model: sideways"),
    (Tint::Sum, "model: sum"),
    (Tint::Plain, "model: other"),
];

/// The tints in use.
fn legend(viewpoint: &Viewpoint, units: &[usize]) -> Vec<LegendEntry> {
    let marks: Vec<_> = units.iter().flat_map(|id| viewpoint.world.reasons(*id).marks).collect();
    let occurs = TINTS.into_iter().filter(|(tint, _)| marks.iter().any(|(_, other)| other == tint));
    occurs.map(|(tint, text)| LegendEntry::new(Swatch::Line(viewpoint.theme.tint(tint)), text)).collect()
}

/// Draws all marks, in their order.
fn draw(subject: &Subject, canvas: &mut Canvas) {
    let to_screen = |p: Point| subject.viewpoint.to_screen(p);
    for (mark, tint) in &subject.reasons.marks {
        let color = subject.viewpoint.theme.tint(*tint);
        match mark {
            Mark::Line(from, to) => canvas.line(to_screen(*from), to_screen(*to), 1.4, color.alpha(190)),
            Mark::Arrow(from, to) => {
                let (from, to) = (to_screen(*from), to_screen(*to));
                // An arrow needs room for its tip.
                if (to.0 - from.0).abs().max((to.1 - from.1).abs()) >= 1.5 {
                    canvas.arrow(from, to, 1.8, color);
                }
            }
            Mark::Ring(center, radius) => {
                canvas.ring(
                    to_screen(*center),
                    radius * subject.viewpoint.camera.scale,
                    1.4,
                    color.alpha(210),
                );
            }
            Mark::Area(points) => {
                let corners: Vec<Xy> = points.iter().map(|p| to_screen(*p)).collect();
                canvas.polygon(&corners, color.alpha(46));
            }
            Mark::Dot(at) => canvas.disc(to_screen(*at), 3.0, color),
            Mark::Unit(id) => subject.ring(*id, color, canvas),
            Mark::Weights(weights) => subject.weights(weights, color, canvas),
            // Vectors share one scale.
            Mark::Vector(_) | Mark::Term(_) => {}
        }
    }
    subject.vectors(&subject.reasons.marks, canvas);
}
