//! The figures of each scene, one row per variant. Tables, charts and the verdict are all based on them.

use super::variants::{RunsBySeed, SceneResults, StudyResults};
use crate::measure::statistics::{self, Interval, Method, mean, median};
use crate::measure::{ARRIVED, Better, Metric, OverSeeds, ReportColumn, TIME_RATIO, Values, all_metrics};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// A mean with its confidence interval.
#[derive(Debug, Clone)]
pub(super) struct Estimate {
    /// Mean over seeds.
    pub mean: f64,
    /// Its 95 % interval and the method; none for a single seed.
    pub interval: Option<(Interval, Method)>,
}

/// A difference from the baseline on the same seeds.
#[derive(Debug, Clone)]
pub(super) struct Versus {
    /// The time ratio minus the baseline's, with its 95 % interval.
    pub difference: Interval,
    /// p of the paired t-test, after Holm's correction over the rows of the table.
    pub p: f64,
    /// The effect size: Cohen's d_z, the mean difference divided by the standard deviation of the differences.
    pub effect: f64,
    /// The number of seeds that both have.
    pub seeds: usize,
}

/// The outcome of one variant in one scene.
#[derive(Debug, Clone)]
pub(super) struct VariantRow {
    /// The variant's index.
    pub variant: usize,
    /// The number of runs.
    pub runs: usize,
    /// The number of failed runs.
    pub failed: usize,
    /// Whether all units arrived in all runs.
    pub all_arrived: bool,
    /// The share of units that arrived, mean over seeds.
    pub arrived: Option<f64>,
    /// The time ratio of the units that arrived.
    pub time_ratio: Option<Estimate>,
    /// The time ratio of each seed.
    pub time_ratios: Vec<f64>,
    /// The difference from the baseline; none for the baseline itself, and if both have fewer than two seeds in common.
    pub versus: Option<Versus>,
    /// The range of ranks; none if runs are missing or failed.
    pub rank: Option<RangeInclusive<usize>>,
    /// The report's other metrics, each combined over the seeds according to its [`OverSeeds`].
    pub values: Values,
    /// The median over seeds of each run's median tick, in µs.
    pub tick: Option<f64>,
}

/// The rows of one scene, best first.
#[derive(Debug, Clone)]
pub(super) struct SceneTable {
    /// The scene's index.
    pub scene: usize,
    /// The variants that have a run in this scene.
    pub rows: Vec<VariantRow>,
}

/// Returns the table of each scene, compared with the variant `baseline`.
pub(super) fn tables(study: &StudyResults, baseline: Option<usize>) -> Vec<SceneTable> {
    study.scenes.iter().enumerate().map(|(k, scene)| table(k, scene, baseline)).collect()
}

fn table(index: usize, scene: &SceneResults, baseline: Option<usize>) -> SceneTable {
    let mut rows: Vec<VariantRow> = scene
        .cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| !cell.0.is_empty())
        .map(|(k, cell)| row(k, cell))
        .collect();
    compare(&mut rows, scene, baseline);
    rank(&mut rows, scene);
    rows.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap_or(std::cmp::Ordering::Equal));
    SceneTable { scene: index, rows }
}

/// The sort key: variants in which all units arrive, by time ratio; then the others, by the share that arrives.
fn order(row: &VariantRow) -> (bool, bool, f64, f64) {
    let time = row.time_ratio.as_ref().map_or(f64::MAX, |estimate| estimate.mean);
    let missing = if row.all_arrived { 0.0 } else { 1.0 - row.arrived.unwrap_or(0.0) };
    (row.rank.is_none(), !row.all_arrived, missing, time)
}

/// Returns the metrics that a report shows. They are also compared with an earlier study.
pub(super) fn shown_metrics() -> impl Iterator<Item = (&'static Metric, &'static ReportColumn)> {
    all_metrics().filter_map(|metric| Some((metric, metric.report.as_ref()?)))
}

/// Returns the metrics in plain columns, without the share that arrived and the time ratio, which are treated
/// separately.
pub(super) fn plain_metrics() -> impl Iterator<Item = (&'static Metric, &'static ReportColumn)> {
    shown_metrics().filter(|(metric, _)| ![ARRIVED.key, TIME_RATIO.key].contains(&metric.key))
}

fn over_seeds(values: &[f64], how: OverSeeds) -> Option<f64> {
    match how {
        OverSeeds::Mean => mean(values),
        OverSeeds::Largest => values.iter().copied().reduce(f64::max),
    }
}

fn row(variant: usize, cell: &RunsBySeed) -> VariantRow {
    let values = |key: &str| -> Vec<f64> { cell.values(key).into_values().collect() };
    VariantRow {
        variant,
        runs: cell.0.len(),
        failed: cell.failed(),
        all_arrived: cell.all_arrived(),
        arrived: mean(values(ARRIVED.key)),
        time_ratio: estimate(&values(TIME_RATIO.key)),
        time_ratios: values(TIME_RATIO.key),
        versus: None,
        rank: None,
        values: plain_metrics()
            .map(|(metric, column)| (metric, over_seeds(&values(metric.key), column.over_seeds)))
            .collect(),
        tick: median(values("tick_us.p50")),
    }
}

/// Fills in the differences from the baseline.
fn compare(rows: &mut [VariantRow], scene: &SceneResults, baseline: Option<usize>) {
    let Some(baseline) = baseline else { return };
    let reference = scene.cells[baseline].values(TIME_RATIO.key);
    let mut found = Vec::new();
    for (k, row) in rows.iter().enumerate().filter(|(_, row)| row.variant != baseline) {
        let [own, others] = common([&scene.cells[row.variant].values(TIME_RATIO.key), &reference]);
        found.extend(statistics::paired(&own, &others).map(|paired| (k, paired)));
    }
    let adjusted = statistics::holm(&found.iter().map(|(_, paired)| paired.p).collect::<Vec<_>>());
    for ((k, paired), p) in found.into_iter().zip(adjusted) {
        rows[k].versus =
            Some(Versus { difference: paired.difference, p, effect: paired.effect, seeds: paired.n });
    }
}

/// Fills in the ranks. Variants in which all units arrive are ranked by time ratio. The others follow, ranked by the
/// share that arrived, since their time ratios cover only units that arrived. A variant with missing runs has no
/// rank.
fn rank(rows: &mut [VariantRow], scene: &SceneResults) {
    let seeds = scene.seeds().len();
    let values = |row: &VariantRow, key| scene.cells[row.variant].values(key);
    let (mut all, mut some) = (Vec::new(), Vec::new());
    for (k, row) in rows.iter().enumerate() {
        if row.all_arrived && values(row, TIME_RATIO.key).len() == seeds {
            all.push(k);
        } else if !row.all_arrived && values(row, ARRIVED.key).len() == seeds {
            some.push(k);
        }
    }
    let mut better = 0;
    for (tier, metric, best) in [(all, &TIME_RATIO, Better::Lower), (some, &ARRIVED, Better::Higher)] {
        let groups: Vec<Vec<f64>> =
            tier.iter().map(|k| values(&rows[*k], metric.key).into_values().collect()).collect();
        for (k, range) in tier.iter().zip(statistics::ranks(&groups, best)) {
            rows[*k].rank = Some(range.start() + better..=range.end() + better);
        }
        better += tier.len();
    }
}

/// Returns the mean with its interval; none without values.
pub(super) fn estimate(values: &[f64]) -> Option<Estimate> {
    Some(Estimate { mean: mean(values)?, interval: statistics::interval(values) })
}

/// Returns the values of each map, restricted to the seeds that all of them have.
pub(super) fn common<const N: usize>(of: [&BTreeMap<u64, f64>; N]) -> [Vec<f64>; N] {
    let shared = |seed: &&u64| of.iter().all(|values| values.contains_key(seed));
    let seeds: Vec<u64> =
        of.first().map_or(Vec::new(), |first| first.keys().filter(shared).copied().collect());
    of.map(|values| seeds.iter().map(|seed| values[seed]).collect())
}
