//! Units that touch.

use super::overlay::{Absence, Brush, Overlay, Paint};
use crate::draw::canvas::{Canvas, Stamps};
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::viewpoint::{Viewpoint, unit_position};

/// A dot between two units that touch.
pub static CONTACTS: Overlay = Overlay {
    name: "contacts",
    key: 'o',
    meaning: "contacts",
    has: |_, _| true,
    absence: Absence::OfTheMode,
    legend: |viewpoint, _| {
        vec![LegendEntry::new(Swatch::Disc(viewpoint.theme.accent), "two units in contact")]
    },
    paints: &[Paint { depth: 10, brush: Brush::Whole(draw) }],
};

fn draw(viewpoint: &Viewpoint, canvas: &mut Canvas) {
    let (world, alpha) = (viewpoint.world, viewpoint.alpha);
    let radius = &world.units().radius;
    let theme = viewpoint.theme;
    let mut stamps = Stamps::default();
    for contact in world.contacts() {
        let (a, b) = (contact.a as usize, contact.b as usize);
        let (from, to) = (unit_position(world, a, alpha), unit_position(world, b, alpha));
        let share = radius[a] / (radius[a] + radius[b]).max(1e-6);
        let at = viewpoint.to_screen(from + (to - from) * share);
        canvas.stamp_disc(&mut stamps, at, 3.4, 0.0, (theme.panel, theme.panel));
        canvas.stamp_disc(&mut stamps, at, 2.4, 0.0, (theme.accent, theme.accent));
    }
}
