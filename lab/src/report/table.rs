//! The figures of each scene, one row per variant. Tables, charts and the verdict are all based on them.

use super::variants::{RunsBySeed, SceneResults, StudyResults, all_units_arrived};
use super::whole_runs::WholeRuns;
use crate::measure::statistics::{self, Interval, Method, mean, median};
use crate::measure::{ARRIVED, Better, Metric, OverSeeds, ReportColumn, TIME_RATIO, Values, all_metrics};
use crate::study::Record;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What a run in which all units arrive counts beside the share of units that arrive.
const WHOLE: f64 = 100.0;

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
    /// The runs in which all units arrived.
    pub whole: WholeRuns,
    /// The number of failed runs.
    pub failed: usize,
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

/// The sort key: variants in which all units arrive, by time ratio; then the others, by the share of runs in which they do, then by
/// the share of units.
fn order(row: &VariantRow) -> (bool, f64, f64, f64) {
    let time = row.time_ratio.as_ref().map_or(f64::MAX, |estimate| estimate.mean);
    let jams = 1.0 - row.whole.share().map_or(0.0, |share| share.mean);
    let missing = if row.whole.all() { 0.0 } else { 1.0 - row.arrived.unwrap_or(0.0) };
    (row.rank.is_none(), jams, missing, time)
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
        whole: cell.whole(),
        failed: cell.failed(),
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

/// Fills in the ranks. Variants in which all units arrive are ranked by time ratio. The others follow, since their time ratios cover
/// only units that arrived: ranked by the runs in which all units arrive, then by the share that arrives. A variant with missing
/// runs has no rank.
fn rank(rows: &mut [VariantRow], scene: &SceneResults) {
    let values = |row: &VariantRow, key| scene.cells[row.variant].values(key);
    let has_all = |row: &VariantRow, key| values(row, key).len() == scene.seeds().len();
    let (mut all, mut some) = (Vec::new(), Vec::new());
    for (k, row) in rows.iter().enumerate() {
        if row.whole.all() && has_all(row, TIME_RATIO.key) {
            all.push(k);
        } else if !row.whole.all() && has_all(row, ARRIVED.key) {
            some.push(k);
        }
    }
    let times = |k: &usize| values(&rows[*k], TIME_RATIO.key).into_values().collect();
    let arrivals = |k: &usize| arrivals(&scene.cells[rows[*k].variant]);
    let times: Vec<Vec<f64>> = all.iter().map(times).collect();
    let arrivals: Vec<Vec<f64>> = some.iter().map(arrivals).collect();
    let mut better = 0;
    for (tier, groups, best) in [(all, times, Better::Lower), (some, arrivals, Better::Higher)] {
        for (k, range) in tier.iter().zip(statistics::ranks(&groups, best)) {
            rows[*k].rank = Some(range.start() + better..=range.end() + better);
        }
        better += tier.len();
    }
}

/// The score of each run: a run in which all units arrive counts more than any share of units.
fn arrivals(cell: &RunsBySeed) -> Vec<f64> {
    let score = |record: &Record| {
        record.number(ARRIVED.key).unwrap_or(0.0) + if all_units_arrived(record) { WHOLE } else { 0.0 }
    };
    cell.records().map(score).collect()
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
