//! Measures the time of ticks. A world itself has no clock.

use sidestep::world::Stage;
use std::time::Instant;

/// The time of each stage of a tick, in the order of [`Stage::ALL`], µs.
pub(super) type StageTimes = [f32; Stage::ALL.len()];

/// Times the stages of a tick.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopwatch {
    /// When the running stage began.
    begin: Instant,
    stages: StageTimes,
}

impl Stopwatch {
    /// Starts with the first stage of a tick.
    pub(super) fn start() -> Stopwatch {
        Stopwatch { begin: Instant::now(), stages: StageTimes::default() }
    }

    /// Ends a stage; the next one begins.
    pub(super) fn end_stage(&mut self, stage: Stage) {
        let end = Instant::now();
        self.stages[stage as usize] += (end - self.begin).as_secs_f32() * 1e6;
        self.begin = end;
    }

    pub(super) fn stages(&self) -> StageTimes {
        self.stages
    }
}
