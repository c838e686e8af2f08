//! A run repeated up to an earlier tick. The kept positions are pictures only: the decisions of a past moment are found by running
//! again, which gives the same run.

use super::past::Past;
use super::states::{State, States};
use crate::draw::{Moment, Trails};
use crate::measure::Measure;
use crate::run::{Repeats, Run, Ticker};
use sidestep::crowd::Command;
use sidestep::recording::{RecordError, Recorder};
use sidestep::steering::Steering;
use sidestep::world::{Input, World};
use std::time::{Duration, Instant};

/// What is set and commanded while a run is repeated up to a tick.
pub(super) struct Replay {
    /// The last tick.
    pub to: u64,
    /// Each steering, with the tick after which it is set.
    pub steerings: Vec<(u64, Steering)>,
    /// Each command, with the tick after which it is given.
    pub commands: Vec<(u64, Command)>,
}

impl Replay {
    /// What a recording repeats. Walls are set by games only.
    pub(super) fn new(repeats: &Repeats) -> Replay {
        let mut replay = Replay { to: repeats.to, steerings: Vec::new(), commands: Vec::new() };
        for (tick, inputs) in &repeats.inputs {
            for input in inputs {
                match input {
                    Input::Steering(steering) => replay.steerings.push((*tick, (**steering).clone())),
                    Input::Command(command) => replay.commands.push((*tick, (**command).clone())),
                    Input::Walls(_) => {}
                }
            }
        }
        replay
    }
}

/// The ticks that trails show: a run is repeated from a state before them.
const TRAILS: u64 = 300;

/// What it takes to repeat a run, and the repetition as far as it has got.
pub(super) struct Rerun {
    start: World,
    /// Each steering that was set, with the tick after which it was. Setting the same one again counts, too: the models start anew.
    steerings: Vec<(u64, Steering)>,
    /// Each command that was accepted, with the tick after which it was given.
    commands: Vec<(u64, Command)>,
    states: States,
    repeated: Option<(Ticker, Trails)>,
    /// The units at the tick that was computed last.
    picture: Past,
}

impl Rerun {
    /// Starts with a world before its first tick.
    pub(super) fn new(world: &World) -> Rerun {
        Rerun {
            start: world.clone(),
            steerings: Vec::new(),
            commands: Vec::new(),
            states: States::default(),
            repeated: None,
            picture: Past::default(),
        }
    }

    /// Keeps the state of the run at intervals, within `memory` bytes.
    pub(super) fn keep(&mut self, run: &Run, memory: usize) {
        self.states.observe(run.world(), run.measure(), memory);
    }

    /// The memory of the states, bytes.
    pub(super) fn bytes(&self) -> usize {
        self.states.bytes()
    }

    /// Notes that the world's steering was set.
    pub(super) fn steered(&mut self, world: &World) {
        // Of several between two ticks, the last one acts.
        self.steerings.retain(|(tick, _)| *tick < world.ticks());
        self.steerings.push((world.ticks(), world.steering().clone()));
    }

    /// Notes that the world accepted a command after `tick`.
    pub(super) fn commanded(&mut self, tick: u64, command: Command) {
        self.commands.push((tick, command));
    }

    /// The commands that were accepted, each with the tick after which it was given.
    pub(super) fn commands(&self) -> &[(u64, Command)] {
        &self.commands
    }

    /// The start of the run.
    pub(super) fn start(&self) -> &World {
        &self.start
    }

    /// The same run without what came after `tick`.
    pub(super) fn cut(&self, tick: u64) -> Rerun {
        let mut states = self.states.clone();
        states.forget_after(tick);
        let Replay { steerings, commands, .. } = self.until(tick);
        Rerun { steerings, commands, states, ..Rerun::new(&self.start) }
    }

    /// The run as it was some time before `tick`, from where trails are complete at `tick`. None if it has to begin at its start.
    /// `now` is the world of the run.
    pub(super) fn run_before(&self, tick: u64, now: &World) -> Option<Run> {
        let state = self.states.before(tick.saturating_sub(TRAILS))?;
        let world = restored(state, now)?;
        let measure = Measure::restore(&world, &state.measure)?;
        let mut run = Run::resume(world, measure);
        if self.commands.iter().any(|(given, _)| *given < state.tick) {
            run.never_end();
        }
        Some(run)
    }

    /// The steerings that were set and the commands that were accepted before `tick`.
    pub(super) fn until(&self, tick: u64) -> Replay {
        let before = |given: &u64| *given < tick;
        let first = self.start.ticks();
        Replay {
            to: tick,
            // The run was begun with the first one.
            steerings: self
                .steerings
                .iter()
                .filter(|(given, _)| *given == first || before(given))
                .cloned()
                .collect(),
            commands: self.commands.iter().filter(|(given, _)| before(given)).cloned().collect(),
        }
    }

    /// A recording of the run from one tick to another, as bytes. `scene` is what it keeps of the map, `now` the world of the run.
    pub(super) fn recording(
        &self,
        scene: &[u8],
        (from, to): (u64, u64),
        now: &World,
    ) -> Result<Vec<u8>, RecordError> {
        let state = self.states.before(from).and_then(|state| restored(state, now));
        let mut ticker = Ticker::new(state.unwrap_or_else(|| self.start.clone()));
        ticker.never_end();
        while ticker.world().ticks() < from {
            self.repeat_inputs(&mut ticker);
            ticker.tick();
        }
        let mut recorder = Recorder::new(Vec::new(), scene, ticker.world())?;
        while ticker.world().ticks() < to {
            self.repeat_inputs(&mut ticker);
            ticker.tick();
            recorder.tick(ticker.world())?;
        }
        recorder.finish()
    }

    /// Runs towards `tick` for about this time, one tick at least. `now` is the world of the run.
    pub(super) fn run_to(&mut self, tick: u64, time: Duration, now: &World) {
        let begin = Instant::now();
        let state = self.states.before(tick.saturating_sub(TRAILS));
        // A run does not go back, and does not pass by a state.
        let nearest = state.map_or(self.start.ticks(), |state| state.tick);
        let is_near = |now: u64| now <= tick && now >= nearest;
        let kept = self.repeated.take().filter(|(ticker, _)| is_near(ticker.world().ticks()));
        let (mut ticker, mut trails) = kept.unwrap_or_else(|| self.begin(tick, now));
        while ticker.world().ticks() < tick {
            // What was set after `tick` has decided nothing yet.
            self.repeat_inputs(&mut ticker);
            if !ticker.tick() {
                break;
            }
            trails.record(ticker.world());
            if begin.elapsed() >= time {
                break;
            }
        }
        if ticker.world().ticks() == tick {
            self.picture = Past::default();
            self.picture.record(ticker.world(), usize::MAX);
        }
        self.repeated = Some((ticker, trails));
    }

    /// The units after `tick`, if it was computed last.
    pub(super) fn moment(&self, tick: u64) -> Option<Moment<'_>> {
        self.picture.at(tick)
    }

    /// Begins at the last state from which trails are complete at `tick`, or at the start.
    fn begin(&self, tick: u64, now: &World) -> (Ticker, Trails) {
        let state = self.states.before(tick.saturating_sub(TRAILS)).and_then(|state| restored(state, now));
        let mut ticker = Ticker::new(state.unwrap_or_else(|| self.start.clone()));
        ticker.never_end();
        if ticker.world().ticks() == self.start.ticks() {
            // A picture of the start shows its first steering.
            self.steer(ticker.world_mut());
        }
        let mut trails = Trails::default();
        trails.record(ticker.world());
        (ticker, trails)
    }

    /// Sets the steering that was set after the world's last tick, if any was.
    fn steer(&self, world: &mut World) {
        if let Some((_, steering)) = self.steerings.iter().find(|(tick, _)| *tick == world.ticks()) {
            world.set_steering(steering.clone());
        }
    }

    /// Repeats what was set and commanded after the world's last tick.
    fn repeat_inputs(&self, ticker: &mut Ticker) {
        self.steer(ticker.world_mut());
        let now = ticker.world().ticks();
        for (_, command) in self.commands.iter().filter(|(tick, _)| *tick == now) {
            // It was accepted in the same state before.
            let _ = ticker.world_mut().apply(command.clone());
        }
    }

    /// The world after `tick`, with its trails, once it has been computed.
    pub(super) fn at(&self, tick: u64) -> Option<(&World, &Trails)> {
        let (ticker, trails) = self.repeated.as_ref()?;
        (ticker.world().ticks() == tick).then_some((ticker.world(), trails))
    }

    /// The part of the way to `tick` that has been computed: ticks done, and ticks in all.
    pub(super) fn way(&self, tick: u64) -> (u64, u64) {
        let state = self.states.before(tick.saturating_sub(TRAILS));
        let from = state.map_or(self.start.ticks(), |state| state.tick);
        let now = self.repeated.as_ref().map_or(from, |(ticker, _)| ticker.world().ticks());
        let done = if (from..=tick).contains(&now) { now - from } else { 0 };
        (done, tick.saturating_sub(from))
    }

    /// Frees the memory of the repetition.
    pub(super) fn forget(&mut self) {
        (self.repeated, self.picture) = (None, Past::default());
    }
}

/// The world in a state of the run whose world is `now`.
fn restored(state: &State, now: &World) -> Option<World> {
    let mut world = now.clone();
    world.rewind(&state.world).ok()?;
    Some(world)
}
