//! The results of the runs of a session, for comparison.

use super::steering_history::SteeringChange;
use crate::measure::{ARRIVED, Metric, Metrics, T100, TIME_RATIO, headline};
use crate::run::RunEnd;
use sidestep::steering::avoidance::Mode;
use sidestep::world::{Layout, World};

/// The headings before those of the metrics.
pub const LABELS: [&str; 4] = ["map", "mode", "units", "seed"];

/// A finished run.
#[derive(Debug, Clone, PartialEq)]
pub struct Finished {
    /// The map, what moved the units, the number of units and the seed.
    pub labels: [String; LABELS.len()],
    /// The values of the [`headline`] metrics as text.
    pub values: Vec<String>,
    /// The median time of a tick, µs.
    pub tick_us: String,
    /// Whether the steering changed during the run.
    pub changed: bool,
}

impl Finished {
    /// The result of the run in `world` so far. `moved` is what moved the units.
    pub fn new(world: &World, moved: String, metrics: &Metrics, changed: bool) -> Finished {
        let layout = world.layout();
        Finished {
            labels: [layout.name.clone(), moved, layout.starts.len().to_string(), layout.seed.to_string()],
            values: headline().map(|metric| metric.text(metrics.value(metric))).collect(),
            tick_us: format!("{:.0}", metrics.tick_us.p50),
            changed,
        }
    }

    /// Whether a map's units, all of them, had this mode, with the map's own settings and push, from start to end.
    pub(super) fn is_of(&self, mode: Mode, layout: &Layout) -> bool {
        let [map, moved, units, _] = &self.labels;
        !self.changed
            && *moved == mode.name()
            && *map == layout.name
            && *units == layout.starts.len().to_string()
    }

    /// How well the units did, in few characters: their time ratio, or the share that arrived if some did not.
    pub fn in_short(&self) -> String {
        match self.value(&ARRIVED) {
            all if all == ARRIVED.text(Some(1.0)) => self.value(&TIME_RATIO).into(),
            arrived => format!("{arrived} arrived"),
        }
    }

    /// The value of a headline metric as text; empty for other metrics.
    pub fn value(&self, metric: &Metric) -> &str {
        headline().zip(&self.values).find(|(own, _)| *own == metric).map_or("", |(_, value)| value)
    }

    /// The values with their headings and the seed, as a sentence.
    pub fn in_words(&self) -> String {
        let values =
            headline().zip(&self.values).map(|(metric, value)| format!("{} {value}", metric.heading()));
        format!("Seed {}: {}", self.labels[3], values.collect::<Vec<_>>().join(", "))
    }

    /// All cells, in the order of [`headings`].
    pub fn cells(&self) -> Vec<String> {
        let mut cells: Vec<String> = self.labels.to_vec();
        cells.extend(self.values.iter().cloned());
        cells.push(self.tick_us.clone());
        if self.changed {
            cells[1] += " (changed)";
        }
        cells
    }
}

/// The headings of the table.
pub fn headings() -> Vec<String> {
    let mut headings: Vec<String> = LABELS.map(String::from).to_vec();
    headings.extend(headline().map(|metric| metric.heading().to_string()));
    headings.push("tick µs".into());
    headings
}

/// The table as text with tabs, as spreadsheets take it.
pub fn as_text(runs: &[Finished]) -> String {
    let rows = std::iter::once(headings()).chain(runs.iter().map(Finished::cells));
    rows.map(|cells| cells.join("\t") + "\n").collect()
}

/// The result of a run that the window shows at its end: a heading and lines.
pub(super) fn shown(
    end: RunEnd,
    world: &World,
    metrics: &Metrics,
    changes: &[SteeringChange],
) -> Vec<String> {
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
        let value = format!("{} ({})", TIME_RATIO.text(Some(ratio)), TIME_RATIO.reference(": "));
        lines.push(row(&TIME_RATIO, &value));
    }
    if let Some(time) = metrics.value(&T100) {
        lines.push(row(&T100, &T100.text(Some(time))));
    }
    if let Some(first) = changes.first() {
        lines.push(format!("steering changed at tick {}", first.tick));
    }
    lines.push(match end {
        RunEnd::Arrived => "r: restart, n: next map".into(),
        RunEnd::Limit => "space: continue, r: restart".into(),
    });
    lines
}

/// A line of the result: a metric's heading and value.
fn row(metric: &Metric, value: &str) -> String {
    format!("{:12} {value}", metric.heading())
}
