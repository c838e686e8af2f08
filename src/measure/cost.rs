//! What a tick costs on this machine.

use super::gatherer::per;
use super::statistics::{mean, quantile};
use crate::world::TickTimes;
use serde::Serialize;

/// µs per tick: the median and the 99th percentile of whole ticks, and the mean of each stage.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct TickCost {
    /// Median of whole ticks.
    pub p50: f64,
    /// 99th percentile of whole ticks.
    pub p99: f64,
    /// Rebuilding the tree, mean.
    pub index: f64,
    /// Neighbour queries, mean.
    pub perceive: f64,
    /// Navigation and steering, mean.
    pub decide: f64,
    /// Impulses and the physics step, mean.
    pub physics: f64,
    /// Whole ticks, mean.
    pub total: f64,
}

/// Gathers the times of ticks.
#[derive(Default)]
pub(super) struct TickClock {
    totals: Vec<f32>,
    stage_sums: [f64; 4],
}

impl TickClock {
    pub fn observe_times(&mut self, times: &TickTimes) {
        self.totals.push(times.total);
        let stages = [times.index, times.perceive, times.decide, times.physics];
        self.stage_sums.iter_mut().zip(stages).for_each(|(sum, stage)| *sum += f64::from(stage));
    }

    pub fn cost(&self) -> TickCost {
        let mut totals: Vec<f64> = self.totals.iter().copied().map(f64::from).collect();
        totals.sort_unstable_by(f64::total_cmp);
        let [index, perceive, decide, physics] = self.stage_sums.map(|sum| per(sum, totals.len() as u64));
        TickCost {
            p50: quantile(&totals, 0.5).unwrap_or(0.0),
            p99: quantile(&totals, 0.99).unwrap_or(0.0),
            index,
            perceive,
            decide,
            physics,
            total: mean(totals).unwrap_or(0.0),
        }
    }
}
