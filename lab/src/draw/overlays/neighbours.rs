//! The neighbours that a unit perceives.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::subject::Subject;
use crate::draw::canvas::Canvas;
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::viewpoint::Viewpoint;

/// A line to each perceived neighbour, and a ring at the perception radius.
pub static NEIGHBOURS: Overlay = Overlay {
    name: "neighbours",
    key: 'b',
    meaning: "neighbours",
    has: |world, id| world.perception_radius(id) > 0.0,
    absence: Absence::OfTheMode,
    legend,
    paints: &[Paint { depth: -30, brush: Brush::PerUnit(draw) }],
};

fn legend(viewpoint: &Viewpoint, units: &[usize]) -> Vec<LegendEntry> {
    let theme = viewpoint.theme;
    let reach = units.iter().map(|id| viewpoint.world.perception_radius(*id)).fold(0.0, f32::max);
    vec![
        LegendEntry::new(Swatch::Line(theme.text_dim), "line to each perceived neighbour"),
        LegendEntry::new(Swatch::Ring(theme.text_dim), format!("perception radius: {reach:.1} m")),
    ]
}

fn draw(subject: &Subject, canvas: &mut Canvas) {
    let theme = subject.viewpoint.theme;
    canvas.ring(subject.at, subject.reach(), 1.0, theme.text_dim.alpha(90));
    for &id in &subject.reasons.neighbours {
        if let Some((at, _)) = subject.neighbour(id) {
            canvas.line(subject.at, at, 1.0, theme.text_dim.alpha(150));
        }
    }
}
