//! The measurement of one mode at one size.

use super::cost::{StageCosts, costs, per_unit};
use super::options::ScaleOptions;
use super::waiting::Waiting;
use crate::measure::{Metric, Values, headline};
use crate::run::{CompletedRun, Run, Ticker};
use serde::Serialize;
use sidestep::steering::avoidance::Mode;
use sidestep::types::DT;
use sidestep::world::{Layout, World};

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
