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

#[test]
fn mechanisms_are_listed_below_the_modes() {
    let folder = folder();
    let said = |name: Option<&str>| {
        let output = program(&folder).arg("models").args(name).assert().code(0).get_output().clone();
        words(&output.stdout)
    };
    let list = said(None);
    for mechanism in MECHANISMS {
        assert!(list.contains(mechanism.summary), "{list}");
        for name in [mechanism.name, mechanism.option] {
            let one = said(Some(name));
            assert!(mechanism.settings.iter().all(|setting| one.contains(setting.key)), "{one}");
            assert!(one.contains("by mode") && one.contains("On by default in: lanes, lanes-cheap"), "{one}");
        }
    }
    let output = program(&folder).args(["models", "gatse"]).assert().code(2).get_output().clone();
    assert!(words(&output.stderr).contains("did you mean 'gates'?"), "{}", words(&output.stderr));
}

#[test]
fn a_mechanism_follows_its_option_or_the_mode() {
    let idle = ["crossing", "--units", "8", "--limit", "0.1"];
    let switch = |more: &[&str]| metrics(&[&idle, more].concat())["settings"]["gates.on"].clone();
    assert_eq!(switch(&["--avoid", "lanes"]), 1.0);
    assert_eq!(switch(&["--avoid", "none"]), 0.0);
    assert_eq!(switch(&["--avoid", "none", "--gates", "on"]), 1.0);
    for off in [&["--gates", "off"][..], &["--set", "gates=off"], &["--set", "gates.on=off"]] {
        assert_eq!(switch(&[&["--avoid", "lanes"], off].concat()), 0.0);
    }
    let folder = folder();
    let output = |more: &[&str]| {
        let line = [&["run"], &idle[..], &["--headless"], more].concat();
        program(&folder).args(line).output().unwrap()
    };
    let figures = words(&output(&["--avoid", "lanes", "--gates", "off"]).stdout);
    assert!(figures.contains("lanes, gates off, push off"), "{figures}");
    let figures = words(&output(&["--avoid", "lanes", "--gates", "on"]).stdout);
    assert!(figures.contains("lanes, push off"), "{figures}");
    let note = words(&output(&["--avoid", "none", "--set", "gates.width=9"]).stderr);
    assert!(note.contains("gates.width has no effect while gates is off: use --gates on"), "{note}");
    assert_eq!(words(&output(&["--avoid", "none", "--gates", "on", "--set", "gates.width=9"]).stderr), "");
    for wrong in [["--gates", "maybe"], ["--set", "gates=maybe"]] {
        let refused = output(&wrong);
        assert_eq!(refused.status.code(), Some(2));
        assert!(words(&refused.stderr).contains("must be on or off"), "{}", words(&refused.stderr));
    }
}

#[test]
fn comparisons_vary_switches() {
    let folder = folder();
    let said = |line: &str| {
        let output = program(&folder).args(line.split(' ')).assert().code(0).get_output().clone();
        words(&output.stdout)
    };
    let both =
        said("compare --dry-run --maps crossing --modes none,lanes --push off --seeds 1 --gates on,off");
    assert!(both.contains("gates.on=on; gates.on=off"), "{both}");
    let single = said(
        "compare --dry-run --maps crossing --modes lanes --push off --seeds 1 --one-at-a-time --gates off --queueing off",
    );
    assert!(single.contains("defaults; gates.on=off; queueing.on=off"), "{single}");
    let pair = said("compare --dry-run --pair none lanes --gates on --set-b gates=off");
    assert!(pair.contains("lanes, gates off"), "{pair}");
    let several = ["compare", "--pair", "none", "lanes", "--gates", "on,off"];
    let refused = program(&folder).args(several).assert().code(2).get_output().clone();
    assert!(words(&refused.stderr).contains("--pair accepts one value of gates.on, not 2"));
}
