//! What a mode costs and what it is worth as the crowd grows: the time of a tick mid-crossing, by stage, and how well the whole
//! crossing went.
//!
//! A crossing of twenty thousand takes minutes, so the cost is that of a [`WINDOW`] of ticks around the moment at which half of
//! the way is left. That moment is walked up to, from the starts that the map gives for this size and by the mode that is measured: nobody
//! is set down in the middle of a crowd that this mode might never have made.

mod chart;
mod files;
mod waiting;

pub use chart::chart;
pub use files::{CSV, JSON, SVG, csv, write};

use crate::measure::statistics::{Fit, mean, median, slope};
use crate::measure::{
    ARRIVED, ByPart, DEEPEST_OVERLAP, Metric, STUCK, TICK_PARTS, TIME_RATIO, TickPart, TickTimes, Values,
};
use crate::run::{self, CompletedRun, Run};
use crate::scene::Layout;
use crate::settings::Push;
use crate::steering::avoidance::Mode;
use crate::types::DT;
use crate::world::World;
use serde::Serialize;
use waiting::Waiting;

/// So many ticks are timed, half of them before the middle of the crossing: 2 s.
pub const WINDOW: usize = 120;
/// Crowds that are smaller than this are timed several times over, the same ticks again, so that one interruption does not decide …
const ENOUGH_UNITS: usize = 2000;
/// … so many times at most.
const MOST_REPEATS: usize = 10;
/// How often it is asked how much of the way is left, in ticks.
const EVERY: u64 = 6;
/// Who takes so many times as long as alone to get to the middle is timed where he is.
const PATIENCE: f64 = 2.0;

/// How a size is measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScaleOptions {
    /// Threads that decide in the ticks that are timed; 0 means all cores.
    pub threads: usize,
    /// Up to so many units the whole crossing is run, for its quality.
    pub quality_up_to: usize,
}

impl Default for ScaleOptions {
    fn default() -> Self {
        ScaleOptions { threads: 1, quality_up_to: 2000 }
    }
}

/// A stage's time over the ticks of the window, µs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct StageCost {
    /// The mean: what it takes in the long run, without what was waited for a core where that is known (see [`ScaleRow::waited`]).
    pub mean: f64,
    /// The median, as the clock on the wall has it: of stages that do more in one tick than in the next, one of the two.
    pub median: f64,
}

/// Every part's cost, µs.
pub type StageCosts = ByPart<StageCost>;

/// Costs of ticks in which the share `waited` of the time went by waiting for a core.
fn costs(ticks: &[TickTimes], waited: f64) -> StageCosts {
    let part = |place: usize| StageCost::of(ticks.iter().map(|times| f64::from(times.0[place])).collect());
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

/// How well a whole crossing went.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Quality {
    /// Whether everybody arrived; else it was cut at the time limit, and the rest is as of then.
    pub finished: bool,
    /// When it ended, s.
    pub seconds: f64,
    /// The metrics of [`QUALITY`].
    #[serde(flatten)]
    pub values: Values,
}

/// The metrics that say how well a crossing went.
pub static QUALITY: [&Metric; 4] = [&ARRIVED, &TIME_RATIO, &DEEPEST_OVERLAP, &STUCK];

/// One mode at one size.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ScaleRow {
    /// The mode.
    pub mode: Mode,
    /// Units.
    pub units: usize,
    /// When the ticks that were timed began, simulated s.
    pub from: f32,
    /// The share of the way that was left then, mean over the walkers. Well above a half: it didn't get to the middle.
    pub way_left: f64,
    /// Ticks that were timed.
    pub ticks: usize,
    /// The share of their time that went by waiting for a core, because of other work of the machine; none with several threads,
    /// and where the system doesn't tell. All but a little, and no cost is to be trusted: caches were shared as well.
    pub waited: Option<f64>,
    /// A tick's cost, µs.
    pub tick_us: StageCosts,
    /// The same divided by the units, µs.
    pub unit_us: StageCosts,
    /// How the whole crossing went; none where it was not run.
    pub quality: Option<Quality>,
}

/// How a mode's cost grows with the number of units.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Growth {
    /// The mode.
    pub mode: Mode,
    /// The key of one of [`TICK_PARTS`].
    pub stage: &'static str,
    /// A tick's mean cost as a power of the units; none of fewer than 3 sizes.
    pub fit: Option<Fit>,
    /// The growth in words.
    pub name: Option<&'static str>,
}

/// Modes at sizes, and what they have in common.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scale {
    /// The map's name.
    pub map: String,
    /// The sideways push: its strength, 0 where it is off.
    pub push: f32,
    /// The seed of the starts.
    pub seed: u64,
    /// Threads that decided in the ticks that were timed.
    pub threads: usize,
    /// The program's version.
    pub version: &'static str,
    /// What was measured, a mode after the other, each from small to large.
    pub rows: Vec<ScaleRow>,
    /// What that comes to, for each mode and stage.
    pub growth: Vec<Growth>,
}

impl Scale {
    /// Nothing measured yet, on the map and with the push and seed of `layout`.
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

    /// Takes in a row.
    pub fn push(&mut self, row: ScaleRow) {
        self.rows.push(row);
        self.growth = growth(&self.rows);
    }

    /// The modes, in the order of their rows.
    pub fn modes(&self) -> Vec<Mode> {
        modes(&self.rows)
    }

    /// A mode's rows.
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

/// How each mode's cost grows, stage by stage: mean µs per tick ~ units^exponent.
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

/// Measures a layout with the mode that it has: its cost mid-crossing, and its quality where it isn't too large.
pub fn row(layout: &Layout, options: &ScaleOptions) -> ScaleRow {
    let units = layout.starts.len();
    let repeats = (ENOUGH_UNITS / units.max(1)).clamp(1, MOST_REPEATS);
    let mut ticks = Vec::with_capacity(repeats * WINDOW);
    let (mut from, mut way_left, mut waiting) = (0.0, 0.0, None);
    for _ in 0..repeats {
        // The way there is walked on all cores, which changes nothing but how long one waits.
        let mut world = World::new(layout.clone(), 0);
        way_left = to_the_window(&mut world);
        from = world.time();
        world.set_threads(options.threads);
        let before = Waiting::now();
        // A single unit may arrive before the window is over.
        ticks.extend(run::time_ticks(&mut world, WINDOW));
        let span = before.and_then(|before| Some(Waiting::now()?.since(before)));
        // Of several threads, the one that asks knows only its own part.
        let span = span.filter(|_| world.threads() == 1);
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

/// Runs a world to half a window before the middle of its crossing; the share of the way that is left there. A crowd that doesn't
/// get there is left where it is after `PATIENCE` times the time that it takes alone, or at its time limit.
fn to_the_window(world: &mut World) -> f64 {
    let units = world.units();
    let way = way_left(world);
    let speed = units.max_speed.iter().copied().map(f64::from).sum::<f64>() / (units.len().max(1) as f64);
    if !(way > 0.0 && speed > 0.0) {
        return 0.0;
    }
    let before = (WINDOW as f64 / 2.0 * f64::from(DT) * speed).min(0.5 * way);
    let latest = (PATIENCE * 0.5 * way / speed).min(f64::from(world.layout().time_limit));
    loop {
        let left = way_left(world);
        if left <= 0.5 * way + before || f64::from(world.time()) >= latest || world.finished() {
            return left / way;
        }
        run::advance(world, EVERY);
    }
}

/// The way that is left, mean over those who have a goal, m.
fn way_left(world: &World) -> f64 {
    let sum: f64 = (0..world.units().len()).map(|id| f64::from(world.path_left(id))).sum();
    sum / world.walkers().max(1) as f64
}

/// Runs the whole crossing, on all cores: the result is the same.
fn quality(layout: &Layout) -> Quality {
    let CompletedRun { world, metrics } = Run::new(World::new(layout.clone(), 0)).finish();
    Quality {
        finished: world.finished(),
        seconds: metrics.ticks as f64 * f64::from(DT),
        values: QUALITY.iter().map(|metric| (*metric, metrics.value(metric))).collect(),
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
