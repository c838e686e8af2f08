//! A regression test for movement: what has become worse since an earlier study.

use super::table::shown_metrics;
use super::variants::{all_units_arrived, scene_label, variant_label};
use crate::measure::statistics::{self, ALPHA, Interval, mean};
use crate::measure::{Better, Metric, ReportColumn, TIME_RATIO};
use crate::study::{PlannedRun, Record, RunOutcome};
use crate::text::{counted, fixed, one_line, probability, sentence_list, signed};
use std::collections::BTreeMap;
use std::fmt;

/// Something that has become worse.
#[derive(Debug, Clone, PartialEq)]
pub struct Regression {
    /// The scene: map and number of units.
    pub scene: String,
    /// The variant.
    pub variant: String,
    /// What has become worse.
    pub what: Worse,
}

/// What has become worse.
#[derive(Debug, Clone, PartialEq)]
pub enum Worse {
    /// A metric is significantly worse.
    Metric {
        /// Its name in a sentence.
        metric: &'static str,
        /// Its earlier mean over the seeds that both studies have.
        earlier: f64,
        /// Its mean now, over the same seeds.
        now: f64,
        /// Now minus earlier, on the same seeds: mean with its 95 % interval.
        difference: Interval,
        /// p of the paired t-test, after Holm's correction over all comparisons.
        p: f64,
        /// The number of seeds that both studies have.
        seeds: usize,
    },
    /// Runs fail that did not fail before.
    Fails {
        /// Their seeds.
        seeds: Vec<u64>,
        /// The reason of the first failure.
        why: String,
    },
}

impl fmt::Display for Regression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: ", self.scene, self.variant)?;
        match &self.what {
            Worse::Metric { metric, earlier, now, difference, p, seeds } => write!(
                f,
                "{metric} {} → {} ({}, 95 % interval {} to {}; {}, p {})",
                fixed(*earlier, 3),
                fixed(*now, 3),
                signed(difference.mean, 3),
                signed(difference.low, 3),
                signed(difference.high, 3),
                counted(*seeds as u64, "seed"),
                probability(*p)
            ),
            Worse::Fails { seeds, why } => {
                let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
                let noun = if seeds.len() == 1 { "seed" } else { "seeds" };
                write!(f, "now fails with {noun} {}: {why}", sentence_list(&seeds, 8))
            }
        }
    }
}

/// A run now and its earlier counterpart, which differ in nothing but the program's version and the map's content.
type RecordPair<'a> = (&'a Record, &'a Record);

/// Returns the number of runs that both studies have. If it is 0, no regression can be found.
pub fn compared(now: &[Record], earlier: &[Record]) -> usize {
    pairs(now, earlier).values().map(Vec::len).sum()
}

/// Returns what is significantly worse than in `earlier`.
///
/// A metric is a regression if the 95 % interval of its difference on the same seeds lies on the worse side, and its
/// p is below 0.05 after Holm's correction over all comparisons. (Without the correction, a study of sixty variants
/// and scenes with several metrics each would raise half a dozen false alarms whenever anything changes.) A run that
/// newly fails is always a regression. Runs that only one study has are not compared; see [`compared`].
pub fn regressions(now: &[Record], earlier: &[Record]) -> Vec<Regression> {
    let mut failing = Vec::new();
    let mut worse = Vec::new();
    let mut p = Vec::new();
    for pairs in pairs(now, earlier).into_values() {
        failing.extend(fails(&pairs));
        for (metric, column) in shown_metrics() {
            let Some(found) = compare(&pairs, metric, column) else { continue };
            p.push(found.p);
            worse.push((p.len() - 1, regression(pairs[0].0, found.what), found.is_worse));
        }
    }
    let adjusted = statistics::holm(&p);
    let metrics = worse.into_iter().filter(|(k, _, is_worse)| *is_worse && adjusted[*k] < ALPHA);
    failing.extend(metrics.map(|(k, mut regression, _)| {
        if let Worse::Metric { p, .. } = &mut regression.what {
            *p = adjusted[k];
        }
        regression
    }));
    failing
}

fn regression(record: &Record, what: Worse) -> Regression {
    let run = &record.run;
    Regression { scene: scene_label(run, run.units, &[]), variant: variant_label(run, false), what }
}

/// Identifies a run's variant and scene without the map's content and the program's version, which may change between
/// studies.
fn key(run: &PlannedRun) -> String {
    let settings: Vec<String> = run.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let (map, mode) = (&run.map, &run.mode);
    format!(
        "{map:?} {:?} {:?} {} {:?} {mode:?} {} {settings:?}",
        run.units, run.jitter, run.shift, run.limit, run.push
    )
}

fn pairs<'a>(now: &'a [Record], earlier: &'a [Record]) -> BTreeMap<String, Vec<RecordPair<'a>>> {
    let of = |record: &Record| (key(&record.run), record.run.seed);
    let before: BTreeMap<_, _> = earlier.iter().map(|record| (of(record), record)).collect();
    let after: BTreeMap<_, _> = now.iter().map(|record| (of(record), record)).collect();
    let mut pairs: BTreeMap<String, Vec<RecordPair>> = BTreeMap::new();
    for (key, record) in after {
        if let Some(earlier) = before.get(&key) {
            pairs.entry(key.0).or_default().push((record, earlier));
        }
    }
    pairs
}

fn fails(pairs: &[RecordPair]) -> Option<Regression> {
    let new = |(now, earlier): &&RecordPair| {
        let failed = |record: &Record| matches!(record.outcome, RunOutcome::Failed(_));
        failed(now) && !failed(earlier)
    };
    let failing: Vec<&Record> = pairs.iter().filter(new).map(|(now, _)| *now).collect();
    let first = failing.first()?;
    let RunOutcome::Failed(why) = &first.outcome else { return None };
    let seeds = failing.iter().map(|record| record.run.seed).collect();
    Some(regression(first, Worse::Fails { seeds, why: one_line(why) }))
}

struct Compared {
    what: Worse,
    p: f64,
    is_worse: bool,
}

fn compare(pairs: &[RecordPair], metric: &Metric, column: &ReportColumn) -> Option<Compared> {
    let better = metric.better?;
    // A time ratio covers only units that arrived, so it may rise harmlessly when more units arrive than before.
    let counts = |(now, earlier): &&RecordPair| {
        metric.key != TIME_RATIO.key || (all_units_arrived(now) && all_units_arrived(earlier))
    };
    let values = pairs.iter().filter(counts);
    let number = |record: &Record| record.number(metric.key).filter(|value| value.is_finite());
    let (now, earlier): (Vec<f64>, Vec<f64>) =
        values.filter_map(|(now, earlier)| Some((number(now)?, number(earlier)?))).unzip();
    let paired = statistics::paired(&now, &earlier)?;
    let difference = paired.difference;
    Some(Compared {
        is_worse: match better {
            Better::Lower => difference.low > 0.0,
            Better::Higher => difference.high < 0.0,
        },
        p: paired.p,
        what: Worse::Metric {
            metric: column.name,
            earlier: mean(&earlier)?,
            now: mean(&now)?,
            difference,
            p: paired.p,
            seeds: paired.n,
        },
    })
}
