//! One world of the window, with the measurements of its run.

use super::outcome::WatchedRun;
use super::past::Past;
use super::rerun::{Replay, Rerun};
use super::results::{self, Finished};
use super::series::RunSeries;
use super::steering_history::{SteeringChange, SteeringHistory};
use crate::draw::{Trails, hud};
use crate::measure::{Metrics, TickTimes};
use crate::run::{CompletedRun, Repeats, Run, RunEnd};
use sidestep::crowd::{Command, Made, Refusal};
use sidestep::steering::Steering;
use sidestep::world::World;

/// One world of the window. Several worlds side by side share the clock, the camera and the selected unit.
pub struct Pane {
    run: Run,
    /// The map's steering.
    map_steering: Steering,
    history: SteeringHistory,
    trails: Trails,
    past: Past,
    series: RunSeries,
    rerun: Rerun,
    /// What is repeated, while the run repeats an earlier one.
    replay: Option<Replay>,
}

impl Pane {
    /// Starts with a world before its first tick. It is measured with `steering` from the start; none is the map's.
    pub(super) fn new(mut world: World, steering: Option<Steering>, memory: usize) -> Pane {
        let map_steering = world.steering().clone();
        let mut rerun = Rerun::new(&world);
        if let Some(steering) = steering {
            world.set_steering(steering);
            rerun.steered(&world);
        }
        let mut trails = Trails::default();
        trails.record(&world);
        let mut past = Past::default();
        past.record(&world, memory);
        Pane {
            map_steering,
            history: SteeringHistory::new(&world),
            trails,
            past,
            series: RunSeries::default(),
            rerun,
            replay: None,
            run: Run::new(world),
        }
    }

    /// The run.
    pub(super) fn run(&self) -> &Run {
        &self.run
    }

    /// The world.
    pub fn world(&self) -> &World {
        self.run.world()
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
        (self.world().ticks() > 0).then(|| self.run.times())
    }

    pub(super) fn trails(&self) -> &Trails {
        &self.trails
    }

    /// Why the run has ended, if it has.
    pub(super) fn end(&self) -> Option<RunEnd> {
        self.run.end()
    }

    /// Continues past the time limit.
    pub(super) fn lift_limit(&mut self) {
        self.run.lift_limit();
    }

    /// What moves the units: their modes, or "plans".
    pub fn modes(&self) -> String {
        hud::what_moves(self.world())
    }

    /// What distinguishes this world from others of the same map: its modes, and the settings that differ from the map's.
    pub fn label(&self) -> String {
        let (steering, map) = (self.world().steering(), &self.map_steering);
        let mut label = self.modes();
        for setting in sidestep::lookup::all_settings() {
            let value = steering.settings.get(setting);
            let used = self.world().modes().iter().any(|mode| mode.has(setting));
            if used && value != map.settings.get(setting) {
                label += &format!(", {}", setting.labelled(value));
            }
        }
        if steering.push != map.push {
            label += &format!(", push {}", steering.push);
        }
        label
    }

    /// The metrics so far.
    pub fn metrics(&self) -> Metrics {
        self.run.metrics()
    }

    /// The changes of the steering so far that affected units, in order.
    pub fn changes(&self) -> Vec<SteeringChange> {
        self.history.changes(self.world())
    }

    /// The result so far, for the table.
    pub(super) fn finished(&self) -> Finished {
        let changed = !self.changes().is_empty() || !self.commands().is_empty();
        Finished::new(self.world(), self.label(), &self.metrics(), changed)
    }

    /// The result that the window shows: a heading and lines.
    pub(super) fn result(&self, end: RunEnd) -> Vec<String> {
        results::shown(end, self.world(), &self.metrics(), &self.changes())
    }

    /// Repeats a recorded run with each further tick, up to its end.
    pub(super) fn repeat(&mut self, repeats: &Repeats) {
        self.replay = Some(Replay::new(repeats));
        self.repeat_inputs();
    }

    /// Begins again, to repeat the run up to `tick` with each further tick.
    pub(super) fn begin_again(&mut self, tick: u64, memory: usize) {
        let replay = self.rerun.until(tick);
        *self = Pane { replay: Some(replay), ..Pane::new(self.rerun.start(), None, memory) };
        self.repeat_inputs();
    }

    /// Sets and commands what was set and commanded after the present tick of the run that is repeated.
    fn repeat_inputs(&mut self) {
        let now = self.world().ticks();
        let Some(replay) = self.replay.take() else { return };
        for (_, steering) in replay.steerings.iter().filter(|(tick, _)| *tick == now) {
            self.set_steering(steering.clone());
        }
        for (_, command) in replay.commands.iter().filter(|(tick, _)| *tick == now) {
            // It was accepted in the same state before.
            let _ = self.command(command.clone());
        }
        self.replay = (now < replay.to).then_some(replay);
    }

    /// Runs one tick, unless the run is over.
    pub(super) fn tick(&mut self, memory: usize) {
        if self.run.tick() {
            let world = self.run.world();
            self.trails.record(world);
            self.past.record(world, memory);
            self.series.observe(world, &self.run.times());
            self.repeat_inputs();
        }
    }

    pub(super) fn steer(&mut self, steering: Steering) {
        if steering != *self.world().steering() {
            self.set_steering(steering);
        }
    }

    fn set_steering(&mut self, steering: Steering) {
        self.run.world_mut().set_steering(steering);
        self.history.steered(self.run.world());
        self.rerun.steered(self.run.world());
    }

    /// Gives the world a command, which takes effect in the next tick.
    ///
    /// # Errors
    ///
    /// Why the world refuses the command. Nothing has changed then.
    pub(super) fn command(&mut self, command: Command) -> Result<Made, Refusal> {
        let made = self.run.command(command.clone())?;
        self.rerun.commanded(self.run.world().ticks(), command);
        Ok(made)
    }

    /// The commands that the world accepted, each with the tick after which it was given.
    pub fn commands(&self) -> &[(u64, Command)] {
        self.rerun.commands()
    }

    /// The commands that take effect in the next tick.
    pub fn waiting_commands(&self) -> impl Iterator<Item = &Command> {
        let now = self.world().ticks();
        let waiting = self.commands().iter().rev().take_while(move |(tick, _)| *tick == now);
        waiting.map(|(_, command)| command)
    }

    /// The run so far, without what only the window needs.
    pub(super) fn into_run(self) -> WatchedRun {
        let (changes, label) = (self.changes(), self.label());
        let CompletedRun { world, metrics } = self.run.stop();
        WatchedRun { world, metrics, changes, label }
    }
}
