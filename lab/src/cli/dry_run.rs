//! `--dry-run`: what a command would run and where its files would go.

use crate::study::{PlannedRun, StudyPlan};
use crate::text::{counted, push_text};
use sidestep::lookup::assignment;
use std::collections::BTreeMap;

/// The first line of every dry run.
pub(super) const HEADING: &str = "dry run: nothing is run or written";

/// What a study would run, as rows of name and value.
pub(super) fn study_rows(plan: &StudyPlan) -> Vec<[String; 2]> {
    let kinds: Vec<PlannedRun> = plan.kinds().collect();
    let maps = distinct(kinds.iter().map(|kind| match kind.units {
        Some(units) => format!("{} with {}", kind.map, counted(units as u64, "unit")),
        None => kind.map.clone(),
    }));
    let modes = distinct(kinds.iter().map(|kind| kind.mode.clone()));
    let pushes = distinct(kinds.iter().map(|kind| push_text(kind.push)));
    let settings = distinct(kinds.iter().map(|kind| settings_text(&kind.settings)));
    let factors = [
        (maps.len(), "map"),
        (modes.len(), "mode"),
        (settings.len(), "combination of settings"),
        (pushes.len(), "push"),
    ];
    let combinations = kinds.len();
    let product: usize = factors.iter().map(|(count, _)| count).product();
    let seeds = plan.count() as usize / combinations.max(1);
    let combined = if product == combinations {
        let factors = factors.iter().filter(|(count, name)| *count > 1 || !name.contains("settings"));
        factors.map(|(count, name)| plural(*count, name)).collect::<Vec<_>>().join(" × ")
    } else {
        plural(combinations, "combination")
    };
    let mut rows = vec![
        ["runs".into(), format!("{} = {combined} × {}", plan.count(), plural(seeds, "seed"))],
        ["maps".into(), maps.join(", ")],
        ["modes".into(), modes.join(", ")],
        ["pushes".into(), pushes.join(", ")],
    ];
    if settings.len() > 1 || settings.iter().any(|text| text != NO_SETTINGS) {
        rows.push(["settings".into(), settings.join("; ")]);
    }
    if let Some(limit) = kinds.iter().find_map(|kind| kind.limit) {
        rows.push(["time limit".into(), format!("{limit} s")]);
    }
    rows
}

/// What a run without changed settings is called.
const NO_SETTINGS: &str = "defaults";

fn settings_text(settings: &BTreeMap<String, f32>) -> String {
    if settings.is_empty() {
        return NO_SETTINGS.into();
    }
    settings.iter().map(|(key, value)| assignment(key, *value)).collect::<Vec<_>>().join(" ")
}

/// Each text once, in the order of its first occurrence.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for text in texts {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}

/// "1 map", "2 pushes", "3 combinations of settings".
pub(super) fn plural(count: usize, name: &str) -> String {
    match (count, name) {
        (1, name) => format!("1 {name}"),
        (count, "push") => format!("{count} pushes"),
        (count, "combination of settings") => format!("{count} combinations of settings"),
        (count, "number of units") => format!("{count} numbers of units"),
        (count, name) => format!("{count} {name}s"),
    }
}
