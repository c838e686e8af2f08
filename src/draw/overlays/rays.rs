//! The rays of raycast avoidance.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::subject::Subject;
use crate::draw::canvas::Canvas;
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::theme;
use crate::types::Point;
use crate::world::World;

/// The three rays, where the nearest hit is, and the unit that it hit.
pub static RAYS: Overlay = Overlay {
    name: "rays",
    key: 'y',
    meaning: "rays",
    has,
    absence: Absence::OfTheMode,
    legend: |_, _| {
        vec![
            LegendEntry::new(Swatch::Line(theme::TEXT), "rays ahead"),
            LegendEntry::new(Swatch::Ring(theme::RED), "nearest hit and its unit"),
        ]
    },
    paints: &[Paint { depth: 30, brush: Brush::PerUnit(draw) }],
};

/// Whether a unit's model casts rays.
pub(super) fn has(world: &World, id: usize) -> bool {
    world.reasons(id).raycast.is_some()
}

fn draw(subject: &Subject, canvas: &mut Canvas) {
    let Some(raycast) = &subject.reasons.raycast else { return };
    let to_screen = |p: Point| subject.viewpoint.to_screen(p);
    for (_, from, to) in &raycast.rays {
        canvas.line(to_screen(*from), to_screen(*to), 1.2, theme::TEXT.alpha(170));
    }
    let Some(hit) = raycast.hit else { return };
    if let Some((_, from, to)) = raycast.rays.iter().find(|(ray, ..)| *ray == hit.ray) {
        let met = to_screen(*from + (to - from) * hit.fraction);
        canvas.line(to_screen(*from), met, 2.0, theme::RED);
        canvas.disc(met, 3.5, theme::RED);
    }
    let unit = subject.reasons.neighbours.get(hit.neighbour).and_then(|id| subject.neighbour(*id));
    if let Some((at, radius)) = unit {
        canvas.ring(at, radius + 2.0, 2.0, theme::RED);
    }
}
