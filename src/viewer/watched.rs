//! The run that is watched in a window: its metrics, and what was changed while it ran.

use crate::measure::{ARRIVED, Measure, Metric, Metrics, T100, TIME_RATIO, TickTimes};
use crate::steering::Steering;
use crate::steering::avoidance::{Mode, cardioid};
use crate::world::World;

/// Why a run has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// All units that have a goal have arrived.
    Arrived,
    /// The time limit is reached.
    Limit,
}

impl RunEnd {
    /// The end in two words, for the strip above.
    pub fn name(self) -> &'static str {
        match self {
            RunEnd::Arrived => "finished",
            RunEnd::Limit => "time limit",
        }
    }
}

/// A change of the steering while the run was under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SteeringChange {
    /// The number of ticks after which it was made.
    pub tick: u64,
    /// What was changed, such as "avoidance from raycast to orca".
    pub what: String,
}

/// Measures the run, and remembers the steering it had.
pub(super) struct Watched {
    measure: Measure,
    /// Each steering, and the tick from which on it held.
    history: Vec<(u64, Steering)>,
}

impl Watched {
    /// For a world that has not ticked yet.
    pub(super) fn new(world: &World) -> Watched {
        Watched { measure: Measure::new(world), history: vec![(0, world.steering().clone())] }
    }

    /// Takes in the tick that the world has just done.
    pub(super) fn observe(&mut self, world: &World, times: &TickTimes) {
        self.measure.observe(world);
        self.measure.observe_times(times);
    }

    /// Takes in the steering that the world has now.
    pub(super) fn steered(&mut self, world: &World) {
        // Of several changes between two ticks only the last one moved units.
        self.history.retain(|(tick, _)| *tick < world.ticks());
        if self.history.last().is_none_or(|(_, steering)| steering != world.steering()) {
            self.history.push((world.ticks(), world.steering().clone()));
        }
    }

    /// The metrics so far.
    pub(super) fn metrics(&self, world: &World) -> Metrics {
        self.measure.metrics(world)
    }

    /// The changes so far that moved units, first to last.
    pub(super) fn changes(&self, world: &World) -> Vec<SteeringChange> {
        let held = self.history.iter().take_while(|(tick, _)| *tick < world.ticks());
        let held: Vec<&(u64, Steering)> = held.collect();
        let change = |pair: &[&(u64, Steering)]| SteeringChange {
            tick: pair[1].0,
            what: differences(world, &pair[0].1, &pair[1].1).join(", "),
        };
        held.windows(2).map(change).collect()
    }

    /// What the window shows when the run has ended: a heading and lines.
    pub(super) fn result(&self, end: RunEnd, world: &World) -> Vec<String> {
        let metrics = self.metrics(world);
        let walkers = metrics.walkers;
        let heading = match end {
            RunEnd::Arrived if walkers == 0 => "No unit has a goal".to_string(),
            RunEnd::Arrived => "All units have arrived".to_string(),
            RunEnd::Limit => format!("Stopped at {:.0} s", world.time()),
        };
        let mut lines = vec![heading];
        if walkers > 0 {
            lines.push(row(&ARRIVED, &format!("{} of {walkers}", world.arrived())));
        }
        if let Some(ratio) = metrics.value(&TIME_RATIO) {
            lines.push(row(
                &TIME_RATIO,
                &format!("{} ({})", TIME_RATIO.text(Some(ratio)), TIME_RATIO.reference(": ")),
            ));
        }
        if let Some(time) = metrics.value(&T100) {
            lines.push(row(&T100, &T100.text(Some(time))));
        }
        let changes = self.changes(world);
        if let Some(first) = changes.first() {
            lines.push(format!("steering changed at tick {}", first.tick));
        }
        lines.push(match end {
            RunEnd::Arrived => "r restarts, n: next map".into(),
            RunEnd::Limit => "space goes on, r restarts".into(),
        });
        lines
    }
}

/// A line of the result: the metric's heading, and its value.
fn row(metric: &Metric, value: &str) -> String {
    format!("{:12} {value}", metric.heading())
}

/// What differs between two steerings of a world, in words.
fn differences(world: &World, before: &Steering, after: &Steering) -> Vec<String> {
    let stage = |steering: &Steering| steering.settings.get(&cardioid::STAGE).to_string();
    let modes = |steering: &Steering| {
        let modes = world.modes_under(steering);
        modes.iter().map(Mode::to_string).collect::<Vec<_>>().join(" and ")
    };
    let parts = [
        ("avoidance", modes(before), modes(after)),
        ("stage", stage(before), stage(after)),
        ("push", before.push.to_string(), after.push.to_string()),
    ];
    let differ = parts.into_iter().filter(|(_, before, after)| before != after);
    differ.map(|(what, before, after)| format!("{what} from {before} to {after}")).collect()
}
