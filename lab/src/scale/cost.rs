//! The cost of a tick, by stage.

use crate::measure::statistics::{mean, median};
use crate::measure::{ByPart, TickTimes};
use serde::Serialize;

/// The time of a stage over the ticks of the window, in µs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct StageCost {
    /// The mean, which is the long-run cost. Time spent waiting for a core is excluded if it is known (see
    /// [`ScaleRow::waited`](super::ScaleRow::waited)).
    pub mean: f64,
    /// The median of the elapsed times. It can mislead for a stage whose work alternates between ticks, as it
    /// reflects only one kind of tick.
    pub median: f64,
}

/// The cost of every part, in µs.
pub type StageCosts = ByPart<StageCost>;

/// Computes the costs of ticks, where `waited` is the share of the time that was spent waiting for a core.
pub(super) fn costs(ticks: &[TickTimes], waited: f64) -> StageCosts {
    let part =
        |index: usize| StageCost::from_micros(ticks.iter().map(|times| f64::from(times.0[index])).collect());
    let all = ByPart(std::array::from_fn(part));
    all.map(|cost: StageCost| StageCost { mean: cost.mean * (1.0 - waited), ..cost })
}

pub(super) fn per_unit(costs: StageCosts, units: usize) -> StageCosts {
    let units = units.max(1) as f64;
    costs.map(|cost| StageCost { mean: cost.mean / units, median: cost.median / units })
}

impl StageCost {
    fn from_micros(micros: Vec<f64>) -> StageCost {
        StageCost { mean: mean(&micros).unwrap_or(0.0), median: median(micros).unwrap_or(0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_a_mean_and_a_median() {
        assert_eq!(StageCost::from_micros(vec![]), StageCost::default());
        assert_eq!(StageCost::from_micros(vec![9.0, 1.0, 2.0]), StageCost { mean: 4.0, median: 2.0 });
        assert_eq!(StageCost::from_micros(vec![9.0, 1.0, 2.0, 4.0]), StageCost { mean: 4.0, median: 3.0 });
    }
}
