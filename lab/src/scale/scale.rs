//! The measurements of several modes and sizes.

use super::growth::{Growth, growth, modes};
use super::options::ScaleOptions;
use super::row::ScaleRow;
use serde::Serialize;
use sidestep::settings::Push;
use sidestep::steering::avoidance::Mode;
use sidestep::world::Layout;

/// The measurements of several modes and sizes, and their common inputs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scale {
    /// The map's name.
    pub map: String,
    /// The strength of the sideways push; 0 when it is off.
    pub push: f32,
    /// The seed of the starting positions.
    pub seed: u64,
    /// The number of threads that decided in the timed ticks.
    pub threads: usize,
    /// The program's version.
    pub version: &'static str,
    /// The measurements, mode by mode, from small to large.
    pub rows: Vec<ScaleRow>,
    /// The growth of the cost for each mode and stage.
    pub growth: Vec<Growth>,
}

impl Scale {
    /// Creates an empty result with the map, push and seed of `layout`.
    pub fn new(layout: &Layout, options: &ScaleOptions) -> Scale {
        let Push { on, strength } = layout.steering.push;
        let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
        Scale {
            map: layout.name.clone(),
            push: if on { strength } else { 0.0 },
            seed: layout.seed,
            threads: if options.threads == 0 { cores() } else { options.threads },
            version: crate::VERSION,
            rows: Vec::new(),
            growth: Vec::new(),
        }
    }

    /// Adds a row and updates the growth.
    pub fn push(&mut self, row: ScaleRow) {
        self.rows.push(row);
        self.growth = growth(&self.rows);
    }

    /// Returns the modes in the order of their rows.
    pub fn modes(&self) -> Vec<Mode> {
        modes(&self.rows)
    }

    /// Returns the rows of a mode.
    pub fn rows_of(&self, mode: Mode) -> impl Iterator<Item = &ScaleRow> {
        self.rows.iter().filter(move |row| row.mode == mode)
    }
}
