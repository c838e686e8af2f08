//! Start files on the command line, and `--jitter`.

use super::{folder, json, program, refused, words};
use std::fs;

const STARTS: &str = "# two that meet\n-9 0 9 0\n9 0.3 -9 0.3\n";

#[test]
fn a_start_file_runs_and_is_not_overwritten() {
    let folder = folder();
    fs::write(folder.path().join("pair.txt"), STARTS).unwrap();
    let run = |arguments: &[&str]| {
        let output = program(&folder).args(["run", "--limit", "20"]).args(arguments).assert().code(0);
        json(&output.get_output().stdout)
    };
    let all = run(&["pair.txt", "--json"]);
    assert_eq!((&all["map"], &all["units"], &all["arrived"]), (&"pair".into(), &2.into(), &1.0.into()));
    let hash = |arguments: &[&str]| run(&[&["pair.txt", "--json"], arguments].concat())["state_hash"].clone();
    assert_eq!(hash(&["--seed", "3"]), all["state_hash"]);
    assert_eq!(hash(&["--jitter", "0"]), all["state_hash"]);
    assert_ne!(hash(&["--jitter", "0.05"]), all["state_hash"]);
    assert_ne!(hash(&["--jitter", "0.05"]), hash(&["--jitter", "0.05", "--seed", "3"]));
    // After --json, the file is the map too.
    assert_eq!(run(&["--json", "pair.txt"])["state_hash"], all["state_hash"]);
    assert_eq!(fs::read_to_string(folder.path().join("pair.txt")).unwrap(), STARTS);
    let told = program(&folder).args(["check", "pair.txt"]).assert().code(0).get_output().clone();
    assert!(words(&told.stdout).contains("eastbound 1 unit, listed, goal: own westbound 1 unit"));
    // A file that does not exist yet is written like any other.
    program(&folder).args(["run", "chicken", "--limit", "0.1", "--json", "out.txt"]).assert().code(0);
    assert!(fs::read_to_string(folder.path().join("out.txt")).unwrap().starts_with('{'));
}

#[test]
fn errors_name_the_line() {
    let folder = folder();
    fs::write(folder.path().join("bad.starts"), "1 2 3 4\n1 2 three 4\n").unwrap();
    let output = program(&folder).args(["check", "bad.starts"]).assert().code(2).get_output().clone();
    let message = words(&output.stderr);
    assert!(message.contains("bad.starts:2:5") && message.contains("'three' is not a number"), "{message}");
    for jitter in ["-1", "nan", "101", "much"] {
        refused(&["run", "chicken", "--jitter", jitter], &[jitter, "must be a distance between 0 and 100 m"]);
    }
    refused(&["run", "crossing", "--jitter", "3", "--headless"], &["are too close", "2·√2 times the jitter"]);
}
