//! The columns of the tables and the contents of their cells, shared by HTML and Markdown.

use super::commands::run_command;
use super::table::{Estimate, SceneTable, VariantRow, plain_metrics};
use super::variants::{StudyResults, all_units_arrived};
use super::verdict::Overall;
use crate::measure::statistics::Method;
use crate::measure::{ARRIVED, Metric, TIME_RATIO};
use crate::study::{Record, RunOutcome};
use crate::text::{MISSING, counted, fixed, maybe, one_line, percent, probability, rank_range, signed};
use std::collections::BTreeMap;

/// Returns the headers of a scene's table, from the second column on (the first is the variant).
pub(super) fn headers(study: &StudyResults, of: &SceneTable, baseline: Option<usize>) -> Vec<String> {
    let against = baseline.map_or(String::new(), |k| format!("against {}", study.label(k)));
    let race = ["rank", heading(&TIME_RATIO), WHOLE_RUNS, heading(&ARRIVED), &against, "p", "effect d_z"];
    let plain = plain_metrics().map(|(_, column)| column.heading);
    let mut headers: Vec<String> =
        race.into_iter().chain(plain).chain(["tick µs"]).map(String::from).collect();
    if !has_effects(of) {
        headers.remove(EFFECT);
    }
    headers
}

fn heading(metric: &'static Metric) -> &'static str {
    metric.report.as_ref().map_or(metric.key, |column| column.heading)
}

/// The position of the effect size among a scene's columns.
const EFFECT: usize = 6;
/// The heading of the runs in which every unit arrived.
const WHOLE_RUNS: &str = "everyone arrived";
/// With fewer seeds an effect size reflects chance more than the effect: its 95 % interval spans more than from small
/// to large.
const SEEDS_FOR_EFFECT: usize = 8;

/// Whether the table has an effect size column, which takes a row with enough seeds.
fn has_effects(of: &SceneTable) -> bool {
    of.rows.iter().any(|row| effect(row).is_some())
}

fn effect(row: &VariantRow) -> Option<f64> {
    row.versus.as_ref().filter(|versus| versus.seeds >= SEEDS_FOR_EFFECT).map(|versus| versus.effect)
}

/// Returns the cells of a row in a scene's table, from the second column on.
pub(super) fn cells(row: &VariantRow, of: &SceneTable, baseline: Option<usize>) -> Vec<String> {
    let versus = row.versus.as_ref();
    let is_baseline = baseline == Some(row.variant);
    let mut cells = vec![
        row.rank.as_ref().map_or_else(|| MISSING.into(), rank_range),
        row.time_ratio.as_ref().map_or_else(|| MISSING.into(), |e| with_mark(estimate(e), row.whole.all())),
        row.whole.cell(),
        arrived(row),
        match versus {
            Some(versus) => {
                let d = versus.difference;
                format!("{} ({} to {})", signed(d.mean, 3), signed(d.low, 3), signed(d.high, 3))
            }
            None if is_baseline => "baseline".into(),
            None => MISSING.into(),
        },
        versus.map_or_else(|| MISSING.into(), |versus| probability(versus.p)),
        effect(row).map_or_else(|| MISSING.into(), |effect| signed(effect, 2)),
    ];
    cells.extend(plain_metrics().map(|(metric, column)| maybe(row.values.value(metric), column.decimals)));
    cells.push(maybe(row.tick, 0));
    if !has_effects(of) {
        cells.remove(EFFECT);
    }
    cells
}

fn arrived(row: &VariantRow) -> String {
    let share = row.arrived.map_or_else(|| MISSING.into(), percent);
    if row.failed == 0 { share } else { format!("{share}, {} of {} failed", row.failed, row.whole.runs) }
}

/// Adds a dagger to a time ratio that covers only part of the crowd.
fn with_mark(text: String, all_arrived: bool) -> String {
    if all_arrived { text } else { text + " †" }
}

/// Formats an estimate: "1.046 (1.041–1.052)", followed by "b" for a bootstrap interval.
pub(super) fn estimate(estimate: &Estimate) -> String {
    let mean = fixed(estimate.mean, 3);
    match &estimate.interval {
        None => mean,
        Some((interval, method)) => {
            let b = if matches!(method, Method::Bootstrap) { " b" } else { "" };
            format!("{mean} ({}–{}){b}", fixed(interval.low, 3), fixed(interval.high, 3))
        }
    }
}

/// The table over all scenes has one column per scene up to this many scenes.
const SCENES: usize = 8;

/// Returns the headers of the table over all scenes, from the second column on.
pub(super) fn overall_headers(study: &StudyResults) -> Vec<String> {
    let scenes = study.scenes.iter().map(|scene| scene.label.clone());
    let own = ["rank", heading(&TIME_RATIO), WHOLE_RUNS, heading(&ARRIVED)].map(String::from).into_iter();
    own.chain(scenes.filter(|_| study.scenes.len() <= SCENES)).collect()
}

/// Returns the cells of a row in the table over all scenes, from the second column on.
pub(super) fn overall_cells(of: &Overall, tables: &[SceneTable]) -> Vec<String> {
    let own = [
        of.rank.as_ref().map_or_else(|| MISSING.into(), rank_range),
        of.time_ratio.as_ref().map_or_else(|| MISSING.into(), |e| with_mark(estimate(e), of.all_arrived)),
        of.whole.cell(),
        percent(of.arrived),
    ];
    let in_scene = |table: &SceneTable| {
        let row = table.rows.iter().find(|row| row.variant == of.variant);
        let mean =
            row.and_then(|row| Some(with_mark(fixed(row.time_ratio.as_ref()?.mean, 3), row.whole.all())));
        mean.unwrap_or_else(|| MISSING.into())
    };
    own.into_iter().chain(tables.iter().filter(|_| tables.len() <= SCENES).map(in_scene)).collect()
}

/// Returns the notes below a table that explain its marks.
pub(super) fn notes(table: &SceneTable) -> Vec<&'static str> {
    let bootstrap = |row: &VariantRow| {
        let interval = row.time_ratio.as_ref().and_then(|e| e.interval.as_ref());
        interval.is_some_and(|(_, method)| matches!(method, Method::Bootstrap))
    };
    let mut notes = Vec::new();
    if table.rows.iter().any(|row| !row.whole.all()) {
        notes.push("† Not all units arrived: the time ratio covers only those that did. Such a variant is ranked after those in \
                    which all units arrive, by the runs in which everyone arrives, then by the share that arrives.");
    }
    if table.rows.iter().any(bootstrap) {
        notes.push(
            "b: the values are skewed, so this is a bootstrap interval (BCa); all others are Student's t intervals.",
        );
    }
    if table.rows.iter().any(|row| row.rank.is_none()) {
        notes.push("Variants without a rank have missing or failed runs.");
    }
    notes
}

/// Returns the terms of the report, each with its explanation.
pub(super) fn terms() -> Vec<(&'static str, &'static str)> {
    let term = |metric: &'static Metric| metric.report.as_ref().map(|column| column.term);
    let mut terms = vec![(
        "rank",
        "Rank by time ratio on the same seeds. All pairs of variants are compared by paired t-tests with Holm's correction (5 % \
         overall). \"2–4\" means that these seeds leave open which of the ranks 2 to 4 the variant has.",
    )];
    terms.extend(term(&TIME_RATIO));
    terms.push((
        "against …",
        "Difference from the baseline's time ratio on the same seeds, with its 95 % interval; below 0 is faster. p comes from \
         a paired t-test, after Holm's correction over the table. The effect d_z is the mean difference divided by the standard \
         deviation of the differences (0.2 is small, 0.8 is large). It needs at least 8 seeds: with fewer, chance alone can \
         make it large.",
    ));
    terms.push((
        WHOLE_RUNS,
        "In how many runs every unit arrived, and the 95 % interval of their share among all such runs (Wilson 1927). Jams are rare \
         and costly, so this comes before the time ratio.",
    ));
    terms.extend(term(&ARRIVED));
    terms.extend(plain_metrics().map(|(_, column)| column.term));
    terms.push((
        "tick",
        "Median time of a tick on one thread of the machine that ran the study, median over seeds. This is the only column that \
         depends on the machine.",
    ));
    terms.push((
        "lane order Φ",
        "Mean over walking units of ((n_same − n_other)/(n_same + n_other))², where n_same and n_other count the walking units \
         of the same and of other groups in the lane along the unit's desired direction (Rex & Löwen 2007).",
    ));
    terms
}

/// Runs of one variant in one scene that timed out, or failed, for the same reason.
pub(super) struct Trouble<'a> {
    pub scene: usize,
    pub variant: usize,
    /// "timed out", or why it failed.
    pub what: String,
    pub seeds: Vec<u64>,
    /// The record of the first of these seeds.
    pub record: &'a Record,
}

/// Returns all timed-out and failed runs, grouped by scene, variant and reason.
pub(super) fn troubles<'a>(study: &StudyResults<'a>) -> Vec<Trouble<'a>> {
    let mut all = Vec::new();
    for (scene, of_scene) in study.scenes.iter().enumerate() {
        for (variant, cell) in of_scene.cells.iter().enumerate() {
            let mut by_what: BTreeMap<String, Vec<&Record>> = BTreeMap::new();
            for record in cell.records().filter(|record| !all_units_arrived(record)) {
                let what = match &record.outcome {
                    RunOutcome::Failed(why) => format!("failed: {}", one_line(why)),
                    _ => "timed out".to_string(),
                };
                by_what.entry(what).or_default().push(record);
            }
            all.extend(by_what.into_iter().map(|(what, records)| Trouble {
                scene,
                variant,
                what: with_share(what, &records),
                seeds: records.iter().map(|record| record.run.seed).collect(),
                record: records[0],
            }));
        }
    }
    all
}

fn with_share(what: String, records: &[&Record]) -> String {
    let shares: Vec<f64> = records.iter().filter_map(|record| record.number(ARRIVED.key)).collect();
    let least = shares.iter().copied().reduce(f64::min);
    match least {
        Some(least) if shares.len() == 1 => format!("{what}, {} arrived", percent(least)),
        Some(least) => format!("{what}, at least {} arrived", percent(least)),
        None => what,
    }
}

/// Formats seeds as ranges: "1–8", "1, 5, 7–9".
pub(super) fn seeds(of: impl IntoIterator<Item = u64>) -> String {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for seed in of {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(seed) => *last = seed,
            _ => runs.push((seed, seed)),
        }
    }
    let text = |(first, last): &(u64, u64)| match last - first {
        0 => first.to_string(),
        1 => format!("{first}, {last}"),
        _ => format!("{first}–{last}"),
    };
    runs.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// Describes the extent of a study: "12 variants in 4 scenes, 384 runs, seeds 1–8, sidestep 0.1.0".
pub(super) fn extent(study: &StudyResults) -> String {
    let versions: Vec<String> = study.versions.iter().map(|version| one_line(version)).collect();
    format!(
        "{} in {}, {}, {} {}, sidestep {}",
        counted(study.variants.len() as u64, "variant"),
        counted(study.scenes.len() as u64, "scene"),
        counted(study.runs as u64, "run"),
        if study.seeds.len() == 1 { "seed" } else { "seeds" },
        seeds(study.seeds.iter().copied()),
        versions.join(", ")
    )
}

/// Returns the commands of each variant's first run in a scene, one per line.
pub(super) fn commands(study: &StudyResults, table: &SceneTable) -> String {
    let first = |row: &VariantRow| study.scenes[table.scene].cells[row.variant].records().next();
    let line = |record: &Record| format!("{} --threads 1 --json", run_command(&record.run));
    table.rows.iter().filter_map(first).map(line).collect::<Vec<_>>().join("\n")
}
