//! The worst run of each variant in each scene, as a recording next to the report.

use super::error::ReportError;
use super::variants::{RunsBySeed, StudyResults};
use crate::files;
use crate::measure::{ARRIVED, TIME_RATIO};
use crate::program;
use crate::scene::Scene;
use crate::study::{Record, recording};
use crate::text::{MISSING, maybe, percent};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The folder of the recordings, next to the report.
const FOLDER: &str = "recordings";

/// A run that is worth looking at.
pub(super) struct WorstRun {
    pub scene: usize,
    pub variant: usize,
    pub seed: u64,
    pub arrived: Option<f64>,
    pub time_ratio: Option<f64>,
    /// Its recording, relative to the report.
    pub file: String,
}

impl WorstRun {
    /// What it says after the variant's name.
    pub fn described(&self) -> String {
        let arrived = self.arrived.map_or(MISSING.into(), percent);
        format!("seed {}: {arrived} arrived, time ratio {}", self.seed, maybe(self.time_ratio, 2))
    }
}

/// What the list of a scene's worst runs says before them.
pub(super) fn heading() -> String {
    format!(
        "The run of each variant in which the fewest units arrived; if all arrived, the one with the highest time ratio. \
         {} replay FILE plays it in a window.",
        program::name()
    )
}

/// Writes the recordings into the report's folder. Runs of maps that have changed or are elsewhere have none.
pub(super) fn write(folder: &Path, study: &StudyResults) -> Result<Vec<WorstRun>, ReportError> {
    let mut maps = BTreeMap::new();
    let mut names = BTreeSet::new();
    let mut written = Vec::new();
    for (k, scene) in study.scenes.iter().enumerate() {
        for (variant, cell) in scene.cells.iter().enumerate() {
            let Some(record) = worst(cell) else { continue };
            let map = maps.entry(&record.run.map).or_insert_with(|| Scene::open(&record.run.map).ok());
            let Some(bytes) = map.as_ref().and_then(|map| recording(record, map)) else { continue };
            let seed = record.run.seed;
            let mut name = file_name(&format!("{} {} seed {seed}", scene.label, study.label(variant)));
            if !names.insert(name.clone()) {
                name += &format!("-{}", record.run.id);
            }
            let file = format!("{FOLDER}/{name}.sidestep");
            // If this fails, writing the file says why.
            let _ = std::fs::create_dir_all(folder.join(FOLDER));
            files::write(&folder.join(&file), &bytes)?;
            let [arrived, time_ratio] = [&ARRIVED, &TIME_RATIO].map(|metric| record.number(metric.key));
            written.push(WorstRun { scene: k, variant, seed, arrived, time_ratio, file });
        }
    }
    Ok(written)
}

/// The run in which the fewest units arrived; among those, the one with the highest time ratio.
fn worst<'a>(cell: &RunsBySeed<'a>) -> Option<&'a Record> {
    let key = |record: &Record| {
        [ARRIVED.key, TIME_RATIO.key].map(|key| record.number(key).filter(|value| value.is_finite()))
    };
    let order = |a: &&Record, b: &&Record| {
        let [(arrived, ratio), (other_arrived, other_ratio)] = [key(a), key(b)]
            .map(|[arrived, ratio]| (arrived.unwrap_or_default(), ratio.unwrap_or(f64::INFINITY)));
        // A run that took longer comes first.
        arrived.total_cmp(&other_arrived).then(other_ratio.total_cmp(&ratio))
    };
    cell.records().filter(|record| !record.metrics.is_empty()).min_by(order)
}

/// The label in letters, digits, dots and hyphens.
fn file_name(label: &str) -> String {
    let words = label.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::{PlannedRun, RunOutcome};
    use serde_json::json;

    fn record(seed: u64, arrived: f64, time_ratio: Option<f64>) -> Record {
        let run = json!({
            "id": "0", "map": "door", "map_hash": "0", "mode": "lanes", "push": 0.0, "units": null, "seed": seed,
            "jitter": null, "limit": null, "settings": {}, "version": "0",
        });
        let run: PlannedRun = serde_json::from_value(run).unwrap();
        let metrics = json!({ ARRIVED.key: arrived, TIME_RATIO.key: time_ratio });
        Record { run, outcome: RunOutcome::Cut, metrics: metrics.as_object().unwrap().clone(), trace: None }
    }

    #[test]
    fn the_worst_run_leaves_the_most_units_behind_and_then_takes_longest() {
        let seed = |records: &[Record]| {
            let by_seed = records.iter().map(|record| (record.run.seed, record)).collect();
            worst(&RunsBySeed(by_seed)).map(|record| record.run.seed)
        };
        let whole = [record(1, 1.0, Some(1.2)), record(2, 1.0, Some(1.4)), record(3, 1.0, Some(1.4))];
        assert_eq!(seed(&whole), Some(2));
        let jams = [record(1, 1.0, Some(3.0)), record(2, 0.9, Some(1.1)), record(3, 0.8, None)];
        assert_eq!(seed(&jams), Some(3));
        assert_eq!(seed(&[]), None);
    }

    #[test]
    fn file_names_are_portable() {
        let name = file_name("crossing, 200 units lanes, gap 0.5 + push seed 3");
        assert_eq!(name, "crossing-200-units-lanes-gap-0.5-push-seed-3");
        assert_eq!(file_name("../a\\b c"), "..-a-b-c");
    }
}
