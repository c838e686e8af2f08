//! Studies from the question to the merged results: what a plan is, that runs are done once and in any order, that what was
//! broken off goes on, and how each mistake is told.

mod damage;
mod errors;
mod large;
mod pair;
mod plans;
mod read_back;
mod report;
mod scale;
mod statistics;
#[path = "../common/svg.rs"]
mod svg;
mod traces;

use assert_cmd::Command;
use sidestep::scene::Scene;
use sidestep::study::{
    MANIFEST, MergeOptions, Outcome, Plan, Progress, RESULTS, RUNS, Record, Run, Selection, Study, do_run,
    do_runs, merge, read_results, runs_of,
};
use std::fs;
use std::path::Path;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

/// Four kinds of runs of two seeds each, over in no time.
const TINY: &str = r#"
sidestep = 1
[study]
maps = ["crossing"]
modes = ["none", "raycast"]
push = ["off", 0.5]
units = [8]
seeds = 2
limit = 3
"#;

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn tiny() -> Plan {
    Plan::new(Study::from_toml("tiny.toml", TINY).unwrap()).unwrap()
}

fn silent(_: Progress) {}

/// A run that was changed, under the id that it must have then.
fn with_its_id(run: Run) -> Run {
    let nameless = Run { id: String::new(), ..run };
    let id = format!("{:016x}", xxh3_64(serde_json::to_string(&nameless).unwrap().as_bytes()));
    Run { id, ..nameless }
}

/// The program in a folder of its own.
fn program(folder: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sidestep"));
    program.env("NO_COLOR", "1").env("COLUMNS", "80").current_dir(folder);
    program.timeout(std::time::Duration::from_secs(120));
    program
}

/// A study that was done in one go.
fn done(plan: &Plan, threads: usize) -> TempDir {
    let folder = folder();
    plan.write(folder.path()).unwrap();
    do_runs(folder.path(), Selection::All, threads, &silent).unwrap();
    folder
}

/// The merged table without the columns that depend on the machine.
fn table(folder: &Path) -> String {
    merge(&[folder.to_path_buf()], &MergeOptions::default()).unwrap();
    clockless(folder)
}

/// The folder's table as it is, without those columns.
fn clockless(folder: &Path) -> String {
    let csv = fs::read_to_string(folder.join("results.csv")).unwrap();
    let clock = csv.lines().next().unwrap().split(',').position(|name| name == "threads").unwrap();
    let told = format!("cut -d, -f1-{clock} results.csv");
    assert!(include_str!("../../docs/comparing.md").contains(&told), "docs/comparing.md lacks `{told}`");
    csv.lines().map(|line| line.split(',').take(clock).collect::<Vec<_>>().join(",") + "\n").collect()
}

/// The merged records without what depends on the machine.
fn records(folder: &Path) -> Vec<Record> {
    merge(&[folder.to_path_buf()], &MergeOptions::default()).unwrap();
    let timeless = |mut record: Record| {
        assert!(record.metrics.remove("tick_us").is_some());
        record
    };
    read_results(&folder.join(RESULTS)).unwrap().map(|record| timeless(record.unwrap())).collect()
}

fn result_of(folder: &Path, k: usize) -> std::path::PathBuf {
    let run = runs_of(folder).unwrap().nth(k).unwrap().unwrap();
    folder.join(RUNS).join(run.id + ".json")
}

#[test]
fn results_come_in_the_manifests_order_whoever_did_the_runs() {
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
fn shards_in_folders_of_their_own_come_together_as_one() {
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

/// So that a million runs need no folder with a million files: every part is merged where it was done, and its files may go.
#[test]
fn parts_that_were_merged_come_together_as_one() {
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
    // What a folder or another file has too comes once; what was merged may be merged again, over itself.
    let twice = [&from[..], &[whole.path().to_path_buf(), from[0].join(RESULTS), from[2].clone()]].concat();
    let merged = all(&twice).unwrap();
    assert_eq!((merged.runs, merged.missing), (8, 0));
    assert_eq!(clockless(&from[0]), before);

    let refused = |from: &[_], what: &str| {
        let kept = fs::read(room.path().join("study").join(RESULTS)).unwrap();
        let error = all(from).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
        assert!(kept == fs::read(room.path().join("study").join(RESULTS)).unwrap(), "written all the same");
    };
    refused(&from[1..], "no folder is named");
    let lines = fs::read_to_string(&from[1]).unwrap();
    let odd = room.path().join("odd.jsonl");
    fs::write(&odd, lines.lines().rev().collect::<Vec<_>>().join("\n")).unwrap();
    refused(&[from[0].clone(), odd.clone()], "before the lines above it");
    fs::write(&odd, &lines[..lines.len() / 2]).unwrap();
    refused(&[from[0].clone(), odd], "is no result");
}

#[test]
fn one_run_can_be_asked_for_by_its_line() {
    let folder = folder();
    tiny().write(folder.path()).unwrap();
    let ran = do_runs(folder.path(), Selection::Index(3), 1, &silent).unwrap();
    assert_eq!((ran.runs, ran.kept), (1, 0));
    assert!(result_of(folder.path(), 2).exists());
    assert_eq!(fs::read_dir(folder.path().join(RUNS)).unwrap().count(), 1);
}

#[test]
fn what_is_there_is_not_done_again_unless_it_cannot_be_used() {
    let folder = done(&tiny(), 2);
    let before = records(folder.path());
    let files: Vec<_> = (0..8).map(|k| result_of(folder.path(), k)).collect();
    let text = fs::read_to_string(&files[0]).unwrap();
    // One that was cut off, one that belongs to another run, one that is gone; the others carry a mark, an age.
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

#[test]
fn a_study_that_is_killed_goes_on_where_it_was() {
    // Long enough to be killed on the way.
    let study = Study::from_toml("long.toml", &TINY.replace("seeds = 2", "seeds = 12")).unwrap();
    let plan = Plan::new(study).unwrap();
    let whole = done(&plan, 2);
    let folder = folder();
    plan.write(folder.path()).unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_sidestep"))
        .args(["study", "run", ".", "--threads", "1"])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // As soon as there is something to keep.
    let results = || fs::read_dir(folder.path().join(RUNS)).map_or(0, |files| files.count());
    while results() < 2 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let ran = do_runs(folder.path(), Selection::All, 2, &silent).unwrap();
    assert!(ran.kept > 0 && ran.kept < ran.runs, "{ran:?}");
    assert_eq!(records(folder.path()), records(whole.path()));
    assert_eq!(table(folder.path()), table(whole.path()));
}

/// Who is killed as it writes leaves a hidden file. It goes when nobody can be writing it any more, and nothing else does.
#[test]
fn what_a_killed_writer_left_is_swept_after_a_day() {
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
    assert!(runs.join(&parts[0]).exists(), "a single run reads no folder");
    assert_eq!(do_runs(folder.path(), Selection::Shard { part: 1, of: 2 }, 1, &silent).unwrap().kept, 4);
    assert!(!runs.join(&parts[0]).exists());
    assert!(["notes.part", &parts[1], &parts[2]].iter().all(|name| runs.join(name).exists()));
    assert_eq!(fs::read_dir(&runs).unwrap().count(), 8 + 3);
}

#[test]
fn a_run_that_cannot_be_done_is_a_result_too() {
    let folder = folder();
    let nine = TINY.replace("\"crossing\"", "\"one-on-one\"").replace("units = [8]", "units = [9]");
    let refused = Plan::new(Study::from_toml("bad.toml", &nine).unwrap()).unwrap_err();
    assert!(refused.to_string().contains("cannot have another number of units"), "{refused}");
    // What is known before the runs is refused before; a manifest from elsewhere may ask for it.
    let own = Study::from_toml("own.toml", &nine.replace("units = [9]", "")).unwrap();
    let run = |run| serde_json::to_string(&with_its_id(Run { units: Some(9), ..run })).unwrap() + "\n";
    let runs: String = Plan::new(own).unwrap().runs().map(run).collect();
    fs::write(folder.path().join(MANIFEST), runs).unwrap();
    let ran = do_runs(folder.path(), Selection::All, 2, &silent).unwrap();
    assert_eq!((ran.failed, ran.failures.len()), (8, 5));
    assert!(ran.failures[0].1.contains("cannot have another number of units"), "{:?}", ran.failures[0]);
    let merged = merge(&[folder.path().to_path_buf()], &MergeOptions::default()).unwrap();
    assert_eq!((merged.failed, merged.missing), (8, 0));
    let csv = fs::read_to_string(folder.path().join("results.csv")).unwrap();
    assert_eq!(csv.lines().filter(|line| line.contains(",failed,the map 'one-on-one' cannot")).count(), 8);
    // It isn't tried again either: nothing about it would change.
    assert_eq!(do_runs(folder.path(), Selection::All, 2, &silent).unwrap().kept, 8);
}

#[test]
fn a_record_says_what_the_program_says_of_the_same_run() {
    let run = tiny().runs().nth(5).unwrap();
    let record = do_run(run.clone(), &Scene::open(&run.map).unwrap(), false);
    let folder = folder();
    let push = run.push.to_string();
    let seed = run.seed.to_string();
    let push = if run.push == 0.0 { "off" } else { push.as_str() };
    let arguments =
        ["run", "crossing", "--json", "--units", "8", "--limit", "3", "--threads", "1", "--avoid", &run.mode];
    let output =
        program(folder.path()).args(arguments).args(["--push", push, "--seed", &seed]).assert().success();
    let mut said: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&output.get_output().stdout).unwrap();
    let mut metrics = record.metrics;
    for map in [&mut said, &mut metrics] {
        assert!(map.remove("tick_us").is_some());
    }
    assert_eq!(metrics, said);
}

#[test]
fn a_trace_follows_the_run() {
    let toml = "sidestep = 1\n[study]\nmaps = [\"crossing\"]\nmodes = [\"none\"]\npush = [\"off\"]\nunits = [20]\nseeds = 2\n";
    let plan = Plan::new(Study::from_toml("trace.toml", toml).unwrap()).unwrap();
    let folder = done(&plan, 2);
    let read =
        |k| -> Record { serde_json::from_slice(&fs::read(result_of(folder.path(), k)).unwrap()).unwrap() };
    let (first, second) = (read(0), read(1));
    assert_eq!(first.outcome, Outcome::Arrived);
    let trace = first.trace.clone().unwrap();
    let samples = (first.number("t100").unwrap() as f32 / trace.step).ceil() as usize + 1;
    assert_eq!(trace.arrived.len(), samples);
    assert_eq!((trace.arrived[0], *trace.arrived.last().unwrap()), (0.0, 1.0));
    assert!(trace.arrived.is_sorted());
    let order = trace.lane_order.unwrap();
    assert_eq!(order.len(), samples);
    assert!(order.iter().all(|order| (0.0..=1.0).contains(order)));
    // All that walk are in some bin, at no more than a little over their maximum speed.
    let (speeds, units): (f32, u32) =
        trace.speed_by_density.iter().fold((0.0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    assert_eq!(trace.speed_by_density.len(), 10);
    assert!(units >= 20 && speeds > 0.0 && speeds < 1.2 * units as f32);
    assert!(trace.contacts.counts.iter().sum::<u32>() > 0, "without avoidance somebody is run into");
    assert_eq!(trace.contacts.counts.len() % trace.contacts.columns, 0);
    // The first seed can be shown again, the others need not.
    let replay = trace.replay.expect("the first seed has a replay");
    assert!(replay.frames.iter().all(|frame| frame.len() == 2 * 20));
    let duration = (replay.frames.len() - 1) as f32 * replay.step;
    assert!((duration - first.number("t100").unwrap() as f32).abs() < replay.step);
    assert!(second.trace.unwrap().replay.is_none());
    // Merged results leave it where it is.
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
    // Parquet: its magic number at both ends; what is in it, the program's own reader says.
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let file = fs::File::open(folder.path().join("results.parquet")).unwrap();
    let reader = SerializedFileReader::new(file).unwrap();
    assert_eq!(reader.metadata().file_metadata().num_rows(), 8);
    for (row, line) in reader.get_row_iter(None).unwrap().zip(csv.lines().skip(1)) {
        let row = row.unwrap();
        for ((name, field), cell) in row.get_column_iter().zip(line.split(',')) {
            let told = match field {
                parquet::record::Field::Null => String::new(),
                parquet::record::Field::Str(text) => text.clone(),
                parquet::record::Field::Long(number) => number.to_string(),
                parquet::record::Field::Double(number) => number.to_string(),
                other => panic!("{name}: {other:?}"),
            };
            assert_eq!(told, cell, "{name}");
        }
    }
}

#[test]
fn compare_leaves_everything_in_one_folder_and_is_quick_the_second_time() {
    let folder = folder();
    fs::write(folder.path().join("tiny.toml"), TINY).unwrap();
    let first = program(folder.path()).args(["compare", "tiny.toml", "-o", "out"]).assert().success();
    let said = String::from_utf8(first.get_output().stdout.clone()).unwrap();
    assert!(said.contains("8 results") && said.contains("report.html"), "{said}");
    let page = fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    assert!(page.contains("raycast + push 0.5") && page.contains("sidestep compare tiny.toml -o out"));
    // The same by steps.
    program(folder.path()).args(["study", "plan", "tiny.toml", "-o", "steps"]).assert().success();
    program(folder.path()).args(["study", "run", "steps"]).assert().success();
    let unmerged = program(folder.path()).args(["study", "report", "steps"]).assert().code(2);
    let said = String::from_utf8(unmerged.get_output().stderr.clone()).unwrap();
    assert!(said.contains("merge the study") && said.contains("results.jsonl"), "{said}");
    program(folder.path()).args(["study", "merge", "steps"]).assert().success();
    let steps = program(folder.path()).args(["study", "report", "steps", "--title", "T"]).assert().success();
    let said = String::from_utf8(steps.get_output().stdout.clone()).unwrap();
    assert!(said.contains("report.html"), "{said}");
    let same = fs::read_to_string(folder.path().join("steps/report.html")).unwrap();
    assert!(same.contains("raycast + push 0.5") && same.contains("sidestep study report steps --title T"));
    let replays = |page: &str| {
        page.split_once("id=\"replay-data\">").unwrap().1.split("</script>").next().unwrap().to_string()
    };
    assert_eq!(replays(&same), replays(&page));
    for file in [MANIFEST, RESULTS, "results.csv", "results.parquet", "report.md"] {
        assert!(folder.path().join("out").join(file).exists(), "{file}");
    }
    let before = fs::read(folder.path().join("out").join(RESULTS)).unwrap();
    program(folder.path()).args(["compare", "tiny.toml", "-o", "out"]).assert().success();
    assert!(before == fs::read(folder.path().join("out").join(RESULTS)).unwrap(), "something was done again");
}

/// A study against itself is no worse; against results that were better it is, and says so by its exit code.
#[test]
fn compare_with_an_earlier_study_tells_what_is_worse() {
    let folder = folder();
    let study = ["compare", "--maps", "crossing", "--units", "8", "--modes", "none,raycast", "--push", "off"];
    let study = [&study[..], &["--seeds", "4", "--limit", "20", "-o", "out"]].concat();
    program(folder.path()).args(&study).assert().success();
    program(folder.path()).args(&study).args(["--baseline", "out"]).assert().success();
    let results = fs::read_to_string(folder.path().join("out").join(RESULTS)).unwrap();
    let better: String = results.lines().map(|line| faster(line) + "\n").collect();
    fs::write(folder.path().join("better.jsonl"), better).unwrap();
    let worse = program(folder.path()).args(&study).args(["--baseline", "better.jsonl"]).assert().code(1);
    let said = String::from_utf8(worse.get_output().stdout.clone()).unwrap();
    assert!(said.contains("worse than before") && said.contains("time ratio"), "{said}");
    let elsewhere = |line: &str| unchecked(line).replace("\"map\":\"crossing\"", "\"map\":\"circle\"") + "\n";
    let other: String = results.lines().map(elsewhere).collect();
    fs::write(folder.path().join("other.jsonl"), other).unwrap();
    let other = program(folder.path()).args(&study).args(["--baseline", "other.jsonl"]).assert().code(2);
    assert!(String::from_utf8_lossy(&other.get_output().stderr).contains("no run in common"));
    let missing = program(folder.path()).args(&study).args(["--baseline", "nothing"]).assert().code(2);
    assert!(String::from_utf8_lossy(&missing.get_output().stderr).contains("nothing"));
    // Before the runs, not after them.
    let study = [&study[..study.len() - 1], &["new"]].concat();
    let unknown = program(folder.path()).args(&study).args(["--against", "raycats"]).assert().code(2);
    assert!(!folder.path().join("new").exists());
    let said = String::from_utf8(unknown.get_output().stderr.clone()).unwrap();
    assert!(said.contains("raycats") && said.contains("raycast"), "{said}");
}

/// A line of results that may be edited.
fn unchecked(line: &str) -> String {
    line.rsplit_once(",\"checksum\"").unwrap().0.to_string() + "}"
}

/// A result whose units took a tenth less time.
fn faster(line: &str) -> String {
    let mut record: serde_json::Value = serde_json::from_str(&unchecked(line)).unwrap();
    let ratio = record["metrics"]["time_ratio"].as_f64().unwrap();
    record["metrics"]["time_ratio"] = (0.9 * ratio).into();
    record.to_string()
}
