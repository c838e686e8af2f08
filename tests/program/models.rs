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
    assert!(words(&output).contains("orca.time_horizon has no effect with cardioid, which has cardioid."));
}

#[test]
fn a_groups_mode_does_not_change_other_groups() {
    let run = |avoid: &[&str]| {
        let avoid = avoid.iter().flat_map(|mode| ["--avoid", mode]);
        let all: Vec<&str> = ["crossing", "--units", "20", "--limit", "4"].into_iter().chain(avoid).collect();
        metrics(&all)
    };
    let mixed = run(&["west=orca"]);
    assert_eq!(mixed["mode"], "lanes");
    assert_eq!(mixed["group_modes"], serde_json::json!({ "west": "orca" }));
    let settings = keys(&mixed["settings"]);
    assert!(settings.contains("orca.time_horizon") && settings.contains("lanes.side_bias"), "{settings:?}");
    let hash = |avoid: &[&str]| run(avoid)["state_hash"].clone();
    let [mixed, all] = [mixed["state_hash"].clone(), hash(&["orca"])];
    assert!(mixed != all && mixed != hash(&[]), "the mode of one group changes nothing, or all");
    // A mode of all units and a mode of a group combine in any order.
    assert_eq!(hash(&["west=orca", "lanes"]), mixed);
    assert_eq!(hash(&["west=orca", "east=orca"]), all);
}

#[test]
fn a_mode_for_all_replaces_the_groups_modes() {
    let folder = folder();
    let map = program(&folder).args(["maps", "crossing"]).assert().code(0).get_output().stdout.clone();
    let west = "name = \"west\"\n";
    let map = String::from_utf8(map).unwrap().replace(west, &format!("{west}avoidance = \"orca\"\n"));
    fs::write(folder.path().join("mixed.toml"), map).unwrap();
    let run = |more: &[&str]| {
        let all = [&["run", "mixed.toml", "--units", "20", "--limit", "1", "--json"], more].concat();
        json(&program(&folder).args(all).assert().code(0).get_output().stdout)
    };
    assert_eq!(run(&[])["group_modes"], serde_json::json!({ "west": "orca" }));
    let all = run(&["--avoid", "raycast"]);
    assert_eq!((&all["mode"], &all["group_modes"]), (&"raycast".into(), &serde_json::json!({})));
    let idle = ["run", "mixed.toml", "--units", "8", "--limit", "0.1", "--headless"];
    let said = |set: &str| {
        let output = program(&folder).args(idle).args(["--set", set]).assert().code(0).get_output().clone();
        words(&output.stderr)
    };
    assert_eq!(said("orca.time_horizon=1"), "", "a group has this mode");
    let idle = said("continuum.alpha=1");
    assert!(
        idle.contains("continuum.alpha has no effect with orca or lanes: `sidestep models MODE`"),
        "{idle}"
    );
    let checked = program(&folder).args(["check", "mixed.toml"]).assert().code(0).get_output().stdout.clone();
    assert!(words(&checked).contains("goal: across, avoidance: orca"), "{}", words(&checked));
}

#[test]
fn a_mode_sets_the_push_unless_the_map_does() {
    let push = |arguments: &[&str]| {
        metrics(&[arguments, &["--units", "20", "--limit", "1"]].concat())["push"].clone()
    };
    assert_eq!(push(&["bottleneck", "--avoid", "lanes"]), 0.0);
    assert_eq!(push(&["bottleneck"]), 0.8, "raycast+cardioid");
    assert_eq!(push(&["bottleneck", "--avoid", "lanes", "--push", "on"]), 0.8);
    assert_eq!(push(&["crossing", "--avoid", "raycast"]), 0.0, "the map switches it off");
}
