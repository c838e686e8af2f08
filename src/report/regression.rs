//! What has become worse since an earlier study: a movement regression test.

use super::table::shown_metrics;
use super::variants::{everybody_arrived, scene_label, variant_label};
use crate::measure::statistics::{self, ALPHA, Interval, mean};
use crate::measure::{Better, Metric, ReportColumn, TIME_RATIO};
use crate::study::{PlannedRun, Record, RunOutcome};
use crate::text::{counted, fixed, one_line, probability, sentence_list, signed};
use std::collections::BTreeMap;
use std::fmt;

/// Something that has become worse.
#[derive(Debug, Clone, PartialEq)]
pub struct Regression {
    /// Where: map and units.
    pub scene: String,
    /// In which variant.
    pub variant: String,
    /// What.
    pub what: Worse,
}

/// What has become worse.
#[derive(Debug, Clone, PartialEq)]
pub enum Worse {
    /// A metric, beyond chance.
    Metric {
        /// Its name, as a reader calls it.
        metric: &'static str,
        /// Its mean over the seeds that both have.
        earlier: f64,
        /// Its mean now.
        now: f64,
        /// Now less earlier, on the same seeds: mean with its 95 % interval.
        difference: Interval,
        /// p of the paired t-test, after Holm's correction over everything that was compared.
        p: f64,
        /// How many seeds both have.
        seeds: usize,
    },
    /// Runs fail that did not.
    Fails {
        /// Their seeds.
        seeds: Vec<u64>,
        /// What the first of them says.
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

/// Runs of both studies that differ in nothing but the program's version: now, earlier.
type RecordPair<'a> = (&'a Record, &'a Record);

/// How many runs both studies have: where there are none, no regression can be found.
pub fn compared(now: &[Record], earlier: &[Record]) -> usize {
    pairs(now, earlier).values().map(Vec::len).sum()
}

/// What is worse than it was in `earlier`, beyond chance: the 95 % interval of the difference on the same seeds lies on the worse
/// side, and its p is below 0.05 after Holm's correction over all that is compared. (Without that a study of sixty variants and
/// scenes with several metrics each would have half a dozen false alarms whenever anything changes.) A run that fails and did not is
/// always one. Runs that only one study has are not compared; see [`compared`].
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

/// What tells variants and scenes apart, but for the map's content and the program's version: these are what changes from one
/// study to the next.
fn key(run: &PlannedRun) -> String {
    let settings: Vec<String> = run.settings.iter().map(|(key, value)| format!("{key}={value}")).collect();
    let (map, mode) = (&run.map, &run.mode);
    format!("{map:?} {:?} {:?} {:?} {mode:?} {} {settings:?}", run.units, run.jitter, run.limit, run.push)
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
    // A time ratio counts those who arrived: where more do than before, it may rise for no harm.
    let counts = |(now, earlier): &&RecordPair| {
        metric.key != TIME_RATIO.key || (everybody_arrived(now) && everybody_arrived(earlier))
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
