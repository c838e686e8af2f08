//! The predicted positions of units.

use super::overlay::{Absence, Brush, Overlay, Paint};
use super::subject::group_color;
use crate::draw::canvas::{Canvas, Xy};
use crate::draw::swatch::{LegendEntry, Swatch};
use crate::draw::viewpoint::Viewpoint;

/// A line through a unit's predicted positions, with a dot at the last. Shows every walking unit.
pub static PREDICTED: Overlay = Overlay {
    name: "predicted",
    key: 'i',
    meaning: "predicted positions",
    has: |world, _| (0..world.units().len()).any(|id| !world.predicted_positions(id).is_empty()),
    absence: Absence::UntilTheFirstTick,
    legend: |viewpoint, units| {
        let color = group_color(viewpoint, units);
        vec![LegendEntry::new(Swatch::Line(color), "predicted positions, with a dot at the last")]
    },
    paints: &[Paint { depth: -40, brush: Brush::Whole(draw) }],
};

fn draw(viewpoint: &Viewpoint, canvas: &mut Canvas) {
    let group = &viewpoint.world.units().group;
    for (id, group) in group.iter().enumerate() {
        let positions = viewpoint.world.predicted_positions(id);
        let Some(last) = positions.last() else { continue };
        let ahead = positions.iter().map(|p| viewpoint.to_screen(*p));
        let line: Vec<Xy> = std::iter::once(viewpoint.unit_on_screen(id)).chain(ahead).collect();
        let color = viewpoint.theme.group_of(viewpoint.world.layout(), *group);
        canvas.polyline(&line, 1.0, color.alpha(90));
        canvas.disc(viewpoint.to_screen(*last), 1.8, color.alpha(170));
    }
}
