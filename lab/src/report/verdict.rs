//! The verdict in three sentences: which variant to use, how certain that is, and what to check.

use super::table::{self, Estimate, SceneTable, VariantRow};
use super::variants::{SceneResults, StudyResults};
use super::whole_runs::WholeRuns;
use crate::measure::statistics::{self, ALPHA, mean};
use crate::measure::{Better, DEEPEST_OVERLAP, TIME_RATIO};
use crate::text::{counted, fixed, percent, sentence_list};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// The verdict mentions overlaps deeper than this share of the smaller radius.
const DEEP: f64 = 0.05;
/// The verdict says that the runs leave room for more jams than this share.
const MOST_JAMS: f64 = 0.05;
/// The most items in a list within a sentence.
const MOST: usize = 4;

/// The outcome of a variant over all scenes.
#[derive(Debug, Clone)]
pub(super) struct Overall {
    /// The variant's index.
    pub variant: usize,
    /// Whether all units arrived in every run of every scene, and no run is missing.
    pub all_arrived: bool,
    /// The runs of all scenes in which all units arrived.
    pub whole: WholeRuns,
    /// The share of units that arrived, mean over scenes.
    pub arrived: f64,
    /// The time ratio: the mean over scenes for each seed, then over seeds.
    pub time_ratio: Option<Estimate>,
    /// The range of ranks among the variants in which all units arrive.
    pub rank: Option<RangeInclusive<usize>>,
    /// The time ratio by seed, mean over scenes.
    by_seed: BTreeMap<u64, f64>,
}

/// The verdict on a study.
#[derive(Debug, Clone)]
pub(super) struct Verdict {
    /// The recommended variant, if there is one.
    pub choice: Option<usize>,
    /// Three sentences: which variant to use, how certain that is, and what to check.
    pub sentences: [String; 3],
}

/// Returns every variant over all scenes, best first.
pub(super) fn overall(study: &StudyResults, tables: &[SceneTable]) -> Vec<Overall> {
    let tables: Vec<&SceneTable> = tables.iter().filter(|table| is_race(table)).collect();
    let mut all: Vec<Overall> = (0..study.variants.len()).map(|k| overall_of(study, &tables, k)).collect();
    let candidates: Vec<usize> = (0..all.len()).filter(|k| all[*k].all_arrived).collect();
    let values = paired_values(&candidates.iter().map(|k| &all[*k].by_seed).collect::<Vec<_>>());
    for (k, range) in candidates.iter().zip(statistics::ranks(&values, Better::Lower)) {
        all[*k].rank = Some(range);
    }
    all.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap_or(std::cmp::Ordering::Equal));
    all
}

/// Jams come before means.
fn order(of: &Overall) -> (bool, f64, f64, f64) {
    let time = of.time_ratio.as_ref().map_or(f64::MAX, |estimate| estimate.mean);
    let jams = 1.0 - of.whole.share().map_or(0.0, |share| share.mean);
    (!of.all_arrived, jams, if of.all_arrived { 0.0 } else { 1.0 - of.arrived }, time)
}

/// Whether any unit in the scene has a goal, so that variants can differ in how they reach it.
fn is_race(table: &SceneTable) -> bool {
    let races = |row: &VariantRow| row.time_ratio.is_some() || row.arrived.is_none_or(|share| share < 1.0);
    table.rows.iter().any(races)
}

fn overall_of(study: &StudyResults, tables: &[&SceneTable], variant: usize) -> Overall {
    let rows: Vec<Option<&VariantRow>> =
        tables.iter().map(|t| t.rows.iter().find(|row| row.variant == variant)).collect();
    let seeds_missing = tables
        .iter()
        .any(|t| study.scenes[t.scene].cells[variant].0.len() < study.scenes[t.scene].seeds().len());
    let by_scene: Vec<BTreeMap<u64, f64>> =
        tables.iter().map(|t| study.scenes[t.scene].cells[variant].values(TIME_RATIO.key)).collect();
    let by_seed: BTreeMap<u64, f64> = shared_seeds(&by_scene.iter().collect::<Vec<_>>())
        .into_iter()
        .filter_map(|seed| Some((seed, mean(by_scene.iter().map(|of| of[&seed]))?)))
        .collect();
    let arrived: Vec<f64> = rows.iter().map(|row| row.and_then(|row| row.arrived).unwrap_or(0.0)).collect();
    let every_unit_arrived = rows.iter().all(|row| row.is_some_and(|row| row.whole.all()));
    Overall {
        variant,
        all_arrived: every_unit_arrived && !seeds_missing && !by_seed.is_empty(),
        whole: rows.iter().flatten().fold(WholeRuns::default(), |sum, row| sum + row.whole),
        arrived: mean(&arrived).unwrap_or(0.0),
        time_ratio: table::estimate(&by_seed.values().copied().collect::<Vec<_>>()),
        rank: None,
        by_seed,
    }
}

fn shared_seeds(of: &[&BTreeMap<u64, f64>]) -> Vec<u64> {
    let Some((first, rest)) = of.split_first() else { return Vec::new() };
    first.keys().copied().filter(|seed| rest.iter().all(|values| values.contains_key(seed))).collect()
}

/// Returns the values of each, restricted to the seeds that all have.
fn paired_values(of: &[&BTreeMap<u64, f64>]) -> Vec<Vec<f64>> {
    let seeds = shared_seeds(of);
    of.iter().map(|values| seeds.iter().map(|seed| values[seed]).collect()).collect()
}

/// Returns the verdict on a study, given its variants over all scenes.
pub(super) fn verdict(study: &StudyResults, tables: &[SceneTable], overall: &[Overall]) -> Verdict {
    let races = tables.iter().any(is_race);
    let (Some(best), true) = (overall.first(), races) else { return nothing(study) };
    if best.all_arrived { take(study, tables, overall) } else { none_arrives(study, tables, overall) }
}

fn nothing(study: &StudyResults) -> Verdict {
    let first = if study.runs == 0 {
        "The study has no runs, so there is no verdict."
    } else {
        "No unit has a goal in any scene of the study, so the variants cannot be ranked by time."
    };
    let sentences =
        [first, "Nothing was compared.", "Choose maps whose units have goals, and run the study again."];
    Verdict { choice: None, sentences: sentences.map(String::from) }
}

/// The verdict if all units arrive in at least one variant. The first sentence has no statistics.
fn take(study: &StudyResults, tables: &[SceneTable], overall: &[Overall]) -> Verdict {
    let best = &overall[0];
    let label = study.label_in_sentence(best.variant);
    let rivals: Vec<&Overall> = overall[1..].iter().filter(|of| of.all_arrived).collect();
    let races: Vec<&SceneTable> = tables.iter().filter(|table| is_race(table)).collect();
    let wins = races.iter().filter(|table| is_fastest(table, best.variant)).count();
    let (all, noun) = (races.len(), noun(study));
    let everywhere = match races[..] {
        [race] => format!("on {}", study.scenes[race.scene].label),
        _ => format!("on all {all} {noun}"),
    };
    let mut first = match (rivals.len(), wins) {
        (0, _) if overall.len() == 1 => {
            format!("With {label}, the study's only variant, all units reach their goals {everywhere}")
        }
        (0, _) => {
            format!("Use {label}: it is the only variant with which all units reach their goals {everywhere}")
        }
        (_, 0) => format!(
            "Use {label}: it gets all units to their goals fastest over all {all} {noun} together, though on each of them another \
             variant is faster"
        ),
        _ if all == 1 => format!("Use {label}: it gets all units to their goals fastest {everywhere}"),
        _ => format!("Use {label}: it gets all units to their goals fastest on {wins} of {all} {noun}"),
    };
    first += &match overall.len() - 1 - rivals.len() {
        0 => String::new(),
        1 => {
            format!(" ({} leaves units behind)", study.label_in_sentence(overall[overall.len() - 1].variant))
        }
        n => format!(" ({n} others leave units behind)"),
    };
    let second = how_sure(study, best, &rivals);
    Verdict {
        choice: Some(best.variant),
        sentences: [first + ".", second, what_to_check(study, tables, best)],
    }
}

/// What the scenes of a study are called: "maps", unless a map occurs several times.
fn noun(study: &StudyResults) -> &'static str {
    let maps: BTreeSet<String> = study.scenes.iter().map(SceneResults::map).collect();
    if maps.len() == study.scenes.len() { "maps" } else { "scenes" }
}

fn time_ratio(row: &VariantRow) -> Option<f64> {
    row.time_ratio.as_ref().map(|estimate| estimate.mean)
}

/// Returns the fastest row of a scene in which all units arrive.
fn fastest(table: &SceneTable) -> Option<(&VariantRow, f64)> {
    let times =
        table.rows.iter().filter(|row| row.whole.all()).filter_map(|row| Some((row, time_ratio(row)?)));
    times.min_by(|a, b| a.1.total_cmp(&b.1))
}

fn is_fastest(table: &SceneTable, variant: usize) -> bool {
    let own = table.rows.iter().find(|row| row.variant == variant).and_then(time_ratio);
    fastest(table).zip(own).is_some_and(|((_, least), own)| own <= least)
}

fn how_sure(study: &StudyResults, best: &Overall, rivals: &[&Overall]) -> String {
    let seeds = best.by_seed.len();
    let time = best.time_ratio.as_ref().map_or(f64::NAN, |estimate| estimate.mean);
    let own = format!("mean time ratio is {} (1 is free flow)", fixed(time, 3));
    let Some(next) = rivals.first() else {
        let seeds = counted(seeds as u64, "seed");
        return match study.variants.len() {
            1 => format!("Its {own}, over {seeds} per scene; there is nothing to compare it with."),
            _ => format!(
                "Its {own}, over {seeds} per scene; those of the others cover only the units that arrived, so the others are ranked after it."
            ),
        };
    };
    let all: Vec<&Overall> = std::iter::once(best).chain(rivals.iter().copied()).collect();
    let values = paired_values(&all.iter().map(|of| &of.by_seed).collect::<Vec<_>>());
    if values[0].len() < 2 {
        return format!(
            "Its {own}, but one seed says nothing about chance: run at least 8 seeds before you rely on this order."
        );
    }
    let alike = indistinguishable(&values);
    let names: Vec<String> = alike.iter().map(|k| study.label_in_sentence(all[*k].variant)).collect();
    let test = "paired t-tests at 5 % with Holm's correction for all pairs";
    if !names.is_empty() {
        let rest = if names.len() == rivals.len() { "" } else { "; the others are significantly slower" };
        return format!(
            "This is not certain: its {own}, and {seeds} seeds do not distinguish it from {} ({test}){rest}. Choose among these by other \
             criteria, or run more seeds.",
            sentence_list(&names, MOST)
        );
    }
    let Some(paired) = statistics::paired(&values[1], &values[0]) else { return format!("Its {own}.") };
    let gap = paired.difference;
    let (mean, low, high) = (fixed(gap.mean, 3), fixed(gap.low, 3), fixed(gap.high, 3));
    let next = study.label_in_sentence(next.variant);
    let sure = format!("Its {own}, and the difference is significant over {seeds} seeds");
    match rivals.len() {
        1 => format!(
            "{sure}: the time ratio of {next} is higher by {mean} (95 % interval {low} to {high}; paired t-test at 5 %)."
        ),
        n => format!(
            "{sure}: each of the other {n} time ratios differs ({test}). The nearest, that of {next}, is higher by {mean} (95 % \
             interval {low} to {high})."
        ),
    }
}

/// Returns which of `values[1..]` do not differ significantly from `values[0]`. All pairs are compared, as in
/// [`statistics::ranks`].
fn indistinguishable(values: &[Vec<f64>]) -> Vec<usize> {
    let mut p = Vec::new();
    for (k, a) in values.iter().enumerate() {
        p.extend(values[k + 1..].iter().map(|b| statistics::paired(b, a).map_or(1.0, |paired| paired.p)));
    }
    // The first pairs are those with `values[0]`.
    let adjusted = statistics::holm(&p);
    (1..values.len()).filter(|k| adjusted[k - 1] >= ALPHA).collect()
}

/// The verdict if units are left behind in every variant.
fn none_arrives(study: &StudyResults, tables: &[SceneTable], overall: &[Overall]) -> Verdict {
    let best = &overall[0];
    let label = study.label_in_sentence(best.variant);
    let mut first = match study.variants.len() {
        1 => format!(
            "In the study's only variant, {label}, not all units arrive in every run, so it is not recommended"
        ),
        n => format!("In none of the {n} variants do all units arrive in every run, so none is recommended"),
    };
    if best.arrived > 0.0 && study.variants.len() > 1 {
        first += &format!(": {label} comes closest");
    }
    let ties: Vec<String> = overall[1..]
        .iter()
        .filter(|of| of.whole == best.whole && of.arrived >= best.arrived - 1e-9)
        .map(|of| study.label_in_sentence(of.variant))
        .collect();
    let second = if ties.is_empty() {
        let runs = if best.whole.whole == 0 {
            String::new()
        } else {
            format!("Everyone arrives in {} of its runs. ", best.whole.cell())
        };
        format!(
            "{runs}On average over {} per scene, {} of its units arrive; time ratios cannot rank variants in which units are left behind, \
             because they cover only those that arrived.",
            counted(study.seeds.len() as u64, "seed"),
            percent(best.arrived)
        )
    } else {
        let share = percent(best.arrived);
        format!(
            "By the share of units that arrive, {share}, {label} is tied with {}.",
            sentence_list(&ties, MOST)
        )
    };
    let third = format!(
        "Look in the replays for where units jam{}, give the runs more time (--limit) or the crowd more space, and compare again.",
        failures(tables).map_or(String::new(), |failed| format!(" ({failed})"))
    );
    Verdict { choice: None, sentences: [first + ".", second, third] }
}

fn failures(tables: &[SceneTable]) -> Option<String> {
    let failed: usize = tables.iter().flat_map(|table| &table.rows).map(|row| row.failed).sum();
    (failed > 0).then(|| format!("{} failed and {} listed below", counted(failed as u64, "run"), are(failed)))
}

fn are(n: usize) -> &'static str {
    if n == 1 { "is" } else { "are" }
}

fn what_to_check(study: &StudyResults, tables: &[SceneTable], best: &Overall) -> String {
    let mut points = Vec::new();
    let beaten: Vec<Beaten> =
        tables.iter().filter_map(|table| beaten_in(study, table, best.variant)).collect();
    let surely: Vec<String> = beaten.iter().filter(|of| of.sure).map(|of| of.text.clone()).collect();
    if !surely.is_empty() {
        points.push(format!("it is not the fastest in every scene: {}", sentence_list(&surely, 3)));
    } else if let Some(example) = beaten.first() {
        let where_else = if tables.len() > 1 {
            format!(" in {} of {} scenes", beaten.len(), tables.len())
        } else {
            String::new()
        };
        points.push(format!(
            "another variant is faster{where_else}, though not significantly ({})",
            example.text
        ));
    } else if study.variants.len() > 1 {
        points.push(match tables.len() {
            1 => "this is shown for one scene only".to_string(),
            n => format!("it is the fastest in each of the {n} scenes, but other scenes may differ"),
        });
    }
    let deepest = tables
        .iter()
        .filter_map(|t| {
            Some((
                t.rows.iter().find(|row| row.variant == best.variant)?.values.value(&DEEPEST_OVERLAP)?,
                t.scene,
            ))
        })
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .filter(|(deep, _)| *deep > DEEP);
    if let Some((deep, scene)) = deepest {
        let scene = &study.scenes[scene].label;
        points.push(format!("its units overlap by up to {} of a radius ({scene})", fixed(deep, 2)));
    }
    points.extend(room_for_jams(best.whole));
    points.extend(failures(tables));
    if study.scenes.iter().all(SceneResults::is_built_in) {
        points.push("try it on your own map, with your number of units".into());
    }
    if points.is_empty() {
        points.push("watch a replay, since figures do not show how the units move".into());
    }
    format!("Check: {}.", points.join("; "))
}

/// What the number of runs leaves open about jams.
fn room_for_jams(runs: WholeRuns) -> Option<String> {
    let most = 1.0 - runs.share()?.low;
    let runs = counted(runs.runs as u64, "run");
    (most > MOST_JAMS).then(|| {
        format!(
            "everyone arrives in its {runs}, which leaves room for jams in up to {} % of all",
            fixed(100.0 * most, 0)
        )
    })
}

/// A scene in which another variant is faster, and all its units arrive.
struct Beaten {
    text: String,
    /// Whether the difference is significant.
    sure: bool,
}

fn beaten_in(study: &StudyResults, table: &SceneTable, choice: usize) -> Option<Beaten> {
    let own = table.rows.iter().find(|row| row.variant == choice)?;
    let own_time = time_ratio(own)?;
    let (first, time) = fastest(table).filter(|(_, time)| *time < own_time)?;
    let scene = &study.scenes[table.scene].label;
    let (label, time, own_time) =
        (study.label_in_sentence(first.variant), fixed(time, 3), fixed(own_time, 3));
    Some(Beaten {
        text: format!("{label} has {time} against {own_time} on {scene}"),
        sure: own.rank.as_ref().is_some_and(|rank| *rank.start() > 1),
    })
}
