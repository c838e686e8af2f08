//! Files of settings on the command line.

use super::{folder, json, program, words};
use std::fs;

#[test]
fn a_file_of_settings_counts_like_options() {
    let folder = folder();
    let text = "[avoidance]\nmode = \"orca\"\ntime_horizon = 1.5\n\n[push]\nstrength = 0.5\n";
    fs::write(folder.path().join("a.toml"), text).unwrap();
    let run = |options: &[&str]| {
        let fixed = ["run", "one-on-one", "--limit", "1", "--json"];
        let output = program(&folder).args(fixed).args(options).assert().code(0).get_output().clone();
        json(&output.stdout)
    };
    let by_file = run(&["--set", "a.toml"]);
    assert_eq!((&by_file["mode"], &by_file["push"]), (&"orca".into(), &0.5.into()));
    let by_options = run(&["--avoid", "orca", "--set", "orca.time_horizon=1.5", "--push", "0.5"]);
    assert_eq!(by_file["state_hash"], by_options["state_hash"]);
    assert_eq!(by_file["settings"], by_options["settings"]);
    let horizon = |options: &[&str]| run(options)["settings"]["orca.time_horizon"].as_f64();
    assert_eq!(horizon(&["--set", "a.toml", "--set", "orca.time_horizon=3"]), Some(3.0));
    assert_eq!(horizon(&["--set", "orca.time_horizon=3", "--set", "a.toml"]), Some(1.5));
    let other = run(&["--set", "a.toml", "--avoid", "none", "--push", "off"]);
    assert_eq!((&other["mode"], &other["push"]), (&"none".into(), &0.0.into()));
}

#[test]
fn mistakes_in_a_file_of_settings_are_quoted() {
    let folder = folder();
    fs::write(folder.path().join("a.toml"), "[avoidance]\nmode = \"orka\"\n").unwrap();
    for (file, parts) in [("a.toml", ["a.toml:2:8", "orca"]), ("b.toml", ["cannot read b.toml", "file"])] {
        let output =
            program(&folder).args(["run", "one-on-one", "--set", file]).assert().code(2).get_output().clone();
        let message = words(&output.stderr);
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    }
}
