//! The cost and the quality of a mode as the crowd grows: the time of a tick in the middle of a crossing, by stage,
//! and how well the whole crossing went.
//!
//! A crossing of twenty thousand units takes minutes, so the cost is measured in a [`WINDOW`] of ticks around the
//! moment at which half of the distance is left. The units walk there from the map's starts, steered by the measured
//! mode. Placing them there instead would create a crowd that this mode might never produce.

mod chart;
mod files;
mod waiting;

pub use chart::chart;
pub use files::{CSV, JSON, SVG, csv, write};

use crate::measure::statistics::{Fit, mean, median, slope};
use crate::measure::{ByPart, Metric, TICK_PARTS, TickPart, TickTimes, Values, headline};
use crate::run::{CompletedRun, Run, Ticker};
use serde::Serialize;
use sidestep::settings::Push;
use sidestep::steering::avoidance::Mode;
use sidestep::types::DT;
use sidestep::world::Layout;
use sidestep::world::World;
use waiting::Waiting;

/// The number of timed ticks (2 s), half of them before the middle of the crossing.
pub const WINDOW: usize = 120;
/// Below this number of units, the same ticks are timed repeatedly, so that a single interruption does not distort
/// the result.
const ENOUGH_UNITS: usize = 2000;
/// The largest number of such repeats.
const MOST_REPEATS: usize = 10;
/// The interval at which the remaining distance is checked, in ticks.
const EVERY: u64 = 6;
/// A crowd that needs this many times its free-flow time to reach the middle is timed wherever it is.
const PATIENCE: f64 = 2.0;

/// Options of a measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScaleOptions {
    /// The number of threads that decide in the timed ticks; 0 means all cores.
    pub threads: usize,
    /// The largest number of units for which the whole crossing is run to measure its quality.
    pub quality_up_to: usize,
}

impl Default for ScaleOptions {
    fn default() -> Self {
        ScaleOptions { threads: 1, quality_up_to: 2000 }
    }
}

/// The time of a stage over the ticks of the window, in µs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct StageCost {
    /// The mean, which is the long-run cost. Time spent waiting for a core is excluded if it is known (see
    /// [`ScaleRow::waited`]).
    pub mean: f64,
    /// The median of the elapsed times. It can mislead for a stage whose work alternates between ticks, as it
    /// reflects only one kind of tick.
    pub median: f64,
}

/// The cost of every part, in µs.
pub type StageCosts = ByPart<StageCost>;

/// Computes the costs of ticks, where `waited` is the share of the time that was spent waiting for a core.
fn costs(ticks: &[TickTimes], waited: f64) -> StageCosts {
    let part = |index: usize| StageCost::of(ticks.iter().map(|times| f64::from(times.0[index])).collect());
    let all = ByPart(std::array::from_fn(part));
    all.map(|cost: StageCost| StageCost { mean: cost.mean * (1.0 - waited), ..cost })
}

fn per_unit(costs: StageCosts, units: usize) -> StageCosts {
    let units = units.max(1) as f64;
    costs.map(|cost| StageCost { mean: cost.mean / units, median: cost.median / units })
}

impl StageCost {
    fn of(micros: Vec<f64>) -> StageCost {
        StageCost { mean: mean(&micros).unwrap_or(0.0), median: median(micros).unwrap_or(0.0) }
    }
}

/// The quality of a whole crossing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Quality {
    /// Whether all units arrived. If not, the crossing timed out and the other values describe its state at that time.
    pub finished: bool,
    /// The time at which it ended, in s.
    pub seconds: f64,
    /// The values of [`quality_metrics`].
    #[serde(flatten)]
    pub values: Values,
}

/// The metrics that describe the quality of a crossing: those of the headline that reports compare, too, because crossings of
/// different sizes can be compared by them. The last arrival is not among them: larger crowds walk farther.
pub fn quality_metrics() -> impl Iterator<Item = &'static Metric> {
    headline().filter(|metric| metric.report.is_some())
}

/// The measurement of one mode at one size.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScaleRow {
    /// The mode.
    pub mode: Mode,
    /// The number of units.
    pub units: usize,
    /// The simulated time at which the timed ticks begin, in s.
    pub from: f32,
    /// The share of the distance that was left then, mean over walkers. A value well above a half means that the
    /// crowd did not reach the middle.
    pub way_left: f64,
    /// The number of timed ticks.
    pub ticks: usize,
    /// The share of their time that was spent waiting for a core because of other work on the machine; none with
    /// several threads, and on systems that do not report it. Unless it is small, do not trust the costs: caches were
    /// shared as well.
    pub waited: Option<f64>,
    /// The cost of a tick, in µs.
    pub tick_us: StageCosts,
    /// The cost of a tick divided by the number of units, in µs.
    pub unit_us: StageCosts,
    /// The quality of the whole crossing; none if it was not run.
    pub quality: Option<Quality>,
}

/// The growth of a mode's cost with the number of units.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Growth {
    /// The mode.
    pub mode: Mode,
    /// The key of one of [`TICK_PARTS`].
    pub stage: &'static str,
    /// The mean cost of a tick as a power of the number of units; none with fewer than 3 sizes.
    pub fit: Option<Fit>,
    /// The growth in words.
    pub name: Option<&'static str>,
}

/// The measurements of several modes and sizes, and their common inputs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scale {
    /// The map's name.
    pub map: String,
    /// The strength of the sideways push; 0 when it is off.
    pub push: f32,
    /// The seed of the starting positions.
    pub seed: u64,
    /// The number of threads that decided in the timed ticks.
    pub threads: usize,
    /// The program's version.
    pub version: &'static str,
    /// The measurements, mode by mode, from small to large.
    pub rows: Vec<ScaleRow>,
    /// The growth of the cost for each mode and stage.
    pub growth: Vec<Growth>,
}

impl Scale {
    /// Creates an empty result with the map, push and seed of `layout`.
    pub fn new(layout: &Layout, options: &ScaleOptions) -> Scale {
        let Push { on, strength } = layout.steering.push;
        let cores = || std::thread::available_parallelism().map_or(1, |n| n.get());
        Scale {
            map: layout.name.clone(),
            push: if on { strength } else { 0.0 },
            seed: layout.seed,
            threads: if options.threads == 0 { cores() } else { options.threads },
            version: crate::VERSION,
            rows: Vec::new(),
            growth: Vec::new(),
        }
    }

    /// Adds a row and updates the growth.
    pub fn push(&mut self, row: ScaleRow) {
        self.rows.push(row);
        self.growth = growth(&self.rows);
    }

    /// Returns the modes in the order of their rows.
    pub fn modes(&self) -> Vec<Mode> {
        modes(&self.rows)
    }

    /// Returns the rows of a mode.
    pub fn rows_of(&self, mode: Mode) -> impl Iterator<Item = &ScaleRow> {
        self.rows.iter().filter(move |row| row.mode == mode)
    }
}

fn modes(rows: &[ScaleRow]) -> Vec<Mode> {
    let mut modes: Vec<Mode> = Vec::new();
    for row in rows {
        if !modes.contains(&row.mode) {
            modes.push(row.mode);
        }
    }
    modes
}

/// Computes the growth of each mode's cost, stage by stage: mean µs per tick ~ units^exponent.
pub fn growth(rows: &[ScaleRow]) -> Vec<Growth> {
    let part_growth = |mode: Mode, part: &TickPart| {
        let points = || rows.iter().filter(|row| row.mode == mode);
        let units: Vec<f64> = points().map(|row| row.units as f64).collect();
        let micros: Vec<f64> = points().map(|row| row.tick_us[part.key].mean).collect();
        let fit = slope(&units, &micros);
        Growth { mode, stage: part.key, fit, name: fit.map(|fit| fit.name()) }
    };
    let parts = |mode| TICK_PARTS.iter().map(move |part| part_growth(mode, part));
    modes(rows).into_iter().flat_map(parts).collect()
}

/// Measures a layout with its mode: the cost in the middle of the crossing, and the quality if it is not too large.
pub fn row(layout: &Layout, options: &ScaleOptions) -> ScaleRow {
    let units = layout.starts.len();
    let repeats = (ENOUGH_UNITS / units.max(1)).clamp(1, MOST_REPEATS);
    let mut ticks = Vec::with_capacity(repeats * WINDOW);
    let (mut from, mut way_left, mut waiting) = (0.0, 0.0, None);
    for _ in 0..repeats {
        // Walking there uses all cores, which is faster and does not change the result.
        let mut ticker = Ticker::new(World::new(layout.clone(), 0));
        way_left = to_the_window(&mut ticker);
        from = ticker.world().time();
        ticker.world_mut().set_threads(options.threads);
        let before = Waiting::now();
        // A single unit may arrive before the window is over.
        ticks.extend(std::iter::from_fn(|| ticker.tick().then(|| ticker.times())).take(WINDOW));
        let span = before.and_then(|before| Some(Waiting::now()?.since(before)));
        // With several threads, this thread only knows its own waiting time.
        let span = span.filter(|_| ticker.world().threads() == 1);
        waiting = span.map(|span| waiting.map_or(span, |so_far| span.and(so_far)));
    }
    let waited = waiting.map(Waiting::share);
    let tick_us = costs(&ticks, waited.unwrap_or(0.0));
    ScaleRow {
        mode: layout.steering.mode,
        units,
        from,
        way_left,
        ticks: ticks.len(),
        waited,
        tick_us,
        unit_us: per_unit(tick_us, units),
        quality: (units <= options.quality_up_to).then(|| quality(layout)),
    }
}

/// Runs a world to half a window before the middle of its crossing and returns the share of the distance that is
/// left. A crowd that does not get there stops after `PATIENCE` times its free-flow time, or at its time limit.
fn to_the_window(ticker: &mut Ticker) -> f64 {
    let units = ticker.world().units();
    let total = mean_distance_left(ticker.world());
    let speed = units.max_speed.iter().copied().map(f64::from).sum::<f64>() / (units.len().max(1) as f64);
    if !(total > 0.0 && speed > 0.0) {
        return 0.0;
    }
    let before = (WINDOW as f64 / 2.0 * f64::from(DT) * speed).min(0.5 * total);
    let latest = (PATIENCE * 0.5 * total / speed).min(f64::from(ticker.world().layout().time_limit));
    loop {
        let world = ticker.world();
        let left = mean_distance_left(world);
        if left <= 0.5 * total + before || f64::from(world.time()) >= latest || world.finished() {
            return left / total;
        }
        ticker.advance(EVERY);
    }
}

/// Returns the remaining distance, mean over units with a goal, in m.
fn mean_distance_left(world: &World) -> f64 {
    let sum: f64 = (0..world.units().len()).map(|id| f64::from(world.path_left(id))).sum();
    sum / world.walkers().max(1) as f64
}

/// Runs the whole crossing. It uses all cores, which does not change the result.
fn quality(layout: &Layout) -> Quality {
    let CompletedRun { world, metrics } = Run::new(World::new(layout.clone(), 0)).finish();
    Quality {
        finished: world.finished(),
        seconds: metrics.ticks as f64 * f64::from(DT),
        values: quality_metrics().map(|metric| (metric, metrics.value(metric))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_a_mean_and_a_median() {
        assert_eq!(StageCost::of(vec![]), StageCost::default());
        assert_eq!(StageCost::of(vec![9.0, 1.0, 2.0]), StageCost { mean: 4.0, median: 2.0 });
        assert_eq!(StageCost::of(vec![9.0, 1.0, 2.0, 4.0]), StageCost { mean: 4.0, median: 3.0 });
    }
}
