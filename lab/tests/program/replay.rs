//! `sidestep run --record` and `sidestep replay`.

use super::{folder, program, refused, words};
use predicates::prelude::*;
use serde_json::Value;
use std::fs;

#[test]
fn a_recording_plays_with_the_outputs_of_a_run_and_verifies() {
    let folder = folder();
    let run = ["run", "skirmish", "--seed", "3", "--set", "lanes.response=0.6", "--limit", "20"];
    let json = program(&folder).args(run).args(["--json", "--record", "a.sidestep"]).output().unwrap().stdout;
    let again =
        program(&folder).args(["replay", "a.sidestep", "--json", "--png", "a.png"]).output().unwrap().stdout;
    let [one, other]: [Value; 2] = [json, again].map(|bytes| serde_json::from_slice(&bytes).unwrap());
    for key in ["state_hash", "ticks", "map", "seed", "mode", "time_ratio"] {
        assert_eq!(one[key], other[key], "{key}");
    }
    assert!(folder.path().join("a.png").exists());
    let verify = program(&folder).args(["replay", "a.sidestep", "--verify"]).assert().success();
    let table = words(&verify.get_output().stdout);
    assert!(table.contains("a.sidestep 1200 ") && table.contains("equal"), "{table}");
    let map = program(&folder).args(["replay", "a.sidestep", "--map"]).assert().success();
    let printed = String::from_utf8(map.get_output().stdout.clone()).unwrap();
    let built_in = program(&folder).args(["maps", "skirmish"]).output().unwrap().stdout;
    assert_eq!(printed.trim_end(), String::from_utf8(built_in).unwrap().trim_end());
}

#[test]
fn a_folder_of_recordings_passes_if_each_of_them_does() {
    let folder = folder();
    let record = |name: &str| {
        let run = ["run", "small-groups", "--headless", "--limit", "3", "--record", name];
        program(&folder).args(run).assert().success();
    };
    record("b.sidestep");
    record("c.sidestep");
    program(&folder).args(["replay", ".", "--verify"]).assert().success();
    // One is cut off, as by a killed program, and still plays.
    let bytes = fs::read(folder.path().join("c.sidestep")).unwrap();
    fs::write(folder.path().join("c.sidestep"), &bytes[..bytes.len() - 20]).unwrap();
    let cut = program(&folder).args(["replay", ".", "--verify"]).assert().success();
    assert!(words(&cut.get_output().stdout).contains("equal, but cut off"));
    // A hash is another one, with its checksum: what was recorded is not what happens.
    let at = bytes.windows(5).rposition(|five| five[0] == b'H' && five[1..] == [232, 1, 0, 0][..]).unwrap();
    let (mut bytes, end) = (bytes, at + 5 + 488);
    bytes[at + 5 + 8] ^= 1;
    let sum = xxhash_rust::xxh3::xxh3_64(&bytes[at..end]);
    bytes[end..end + 8].copy_from_slice(&sum.to_le_bytes());
    fs::write(folder.path().join("c.sidestep"), bytes).unwrap();
    let failed = program(&folder).args(["replay", ".", "--verify"]).assert().code(1).get_output().clone();
    let table = words(&failed.stdout);
    assert!(table.contains("tick 121 (2.02 s) differs"), "{table}");
    assert!(words(&failed.stderr).contains("1 of 2 recordings did not pass"));
    fs::write(folder.path().join("d.sidestep"), b"SIDESTEP of another kind").unwrap();
    let failed = program(&folder).args(["replay", ".", "--verify"]).assert().code(1).get_output().clone();
    assert!(words(&failed.stdout).contains("this is not a recording of Sidestep"));
    program(&folder).args(["replay", "."]).assert().code(2).stderr(predicate::str::contains("--verify"));
}

/// The parts of a recording, and what is before them.
fn parts(bytes: &[u8]) -> (&[u8], Vec<&[u8]>) {
    let (header, mut rest) = bytes.split_at(14 + usize::from(bytes[13]));
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let length = u32::from_le_bytes(rest[1..5].try_into().unwrap()) as usize;
        let (part, after) = rest.split_at(5 + length + 8);
        parts.push(part);
        rest = after;
    }
    (header, parts)
}

#[test]
fn the_first_unit_that_goes_elsewhere_is_named() {
    let folder = folder();
    let record = |name: &str, response: &str| {
        let run = ["run", "skirmish", "--limit", "3", "--set", response, "--record", name];
        program(&folder).args(run).assert().success();
        fs::read(folder.path().join(name)).unwrap()
    };
    // What one run was, with what happened in another one.
    let (one, other) =
        (record("one.sidestep", "lanes.response=0.5"), record("other.sidestep", "lanes.response=0.6"));
    let happened = |part: &&&[u8]| b"PH".contains(&part[0]);
    let (header, what) = parts(&one);
    let what: Vec<u8> = what.iter().filter(|part| !happened(part)).flat_map(|part| part.to_vec()).collect();
    let then: Vec<u8> = parts(&other).1.iter().filter(happened).flat_map(|part| part.to_vec()).collect();
    let (what, end) = what.split_at(what.len() - 13);
    fs::write(folder.path().join("mixed.sidestep"), [header, what, &then, end].concat()).unwrap();
    let failed = program(&folder).args(["replay", "mixed.sidestep", "--verify"]).assert().code(1);
    let table = words(&failed.get_output().stdout);
    assert!(table.contains(" is the first that is elsewhere than recorded, by 0.00"), "{table}");
}

#[test]
fn a_recording_of_another_version_is_named_and_plays_on_request() {
    let folder = folder();
    let run = ["run", "small-groups", "--headless", "--limit", "3", "--record", "a.sidestep"];
    program(&folder).args(run).assert().success();
    let mut bytes = fs::read(folder.path().join("a.sidestep")).unwrap();
    let version = sidestep::saved::VERSION.as_bytes();
    assert_eq!(&bytes[14..14 + version.len()], version);
    bytes[14] = b'9';
    fs::write(folder.path().join("a.sidestep"), bytes).unwrap();
    let other = format!("a.sidestep was recorded by Sidestep 9{}", &sidestep::saved::VERSION[1..]);
    for options in [&["--verify"][..], &["--json"], &["--map"], &["--resume"]] {
        let refused = program(&folder).args(["replay", "a.sidestep"]).args(options).assert().code(2);
        let message = words(&refused.get_output().stderr);
        assert!(message.contains(&other) && message.contains("--anyway"), "{message}");
    }
    let played = program(&folder).args(["replay", "a.sidestep", "--anyway", "--verify"]).assert().success();
    assert!(words(&played.get_output().stdout).contains("a.sidestep 180 "));
}

#[test]
fn what_cannot_be_recorded_or_played_is_refused() {
    refused(&["run", "crossing", "--record", "run.gif"], &["ends in .sidestep", "run.sidestep"]);
    refused(&["run", "crossing", "--record", "no/such/a.sidestep"], &["cannot create no/such/a.sidestep"]);
    refused(&["replay", "none.sidestep"], &["cannot read none.sidestep", "--record FILE"]);
    refused(
        &["run", "crossing", "--versus", "lanes,orca", "--record", "a.sidestep"],
        &["--versus", "--record"],
    );
}

#[test]
fn a_run_that_was_killed_again_and_again_is_resumed_to_the_same_end() {
    let folder = folder();
    let run = ["run", "skirmish", "--limit", "25"];
    let undisturbed = program(&folder).args(run).args(["--json"]).output().unwrap().stdout;
    program(&folder).args(run).args(["--record", "a.sidestep"]).assert().success();
    let path = folder.path().join("a.sidestep");
    let resume = ["replay", "a.sidestep", "--resume"];
    program(&folder).args(resume).assert().code(2).stderr(predicate::str::contains("is complete"));
    // Cut off as by a killed program: at the beginning, in the middle, just before the end.
    let mut resumed = Vec::new();
    for part in [0.3, 0.71, 0.9, 0.999] {
        let bytes = fs::read(&path).unwrap();
        fs::write(&path, &bytes[..(part * bytes.len() as f64) as usize]).unwrap();
        let picture = program(&folder).args(resume).args(["--png", "a.png"]).assert().code(2);
        assert!(words(&picture.get_output().stderr).contains("--resume writes no PNG"));
        let done = program(&folder).args(resume).arg("--json").assert().success();
        resumed.clone_from(&done.get_output().stdout);
        program(&folder).args(["replay", "a.sidestep", "--verify"]).assert().success();
    }
    let [one, other]: [Value; 2] =
        [undisturbed, resumed].map(|bytes| serde_json::from_slice(&bytes).unwrap());
    let own_time = |key: &str| key.starts_with("tick_us");
    for (key, value) in one.as_object().unwrap().iter().filter(|(key, _)| !own_time(key)) {
        assert_eq!(value, &other[key], "{key}");
    }
}

#[test]
fn a_unit_of_a_recording_is_explained() {
    let folder = folder();
    let run = ["run", "door", "--units", "40", "--limit", "12", "--record", "a.sidestep"];
    program(&folder).args(run).assert().success();
    let explain = |options: &[&str]| program(&folder).args(["explain", "a.sidestep"]).args(options).assert();
    let said = explain(&["--unit", "7", "--at", "6"]).success();
    let text = words(&said.get_output().stdout);
    assert!(text.starts_with("door at 6.00 s (tick 360) unit 7 "), "{text}");
    let cases = explain(&["--unit", "7", "--at", "6", "--situation"]).success().get_output().stdout.clone();
    program(&folder).args(["explain", "-"]).write_stdin(cases).assert().success();
    explain(&[]).code(2).stderr(predicate::str::contains("a.sidestep marks no unit"));
    explain(&["--unit", "99"]).code(2).stderr(predicate::str::contains("has no unit 99"));
    explain(&["--unit", "7", "--at", "90"]).code(2).stderr(predicate::str::contains("no tick at 90.00 s"));
    let cases = ["explain", "-", "--unit", "7"];
    program(&folder)
        .args(cases)
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--unit needs a recording"));
}

#[test]
fn a_recording_has_the_start_files_of_its_map() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("maps")).unwrap();
    let map = "sidestep = 1\ntime_limit = 9\nbounds = [[-5, -5], [30, 30]]\n[[group]]\nname = \"red\"\nstarts = \"starts/red.txt\"\n";
    fs::write(at("maps/a.toml"), map).unwrap();
    fs::create_dir(at("maps/starts")).unwrap();
    fs::write(at("maps/starts/red.txt"), "0 0 20 0 # first\n0 3 20 3\n").unwrap();
    let run = ["run", "maps/a.toml", "--headless", "--record", "a.sidestep"];
    program(&folder).args(run).assert().success();
    // The recording needs none of its files any more.
    fs::remove_dir_all(at("maps")).unwrap();
    program(&folder).args(["replay", "a.sidestep", "--verify"]).assert().success();
    let printed = program(&folder).args(["replay", "a.sidestep", "--map"]).assert().success();
    assert!(words(&printed.get_output().stderr).contains("--map=FILE"));
    let write = ["replay", "a.sidestep", "--map=b/a.toml"];
    fs::create_dir(at("b")).unwrap();
    program(&folder).args(write).assert().success();
    assert_eq!(fs::read_to_string(at("b/a.toml")).unwrap(), map);
    program(&folder).args(["run", "b/a.toml", "--headless"]).assert().success();
    // Nothing is replaced.
    program(&folder).args(write).assert().code(2).stderr(predicate::str::contains("b/a.toml exists"));
    fs::remove_file(at("b/a.toml")).unwrap();
    fs::write(at("b/starts/red.txt"), "1 1 2 2\n").unwrap();
    let refused = program(&folder).args(write).assert().code(2).get_output().clone();
    assert!(words(&refused.stderr).contains("starts/red.txt next to it, where another file has this name"));
    assert_eq!(fs::read_to_string(at("b/starts/red.txt")).unwrap(), "1 1 2 2\n");
}

#[test]
fn a_recorded_map_writes_no_file_outside_its_folder() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("in")).unwrap();
    fs::write(at("in/a.toml"), "sidestep = 1\ntime_limit = 9\nbounds = [[-5, -5], [30, 30]]\n[[group]]\nname = \"red\"\nstarts = \"../red.txt\"\n").unwrap();
    fs::write(at("red.txt"), "0 0 20 0\n").unwrap();
    let run = ["run", "in/a.toml", "--headless", "--record", "a.sidestep"];
    program(&folder).args(run).assert().success();
    fs::remove_file(at("red.txt")).unwrap();
    let write = ["replay", "a.sidestep", "--map=in/b.toml"];
    let refused = program(&folder).args(write).assert().code(2).get_output().clone();
    assert!(words(&refused.stderr).contains("the name leads out of the map's folder"));
    assert!(!at("red.txt").exists() && !at("in/b.toml").exists());
}

#[test]
fn the_worst_run_of_each_variant_is_a_recording_that_the_report_links() {
    let folder = folder();
    let compare =
        ["compare", "--maps", "small-groups", "--modes", "none,lanes", "--push", "off", "--seeds", "3"];
    program(&folder).args(compare).args(["--out", "study"]).assert().success();
    let results = fs::read_to_string(folder.path().join("study/results.jsonl")).unwrap();
    let runs: Vec<Value> = results.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let page = fs::read_to_string(folder.path().join("study/report.html")).unwrap();
    for mode in ["none", "lanes"] {
        let slowest = |run: &&Value| (run["metrics"]["time_ratio"].as_f64().unwrap() * 1e6) as u64;
        let worst = runs.iter().filter(|run| run["run"]["mode"] == mode).max_by_key(slowest).unwrap();
        let name = format!("recordings/small-groups-18-units-{mode}-seed-{}.sidestep", worst["run"]["seed"]);
        assert!(page.contains(&format!("href=\"{name}\"")), "{name}");
        let file = format!("study/{name}");
        program(&folder).args(["replay", &file, "--verify"]).assert().success();
        let json = program(&folder).args(["replay", &file, "--json"]).output().unwrap().stdout;
        let again: Value = serde_json::from_slice(&json).unwrap();
        assert_eq!(again["state_hash"], worst["metrics"]["state_hash"]);
    }
    assert_eq!(fs::read_dir(folder.path().join("study/recordings")).unwrap().count(), 2);
}
