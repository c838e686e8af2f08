//! A study's records, grouped by variant and scene.

use super::error::ReportError;
use super::whole_runs::WholeRuns;
use crate::measure::ARRIVED;
use crate::scene::built_in_maps;
use crate::study::{PlannedRun, Record, RunOutcome};
use crate::text::{counted, did_you_mean, one_line};
use sidestep::lookup::labelled;
use sidestep::settings::Push;
use sidestep::steering::avoidance::Mode;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// A variant, the subject of the comparison: a mode with its push and settings.
pub(super) struct Variant<'a> {
    run: &'a PlannedRun,
    /// The label for readers: "raycast + push", "orca, time_horizon 1".
    pub label: String,
}

/// A scene, in which variants are compared: a map with its number of units.
pub(super) struct SceneResults<'a> {
    run: &'a PlannedRun,
    /// The label for readers: "crossing, 200 units".
    pub label: String,
    /// The number of units, if known from a run.
    pub units: Option<usize>,
    /// The runs of each variant, by variant index.
    pub cells: Vec<RunsBySeed<'a>>,
}

/// The runs of one variant in one scene, by seed.
#[derive(Default, Clone)]
pub(super) struct RunsBySeed<'a>(pub BTreeMap<u64, &'a Record>);

/// All results of a study.
pub(super) struct StudyResults<'a> {
    pub variants: Vec<Variant<'a>>,
    pub scenes: Vec<SceneResults<'a>>,
    pub seeds: BTreeSet<u64>,
    pub versions: BTreeSet<&'a str>,
    pub runs: usize,
}

/// Returns the variants of runs, in an order that does not depend on the order of the runs.
pub(super) fn variants<'a>(runs: impl Iterator<Item = &'a PlannedRun>) -> Vec<Variant<'a>> {
    let distinct = distinct(runs, variant_order);
    let several_versions = distinct.iter().any(|run| run.version != distinct[0].version);
    let variant = |run| Variant { run, label: variant_label(run, several_versions) };
    distinct.into_iter().map(variant).collect()
}

/// Returns the index of the variant with this label. Forms such as "none, push off" and "none, push 0.8" are accepted
/// as well.
pub(super) fn named(variants: &[Variant], name: &str) -> Result<usize, ReportError> {
    let is = |variant: &Variant| {
        let push = if variant.run.push == 0.0 { "off".into() } else { variant.run.push.to_string() };
        variant.label == name || format!("{}, push {push}", mode_and_settings(variant.run)) == name
    };
    variants.iter().position(is).ok_or_else(|| {
        let labels: Vec<&str> = variants.iter().map(|variant| variant.label.as_str()).collect();
        ReportError::Baseline { name: name.into(), help: did_you_mean(name, &labels) }
    })
}

impl<'a> StudyResults<'a> {
    /// Groups records, in an order that does not depend on the order of the records.
    pub fn new(records: &'a [Record]) -> StudyResults<'a> {
        let runs = || records.iter().map(|record| &record.run);
        let variants = variants(runs());
        let scenes = distinct(runs(), scene_order);
        let mut cells = vec![vec![RunsBySeed::default(); variants.len()]; scenes.len()];
        for record in records {
            let scene = scenes.binary_search_by(|run| scene_order(run, &record.run));
            let variant = variants.binary_search_by(|variant| variant_order(variant.run, &record.run));
            if let (Ok(scene), Ok(variant)) = (scene, variant) {
                cells[scene][variant].0.insert(record.run.seed, record);
            }
        }
        StudyResults {
            scenes: cells
                .into_iter()
                .enumerate()
                .map(|(k, cells)| SceneResults::new(k, &scenes, cells))
                .collect(),
            variants,
            seeds: runs().map(|run| run.seed).collect(),
            versions: runs().map(|run| run.version.as_str()).collect(),
            runs: records.len(),
        }
    }

    /// Returns the default baseline: no avoidance without push, or else the first variant.
    pub fn plainest(&self) -> Option<usize> {
        let found = (0..self.variants.len()).find(|variant| self.is_plain(*variant));
        found.or((!self.variants.is_empty()).then_some(0))
    }

    /// Whether a variant is no avoidance without push.
    pub fn is_plain(&self, variant: usize) -> bool {
        let run = self.variants[variant].run;
        run.mode == Mode::no_avoidance().name() && run.push == 0.0
    }

    /// Returns each map with the hash of its content.
    pub fn maps(&self) -> Vec<String> {
        let of = |scene: &SceneResults| format!("{} {}", scene.map(), one_line(&scene.run.map_hash));
        self.scenes.iter().map(of).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns a variant's label for use in a sentence, in which the mode `none` is "no avoidance".
    pub fn label_in_sentence(&self, variant: usize) -> String {
        let Variant { run, label, .. } = &self.variants[variant];
        match (Mode::named(&run.mode), label.strip_prefix(run.mode.as_str())) {
            (Some(mode), Some(rest)) => format!("{}{rest}", mode.label()),
            _ => label.clone(),
        }
    }

    /// Returns a variant's label.
    pub fn label(&self, variant: usize) -> &str {
        &self.variants[variant].label
    }
}

impl Variant<'_> {
    /// Returns the mode with its settings but without the push, so that variants with and without push share a colour.
    pub fn family(&self) -> String {
        mode_and_settings(self.run)
    }

    /// Whether the variant has a sideways push.
    pub fn pushes(&self) -> bool {
        self.run.push != 0.0
    }
}

impl<'a> SceneResults<'a> {
    fn new(k: usize, scenes: &[&'a PlannedRun], cells: Vec<RunsBySeed<'a>>) -> SceneResults<'a> {
        let run = scenes[k];
        let recorded = || cells.iter().flat_map(|cell| cell.0.values()).find_map(|r| r.number("units"));
        let units = run.units.or_else(|| recorded().map(|n| n as usize));
        SceneResults { run, label: scene_label(run, units, scenes), units, cells }
    }

    /// Returns the name of the map.
    pub fn map(&self) -> String {
        one_line(&self.run.map)
    }

    /// Whether the map is one of the program's.
    pub fn is_built_in(&self) -> bool {
        built_in_maps().iter().any(|map| map.name == self.run.map)
    }

    /// Returns the seeds of all its runs.
    pub fn seeds(&self) -> BTreeSet<u64> {
        self.cells.iter().flat_map(|cell| cell.0.keys().copied()).collect()
    }
}

impl<'a> RunsBySeed<'a> {
    /// Returns the runs in the order of their seeds.
    pub fn records(&self) -> impl Iterator<Item = &'a Record> {
        self.0.values().copied()
    }

    /// Returns a metric by seed, for the runs in which it has a value.
    pub fn values(&self, key: &str) -> BTreeMap<u64, f64> {
        let value = |record: &Record| record.number(key).filter(|value| value.is_finite());
        self.0.iter().filter_map(|(seed, record)| Some((*seed, value(record)?))).collect()
    }

    /// Returns the number of failed runs.
    pub fn failed(&self) -> usize {
        self.records().filter(|record| matches!(record.outcome, RunOutcome::Failed(_))).count()
    }

    /// Returns the number of runs in which all units arrived.
    pub fn whole(&self) -> WholeRuns {
        let whole = self.records().filter(|record| all_units_arrived(record)).count();
        WholeRuns { whole, runs: self.0.len() }
    }
}

/// Whether all units arrived in this run.
pub(super) fn all_units_arrived(record: &Record) -> bool {
    match record.outcome {
        RunOutcome::Arrived => true,
        // Roaming units keep a run going after all units with a goal have arrived.
        RunOutcome::Cut => record.number(ARRIVED.key).is_some_and(|share| share >= 1.0),
        RunOutcome::Failed(_) => false,
    }
}

pub(super) fn variant_label(run: &PlannedRun, with_version: bool) -> String {
    let push = match run.push {
        0.0 => String::new(),
        Push::DEFAULT_STRENGTH => " + push".into(),
        strength => format!(" + push {strength}"),
    };
    let version = if with_version { format!(", version {}", run.version) } else { String::new() };
    one_line(&format!("{}{push}{version}", mode_and_settings(run)))
}

fn mode_and_settings(run: &PlannedRun) -> String {
    let mut label = run.mode.clone();
    for (key, value) in &run.settings {
        // The label already begins with the name of the mode.
        let own = key.strip_prefix(run.mode.as_str()).and_then(|rest| rest.strip_prefix('.'));
        label += &match own {
            Some(name) => format!(", {name} {value}"),
            None => format!(", {}", labelled(key, *value)),
        };
    }
    one_line(&label)
}

/// Returns the label of this run's scene, including whatever distinguishes it from `others`.
pub(super) fn scene_label(run: &PlannedRun, units: Option<usize>, others: &[&PlannedRun]) -> String {
    let mut label = one_line(&run.map);
    if let Some(units) = units {
        label += &format!(", {}", counted(units as u64, "unit"));
    }
    let same = || others.iter().filter(|other| other.map == run.map && other.units == run.units);
    if same().any(|other| other.jitter != run.jitter) {
        label += &run.jitter.map_or(", the map's jitter".into(), |jitter| format!(", jitter {jitter} m"));
    }
    if same().any(|other| other.shift != run.shift) {
        label += if run.shift { ", shifted" } else { ", not shifted" };
    }
    if same().any(|other| other.limit != run.limit) {
        label += &run.limit.map_or(", the map's limit".into(), |limit| format!(", limit {limit} s"));
    }
    if same().any(|other| other.map_hash != run.map_hash) {
        label += &format!(", content {}", one_line(&run.map_hash));
    }
    label
}

/// Returns one run for each distinct value under `order`, sorted.
fn distinct<'a>(
    runs: impl Iterator<Item = &'a PlannedRun>,
    order: fn(&PlannedRun, &PlannedRun) -> Ordering,
) -> Vec<&'a PlannedRun> {
    let mut found: Vec<&PlannedRun> = Vec::new();
    for run in runs {
        if let Err(at) = found.binary_search_by(|other| order(other, run)) {
            found.insert(at, run);
        }
    }
    found
}

/// Orders variants like the catalogue of modes, those without a push first.
pub(super) fn variant_order(a: &PlannedRun, b: &PlannedRun) -> Ordering {
    let position =
        |run: &PlannedRun| Mode::names().iter().position(|name| *name == run.mode).unwrap_or(usize::MAX);
    position(a)
        .cmp(&position(b))
        .then_with(|| a.mode.cmp(&b.mode))
        .then_with(|| settings(a).cmp(settings(b)))
        .then_with(|| a.push.total_cmp(&b.push))
        .then_with(|| a.version.cmp(&b.version))
}

fn settings(run: &PlannedRun) -> impl Iterator<Item = (&String, TotalF32)> {
    run.settings.iter().map(|(key, value)| (key, TotalF32(*value)))
}

/// Orders scenes like the list of built-in maps, smaller numbers of units first.
pub(super) fn scene_order(a: &PlannedRun, b: &PlannedRun) -> Ordering {
    let position =
        |run: &PlannedRun| built_in_maps().iter().position(|map| map.name == run.map).unwrap_or(usize::MAX);
    position(a)
        .cmp(&position(b))
        .then_with(|| a.map.cmp(&b.map))
        .then_with(|| a.units.cmp(&b.units))
        .then_with(|| a.jitter.map(TotalF32).cmp(&b.jitter.map(TotalF32)))
        .then_with(|| a.limit.map(TotalF32).cmp(&b.limit.map(TotalF32)))
        .then_with(|| a.map_hash.cmp(&b.map_hash))
}

/// A number ordered by IEEE 754's total order.
#[derive(Clone, Copy)]
struct TotalF32(f32);

impl Ord for TotalF32 {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl PartialOrd for TotalF32 {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for TotalF32 {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for TotalF32 {}
