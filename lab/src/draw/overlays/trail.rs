//! The trails of units.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::subject::{group_color, subjects};
use crate::draw::canvas::Canvas;
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::units;
use crate::draw::viewpoint::Viewpoint;

/// Positions in the last seconds.
pub static TRAIL: Overlay = Overlay {
    name: "trail",
    key: 'j',
    meaning: "trails",
    has: |_, _| true,
    absence: Absence::OfTheMode,
    legend: |viewpoint, units| {
        let color = group_color(viewpoint, units);
        vec![LegendEntry::new(Swatch::Disc(color), "positions in the last 5 s")]
    },
    paints: &[Paint { depth: -60, brush: Brush::Whole(draw) }],
};

/// Up to this many units, all trails are drawn.
const ALL_UP_TO: usize = 400;

fn draw(viewpoint: &Viewpoint, canvas: &mut Canvas) {
    let count = viewpoint.world.units().len();
    match viewpoint.selected {
        Some(id) => trail(viewpoint, id, canvas),
        None if count <= ALL_UP_TO => (0..count).for_each(|id| trail(viewpoint, id, canvas)),
        None => subjects(count, None).into_iter().for_each(|id| trail(viewpoint, id, canvas)),
    }
}

fn trail(viewpoint: &Viewpoint, id: usize, canvas: &mut Canvas) {
    let color = units::color(viewpoint.world, id, viewpoint.theme);
    let count = viewpoint.trails.len().max(1);
    for (k, position) in viewpoint.trails.positions(id).enumerate() {
        let fresh = 50 + (170 * k / count) as u8;
        canvas.disc(viewpoint.to_screen(position), 1.2, color.alpha(fresh));
    }
}
