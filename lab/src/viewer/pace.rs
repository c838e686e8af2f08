//! The actual speed of a world.

use sidestep::types::DT;

/// The interval of a measurement, s of real time.
const MEASURED: f32 = 0.5;

/// Measures simulated time per real time.
#[derive(Default)]
pub(super) struct Pace {
    /// Real seconds since the last measurement.
    real: f32,
    /// Ticks since the last measurement.
    ticks: u64,
    /// Simulated seconds per real second, from the last measurement.
    pub(super) reached: Option<f32>,
}

impl Pace {
    /// Adds real seconds, and the ticks done in them.
    pub(super) fn add(&mut self, real: f32, ticks: u64) {
        self.real += real;
        self.ticks += ticks;
        if self.real >= MEASURED {
            *self = Pace { reached: Some(self.ticks as f32 * DT / self.real), ..Pace::default() };
        }
    }
}
