//! The loop that ticks a world.

use super::end::RunEnd;
use super::stopwatch::{StageTimes, Stopwatch};
use crate::measure::TickTimes;
use sidestep::types::DT;
use sidestep::world::{Input, Stage, World};

/// What a run repeats from a recording.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Repeats {
    /// What is given to the world, and after which ticks, ascending.
    pub inputs: Vec<(u64, Vec<Input>)>,
    /// The last tick of the recording.
    pub to: u64,
}

/// A world that ticks until its run is over, and the time of its ticks. No other code of the laboratory ticks worlds, so that whatever
/// happens to a world between two ticks happens in every run.
pub struct Ticker {
    world: World,
    /// The last tick; none without a time limit.
    limit: Option<u64>,
    /// Whether the run continues when all units have arrived.
    is_endless: bool,
    stages: StageTimes,
    /// What the run repeats. A recorded run may have gone on after all units had arrived.
    repeats: Option<Repeats>,
}

impl Ticker {
    /// Prepares to tick `world` until all units have arrived.
    pub fn new(world: World) -> Ticker {
        Ticker { world, limit: None, is_endless: false, stages: StageTimes::default(), repeats: None }
    }

    /// Ends the run at the time limit of its layout, too.
    pub fn with_limit(mut self) -> Ticker {
        self.limit = Some(self.world.layout().tick_limit());
        self
    }

    /// Ends the run after `seconds` of simulated time, unless all units have arrived by then.
    pub fn until(mut self, seconds: f32) -> Ticker {
        self.limit = Some((seconds / DT).round() as u64);
        self
    }

    /// Repeats a recorded run, and ends where it does.
    pub fn repeating(mut self, repeats: Repeats) -> Ticker {
        (self.limit, self.repeats) = (Some(repeats.to), Some(repeats));
        self
    }

    /// Continues past the time limit.
    pub fn lift_limit(&mut self) {
        self.limit = None;
    }

    /// Continues without an end, because commands may still come.
    pub fn never_end(&mut self) {
        self.is_endless = true;
    }

    /// Returns the world in its current state.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Returns the world, to change its steering or its threads between two ticks.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Returns the world after the last tick.
    pub fn into_world(self) -> World {
        self.world
    }

    /// Returns why the run is over; none while it is not.
    pub fn end(&self) -> Option<RunEnd> {
        if self.is_endless {
            return None;
        }
        if self.world.finished() && self.repeats.is_none() {
            return Some(RunEnd::Arrived);
        }
        self.limit.is_some_and(|limit| self.world.ticks() >= limit).then_some(RunEnd::Limit)
    }

    /// Runs one tick. Returns false, without a tick, if the run is over.
    pub fn tick(&mut self) -> bool {
        if self.end().is_some() {
            return false;
        }
        let now = self.world.ticks();
        let recorded = self.repeats.as_ref().map_or(&[][..], |repeats| &repeats.inputs);
        let first = recorded.partition_point(|(tick, _)| *tick < now);
        for (_, inputs) in recorded[first..].iter().take_while(|(tick, _)| *tick == now) {
            inputs.iter().for_each(|input| self.world.give(input.clone()));
        }
        let mut stopwatch = Stopwatch::start();
        self.world.tick_with(&mut |stage| stopwatch.end_stage(stage));
        self.stages = stopwatch.stages();
        true
    }

    /// Runs up to `count` ticks, fewer if the run is over before.
    pub fn advance(&mut self, count: u64) {
        for _ in 0..count {
            if !self.tick() {
                break;
            }
        }
    }

    /// Runs the next tick up to the decisions of all units and returns the world; see [`World::decide_only`].
    pub fn into_decision(mut self) -> World {
        self.world.decide_only();
        self.world
    }

    /// Returns the time of each part of the last tick, µs; 0 before the first.
    pub fn times(&self) -> TickTimes {
        TickTimes::from_stages(&self.stages)
    }

    /// Returns the time of each stage of the last tick, µs; 0 before the first.
    pub fn stage_times(&self) -> impl Iterator<Item = (Stage, f32)> {
        Stage::ALL.into_iter().zip(self.stages)
    }
}
