//! One world of the window, with the measurements of its run.

use super::WatchedRun;
use super::past::Past;
use super::rerun::Rerun;
use super::results::Finished;
use super::series::RunSeries;
use super::watched::{RunEnd, SteeringChange, Watched};
use crate::draw::{Trails, hud};
use crate::measure::{Measure, Metrics, Stopwatch, TickTimes};
use sidestep::steering::Steering;
use sidestep::world::World;

/// One world of the window. Several worlds side by side share the clock, the camera and the selected unit.
pub struct Pane {
    world: World,
    /// The map's steering.
    map_steering: Steering,
    watched: Watched,
    stopwatch: Stopwatch,
    trails: Trails,
    past: Past,
    series: RunSeries,
    rerun: Rerun,
}

impl Pane {
    /// Starts with a world before its first tick, with the map's steering.
    pub(super) fn new(world: World, memory: usize) -> Pane {
        let mut trails = Trails::default();
        trails.record(&world);
        let mut past = Past::default();
        past.record(&world, memory);
        Pane {
            map_steering: world.steering().clone(),
            watched: Watched::new(&world),
            stopwatch: Stopwatch::default(),
            trails,
            past,
            series: RunSeries::default(),
            rerun: Rerun::new(&world),
            world,
        }
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The steering of the map, before any change.
    pub fn map_steering(&self) -> &Steering {
        &self.map_steering
    }

    /// The positions of the last ticks.
    pub fn past(&self) -> &Past {
        &self.past
    }

    /// The run repeated up to an earlier tick.
    pub(super) fn rerun(&self) -> &Rerun {
        &self.rerun
    }

    pub(super) fn rerun_mut(&mut self) -> &mut Rerun {
        &mut self.rerun
    }

    /// The samples that the plots show.
    pub fn series(&self) -> &RunSeries {
        &self.series
    }

    /// The times of the last tick, if there was one.
    pub fn times(&self) -> Option<TickTimes> {
        (self.world.ticks() > 0).then(|| self.stopwatch.last())
    }

    pub(super) fn trails(&self) -> &Trails {
        &self.trails
    }

    /// Why the run has ended, if it has. `past_limit` is whether the user continued past the time limit.
    pub(super) fn end(&self, past_limit: bool) -> Option<RunEnd> {
        if self.world.finished() {
            return Some(RunEnd::Arrived);
        }
        let at_limit = self.world.ticks() >= self.world.layout().tick_limit();
        (at_limit && !past_limit).then_some(RunEnd::Limit)
    }

    /// What moves the units: their modes, or "plans".
    pub fn modes(&self) -> String {
        hud::what_moves(&self.world)
    }

    /// What distinguishes this world from others of the same map: its modes, and the settings that differ from the map's.
    pub fn label(&self) -> String {
        let (steering, map) = (self.world.steering(), &self.map_steering);
        let mut label = self.modes();
        for setting in sidestep::lookup::all_settings() {
            let value = steering.settings.get(setting);
            let used = self.world.modes().iter().any(|mode| mode.has(setting));
            if used && value != map.settings.get(setting) {
                label += &format!(", {}", setting.labelled(value));
            }
        }
        if steering.push != map.push {
            label += &format!(", push {}", steering.push);
        }
        label
    }

    /// The measurement of the run so far.
    pub(super) fn measure(&self) -> &Measure {
        self.watched.measure()
    }

    /// The metrics so far.
    pub fn metrics(&self) -> Metrics {
        self.watched.metrics(&self.world)
    }

    /// The changes of the steering so far that affected units, in order.
    pub fn changes(&self) -> Vec<SteeringChange> {
        self.watched.changes(&self.world)
    }

    /// The result so far, for the table.
    pub(super) fn finished(&self) -> Finished {
        Finished::new(&self.world, self.label(), &self.metrics(), !self.changes().is_empty())
    }

    /// The result that the window shows: a heading and lines.
    pub(super) fn result(&self, end: RunEnd) -> Vec<String> {
        self.watched.result(end, &self.world)
    }

    pub(super) fn tick(&mut self, memory: usize) {
        self.stopwatch.tick(&mut self.world);
        self.trails.record(&self.world);
        self.past.record(&self.world, memory);
        let times = self.stopwatch.last();
        self.watched.observe(&self.world, &times);
        self.series.observe(&self.world, &times);
    }

    pub(super) fn steer(&mut self, steering: Steering) {
        if steering != *self.world.steering() {
            self.world.set_steering(steering);
            self.watched.steered(&self.world);
            self.rerun.steered(&self.world);
        }
    }

    /// Gives a world that has not ticked the steering with which it is measured from the start.
    pub(super) fn start_with(&mut self, steering: Steering) {
        self.world.set_steering(steering);
        self.watched = Watched::new(&self.world);
        self.rerun.steered(&self.world);
    }

    /// The run so far, without what only the window needs.
    pub(super) fn into_run(self) -> WatchedRun {
        let (metrics, changes, label) = (self.metrics(), self.changes(), self.label());
        WatchedRun { world: self.world, metrics, changes, label }
    }
}
