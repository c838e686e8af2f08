//! `sidestep models` and `--set`.

use super::*;
use sidestep::steering::avoidance::Mode;

#[test]
fn models_are_listed_and_their_settings_are_used() {
    let folder = folder();
    let list = program(&folder).arg("models").assert().code(0).get_output().stdout.clone();
    for mode in Mode::all() {
        assert!(words(&list).contains(&format!("{mode} ")), "{mode} is not listed");
        let one = program(&folder).args(["models", mode.name()]).assert().code(0).get_output().stdout.clone();
        for setting in mode.settings() {
            assert!(words(&one).contains(setting.key), "{mode}: {}", setting.key);
        }
    }
    let run = |set: &str| metrics(&["chicken", "--avoid", "orca", "--limit", "2", "--set", set]);
    let (short, long) = (run("orca.time_horizon=0.2"), run("orca.time_horizon=2"));
    assert_eq!(short["settings"]["orca.time_horizon"].as_f64().map(|t| t as f32), Some(0.2));
    assert_ne!(short["state_hash"], long["state_hash"], "the setting changes nothing");
    let foreign = ["run", "chicken", "--limit", "1", "--headless", "--set", "orca.time_horizon=1"];
    let output = program(&folder).args(foreign).assert().code(0).get_output().stderr.clone();
    assert!(words(&output).contains("orca.time_horizon does nothing in the mode cardioid"));
}
