//! The run in a window: its metrics, and the changes of its steering.

use crate::measure::{ARRIVED, Measure, Metric, Metrics, T100, TIME_RATIO, TickTimes};
use sidestep::lookup::all_settings;
use sidestep::settings::Weights;
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::world::World;

/// Why a run has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// All units with a goal have arrived.
    Arrived,
    /// The time limit was reached.
    Limit,
}

impl RunEnd {
    /// The end in one or two words, for the strip at the top.
    pub fn name(self) -> &'static str {
        match self {
            RunEnd::Arrived => "finished",
            RunEnd::Limit => "timed out",
        }
    }
}

/// A change of the steering during a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SteeringChange {
    /// The tick after which it was made.
    pub tick: u64,
    /// The change, such as "avoidance from raycast to orca".
    pub what: String,
}

/// Measures a run and records its steering.
pub(super) struct Watched {
    measure: Measure,
    /// Each steering, and the first tick with it.
    history: Vec<(u64, Steering)>,
}

impl Watched {
    /// Starts with a world before its first tick.
    pub(super) fn new(world: &World) -> Watched {
        Watched { measure: Measure::new(world), history: vec![(0, world.steering().clone())] }
    }

    /// Adds the world's last tick.
    pub(super) fn observe(&mut self, world: &World, times: &TickTimes) {
        self.measure.observe(world);
        self.measure.observe_times(times);
    }

    /// Records the world's current steering.
    pub(super) fn steered(&mut self, world: &World) {
        // Of several changes between two ticks, only the last affects units.
        self.history.retain(|(tick, _)| *tick < world.ticks());
        if self.history.last().is_none_or(|(_, steering)| steering != world.steering()) {
            self.history.push((world.ticks(), world.steering().clone()));
        }
    }

    /// The measurement so far.
    pub(super) fn measure(&self) -> &Measure {
        &self.measure
    }

    /// The metrics so far.
    pub(super) fn metrics(&self, world: &World) -> Metrics {
        self.measure.metrics(world)
    }

    /// The changes so far that affected units, in order.
    pub(super) fn changes(&self, world: &World) -> Vec<SteeringChange> {
        let held = self.history.iter().take_while(|(tick, _)| *tick < world.ticks());
        let held: Vec<&(u64, Steering)> = held.collect();
        let change = |pair: &[&(u64, Steering)]| SteeringChange {
            tick: pair[1].0,
            what: differences(world, &pair[0].1, &pair[1].1).join(", "),
        };
        held.windows(2).map(change).filter(|change| !change.what.is_empty()).collect()
    }

    /// The result that the window shows: a heading and lines.
    pub(super) fn result(&self, end: RunEnd, world: &World) -> Vec<String> {
        let metrics = self.metrics(world);
        let walkers = metrics.walkers;
        let heading = match end {
            RunEnd::Arrived if walkers == 0 => "No unit has a goal".to_string(),
            RunEnd::Arrived => "All units have arrived".to_string(),
            RunEnd::Limit => format!("Timed out at {:.0} s", world.time()),
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
            RunEnd::Arrived => "r: restart, n: next map".into(),
            RunEnd::Limit => "space: continue, r: restart".into(),
        });
        lines
    }
}

/// A line of the result: a metric's heading and value.
fn row(metric: &Metric, value: &str) -> String {
    format!("{:12} {value}", metric.heading())
}

/// The differences between two steerings of a world, in words. Empty if they steer alike.
fn differences(world: &World, before: &Steering, after: &Steering) -> Vec<String> {
    let modes = |steering: &Steering| {
        let modes = world.modes_under(steering);
        modes.iter().map(Mode::to_string).collect::<Vec<_>>().join(" and ")
    };
    let mut parts: Vec<(&str, String, String)> = vec![("avoidance", modes(before), modes(after))];
    for setting in all_settings() {
        let name = setting.key.strip_suffix(".on").unwrap_or(setting.key);
        // Several models can share a setting.
        if !parts.iter().any(|(known, ..)| *known == name) {
            let value = |steering: &Steering| setting.written(steering.settings.get(setting));
            parts.push((name, value(before), value(after)));
        }
    }
    let weights = before.weights.values().into_iter().zip(after.weights.values());
    for (name, (before, after)) in Weights::NAMES.into_iter().zip(weights) {
        parts.push((name, before.to_string(), after.to_string()));
    }
    parts.push(("push", before.push.to_string(), after.push.to_string()));
    let differ = parts.into_iter().filter(|(_, before, after)| before != after);
    let mut named: Vec<String> =
        differ.map(|(what, before, after)| format!("{what} from {before} to {after}")).collect();
    let groups = 0..world.layout().groups.len() as u16;
    if modes(before) == modes(after) && groups.into_iter().any(|g| before.mode_of(g) != after.mode_of(g)) {
        named.insert(0, "the modes of groups".into());
    }
    named
}
