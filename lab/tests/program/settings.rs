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
    let commands = [
        "run one-on-one --set",
        "compare --set",
        "compare --pair none lanes --set",
        "compare --pair none lanes --set-a",
        "compare --pair none lanes --set-b",
        "study plan -o study --set",
        "scale --set",
    ];
    for command in commands {
        for (file, parts) in [("a.toml", ["a.toml:2:8", "orca"]), ("b.toml", ["cannot read b.toml", "file"])]
        {
            let output =
                program(&folder).args(command.split(' ')).arg(file).assert().code(2).get_output().clone();
            let message = words(&output.stderr);
            assert!(parts.iter().all(|part| message.contains(part)), "{command}: {message}");
        }
    }
    assert!(!folder.path().join("study").exists());
}

/// A file as the window saves it, with settings of several modes.
const SAVED: &str = "[avoidance]\nmode = \"orca\"\ntime_horizon = 1.5\n\n[avoidance.cardioid]\nstage = 2\n\n\
    [gates]\non = true\n\n[weights]\nseparation = 0\n\n[push]\non = false\nstrength = 0.5\n";

#[test]
fn a_study_holds_the_values_of_a_file_and_not_its_name() {
    let folder = folder();
    fs::write(folder.path().join("saved.toml"), SAVED).unwrap();
    let fixed = ["--maps", "one-on-one,large-groups", "--seeds", "2"];
    let plan = |name: &str, options: &str| {
        let all = ["study", "plan", "-o", name].into_iter().chain(fixed).chain(options.split(' '));
        let output = program(&folder).args(all).assert().code(0).get_output().clone();
        let manifest = fs::read_to_string(folder.path().join(name).join("manifest.jsonl")).unwrap();
        (manifest, words(&output.stderr))
    };
    let (by_file, note) = plan("file", "--set saved.toml");
    let values = "--modes orca --push off --set orca.time_horizon=1.5 --gates on --set weights.separation=0";
    let (by_options, silence) = plan("options", values);
    assert_eq!(by_file, by_options);
    assert!(
        note.contains("cardioid.stage of saved.toml has no effect") && silence.is_empty(),
        "{note} {silence}"
    );
    assert!(!by_file.contains("saved"));
    // The runs do not need the file, and the report's commands repeat them.
    fs::remove_file(folder.path().join("saved.toml")).unwrap();
    program(&folder).args(["study", "run", "file"]).assert().code(0);
    program(&folder).args(["study", "merge", "file"]).assert().code(0);
    let results = fs::read_to_string(folder.path().join("file/results.jsonl")).unwrap();
    let first = results.lines().find(|line| line.contains("large-groups")).unwrap();
    let first: serde_json::Value = serde_json::from_str(first).unwrap();
    let line = "run large-groups --avoid orca --push off --seed 1 --jitter 0.02 --set orca.time_horizon=1.5 \
        --set gates=on --set weights.separation=0 --json";
    let output = program(&folder).args(line.split_whitespace()).assert().code(0).get_output().clone();
    assert_eq!(json(&output.stdout)["state_hash"], first["metrics"]["state_hash"]);
}

#[test]
fn options_of_a_study_come_before_its_file() {
    let folder = folder();
    fs::write(folder.path().join("saved.toml"), SAVED).unwrap();
    let groups = "[avoidance]\nmode = \"lanes\"\n\n[[group]]\nname = \"west\"\navoidance = \"orca\"\n";
    fs::write(folder.path().join("groups.toml"), groups).unwrap();
    let shown = |options: &str| {
        let fixed = ["compare", "--dry-run", "--maps", "crossing"];
        let output = program(&folder).args(fixed).args(options.split(' ')).assert().get_output().clone();
        (words(&output.stdout), words(&output.stderr))
    };
    for (options, row) in [
        ("--set saved.toml", "modes orca"),
        ("--set saved.toml", "pushes off"),
        ("--set saved.toml", "settings gates.on=on orca.time_horizon=1.5"),
        ("--set saved.toml --push on", "pushes 0.5"),
        (
            "--set saved.toml --set orca.time_horizon=1,2",
            "orca.time_horizon=1 weights.separation=0; gates.on=on orca.time_horizon=2",
        ),
        ("--set orca.time_horizon=1,2 --set saved.toml", "settings gates.on=on orca.time_horizon=1.5"),
        ("--set weights.seek=1,2", "settings weights.seek=1; weights.seek=2"),
        ("--set push.strength=0.5", "pushes 0.5"),
        ("--set saved.toml --one-at-a-time", "settings defaults; orca.time_horizon=1.5; gates.on=on"),
        ("--set groups.toml --modes none,orca", "modes none, orca"),
        // The last file's mode.
        ("--set saved.toml --set groups.toml --modes lanes", "modes lanes"),
    ] {
        let (table, note) = shown(options);
        assert!(table.contains(row), "{options}: {table} {note}");
    }
    let (_, note) = shown("--set saved.toml --modes none,lanes");
    assert!(note.contains("saved.toml has the mode orca, which --modes leaves out"), "{note}");
    let (_, refused) = shown("--set groups.toml");
    assert!(refused.contains("group 'west'") && refused.contains("--modes"), "{refused}");
    for (wrong, part) in [
        ("--set weights.separatin=1", "did you mean 'weights.separation'"),
        ("--set weights.seek=1001", "between 0 and 1000"),
        ("--set push.strength=0.5,1", "use --push"),
    ] {
        let (_, refused) = shown(wrong);
        assert!(refused.contains(part), "{wrong}: {refused}");
    }
}

#[test]
fn each_run_of_a_pair_can_have_a_file() {
    let folder = folder();
    fs::write(folder.path().join("saved.toml"), SAVED).unwrap();
    let pair = |options: &str| {
        let fixed = "compare --pair orca orca --map crossing --units 8 --limit 2".split(' ');
        words(&program(&folder).args(fixed).args(options.split(' ')).assert().code(0).get_output().stdout)
    };
    let by_file = pair("--set-b saved.toml --push 0.5");
    assert_eq!(
        by_file,
        pair("--push 0.5 --set-b orca.time_horizon=1.5 --set-b gates.on=on --set-b weights.separation=0")
    );
    assert!(by_file.contains("B: orca, orca.time_horizon 1.5, gates on"), "{by_file}");
    assert!(!by_file.contains("bit-identical to the end"), "{by_file}");
    fs::write(folder.path().join("pushed.toml"), "[push]\nstrength = 0.5\n").unwrap();
    let pushes = pair("--set-b pushed.toml");
    assert!(pushes.contains("A: orca, push off B: orca, push 0.5"), "{pushes}");
    assert!(pair("--set saved.toml").contains("bit-identical to the end"));
}

#[test]
fn a_scale_takes_the_mode_of_a_file() {
    let folder = folder();
    fs::write(folder.path().join("saved.toml"), SAVED).unwrap();
    let scale = |options: &str| {
        let fixed = "scale crossing --units 8 --json --limit 1".split(' ');
        let output =
            program(&folder).args(fixed).args(options.split(' ')).assert().code(0).get_output().clone();
        json(&output.stdout)
    };
    let by_file = scale("--set saved.toml");
    let by_options = scale("--avoid orca --push off --set orca.time_horizon=1.5 --gates on");
    assert_eq!((&by_file["rows"][0]["mode"], &by_file["push"]), (&"orca".into(), &0.0.into()));
    assert_eq!(by_file["rows"][0]["quality"], by_options["rows"][0]["quality"]);
    assert_eq!(scale("--set saved.toml --avoid none")["rows"][0]["mode"], "none");
}
