//! Options of a measurement.

/// Options of a measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScaleOptions {
    /// The number of threads that decide in the timed ticks; 0 means all cores.
    pub threads: usize,
    /// The largest number of units for which the whole crossing is run to measure its quality.
    pub quality_up_to: usize,
}

impl Default for ScaleOptions {
    fn default() -> Self {
        ScaleOptions { threads: 1, quality_up_to: 2000 }
    }
}
