//! The time of a session: ticks, pauses, speeds and the end of a run.

use super::{SPEEDS, Session};
use crate::types::DT;
use crate::viewer::RunEnd;
use crate::viewer::pace::Pace;
use std::time::Instant;

/// The most real time that one frame catches up with, s. After a longer frame the world lags behind.
const CATCH_UP: f32 = 0.12;

impl Session {
    /// Advances by `elapsed` real seconds at the current speed, within the time that a frame may take.
    pub fn advance(&mut self, elapsed: f32) {
        let elapsed = if elapsed.is_finite() { elapsed.max(0.0) } else { 0.0 };
        if let Some((_, left)) = &mut self.message {
            *left -= elapsed;
            if *left <= 0.0 {
                self.message = None;
                self.stale = true;
            }
        }
        if !self.runs() {
            return;
        }
        self.stale = true;
        self.owed += elapsed.min(CATCH_UP) * self.speed();
        let (begin, before) = (Instant::now(), self.world.ticks());
        while self.owed >= DT && self.end().is_none() {
            if begin.elapsed() > self.budget {
                // The world is too slow for this speed. Drop the owed time, which would only grow.
                self.owed = 0.0;
                break;
            }
            self.owed -= DT;
            self.tick();
        }
        self.pace.add(elapsed, self.world.ticks() - before);
    }

    fn tick(&mut self) {
        self.stopwatch.tick(&mut self.world);
        self.trails.record(&self.world);
        self.watched.observe(&self.world, &self.stopwatch.last());
        self.conclude();
    }

    /// If the run has ended, stops the clock and shows the result.
    pub(super) fn conclude(&mut self) {
        if let Some(end) = self.end() {
            self.result = self.watched.result(end, &self.world);
            self.hold();
        }
    }

    /// Shows the last tick, not a moment between ticks.
    fn hold(&mut self) {
        self.owed = DT;
        self.pace = Pace::default();
    }

    /// Whether the world may tick. It stops once all units have arrived. Users can continue past the time limit.
    fn may_tick(&mut self) -> bool {
        match self.end() {
            None => return true,
            Some(RunEnd::Arrived) => {
                self.say("all units have arrived: press r to restart, n for the next map".into())
            }
            Some(RunEnd::Limit) => {
                self.past_limit = true;
                self.result.clear();
                return true;
            }
        }
        false
    }

    pub(super) fn toggle_pause(&mut self) {
        let ended = self.end().is_some();
        if self.may_tick() {
            self.paused = !self.paused && !ended;
            self.pace = Pace::default();
        }
    }

    pub(super) fn step(&mut self) {
        if self.may_tick() {
            self.paused = true;
            self.tick();
            self.hold();
        }
    }

    pub(super) fn set_speed(&mut self, speed: usize) {
        self.speed = speed.min(SPEEDS.len() - 1);
        self.pace = Pace::default();
    }
}
