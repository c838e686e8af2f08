//! The mean over runs of a time series from their traces.

use crate::measure::statistics::mean;
use crate::report::variants::RunsBySeed;
use crate::study::Trace;

/// The most points of a line.
const POINTS: usize = 160;

/// Returns the number of samples until 95 % of the units have arrived. What the remaining units do says little.
fn until_t95(trace: &Trace, samples: usize) -> usize {
    trace.arrived.iter().position(|share| *share >= 0.95).map_or(samples, |at| at.min(samples))
}

/// The contribution of a run after it has ended.
#[derive(PartialEq)]
pub(super) enum AfterEnd {
    /// Its last value.
    Stays,
    /// None. The line ends when more than half of the runs have ended, or when fewer than 5 % of all units are still
    /// walking.
    Leaves,
}

/// The time series of one run.
struct Series<'a> {
    step: f64,
    values: &'a [f32],
    /// The share of units that have arrived, at each sample.
    arrived: &'a [f32],
}

impl Series<'_> {
    fn sample(&self, time: f64) -> usize {
        (time / self.step).round() as usize
    }

    fn at(&self, time: f64, ended: &AfterEnd) -> Option<f32> {
        let last = self.values.last().filter(|_| *ended == AfterEnd::Stays);
        self.values.get(self.sample(time)).or(last).copied()
    }

    /// Returns the share of units that have not arrived; 0 for a run that is over.
    fn walking(&self, time: f64) -> f64 {
        self.arrived.get(self.sample(time)).map_or(0.0, |share| 1.0 - f64::from(*share))
    }
}

/// Whether fewer than 5 % of the units of all runs are still walking, so that their order says little.
fn few_walk(all: &[Series], time: f64) -> bool {
    let walking: Vec<f64> = all.iter().map(|one| one.walking(time)).collect();
    mean(&walking).is_some_and(|share| share <= 0.05)
}

/// Returns the mean of a series over the runs, at no more than [`POINTS`] + 1 times.
pub(super) fn mean_over_time<'a>(
    cell: &RunsBySeed<'a>,
    ended: AfterEnd,
    series: impl Fn(&'a Trace) -> Option<&'a Vec<f32>>,
) -> Vec<(f64, f64)> {
    let all: Vec<Series> = cell
        .records()
        .filter_map(|record| {
            let trace = record.trace.as_ref()?;
            let values = series(trace)?;
            let step = f64::from(trace.step);
            let count = if ended == AfterEnd::Leaves { until_t95(trace, values.len()) } else { values.len() };
            let values = &values[..count];
            let drawn = step.is_finite() && step > 0.0 && !values.is_empty();
            drawn.then_some(Series { step, values, arrived: &trace.arrived })
        })
        .collect();
    let end = all.iter().map(|one| one.step * (one.values.len() - 1) as f64).fold(0.0, f64::max);
    let finest = all.iter().map(|one| one.step).fold(f64::INFINITY, f64::min);
    let points = if all.is_empty() { 0 } else { ((end / finest).round() as usize).clamp(1, POINTS) };
    let mut line = Vec::new();
    for k in 0..=points {
        let time = end * k as f64 / points.max(1) as f64;
        let now: Vec<f64> = all
            .iter()
            .filter_map(|one| one.at(time, &ended).map(f64::from))
            .filter(|value| value.is_finite())
            .collect();
        if ended == AfterEnd::Leaves && (now.len() * 2 < all.len() || few_walk(&all, time)) {
            break;
        }
        line.extend(mean(&now).map(|value| (time, value)));
    }
    line
}
