//! `sidestep study` and `sidestep compare`: interrupted and resumed studies, reports, and error messages.

use super::{program, words};
use crate::small::{TINY, done, folder, records, result_of, silent, table, tiny};
use sidestep_lab::scene::Scene;
use sidestep_lab::study::{
    MANIFEST, PlannedRun, RESULTS, RUNS, Selection, StudyPlan, StudySpec, do_run, do_runs, runs_of,
};
use std::fs;

#[test]
fn a_killed_study_resumes_where_it_stopped() {
    // Long enough to be killed before it ends.
    let study = StudySpec::from_toml("long.toml", &TINY.replace("seeds = 2", "seeds = 12")).unwrap();
    let plan = StudyPlan::new(study).unwrap();
    let whole = done(&plan, 2);
    let folder = folder();
    plan.write(folder.path()).unwrap();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_sidestep"))
        .args(["study", "run", ".", "--threads", "1"])
        .current_dir(folder.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // Kill it as soon as there is a result to keep.
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

#[test]
fn a_record_equals_the_json_of_the_same_run() {
    let run = tiny().runs().nth(5).unwrap();
    let record = do_run(run.clone(), &Scene::open(&run.map).unwrap(), false);
    let folder = folder();
    let push = run.push.to_string();
    let seed = run.seed.to_string();
    let push = if run.push == 0.0 { "off" } else { push.as_str() };
    let arguments =
        ["run", "crossing", "--json", "--units", "8", "--limit", "3", "--threads", "1", "--avoid", &run.mode];
    let output = program(&folder).args(arguments).args(["--push", push, "--seed", &seed]).assert().success();
    let mut said: serde_json::Map<String, serde_json::Value> =
        serde_json::from_slice(&output.get_output().stdout).unwrap();
    let mut metrics = record.metrics;
    for map in [&mut said, &mut metrics] {
        assert!(map.remove("tick_us").is_some());
    }
    assert_eq!(metrics, said);
}

#[test]
fn compare_writes_one_folder_and_repeats_no_run() {
    let folder = folder();
    fs::write(folder.path().join("tiny.toml"), TINY).unwrap();
    let first = program(&folder).args(["compare", "tiny.toml", "-o", "out"]).assert().success();
    let said = String::from_utf8(first.get_output().stdout.clone()).unwrap();
    assert!(said.contains("8 results") && said.contains("report.html"), "{said}");
    let page = fs::read_to_string(folder.path().join("out/report.html")).unwrap();
    assert!(page.contains("raycast + push 0.5") && page.contains("sidestep compare tiny.toml -o out"));
    // The same study, step by step.
    program(&folder).args(["study", "plan", "tiny.toml", "-o", "steps"]).assert().success();
    program(&folder).args(["study", "run", "steps"]).assert().success();
    let unmerged = program(&folder).args(["study", "report", "steps"]).assert().code(2);
    let said = String::from_utf8(unmerged.get_output().stderr.clone()).unwrap();
    assert!(said.contains("merge the study") && said.contains("results.jsonl"), "{said}");
    program(&folder).args(["study", "merge", "steps"]).assert().success();
    let steps = program(&folder).args(["study", "report", "steps", "--title", "T"]).assert().success();
    let said = String::from_utf8(steps.get_output().stdout.clone()).unwrap();
    assert!(said.contains("report.html"), "{said}");
    let same = fs::read_to_string(folder.path().join("steps/report.html")).unwrap();
    assert!(same.contains("raycast + push 0.5") && same.contains("sidestep study report steps --title T"));
    let replays = |page: &str| {
        page.split_once("id=\"replay-data\">").unwrap().1.split("</script>").next().unwrap().to_string()
    };
    assert_eq!(replays(&same), replays(&page));
    for file in [MANIFEST, RESULTS, "results.csv", "report.md"] {
        assert!(folder.path().join("out").join(file).exists(), "{file}");
    }
    let before = fs::read(folder.path().join("out").join(RESULTS)).unwrap();
    program(&folder).args(["compare", "tiny.toml", "-o", "out"]).assert().success();
    assert!(before == fs::read(folder.path().join("out").join(RESULTS)).unwrap(), "something was done again");
}

/// A study is no worse than itself. Against better results it is worse, and exits with 1.
#[test]
fn compare_with_a_baseline_lists_regressions() {
    let folder = folder();
    let study = ["compare", "--maps", "crossing", "--units", "8", "--modes", "none,raycast", "--push", "off"];
    let study = [&study[..], &["--seeds", "4", "--limit", "20", "-o", "out"]].concat();
    program(&folder).args(&study).assert().success();
    program(&folder).args(&study).args(["--baseline", "out"]).assert().success();
    let results = fs::read_to_string(folder.path().join("out").join(RESULTS)).unwrap();
    let better: String = results.lines().map(|line| faster(line) + "\n").collect();
    fs::write(folder.path().join("better.jsonl"), better).unwrap();
    let worse = program(&folder).args(&study).args(["--baseline", "better.jsonl"]).assert().code(1);
    let said = String::from_utf8(worse.get_output().stdout.clone()).unwrap();
    assert!(said.contains("worse than before") && said.contains("time ratio"), "{said}");
    let elsewhere = |line: &str| unchecked(line).replace("\"map\":\"crossing\"", "\"map\":\"circle\"") + "\n";
    let other: String = results.lines().map(elsewhere).collect();
    fs::write(folder.path().join("other.jsonl"), other).unwrap();
    let other = program(&folder).args(&study).args(["--baseline", "other.jsonl"]).assert().code(2);
    assert!(String::from_utf8_lossy(&other.get_output().stderr).contains("no run in common"));
    let missing = program(&folder).args(&study).args(["--baseline", "nothing"]).assert().code(2);
    assert!(String::from_utf8_lossy(&missing.get_output().stderr).contains("nothing"));
    // The error comes before the runs.
    let study = [&study[..study.len() - 1], &["new"]].concat();
    let unknown = program(&folder).args(&study).args(["--against", "raycats"]).assert().code(2);
    assert!(!folder.path().join("new").exists());
    let said = String::from_utf8(unknown.get_output().stderr.clone()).unwrap();
    assert!(said.contains("raycats") && said.contains("raycast"), "{said}");
}

/// A line of results without its checksum, so that it can be edited.
fn unchecked(line: &str) -> String {
    line.rsplit_once(",\"checksum\"").unwrap().0.to_string() + "}"
}

/// A result whose units needed a tenth less time.
fn faster(line: &str) -> String {
    let mut record: serde_json::Value = serde_json::from_str(&unchecked(line)).unwrap();
    let ratio = record["metrics"]["time_ratio"].as_f64().unwrap();
    record["metrics"]["time_ratio"] = (0.9 * ratio).into();
    record.to_string()
}

#[test]
fn damaged_results_are_named_on_the_command_line() {
    let study = done(&tiny(), 2);
    let file = result_of(study.path(), 3);
    fs::write(&file, "{}").unwrap();
    let name = file.file_name().unwrap().to_str().unwrap().to_string();
    let said = |arguments: &[&str], code: i32| {
        let output = program(&study).args(arguments).assert().code(code).get_output().clone();
        String::from_utf8(output.stdout).unwrap()
    };
    let merge = said(&["study", "merge", "."], 1);
    assert!(merge.contains("1 run without a result") && merge.contains("1 result file damaged"), "{merge}");
    assert!(merge.contains(&name) && merge.contains("does not end in a checksum"), "{merge}");
    let run = said(&["study", "run", "."], 0);
    assert!(run.contains("1 result was damaged; the runs were repeated") && run.contains(&name), "{run}");
    said(&["study", "merge", "."], 0);
    assert!(!said(&["study", "run", "."], 0).contains("damaged"));
}

#[test]
fn errors_name_the_nearest_name() {
    let folder = folder();
    let said = |arguments: &[&str]| {
        let output = program(&folder).args(arguments).assert().code(2).get_output().clone();
        words(&output.stderr)
    };
    for (arguments, part) in [
        (["study", "plan", "-o", "x", "--modes", "orka"], "did you mean 'orca'?"),
        (["study", "plan", "-o", "x", "--maps", "circel"], "did you mean 'circle'?"),
        (["study", "plan", "-o", "x", "--set", "lanes.side_bais=1"], "did you mean 'lanes.side_bias'?"),
        (
            ["study", "plan", "-o", "x", "--set", "lanes.side_bias=1,50"],
            "lanes.side_bias must be between -5 and 5",
        ),
        (["study", "plan", "-o", "x", "--seeds", "5-2"], "the range of seeds from 5 to 2 is empty"),
        (
            ["study", "plan", "-o", "x", "--push", "of"],
            "the push must be on, off or a strength between 0 and 2, not 'of'",
        ),
        (["study", "run", "x", "--shard", "5/4", "--threads=1"], "must be one of 1/n to n/n"),
    ] {
        let text = said(&arguments);
        assert!(text.contains(part), "{arguments:?}: no '{part}' in: {text}");
    }
    assert!(said(&["compare", "a.toml", "--seeds", "3"]).contains("cannot be used with"));
    assert!(!folder.path().join(RUNS).exists());
}

#[test]
fn one_at_a_time_has_the_defaults_and_each_change_on_its_own() {
    let folder = folder();
    let line = "study plan --maps crossing --modes none,lanes --push off --seeds 1 --one-at-a-time \
                --set lanes.trust=0,1 --set lanes.near_gain=0 -o .";
    program(&folder).args(line.split_whitespace()).assert().success();
    let runs: Vec<PlannedRun> = runs_of(folder.path()).unwrap().collect::<Result<_, _>>().unwrap();
    let want = ["none", "lanes", "lanes lanes.trust=0", "lanes lanes.trust=1", "lanes lanes.near_gain=0"];
    let kind = |run: &PlannedRun| {
        let set = run.settings.iter().map(|(key, value)| format!(" {key}={value}"));
        run.mode.clone() + &set.collect::<String>()
    };
    assert_eq!(runs.iter().map(kind).collect::<Vec<_>>(), want);
    let alone = program(&folder).args(["study", "plan", "--one-at-a-time", "-o", "."]).assert().code(2);
    assert!(String::from_utf8_lossy(&alone.get_output().stderr).contains("--set"));
}

#[test]
fn map_paths_are_relative_to_the_study_file() {
    let folder = folder();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("mine.txt"), "-5 0 5 0\n").unwrap();
    fs::write(
        inner.join("study.toml"),
        TINY.replace("\"crossing\"", "\"mine.txt\"").replace("units = [8]", ""),
    )
    .unwrap();
    program(&folder).args(["study", "plan", "inner/study.toml", "-o", "out"]).assert().success();
    program(&folder).args(["study", "run", "out"]).assert().success();
}

#[test]
fn a_study_file_and_options_give_the_same_manifest() {
    let folder = folder();
    fs::write(
        folder.path().join("study.toml"),
        TINY.replace("raycast", "orca") + "settings.orca.time_horizon = [1, 2.5]\n",
    )
    .unwrap();
    let flags = [
        "--maps",
        "crossing",
        "--modes",
        "none,orca",
        "--push",
        "off,0.5",
        "--units",
        "8",
        "--seeds",
        "1-2",
        "--limit",
        "3",
        "--set",
        "orca.time_horizon=1,2.5",
    ];
    program(&folder).args(["study", "plan", "study.toml", "-o", "a"]).assert().success();
    program(&folder).args(["study", "plan", "-o", "b"]).args(flags).assert().success();
    let read = |name: &str| fs::read_to_string(folder.path().join(name).join(MANIFEST)).unwrap();
    assert_eq!(read("a"), read("b"));
    assert_eq!(read("a").lines().count(), 2 * (2 + 4));
}

#[test]
fn missing_runs_are_listed() {
    let folder = done(&tiny(), 2);
    fs::remove_file(result_of(folder.path(), 4)).unwrap();
    let id = tiny().runs().nth(4).unwrap().id;
    let out = program(&folder).args(["study", "merge", "."]).assert().code(1).get_output().clone();
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(text.contains(&format!("1 run without a result, in the manifest:\n  line 5, {id}\n")), "{text}");
    program(&folder).args(["study", "merge", ".", "--allow-missing"]).assert().success();
}
