//! How fast a world really runs.

use crate::types::DT;

/// The speed that is reached is measured over this long, s of real time.
const MEASURED: f32 = 0.5;

/// How much simulated time passes in real time.
#[derive(Default)]
pub(super) struct Pace {
    /// Real seconds since the last measurement.
    real: f32,
    /// Ticks in them.
    ticks: u64,
    /// Simulated seconds a real second, as measured last.
    pub(super) reached: Option<f32>,
}

impl Pace {
    /// Takes in real seconds and the ticks that were done in them.
    pub(super) fn add(&mut self, real: f32, ticks: u64) {
        self.real += real;
        self.ticks += ticks;
        if self.real >= MEASURED {
            *self = Pace { reached: Some(self.ticks as f32 * DT / self.real), ..Pace::default() };
        }
    }
}
