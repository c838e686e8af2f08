//! Pressure: where more units are predicted than fit.

use super::grid::{GRID_DEPTH, GridStyle};
use super::overlay::{Absence, Brush, Overlay, Paint};
use crate::draw::color_scale::{ColorScale, Opacity};

/// Points where more units are predicted than fit (violet).
pub static PRESSURE: Overlay = Overlay {
    name: GRID.name,
    key: 'u',
    meaning: "pressure",
    has: |world, id| GRID.has(world, id),
    absence: Absence::UntilTheFirstTick,
    legend: |viewpoint, _| GRID.legend(viewpoint),
    paints: &[Paint { depth: GRID_DEPTH, brush: Brush::Grid(&GRID) }],
};

static GRID: GridStyle = GridStyle {
    name: "pressure",
    colors: |theme| ColorScale { low: theme.violet, high: theme.violet, opacity: Opacity::RootOfHigh(150.0) },
    from_zero: true,
    contours: 0,
    per_unit: false,
};
