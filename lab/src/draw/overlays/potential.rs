//! The cost of the path to the goal, from every point.

use super::grid::{GRID_DEPTH, GridStyle};
use super::overlay::{Absence, Brush, Overlay, Paint};
use crate::draw::color_scale::{ColorScale, Opacity};

/// The model's potential, or the flow field's distances, from dark blue (lowest) to yellow (highest) with lines of equal cost.
pub static POTENTIAL: Overlay = Overlay {
    name: GRID.name,
    key: 'v',
    meaning: "potential",
    has: |world, id| GRID.has(world, id),
    absence: Absence::UntilTheFirstTick,
    legend: |viewpoint, _| GRID.legend(viewpoint),
    paints: &[Paint { depth: GRID_DEPTH, brush: Brush::Grid(&GRID) }],
};

static GRID: GridStyle = GridStyle {
    name: "potential",
    colors: |theme| ColorScale { low: theme.blue, high: theme.yellow, opacity: Opacity::Linear(40.0, 70.0) },
    from_zero: false,
    contours: 24,
    per_unit: true,
};
