//! Runs a world from start to end and measures it. Headless runs and studies use this loop; the window has its own.
//!
//! ```
//! use sidestep::world::World;
//! use sidestep_lab::{measure::ARRIVED, run::Run, scene::{LayoutOptions, Scene}};
//!
//! let scene = Scene::built_in("small-groups").expect("a built-in map");
//! let world = World::new(scene.layout(&LayoutOptions::default())?, 1);
//! let mut trail = Vec::new();
//! let done = Run::new(world).until(20.0).observe(&mut |world: &World| trail.push(world.units().position[0])).finish();
//! assert_eq!(done.metrics.ticks as usize, trail.len());
//! println!("{:.0} % arrived after {:.1} s", 100.0 * done.metrics.value(&ARRIVED).unwrap_or_default(), done.world.time());
//! # Ok::<(), sidestep_lab::scene::DocumentError>(())
//! ```

use crate::measure::{Measure, Metrics, Stopwatch, TickTimes};
use sidestep::types::DT;
use sidestep::world::World;
use std::ops::ControlFlow;

/// Observes a run tick by tick. Any `FnMut(&World)` is an observer.
pub trait Observer {
    /// Called after every tick, once `measure` has observed that tick. Returning [`ControlFlow::Break`] ends the run.
    fn observe(&mut self, world: &World, measure: &Measure) -> ControlFlow<()>;
}

impl<F: FnMut(&World)> Observer for F {
    fn observe(&mut self, world: &World, _measure: &Measure) -> ControlFlow<()> {
        self(world);
        ControlFlow::Continue(())
    }
}

/// A world that is being run and measured.
pub struct Run {
    world: World,
    measure: Measure,
    stopwatch: Stopwatch,
    last_tick: u64,
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
        Run {
            measure: Measure::new(&world),
            stopwatch: Stopwatch::default(),
            last_tick: world.layout().tick_limit(),
            world,
        }
    }

    /// Ends the run after `seconds` of simulated time, unless all units have arrived by then.
    pub fn until(self, seconds: f32) -> Run {
        Run { last_tick: (seconds / DT).round() as u64, ..self }
    }

    /// Passes every tick to `observer`.
    pub fn observe(self, observer: &mut dyn Observer) -> ObservedRun<'_> {
        ObservedRun { run: self, observers: vec![observer] }
    }

    /// Returns the world in its current state.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the measurement so far.
    pub fn measure(&self) -> &Measure {
        &self.measure
    }

    /// Whether all units have arrived or the time limit is reached.
    pub fn is_over(&self) -> bool {
        self.world.ticks() >= self.last_tick || self.world.finished()
    }

    /// Runs one tick and measures it. Returns false, without a tick, if the run is over.
    pub fn tick(&mut self) -> bool {
        if self.is_over() {
            return false;
        }
        self.stopwatch.tick(&mut self.world);
        self.measure.observe(&self.world);
        self.measure.observe_times(&self.stopwatch.last());
        true
    }

    /// Runs to the end.
    pub fn finish(mut self) -> CompletedRun {
        while self.tick() {}
        CompletedRun { metrics: self.measure.metrics(&self.world), world: self.world }
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
        CompletedRun { metrics: self.run.measure.metrics(&self.run.world), world: self.run.world }
    }

    fn show(&mut self) -> ControlFlow<()> {
        let Run { world, measure, .. } = &self.run;
        self.observers.iter_mut().try_for_each(|observer| observer.observe(world, measure))
    }
}

/// Runs `count` ticks of a world without measuring it.
pub fn advance(world: &mut World, count: u64) {
    for _ in 0..count {
        world.tick();
    }
}

/// Returns the times of the next `count` ticks, without gathering metrics. There are fewer if all units arrive earlier.
pub fn time_ticks(world: &mut World, count: usize) -> Vec<TickTimes> {
    let mut stopwatch = Stopwatch::default();
    let mut times = Vec::with_capacity(count);
    while times.len() < count && !world.finished() {
        stopwatch.tick(world);
        times.push(stopwatch.last());
    }
    times
}
