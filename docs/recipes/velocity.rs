//! The velocity of each unit.

use super::overlay::{Absence, Brush, Overlay, Paint};
use crate::draw::canvas::Canvas;
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::viewpoint::Viewpoint;

/// A line from each unit to its position in half a second.
pub static VELOCITY: Overlay = Overlay {
    name: "velocity",
    key: 'z',
    meaning: "velocity",
    has: |_, _| true,
    absence: Absence::OfTheMode,
    legend: |viewpoint, _| {
        vec![LegendEntry::new(Swatch::Line(viewpoint.theme.accent), "velocity, half a second ahead")]
    },
    paints: &[Paint { depth: 50, brush: Brush::Whole(draw) }],
};

fn draw(viewpoint: &Viewpoint, canvas: &mut Canvas) {
    let units = viewpoint.world.units();
    for (id, velocity) in units.velocity.iter().enumerate() {
        let ahead = viewpoint.to_screen(units.position[id] + velocity * 0.5);
        canvas.polyline(&[viewpoint.unit_on_screen(id), ahead], 1.0, viewpoint.theme.accent);
    }
}
