//! The time of a session: ticks, pauses, speeds, looking back and the end of a run.

use super::session::Session;
use super::stale::Stale;
use crate::draw::side_by_side::MOST;
use crate::measure::{ARRIVED, TIME_RATIO};
use crate::run::RunEnd;
use crate::viewer::pace::Pace;
use crate::viewer::pane::Pane;
use sidestep::types::DT;
use std::time::Instant;

/// The most real time that one frame catches up with, s. After a longer frame the worlds lag behind.
const CATCH_UP: f32 = 0.12;

impl Session {
    /// Advances by `elapsed` real seconds at the current speed, within the time that a frame may take.
    pub fn advance(&mut self, elapsed: f32) {
        let elapsed = if elapsed.is_finite() { elapsed.max(0.0) } else { 0.0 };
        if let Some((_, left)) = &mut self.message {
            *left -= elapsed;
            if *left <= 0.0 {
                self.message = None;
                self.stale.panel = true;
            }
        }
        self.age_marks(elapsed);
        self.compute_past(self.clock.budget / 3);
        self.look_at_files(elapsed);
        self.replay();
        if !self.runs() {
            return;
        }
        self.stale = Stale::ALL;
        self.clock.owed += elapsed.min(CATCH_UP) * self.speed();
        let (begin, mut ticks) = (Instant::now(), 0);
        while self.clock.owed >= DT && self.end().is_none() {
            if begin.elapsed() > self.clock.budget {
                // The worlds are too slow for this speed. Drop the owed time, which would only grow.
                self.clock.owed = 0.0;
                break;
            }
            self.clock.owed -= DT;
            self.tick();
            ticks += 1;
        }
        self.clock.pace.add(elapsed, ticks);
    }

    /// Resumes the runs from the moment that the session looks back at: repeats them up to there, without what came later.
    pub(super) fn continue_from_here(&mut self) {
        let Some(tick) = self.clock.looking else {
            return self.say("look back first: , or the timeline".into());
        };
        let memory = self.memory(self.panes.len());
        let panes = self.panes.iter().map(|pane| pane.before(tick, memory)).collect();
        self.repeat_to(tick, panes);
        self.say(format!("continuing from {:.1} s, without what came later", tick as f32 * DT));
    }

    /// Adds a world that continues from the moment that the session looks back at, and runs the others beside it as they were.
    pub(super) fn what_if(&mut self) {
        let Some(tick) = self.clock.looking else {
            return self.say("look back first: , or the timeline".into());
        };
        if self.panes.len() == MOST {
            return self.say(format!("{MOST} worlds are the most that fit side by side"));
        }
        let worlds = self.panes.len() + 1;
        let memory = self.memory(worlds);
        let other = self.pane().before(tick, memory);
        let mut panes: Vec<Pane> =
            self.panes.iter().map(|pane| pane.as_it_was_before(tick, memory)).collect();
        panes.push(other);
        self.repeat_to(tick, panes);
        (self.active, self.compares) = (worlds - 1, true);
        self.arrange();
        self.say(format!("another future from {:.1} s: give it orders or another mode", tick as f32 * DT));
    }

    /// Replaces the worlds by those that are repeated up to a tick, and pauses there.
    fn repeat_to(&mut self, tick: u64, panes: Vec<Pane>) {
        self.end_recording();
        self.panes = panes;
        self.clock.restart();
        self.clock.replay_to = Some(tick);
        self.clock.paused = true;
        self.result.clear();
        self.marks.clear();
    }

    /// Runs towards the tick up to which the runs are repeated, within the time that a frame may take.
    fn replay(&mut self) {
        let Some(to) = self.clock.replay_to else { return };
        self.stale = Stale::ALL;
        let begin = Instant::now();
        let memory = self.memory(self.panes.len());
        // They were set back to different states.
        let is_behind = |pane: &Pane| pane.world().ticks() < to && pane.end().is_none();
        while self.panes.iter().any(is_behind) && begin.elapsed() <= self.clock.budget {
            self.panes.iter_mut().filter(|pane| is_behind(pane)).for_each(|pane| pane.tick(memory));
        }
        if !self.panes.iter().any(is_behind) {
            self.clock.replay_to = None;
            self.clock.hold();
            self.forget_the_gone();
            self.conclude();
        }
    }

    /// Advances all worlds that have not ended by one tick.
    fn tick(&mut self) {
        let memory = self.memory(self.panes.len());
        self.panes.iter_mut().for_each(|pane| pane.tick(memory));
        self.forget_the_gone();
        self.record();
        self.conclude();
    }

    /// The last tick of the worlds; those that ended earlier stay at their last tick.
    pub fn ticks(&self) -> u64 {
        self.panes.iter().map(|pane| pane.world().ticks()).max().unwrap_or(0)
    }

    /// If all runs have ended, stops the clock and shows the result.
    pub(super) fn conclude(&mut self) {
        let Some(end) = self.end() else { return };
        if !self.clock.concluded {
            self.clock.concluded = true;
            if self.ticks() > 0 {
                self.finished.extend(self.panes.iter().map(|pane| pane.finished()));
            }
        }
        self.result = match &self.panes[..] {
            [pane] => pane.result(end),
            panes => {
                let mut lines = vec!["All runs have ended".to_string()];
                let row = |pane: &Pane| {
                    let finished = pane.finished();
                    format!(
                        "{:24} arrived {:>8}, time ratio {}",
                        finished.labels[1],
                        finished.value(&ARRIVED),
                        finished.value(&TIME_RATIO)
                    )
                };
                lines.extend(panes.iter().map(row));
                lines.push("r: restart, R: next seed, n: next map".into());
                lines
            }
        };
        self.clock.hold();
    }

    /// Whether the worlds may tick. They stop once all units have arrived. Users can continue past the time limit.
    fn may_tick(&mut self) -> bool {
        match self.end() {
            None => return true,
            Some(RunEnd::Arrived) => {
                self.say("all units have arrived: press r to restart, n for the next map".into())
            }
            Some(RunEnd::Limit) => {
                self.panes.iter_mut().for_each(Pane::lift_limit);
                self.clock.concluded = false;
                self.result.clear();
                return true;
            }
        }
        false
    }

    pub(super) fn toggle_pause(&mut self) {
        if self.clock.looking.take().is_some() {
            self.clock.paused = false;
            return;
        }
        let ended = self.end().is_some();
        if self.may_tick() {
            self.clock.paused = !self.clock.paused && !ended;
            self.clock.pace = Pace::default();
        }
    }

    pub(super) fn step(&mut self) {
        if let Some(tick) = self.clock.looking {
            return self.look_at(tick + 1);
        }
        if self.may_tick() {
            self.clock.paused = true;
            self.tick();
            self.clock.hold();
        }
    }

    pub(super) fn step_back(&mut self) {
        let now = self.clock.looking.unwrap_or(self.ticks());
        self.look_at(now.saturating_sub(1));
    }

    /// The first and the last tick of the worlds, which can be looked at.
    pub fn kept(&self) -> (u64, u64) {
        let first = self.panes.iter().map(|pane| pane.rerun().start().ticks()).min();
        (first.unwrap_or(0), self.ticks())
    }

    /// Shows the positions after `tick`, or the present from the last tick on.
    pub(super) fn look_at(&mut self, tick: u64) {
        let (first, last) = self.kept();
        self.clock.paused = true;
        self.clock.hold();
        self.clock.looking = (tick < last).then(|| tick.max(first));
    }
}
