//! The model's density.

use super::grid::{GRID_DEPTH, GridStyle};
use super::overlay::{Absence, Brush, Overlay, Paint};
use crate::draw::color_scale::{ColorScale, Opacity};

/// The share of the ground that units cover, as the model computes it.
pub static DENSITY: Overlay = Overlay {
    name: GRID.name,
    key: 'e',
    meaning: "density",
    has: |world, id| GRID.has(world, id),
    absence: Absence::UntilTheFirstTick,
    legend: |viewpoint, _| GRID.legend(viewpoint),
    paints: &[Paint { depth: GRID_DEPTH, brush: Brush::Grid(&GRID) }],
};

static GRID: GridStyle = GridStyle {
    name: "density",
    colors: |theme| ColorScale { low: theme.blue, high: theme.yellow, opacity: Opacity::RootOfRange(170.0) },
    from_zero: true,
    contours: 0,
    per_unit: false,
};
