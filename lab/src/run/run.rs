//! A measured run.

use super::end::RunEnd;
use super::observer::Observer;
use super::ticker::{Repeats, Ticker};
use crate::measure::{Measure, Metrics, TickTimes};
use sidestep::crowd::{Command, Made, Refusal};
use sidestep::world::World;
use std::ops::ControlFlow;

/// A world that is being run and measured.
pub struct Run {
    ticker: Ticker,
    measure: Measure,
}

/// A run that has ended.
pub struct CompletedRun {
    /// The world after the last tick.
    pub world: World,
    /// The metrics of the run.
    pub metrics: Metrics,
}

impl Run {
    /// Prepares to run `world`, which must not have ticked yet, until all units have arrived or the time limit of its
    /// layout is reached.
    pub fn new(world: World) -> Run {
        Run { measure: Measure::new(&world), ticker: Ticker::new(world).with_limit() }
    }

    /// Goes on with a run, whose `measure` has observed the world's last tick.
    pub fn resume(world: World, measure: Measure) -> Run {
        Run { measure, ticker: Ticker::new(world).with_limit() }
    }

    /// Ends the run after `seconds` of simulated time, unless all units have arrived by then.
    pub fn until(self, seconds: f32) -> Run {
        Run { ticker: self.ticker.until(seconds), ..self }
    }

    /// Repeats a recorded run: see [`Ticker::repeating`].
    pub fn repeating(self, repeats: Repeats) -> Run {
        Run { ticker: self.ticker.repeating(repeats), ..self }
    }

    /// Continues past the time limit.
    pub fn lift_limit(&mut self) {
        self.ticker.lift_limit();
    }

    /// Continues without an end, because commands may still come.
    pub fn never_end(&mut self) {
        self.ticker.never_end();
    }

    /// Gives the world a command. The run does not end any more.
    ///
    /// # Errors
    ///
    /// Why the world refuses the command. Nothing has changed then.
    pub fn command(&mut self, command: Command) -> Result<Made, Refusal> {
        let made = self.world_mut().apply(command)?;
        self.ticker.never_end();
        Ok(made)
    }

    /// Passes every tick to `observer`.
    pub fn observe(self, observer: &mut dyn Observer) -> ObservedRun<'_> {
        ObservedRun { run: self, observers: vec![observer] }
    }

    /// Returns the world in its current state.
    pub fn world(&self) -> &World {
        self.ticker.world()
    }

    /// Returns the world, to change its steering between two ticks.
    pub fn world_mut(&mut self) -> &mut World {
        self.ticker.world_mut()
    }

    /// Returns the measurement so far.
    pub fn measure(&self) -> &Measure {
        &self.measure
    }

    /// Returns the metrics so far.
    pub fn metrics(&self) -> Metrics {
        self.measure.metrics(self.world())
    }

    /// Returns the time of each part of the last tick, µs; 0 before the first.
    pub fn times(&self) -> TickTimes {
        self.ticker.times()
    }

    /// Returns why the run is over; none while it is not.
    pub fn end(&self) -> Option<RunEnd> {
        self.ticker.end()
    }

    /// Runs one tick and measures it. Returns false, without a tick, if the run is over.
    pub fn tick(&mut self) -> bool {
        if !self.ticker.tick() {
            return false;
        }
        self.measure.observe(self.ticker.world());
        self.measure.observe_times(&self.ticker.times());
        true
    }

    /// Runs to the end.
    pub fn finish(mut self) -> CompletedRun {
        while self.tick() {}
        self.stop()
    }

    /// Ends the run now.
    pub fn stop(self) -> CompletedRun {
        CompletedRun { metrics: self.metrics(), world: self.ticker.into_world() }
    }
}

/// A run whose ticks are passed to observers.
pub struct ObservedRun<'a> {
    run: Run,
    observers: Vec<&'a mut dyn Observer>,
}

impl<'a> ObservedRun<'a> {
    /// Adds an observer, which is called after the earlier ones.
    pub fn observe(mut self, observer: &'a mut dyn Observer) -> ObservedRun<'a> {
        self.observers.push(observer);
        self
    }

    /// Runs to the end, or until an observer ends the run.
    pub fn finish(mut self) -> CompletedRun {
        while self.run.tick() && self.show().is_continue() {}
        self.run.stop()
    }

    fn show(&mut self) -> ControlFlow<()> {
        let (world, measure) = (self.run.world(), self.run.measure());
        self.observers.iter_mut().try_for_each(|observer| observer.observe(world, measure))
    }
}
