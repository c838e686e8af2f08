//! The rays of raycast avoidance.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::subject::Subject;
use crate::draw::canvas::Canvas;
use crate::draw::swatch::{LegendEntry, Swatch};
use sidestep::steering::reasons::{Mark, Tint};
use sidestep::types::Point;
use sidestep::world::World;

/// The three rays, the nearest hit, and the unit it hit.
pub static RAYS: Overlay = Overlay {
    name: "rays",
    key: 'y',
    meaning: "rays",
    has,
    absence: Absence::OfTheMode,
    legend: |viewpoint, _| {
        vec![
            LegendEntry::new(Swatch::Line(viewpoint.theme.text), "rays ahead"),
            LegendEntry::new(Swatch::Ring(viewpoint.theme.red), "nearest hit, and the unit it hit"),
        ]
    },
    paints: &[Paint { depth: 30, brush: Brush::PerUnit(draw) }],
};

/// Whether a unit's model casts rays.
pub(super) fn has(world: &World, id: usize) -> bool {
    world.reasons(id).aspect("rays").is_some()
}

fn draw(subject: &Subject, canvas: &mut Canvas) {
    let Some(rays) = subject.reasons.aspect("rays") else { return };
    let to_screen = |p: Point| subject.viewpoint.to_screen(p);
    for (mark, tint) in &rays.marks {
        let color = subject.viewpoint.theme.tint(*tint);
        match mark {
            Mark::Line(from, to) if *tint == Tint::Plain => {
                canvas.line(to_screen(*from), to_screen(*to), 1.2, color.alpha(170));
            }
            Mark::Line(from, to) => canvas.line(to_screen(*from), to_screen(*to), 2.0, color),
            Mark::Dot(at) => canvas.disc(to_screen(*at), 3.5, color),
            Mark::Unit(id) => subject.ring(*id, color, canvas),
            _ => {}
        }
    }
}
