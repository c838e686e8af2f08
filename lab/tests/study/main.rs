//! Studies from the specification to the merged results: plans, runs in any order and only once, interrupted studies
//! that resume, and error messages.

mod damage;
mod errors;
mod large;
mod pair;
mod plans;
mod read_back;
mod report;
mod scale;
#[path = "../common/study.rs"]
mod small;
mod statistics;
#[path = "../common/svg.rs"]
mod svg;
mod traces;

use sidestep_lab::scene::Scene;
use sidestep_lab::study::{
    MANIFEST, MergeOptions, PlannedRun, RESULTS, RUNS, Record, RunOutcome, Selection, StudyPlan, StudySpec,
    do_run, do_runs, merge, read_results, runs_of,
};
use small::{TINY, clockless, done, folder, records, result_of, silent, table, tiny};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

/// Returns a changed run with the id that matches its content.
fn with_its_id(run: PlannedRun) -> PlannedRun {
    let nameless = PlannedRun { id: String::new(), ..run };
    let id = format!("{:016x}", xxh3_64(serde_json::to_string(&nameless).unwrap().as_bytes()));
    PlannedRun { id, ..nameless }
}

#[test]
fn results_are_in_the_order_of_the_manifest_for_any_number_of_threads() {
    let one = done(&tiny(), 1);
    let three = done(&tiny(), 3);
    assert_eq!(records(one.path()), records(three.path()));
    assert_eq!(table(one.path()), table(three.path()));
    let ids: Vec<String> = records(one.path()).into_iter().map(|record| record.run.id).collect();
    let planned: Vec<String> = tiny().runs().map(|run| run.id).collect();
    assert_eq!(ids, planned);
    assert_eq!(ids.len(), 8);
}

#[test]
fn shards_in_separate_folders_are_merged() {
    let whole = done(&tiny(), 2);
    let parts: Vec<TempDir> = (1..=3)
        .map(|part| {
            let folder = folder();
            tiny().write(folder.path()).unwrap();
            do_runs(folder.path(), Selection::Shard { part, of: 3 }, 1, &silent).unwrap();
            folder
        })
        .collect();
    let folders: Vec<_> = parts.iter().map(|part| part.path().to_path_buf()).collect();
    let merged = merge(&folders, &MergeOptions::default()).unwrap();
    assert_eq!((merged.runs, merged.missing), (8, 0));
    let strip = |record: Record| (record.run, record.outcome, record.trace);
    let read = |folder: &Path| -> Vec<_> {
        read_results(&folder.join(RESULTS)).unwrap().map(|record| strip(record.unwrap())).collect()
    };
    merge(&[whole.path().to_path_buf()], &MergeOptions::default()).unwrap();
    assert_eq!(read(&folders[0]), read(whole.path()));
}

/// Merging each part where it was run avoids a folder with a million files.
#[test]
fn merged_parts_are_merged_again() {
    let whole = done(&tiny(), 2);
    let before = table(whole.path());
    let room = folder();
    let mut from = vec![room.path().join("study")];
    tiny().write(&from[0]).unwrap();
    for part in 1..=3 {
        let scratch = folder();
        tiny().write(scratch.path()).unwrap();
        do_runs(scratch.path(), Selection::Shard { part, of: 3 }, 1, &silent).unwrap();
        from.push(room.path().join(format!("{part}.jsonl")));
        let out = from.last().cloned();
        merge(&[scratch.path().to_path_buf()], &MergeOptions { out, ..MergeOptions::default() }).unwrap();
    }
    let all = |from: &[_]| merge(from, &MergeOptions::default());
    assert_eq!(all(&from[..3]).unwrap().missing, 2);
    assert_eq!(all(&from).unwrap().missing, 0);
    assert_eq!(clockless(&from[0]), before);
    // A result in several folders or files counts once, and merged results can be merged again, even over themselves.
    let twice = [&from[..], &[whole.path().to_path_buf(), from[0].join(RESULTS), from[2].clone()]].concat();
    let merged = all(&twice).unwrap();
    assert_eq!((merged.runs, merged.missing), (8, 0));
    assert_eq!(clockless(&from[0]), before);

    let refused = |from: &[_], what: &str| {
        let kept = fs::read(room.path().join("study").join(RESULTS)).unwrap();
        let error = all(from).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
        assert!(
            kept == fs::read(room.path().join("study").join(RESULTS)).unwrap(),
            "overwritten despite the error"
        );
    };
    refused(&from[1..], "no folder given");
    let lines = fs::read_to_string(&from[1]).unwrap();
    let odd = room.path().join("odd.jsonl");
    fs::write(&odd, lines.lines().rev().collect::<Vec<_>>().join("\n")).unwrap();
    refused(&[from[0].clone(), odd.clone()], "before the lines above it");
    fs::write(&odd, &lines[..lines.len() / 2]).unwrap();
    refused(&[from[0].clone(), odd], "is not a result");
}

#[test]
fn a_single_run_is_selected_by_its_line() {
    let folder = folder();
    tiny().write(folder.path()).unwrap();
    let ran = do_runs(folder.path(), Selection::Index(3), 1, &silent).unwrap();
    assert_eq!((ran.runs, ran.kept), (1, 0));
    assert!(result_of(folder.path(), 2).exists());
    assert_eq!(fs::read_dir(folder.path().join(RUNS)).unwrap().count(), 1);
}

#[test]
fn existing_results_are_kept_unless_they_are_damaged() {
    let folder = done(&tiny(), 2);
    let before = records(folder.path());
    let files: Vec<_> = (0..8).map(|k| result_of(folder.path(), k)).collect();
    let text = fs::read_to_string(&files[0]).unwrap();
    // A truncated result, a result of another run, and a missing result. The others are marked by their age.
    fs::write(&files[0], &text[..text.len() / 2]).unwrap();
    fs::write(&files[1], &text).unwrap();
    fs::remove_file(&files[2]).unwrap();
    let old = std::time::SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000);
    let opened = |file: &Path| fs::File::options().write(true).open(file).unwrap();
    files[3..].iter().for_each(|file| opened(file).set_modified(old).unwrap());

    let ran = do_runs(folder.path(), Selection::All, 2, &silent).unwrap();
    assert_eq!((ran.runs, ran.kept, ran.damaged), (8, 5, 2));
    assert_eq!(records(folder.path()), before);
    let age = |file: &Path| fs::metadata(file).unwrap().modified().unwrap();
    assert!(files[3..].iter().all(|file| age(file) == old), "done again");
}

/// A program that is killed while writing leaves a hidden file, which is removed once no program can still be writing
/// it.
#[test]
fn unfinished_files_are_removed_after_a_day() {
    let folder = done(&tiny(), 1);
    let run = runs_of(folder.path()).unwrap().next().unwrap().unwrap();
    let runs = folder.path().join(RUNS);
    let hour = std::time::Duration::from_secs(3600);
    let left = |name: &str, age| {
        fs::write(runs.join(name), "{").unwrap();
        let file = fs::File::options().write(true).open(runs.join(name)).unwrap();
        file.set_modified(std::time::SystemTime::now() - age).unwrap();
    };
    let parts = [1, 2, 3].map(|pid| format!(".{}.json.{pid}.part", run.id));
    left(&parts[0], 25 * hour);
    left(&parts[1], 23 * hour);
    left("notes.part", 25 * hour);
    left(&parts[2], std::time::Duration::ZERO);
    do_runs(folder.path(), Selection::Index(1), 1, &silent).unwrap();
    assert!(runs.join(&parts[0]).exists(), "a single run does not read the folder");
    assert_eq!(do_runs(folder.path(), Selection::Shard { part: 1, of: 2 }, 1, &silent).unwrap().kept, 4);
    assert!(!runs.join(&parts[0]).exists());
    assert!(["notes.part", &parts[1], &parts[2]].iter().all(|name| runs.join(name).exists()));
    assert_eq!(fs::read_dir(&runs).unwrap().count(), 8 + 3);
}

#[test]
fn a_failed_run_is_a_result() {
    let folder = folder();
    let nine = TINY.replace("\"crossing\"", "\"one-on-one\"").replace("units = [8]", "units = [9]");
    let refused = StudyPlan::new(StudySpec::from_toml("bad.toml", &nine).unwrap()).unwrap_err();
    assert!(refused.to_string().contains("has a fixed number of units"), "{refused}");
    // The planner rejects this number of units, but a manifest from elsewhere may contain it.
    let own = StudySpec::from_toml("own.toml", &nine.replace("units = [9]", "")).unwrap();
    let run = |run| serde_json::to_string(&with_its_id(PlannedRun { units: Some(9), ..run })).unwrap() + "\n";
    let runs: String = StudyPlan::new(own).unwrap().runs().map(run).collect();
    fs::write(folder.path().join(MANIFEST), runs).unwrap();
    let ran = do_runs(folder.path(), Selection::All, 2, &silent).unwrap();
    assert_eq!((ran.failed, ran.failures.len()), (8, 5));
    assert!(ran.failures[0].1.contains("has a fixed number of units"), "{:?}", ran.failures[0]);
    let merged = merge(&[folder.path().to_path_buf()], &MergeOptions::default()).unwrap();
    assert_eq!((merged.failed, merged.missing), (8, 0));
    let csv = fs::read_to_string(folder.path().join("results.csv")).unwrap();
    assert_eq!(csv.lines().filter(|line| line.contains(",failed,the map 'one-on-one' has")).count(), 8);
    // A failed run is not repeated, since it would fail again.
    assert_eq!(do_runs(folder.path(), Selection::All, 2, &silent).unwrap().kept, 8);
}

#[test]
fn a_trace_follows_the_run() {
    let toml = "sidestep = 1\n[study]\nmaps = [\"crossing\"]\nmodes = [\"none\"]\npush = [\"off\"]\nunits = [20]\nseeds = 2\n";
    let plan = StudyPlan::new(StudySpec::from_toml("trace.toml", toml).unwrap()).unwrap();
    let folder = done(&plan, 2);
    let read =
        |k| -> Record { serde_json::from_slice(&fs::read(result_of(folder.path(), k)).unwrap()).unwrap() };
    let (first, second) = (read(0), read(1));
    assert_eq!(first.outcome, RunOutcome::Arrived);
    let trace = first.trace.clone().unwrap();
    let samples = (first.number("t100").unwrap() as f32 / trace.step).ceil() as usize + 1;
    assert_eq!(trace.arrived.len(), samples);
    assert_eq!((trace.arrived[0], *trace.arrived.last().unwrap()), (0.0, 1.0));
    assert!(trace.arrived.is_sorted());
    let order = trace.lane_order.unwrap();
    assert_eq!(order.len(), samples);
    assert!(order.iter().all(|order| (0.0..=1.0).contains(order)));
    // Every walking unit is in some bin, at a speed not much above its maximum.
    let (speeds, units): (f32, u32) =
        trace.speed_by_density.iter().fold((0.0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    assert_eq!(trace.speed_by_density.len(), 10);
    assert!(units >= 20 && speeds > 0.0 && speeds < 1.2 * units as f32);
    assert!(trace.contacts.counts.iter().sum::<u32>() > 0, "without avoidance some units collide");
    assert_eq!(trace.contacts.counts.len() % trace.contacts.columns, 0);
    // Only the first seed has a replay.
    let replay = trace.replay.expect("the first seed has a replay");
    assert!(replay.frames.iter().all(|frame| frame.len() == 2 * 20));
    let duration = (replay.frames.len() - 1) as f32 * replay.step;
    assert!((duration - first.number("t100").unwrap() as f32).abs() < replay.step);
    assert!(second.trace.unwrap().replay.is_none());
    // Merged results do not contain it.
    assert!(records(folder.path()).iter().all(|record| record.trace.as_ref().unwrap().replay.is_none()));
}

#[test]
fn the_table_has_every_metric() {
    let folder = done(&tiny(), 2);
    let csv = {
        table(folder.path());
        fs::read_to_string(folder.path().join("results.csv")).unwrap()
    };
    let head: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    let record = &records(folder.path())[0];
    for key in record.metrics.keys().filter(|key| *key != "group_modes") {
        assert!(head.contains(&key.as_str()), "{key} has no column");
    }
    assert!(csv.lines().all(|line| line.split(',').count() == head.len()), "{csv}");
}
