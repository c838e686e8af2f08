//! The growth of a mode's cost with the number of units.

use super::row::ScaleRow;
use crate::measure::statistics::{Fit, slope};
use crate::measure::{TICK_PARTS, TickPart};
use serde::Serialize;
use sidestep::steering::avoidance::Mode;

/// The growth of a mode's cost with the number of units.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Growth {
    /// The mode.
    pub mode: Mode,
    /// The key of one of [`TICK_PARTS`].
    pub stage: &'static str,
    /// The mean cost of a tick as a power of the number of units; none with fewer than 3 sizes.
    pub fit: Option<Fit>,
    /// The growth in words.
    pub name: Option<&'static str>,
}

/// Computes the growth of each mode's cost, stage by stage: mean µs per tick ~ units^exponent.
pub fn growth(rows: &[ScaleRow]) -> Vec<Growth> {
    let part_growth = |mode: Mode, part: &TickPart| {
        let points = || rows.iter().filter(|row| row.mode == mode);
        let units: Vec<f64> = points().map(|row| row.units as f64).collect();
        let micros: Vec<f64> = points().map(|row| row.tick_us[part.key].mean).collect();
        let fit = slope(&units, &micros);
        Growth { mode, stage: part.key, fit, name: fit.map(|fit| fit.name()) }
    };
    let parts = |mode| TICK_PARTS.iter().map(move |part| part_growth(mode, part));
    modes(rows).into_iter().flat_map(parts).collect()
}

/// Returns the modes in the order of their rows.
pub(super) fn modes(rows: &[ScaleRow]) -> Vec<Mode> {
    let mut modes: Vec<Mode> = Vec::new();
    for row in rows {
        if !modes.contains(&row.mode) {
            modes.push(row.mode);
        }
    }
    modes
}
