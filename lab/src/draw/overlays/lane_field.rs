//! The lane field: how much the units predicted at a point move against a unit's direction.

use super::grid::{GRID_DEPTH, GridStyle};
use super::overlay::{Absence, Brush, Overlay, Paint};
use crate::draw::canvas::Canvas;
use crate::draw::color_scale::{ColorScale, Opacity};
use crate::draw::viewpoint::Viewpoint;

/// Predicted units that move against a unit's direction (red).
pub static LANE_FIELD: Overlay = Overlay {
    name: GRID.name,
    key: 'l',
    meaning: "lane field",
    has: |world, id| GRID.has(world, id),
    absence: Absence::UntilTheFirstTick,
    legend: |viewpoint, _| GRID.legend(viewpoint),
    paints: &[
        Paint { depth: GRID_DEPTH, brush: Brush::Grid(&GRID) },
        Paint { depth: 20, brush: Brush::Whole(mark_unit) },
    ],
};

/// The best value is 0; lower values are worse.
static GRID: GridStyle = GridStyle {
    name: "lane-field",
    colors: |theme| ColorScale { low: theme.red, high: theme.red, opacity: Opacity::RootOfLow(150.0) },
    from_zero: true,
    contours: 0,
    per_unit: true,
};

/// If no unit is selected, rings the unit that the lane field belongs to.
fn mark_unit(viewpoint: &Viewpoint, canvas: &mut Canvas) {
    if viewpoint.selected.is_none()
        && let Some((id, _)) = GRID.find(viewpoint)
    {
        let radius = viewpoint.radius_on_screen(id);
        canvas.ring(viewpoint.unit_on_screen(id), radius + 2.5, 1.5, viewpoint.theme.red);
    }
}
