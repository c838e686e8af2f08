//! A run repeated up to an earlier tick. The kept positions are pictures only: the decisions of a past moment are found by running
//! again, which gives the same run.

use crate::draw::Trails;
use crate::run::{Repeats, Ticker};
use sidestep::crowd::Command;
use sidestep::recording::{RecordError, Recorder};
use sidestep::steering::Steering;
use sidestep::world::{Input, Layout, World};
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

/// What it takes to repeat a run, and the repetition as far as it has got.
pub(super) struct Rerun {
    start: Layout,
    threads: usize,
    /// Each steering that was set, with the tick after which it was. Setting the same one again counts, too: the models start anew.
    steerings: Vec<(u64, Steering)>,
    /// Each command that was accepted, with the tick after which it was given.
    commands: Vec<(u64, Command)>,
    repeated: Option<(Ticker, Trails)>,
}

impl Rerun {
    /// Starts with a world before its first tick.
    pub(super) fn new(world: &World) -> Rerun {
        let (start, threads) = (world.layout_at_start(), world.threads());
        Rerun { start, threads, steerings: Vec::new(), commands: Vec::new(), repeated: None }
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
    pub(super) fn start(&self) -> World {
        World::new(self.start.clone(), self.threads)
    }

    /// The steerings that were set and the commands that were accepted before `tick`.
    pub(super) fn until(&self, tick: u64) -> Replay {
        let before = |given: &u64| *given < tick;
        Replay {
            to: tick,
            // The run was begun with the first one.
            steerings: self
                .steerings
                .iter()
                .filter(|(given, _)| *given == 0 || before(given))
                .cloned()
                .collect(),
            commands: self.commands.iter().filter(|(given, _)| before(given)).cloned().collect(),
        }
    }

    /// A recording of the run up to `tick`, as bytes. `scene` is what it keeps of the map.
    pub(super) fn recording(&self, scene: &[u8], tick: u64) -> Result<Vec<u8>, RecordError> {
        let mut ticker = Ticker::new(self.start());
        let mut recorder = Recorder::new(Vec::new(), scene, ticker.world())?;
        ticker.never_end();
        while ticker.world().ticks() < tick {
            self.repeat_inputs(&mut ticker);
            ticker.tick();
            recorder.tick(ticker.world())?;
        }
        recorder.finish()
    }

    /// Runs towards `tick` for about this time, one tick at least.
    pub(super) fn run_to(&mut self, tick: u64, time: Duration) {
        let begin = Instant::now();
        // A run does not go back.
        let kept = self.repeated.take().filter(|(ticker, _)| ticker.world().ticks() <= tick);
        let (mut ticker, mut trails) = kept.unwrap_or_else(|| self.begin());
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
        self.repeated = Some((ticker, trails));
    }

    fn begin(&self) -> (Ticker, Trails) {
        let mut ticker = Ticker::new(self.start());
        if !self.commands.is_empty() {
            ticker.never_end();
        }
        // A picture of the start shows its first steering.
        self.steer(ticker.world_mut());
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
            ticker.never_end();
            // It was accepted in the same state before.
            let _ = ticker.world_mut().apply(command.clone());
        }
    }

    /// The world after `tick`, with its trails, once it has been computed.
    pub(super) fn at(&self, tick: u64) -> Option<(&World, &Trails)> {
        let (ticker, trails) = self.repeated.as_ref()?;
        (ticker.world().ticks() == tick).then_some((ticker.world(), trails))
    }

    /// The last tick that has been computed on the way to `tick`.
    pub(super) fn reached(&self, tick: u64) -> u64 {
        self.repeated.as_ref().map_or(0, |(ticker, _)| ticker.world().ticks()).min(tick)
    }

    /// Frees the memory of the repetition.
    pub(super) fn forget(&mut self) {
        self.repeated = None;
    }
}
