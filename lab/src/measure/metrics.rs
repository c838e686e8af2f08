//! The result of one run.

use super::cost::TickCost;
use super::metric::{Metric, Values};
use serde::Serialize;
use sidestep::steering::avoidance::Mode;
use std::collections::BTreeMap;

/// The inputs of a run, its metrics, and its cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Metrics {
    /// The map's name.
    pub map: String,
    /// The avoidance mode of the groups that do not set their own.
    pub mode: Mode,
    /// The modes of the groups that set their own, by group name.
    pub group_modes: BTreeMap<String, Mode>,
    /// The settings of all modes in use, of the mechanisms that are on, and of the schedule, by key. The switch of every mechanism is among
    /// them: 1 if it is on, 0 if it is off.
    pub settings: BTreeMap<&'static str, f32>,
    /// The strength of the sideways push; 0 when it is off.
    pub push: f32,
    /// The seed of the starting positions.
    pub seed: u64,
    /// The number of units, including those without a goal.
    pub units: usize,
    /// The number of units that have a goal to reach.
    pub walkers: usize,
    /// The number of threads that made decisions.
    pub threads: usize,
    /// The program's version.
    pub version: &'static str,
    /// The metrics, by key; `null` for a value that does not exist, such as the time ratio when no unit arrived.
    #[serde(flatten)]
    pub values: Values,
    /// Hash of all positions and velocities after the last tick, in 16 hexadecimal digits.
    pub state_hash: String,
    /// The number of ticks (1/60 s each).
    pub ticks: u64,
    /// The time that a tick took on this machine.
    pub tick_us: TickCost,
}

impl Metrics {
    /// The value of a metric, such as `metrics.value(&measure::T95)`; none if it does not exist or was not measured.
    pub fn value(&self, metric: &Metric) -> Option<f64> {
        self.values.value(metric)
    }

    /// The value of the metric with this key, such as `metrics.get("t95")`; none if it does not exist or was not
    /// measured.
    pub fn get(&self, key: &str) -> Option<f64> {
        self.values.get(key)
    }
}
