//! Small studies that run in no time, and their results.

use sidestep_lab::study::{
    MergeOptions, RESULTS, RUNS, Record, Selection, StudyPlan, StudyProgress, StudySpec, do_runs, merge,
    read_results, runs_of,
};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A study of four kinds of runs with two seeds each, which takes no time.
pub const TINY: &str = r#"
sidestep = 1
[study]
maps = ["crossing"]
modes = ["none", "raycast"]
push = ["off", 0.5]
units = [8]
seeds = 2
limit = 3
"#;

pub fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

pub fn tiny() -> StudyPlan {
    StudyPlan::new(StudySpec::from_toml("tiny.toml", TINY).unwrap()).unwrap()
}

pub fn silent(_: StudyProgress) {}

/// Plans and runs a study in a temporary folder.
pub fn done(plan: &StudyPlan, threads: usize) -> TempDir {
    let folder = folder();
    plan.write(folder.path()).unwrap();
    do_runs(folder.path(), Selection::All, threads, &silent).unwrap();
    folder
}

/// Merges the results and returns the table without the columns that depend on the machine.
pub fn table(folder: &Path) -> String {
    merge(&[folder.to_path_buf()], &MergeOptions::default()).unwrap();
    clockless(folder)
}

/// Returns the existing table without the columns that depend on the machine.
pub fn clockless(folder: &Path) -> String {
    let csv = fs::read_to_string(folder.join("results.csv")).unwrap();
    let clock = csv.lines().next().unwrap().split(',').position(|name| name == "threads").unwrap();
    let command = format!("cut -d, -f1-{clock} results.csv");
    assert!(include_str!("../../../docs/studies.md").contains(&command), "docs/studies.md lacks `{command}`");
    csv.lines().map(|line| line.split(',').take(clock).collect::<Vec<_>>().join(",") + "\n").collect()
}

/// Merges the results and returns the records without the values that depend on the machine.
pub fn records(folder: &Path) -> Vec<Record> {
    merge(&[folder.to_path_buf()], &MergeOptions::default()).unwrap();
    let timeless = |mut record: Record| {
        assert!(record.metrics.remove("tick_us").is_some());
        record
    };
    read_results(&folder.join(RESULTS)).unwrap().map(|record| timeless(record.unwrap())).collect()
}

pub fn result_of(folder: &Path, k: usize) -> PathBuf {
    let run = runs_of(folder).unwrap().nth(k).unwrap().unwrap();
    folder.join(RUNS).join(run.id + ".json")
}
