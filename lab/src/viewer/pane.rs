//! One world of the window, with the measurements of its run.

use super::outcome::WatchedRun;
use super::past::Past;
use super::past_memory::PastMemory;
use super::rerun::{Replay, Rerun};
use super::results::{self, Finished};
use super::series::RunSeries;
use super::steering_history::{SteeringChange, SteeringHistory};
use crate::draw::{Trails, hud};
use crate::measure::{Metrics, TickTimes};
use crate::run::{CompletedRun, Repeats, Run, RunEnd};
use sidestep::crowd::{Command, Made, Refusal};
use sidestep::recording::RecordError;
use sidestep::steering::Steering;
use sidestep::world::World;
use std::time::Duration;

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
    /// Whether the run repeats an earlier one beside another future, and takes no commands.
    is_past: bool,
}

impl Pane {
    /// Starts with a world before its first tick. It is measured with `steering` from the start; none is the map's. Its past takes at
    /// most this memory.
    pub(super) fn new(mut world: World, steering: Option<Steering>, memory: PastMemory) -> Pane {
        let map_steering = world.steering().clone();
        let mut rerun = Rerun::new(&world);
        if let Some(steering) = steering {
            world.set_steering(steering);
            rerun.steered(&world);
        }
        let mut trails = Trails::default();
        trails.record(&world);
        let mut past = Past::default();
        past.record(&world, memory.positions);
        Pane {
            map_steering,
            history: SteeringHistory::new(&world),
            trails,
            past,
            series: RunSeries::default(),
            rerun,
            replay: None,
            is_past: false,
            run: Run::new(world),
        }
    }

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

    /// Repeats the run up to an earlier tick, for about this time.
    pub(super) fn compute_past(&mut self, tick: u64, time: Duration) {
        self.rerun.run_to(tick, time, self.run.world());
    }

    /// Frees the memory of the repetition.
    pub(super) fn forget_past(&mut self) {
        self.rerun.forget();
    }

    /// A recording of the run from one tick to another, as bytes. `scene` is what it keeps of the map.
    pub(super) fn recording(&self, scene: &[u8], ticks: (u64, u64)) -> Result<Vec<u8>, RecordError> {
        self.rerun.recording(scene, ticks, self.world())
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
            let value = steering.get(setting);
            let used = self.world().modes().iter().any(|mode| mode.has(setting));
            if used && value != map.get(setting) {
                label += &format!(", {}", setting.labelled(value));
            }
        }
        if self.is_past {
            label += ", as it was";
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

    /// The same run some time before `tick`, to be repeated up to there with each further tick, and then to go on without what came
    /// later.
    pub(super) fn before(&self, tick: u64, memory: PastMemory) -> Pane {
        self.repeated_before(tick, self.rerun.until(tick), memory)
    }

    /// The same, to be repeated with what came later, as often as that is.
    pub(super) fn as_it_was_before(&self, tick: u64, memory: PastMemory) -> Pane {
        let replay = self.rerun.until(self.world().ticks() + 1);
        Pane { is_past: true, ..self.repeated_before(tick, replay, memory) }
    }

    fn repeated_before(&self, tick: u64, replay: Replay, memory: PastMemory) -> Pane {
        let mut pane = match self.rerun.run_before(tick, self.world()) {
            None => Pane::new(self.rerun.start().clone(), None, memory),
            Some(run) => {
                let (world, at) = (run.world(), run.world().ticks());
                let (mut trails, mut past) = (Trails::default(), self.past.until(at));
                trails.record(world);
                if past.range().is_none() {
                    past.record(world, memory.positions);
                }
                Pane {
                    map_steering: self.map_steering.clone(),
                    history: self.history.until(at),
                    trails,
                    past,
                    series: self.series.until(at),
                    rerun: self.rerun.cut(at),
                    replay: None,
                    is_past: false,
                    run,
                }
            }
        };
        pane.replay = Some(replay);
        pane.repeat_inputs();
        pane
    }

    /// Ends the repetition of what was.
    pub(super) fn take_commands(&mut self) {
        if self.is_past {
            (self.is_past, self.replay) = (false, None);
        }
    }

    /// Whether the run repeats an earlier one beside another future, and takes no commands.
    pub fn is_past(&self) -> bool {
        self.is_past
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
    pub(super) fn tick(&mut self, memory: PastMemory) {
        if self.run.tick() {
            let world = self.run.world();
            self.trails.record(world);
            self.past.record(world, memory.positions);
            self.rerun.keep(&self.run, memory.states);
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
