//! The result of one run.

use super::cost::TickCost;
use super::metric::{Metric, Values};
use crate::steering::avoidance::Mode;
use serde::Serialize;
use std::collections::BTreeMap;

/// How a run was made, the metrics that were measured in it, and what it cost.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Metrics {
    /// The map's name.
    pub map: String,
    /// The avoidance mode of those groups that have none of their own.
    pub mode: Mode,
    /// The modes of those groups that have one of their own, by their names.
    pub group_modes: BTreeMap<String, Mode>,
    /// The settings of all these modes, by key.
    pub settings: BTreeMap<&'static str, f32>,
    /// The sideways push: its strength, 0 when it is off.
    pub push: f32,
    /// The seed of the starts.
    pub seed: u64,
    /// Units, those without a goal included.
    pub units: usize,
    /// Those that have a goal, and so may arrive.
    pub walkers: usize,
    /// Threads that decided.
    pub threads: usize,
    /// The program's version.
    pub version: &'static str,
    /// The metrics, by key; `null` where a value does not exist, such as a time ratio when no unit arrived.
    #[serde(flatten)]
    pub values: Values,
    /// Hash of all positions and velocities after the last tick, 16 hexadecimal digits.
    pub state_hash: String,
    /// Ticks of 1/60 s.
    pub ticks: u64,
    /// What a tick cost on this machine.
    pub tick_us: TickCost,
}

impl Metrics {
    /// The value of a metric, such as `metrics.value(&measure::T95)`; none where it does not exist or was not measured.
    pub fn value(&self, metric: &Metric) -> Option<f64> {
        self.values.value(metric)
    }

    /// The value of the metric with this key, such as `metrics.get("t95")`; none where it does not exist or was not measured.
    pub fn get(&self, key: &str) -> Option<f64> {
        self.values.get(key)
    }
}
