//! The program from the outside: its arguments, output, files and exit codes.

mod commands;
mod explain;
mod formats;
mod messages;
mod models;
mod outputs;
mod pair;
mod plans;
mod recordings;
mod replay;
mod scale;
mod settings;
#[path = "../common/study.rs"]
mod small;
mod starts;
mod streams;
mod study;

use assert_cmd::Command;
use predicates::prelude::*;
use serde_json::Value;
use sidestep::steering::schedule;
use sidestep::traffic::MECHANISMS;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The program in a scratch folder, without a display.
fn program(folder: &TempDir) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sidestep"));
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "FORCE_COLOR", "CLICOLOR_FORCE"] {
        program.env_remove(name);
    }
    // Messages are laid out for 80 columns, whatever the terminal.
    program.env("NO_COLOR", "1").env("COLUMNS", "80").current_dir(folder.path());
    program.timeout(std::time::Duration::from_secs(120));
    program
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// The words of a message, independent of its line breaks.
fn words(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace(['│', '×'], " ");
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("- ", "-")
}

/// Runs the program, and expects exit code 2, no panic and a message with all of `parts`.
fn refused(arguments: &[&str], parts: &[&str]) {
    let folder = folder();
    let output = program(&folder).args(arguments).assert().code(2).get_output().clone();
    let message = words(&output.stderr);
    for part in parts {
        assert!(message.contains(part), "{arguments:?}: no '{part}' in: {message}");
    }
    assert!(output.stdout.is_empty(), "{arguments:?} prints results");
    assert!(!message.contains("panicked"), "{message}");
    assert_eq!(files(folder.path()), Vec::<String>::new(), "{arguments:?} leaves files behind");
}

fn files(folder: &Path) -> Vec<String> {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<String> = fs::read_dir(folder).unwrap().map(|e| name(e.unwrap())).collect();
    names.sort();
    names
}

fn json(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(bytes)))
}

/// The JSON of a headless run.
fn metrics(arguments: &[&str]) -> Value {
    let folder = folder();
    json(&program(&folder).args(["run", "--json"]).args(arguments).assert().code(0).get_output().stdout)
}

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn without_a_display_it_runs_headless_with_a_one_line_notice() {
    let folder = folder();
    let output = program(&folder).args(["run", "chicken"]).assert().code(0).get_output().clone();
    let notice = String::from_utf8(output.stderr).unwrap();
    assert_eq!(notice.lines().count(), 1, "{notice}");
    assert!(notice.trim_end().ends_with(": running headless"), "{notice}");
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("chicken, 2 units") && table.contains("arrived"), "{table}");
    assert!(!table.contains('\x1b'), "no colours where there is no terminal");
    // With --headless there is no notice.
    program(&folder).args(["run", "chicken", "--headless"]).assert().code(0).stderr("");
}

#[test]
#[cfg(feature = "window")]
fn a_missing_display_is_not_an_error() {
    let folder = folder();
    program(&folder)
        .env("DISPLAY", ":9987")
        .args(["run", "chicken", "--limit", "0.5"])
        .assert()
        .code(0)
        .stderr(predicate::str::contains("running headless").and(predicate::str::contains("panicked").not()))
        .stdout(predicate::str::contains("chicken"));
}

#[test]
fn json_has_exactly_the_documented_keys() {
    let expected = BTreeSet::from([
        "map",
        "mode",
        "group_modes",
        "settings",
        "push",
        "seed",
        "units",
        "walkers",
        "threads",
        "version",
        "arrived",
        "t50",
        "t95",
        "t100",
        "time_ratio",
        "path_ratio",
        "deepest_overlap",
        "overlaps",
        "contact_share",
        "no_way",
        "stuck",
        "stuck_longest",
        "effort",
        "mean_acceleration",
        "mean_turn_rate",
        "heading_flips",
        "lane_order",
        "order_parameter",
        "state_hash",
        "ticks",
        "tick_us",
    ]);
    let all = metrics(&["chicken", "--threads", "1"]);
    assert_eq!(keys(&all), expected);
    let cost = BTreeSet::from(["p50", "p99", "index", "perceive", "paths", "decide", "physics", "total"]);
    assert_eq!(keys(&all["tick_us"]), cost);
    assert_eq!(
        (&all["map"], &all["mode"], &all["units"]),
        (&"chicken".into(), &"cardioid".into(), &2.into())
    );
    assert_eq!(all["version"], sidestep_lab::VERSION);
    assert_eq!(all["arrived"], 1.0);
    assert_eq!(all["state_hash"].as_str().unwrap().len(), 16);
    // Keys without a value are present too.
    let none = metrics(&["chicken", "--avoid", "none", "--limit", "0.1"]);
    assert_eq!(keys(&none), expected);
    assert!(none["t50"].is_null(), "{none}");
    // The mode has no settings, and no mechanism is on.
    let off = MECHANISMS.iter().map(|mechanism| mechanism.switch().key);
    let schedule = schedule::SETTINGS.iter().map(|setting| setting.key);
    assert_eq!(keys(&none["settings"]), off.chain(schedule).collect());
}

#[test]
fn options_override_the_map() {
    let run = metrics(&[
        "crossing",
        "--units",
        "24",
        "--seed",
        "5",
        "--avoid",
        "raycast+cardioid",
        "--set",
        "cardioid.stage=2",
        "--push",
        "0.25",
        "--limit",
        "0.5",
    ]);
    assert_eq!(
        (run["units"].as_u64(), run["seed"].as_u64(), run["ticks"].as_u64()),
        (Some(24), Some(5), Some(30))
    );
    assert_eq!(
        (run["mode"].as_str(), run["settings"]["cardioid.stage"].as_f64()),
        (Some("raycast+cardioid"), Some(2.0))
    );
    assert_eq!(run["push"], 0.25);
    assert_eq!(metrics(&["crossing", "--units", "8", "--push", "off", "--limit", "0.1"])["push"], 0.0);
    assert!(metrics(&["chicken", "--push", "on", "--limit", "0.1"])["push"].as_f64() > Some(0.0));
}

#[test]
fn a_seed_gives_the_same_run_on_any_number_of_threads() {
    let run = |seed: &str, threads: &str| {
        let run =
            metrics(&["crossing", "--units", "40", "--limit", "2", "--seed", seed, "--threads", threads]);
        assert_eq!(run["threads"].to_string(), threads);
        run["state_hash"].clone()
    };
    assert_eq!(run("1", "1"), run("1", "2"));
    assert_ne!(run("1", "1"), run("2", "1"));
}

#[test]
fn json_before_the_map_means_the_map() {
    let folder = folder();
    let output = program(&folder).args(["run", "--limit", "0.1", "--json", "chicken"]).assert().code(0);
    assert_eq!(json(&output.get_output().stdout)["map"], "chicken");
    assert_eq!(files(folder.path()), Vec::<String>::new());
    // A map file after --json is the map, and is not overwritten.
    let map = program(&folder).args(["maps", "chicken"]).assert().code(0).get_output().stdout.clone();
    fs::write(folder.path().join("mine.toml"), &map).unwrap();
    let output = program(&folder).args(["run", "--limit", "0.1", "--json", "mine.toml"]).assert().code(0);
    assert_eq!(json(&output.get_output().stdout)["map"], "mine");
    let refused = program(&folder).args(["run", "mine.toml", "--csv", "mine.toml"]).assert().code(2);
    assert!(words(&refused.get_output().stderr).contains("refusing to overwrite the map mine.toml"));
    assert_eq!(fs::read(folder.path().join("mine.toml")).unwrap(), map);
}

#[test]
fn one_run_writes_every_output() {
    let folder = folder();
    program(&folder)
        .args(["run", "crossing", "--units", "24", "--limit", "1", "--size", "640x360"])
        .args([
            "--json", "run.json", "--png", "run.png", "--at", "0.5", "--gif", "run.gif", "--csv", "run.csv",
        ])
        .args(["--overlay", "force,trail"])
        .assert()
        .code(0)
        .stdout("")
        .stderr("");
    assert_eq!(files(folder.path()), ["run.csv", "run.gif", "run.json", "run.png"]);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert_eq!(json(&read("run.json"))["ticks"], 60);

    let csv = String::from_utf8(read("run.csv")).unwrap();
    assert_eq!(
        csv.lines().next(),
        Some("tick,time_s,unit,group,x_m,y_m,vx_m_per_s,vy_m_per_s,heading_rad,arrived")
    );
    // One row per unit at the start and after each tick.
    assert_eq!(csv.lines().count(), 1 + 24 * 61);

    let (width, height, pixels) = png(&folder.path().join("run.png"));
    assert_eq!((width, height), (640, 360));
    for group in &sidestep_lab::draw::theme::DARK.groups[..2] {
        let count = pixels.chunks(4).filter(|p| p[..3] == [group.r, group.g, group.b]).count();
        assert!(count > 50, "{count} pixels of {group:?}");
    }

    let mut decoder =
        gif::DecodeOptions::new().read_info(fs::File::open(folder.path().join("run.gif")).unwrap()).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (640, 360));
    let mut frames = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frames += 1;
    }
    assert!(frames >= 10, "{frames} frames");
}

fn png(path: &Path) -> (u32, u32, Vec<u8>) {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgba, png::BitDepth::Eight));
    (info.width, info.height, pixels)
}

#[test]
fn a_picture_shows_the_moment_of_at() {
    let folder = folder();
    let shot = |name: &str, arguments: &[&str]| {
        program(&folder)
            .args(["run", "chicken", "--size", "320x180", "--png", name])
            .args(arguments)
            .assert()
            .code(0);
        png(&folder.path().join(name)).2
    };
    let half = shot("a.png", &["--at", "0.5", "--limit", "1"]);
    assert_eq!(half, shot("b.png", &["--limit", "0.5"]), "a run that ends then shows the same");
    assert_ne!(
        half,
        shot("c.png", &["--at", "0.5", "--limit", "1", "--overlay", "cardioid", "--select", "1"])
    );
}

#[test]
fn exit_code_1_is_a_missed_expectation() {
    let folder = folder();
    let run = |limit: &str, share: &str| {
        program(&folder).args(["run", "chicken", "--limit", limit, "--expect-arrived", share]).assert()
    };
    run("20", "1").code(0);
    run("0.5", "0").code(0);
    let missed = run("0.5", "1").code(1);
    let message = words(&missed.get_output().stderr);
    assert!(
        message.contains("only 0.0 % of the units arrived; --expect-arrived asks for 100 %"),
        "{message}"
    );
    assert!(!missed.get_output().stdout.is_empty(), "the figures are printed nevertheless");
}

#[test]
fn bad_input_says_what_is_accepted() {
    refused(&["run", "chiken"], &["no file named 'chiken'", "did you mean 'chicken'?"]);
    refused(&["run", "xyzzy"], &["no file named 'xyzzy'", "sidestep maps"]);
    refused(&["check", "chiken"], &["did you mean 'chicken'?"]);
    refused(&["maps", "chiken"], &["did you mean 'chicken'?"]);
    refused(&["run", "chicken", "--avoid", "raycst"], &["'raycst'", "did you mean 'raycast'?"]);
    refused(&["run", "chicken", "--avoid", "telepathy"], &["'telepathy'", "raycast+cardioid"]);
    refused(&["run", "crossing", "--avoid", "west=raycst"], &["'raycst'", "did you mean 'raycast'?"]);
    refused(
        &["run", "crossing", "--avoid", "wets=orca"],
        &["there is no group named 'wets'", "did you mean 'west'?"],
    );
    refused(
        &["run", "chicken", "--set", "cardioid.stage=5"],
        &["cardioid.stage must be between 1 and 4, not 5"],
    );
    refused(&["run", "chicken", "--set", "orca.time_horizn=1"], &["did you mean 'orca.time_horizon'?"]);
    refused(
        &["run", "chicken", "--set", "orca.time_horizon=-1"],
        &["orca.time_horizon must be between", "not -1"],
    );
    refused(&["run", "chicken", "--set", "cardioid.stage=2.5"], &["a whole number between 1 and 4"]);
    refused(&["run", "chicken", "--set", "orca"], &["must be KEY=VALUE"]);
    refused(&["models", "orka"], &["did you mean 'orca'?"]);
    refused(&["run", "chicken", "--push", "onn"], &["'onn'", "must be on, off or a strength"]);
    refused(&["run", "chicken", "--push", "9"], &["'9'", "between 0 and 2"]);
    refused(&["run", "chicken", "--overlay", "forse"], &["'forse'", "did you mean 'force'?"]);
    refused(&["run", "chicken", "--select", "2"], &["no unit 2", "use a unit from 0 to 1"]);
    refused(&["run", "chicken", "--units", "3"], &["'chicken' has a fixed number of units"]);
    refused(&["run", "chicken", "--units", "0"], &["'0'"]);
    refused(&["run", "chicken", "--limit", "nan"], &["must be above 0"]);
    refused(&["run", "chicken", "--limit", "0"], &["must be above 0"]);
    refused(&["run", "chicken", "--threads", "-1"], &["'-1'"]);
    refused(&["run", "chicken", "--expect-arrived", "2"], &["must be a share between 0 and 1"]);
    refused(&["run", "chicken", "--size", "big"], &["'big'", "1280x720"]);
    refused(&["run", "chicken", "--size", "99999x5", "--png", "a.png"], &["99999", "between 1 and 16384"]);
    refused(&["run", "chicken", "--at", "3"], &["--png"]);
    refused(&["run", "chicken", "--headless", "--paused"], &["--paused", "cannot be used with"]);
    refused(&["rum"], &["'rum'", "'run'"]);
}

#[test]
fn outputs_that_cannot_be_written_are_reported_before_the_run() {
    for option in ["--json", "--png", "--gif", "--csv"] {
        // The run itself would take minutes.
        let run = ["run", "crossing", "--units", "4000", option];
        refused(&[&run[..], &["missing/out"]].concat(), &["cannot create missing/out", "the folder exists"]);
        refused(&[&run[..], &["."]].concat(), &["cannot create ."]);
    }
    let both =
        ["run", "chicken", "--csv", "a.csv", "--gif", "a.gif", "--png", "a.png", "--json", "missing/a.json"];
    refused(&both, &["cannot create missing/a.json"]);
    refused(&["run", "chicken", "--csv", "out", "--png", "out"], &["two outputs", "out"]);
}

#[test]
fn an_earlier_file_survives_a_run_that_is_refused() {
    let folder = folder();
    fs::write(folder.path().join("a.csv"), "mine").unwrap();
    program(&folder).args(["run", "chicken", "--csv", "a.csv", "--gif", "missing/a.gif"]).assert().code(2);
    assert_eq!(fs::read_to_string(folder.path().join("a.csv")).unwrap(), "mine");
    assert_eq!(files(folder.path()), ["a.csv"]);
}

const MAP: &str = r#"sidestep = 1
about = "one unit"
bounds = [[-5, -5], [5, 5]]
time_limit = 10

[[group]]
name = "a"
units = [{ position = [-3, 0] }]
goal = { point = [3, 0] }
"#;

#[test]
fn a_map_file_runs_and_its_errors_name_file_and_line() {
    let folder = folder();
    let path = folder.path().join("mine.toml");
    fs::write(&path, MAP).unwrap();
    program(&folder)
        .args(["check", "mine.toml"])
        .assert()
        .code(0)
        .stdout(predicate::str::contains("one unit"));
    program(&folder).args(["run", "mine.toml", "--headless", "--expect-arrived", "1"]).assert().code(0);
    let wrong = [
        ("goal = { point", "goal = { pont", "mine.toml:9:", "'point'"),
        ("time_limit = 10", "time_limit = \"long\"", "mine.toml:4:", "time_limit"),
        ("position = [-3, 0]", "position = [-30, 0]", "mine.toml:8:", "outside"),
        ("bounds = [[-5, -5], [5, 5]]", "bounds = [[-5, -5], [5, 5]", "mine.toml:", ""),
    ];
    for (right, mistake, place, hint) in wrong {
        fs::write(&path, MAP.replace(right, mistake)).unwrap();
        for command in ["check", "run"] {
            let output = program(&folder).args([command, "mine.toml"]).assert().code(2).get_output().clone();
            let message = words(&output.stderr);
            assert!(message.contains(place) && message.contains(hint), "{mistake}: {message}");
        }
    }
}

#[test]
fn maps_are_listed_printed_and_checked() {
    let folder = folder();
    let list = program(&folder).arg("maps").assert().code(0).get_output().stdout.clone();
    let list = String::from_utf8(list).unwrap();
    for map in sidestep_lab::scene::built_in_maps() {
        assert!(list.lines().any(|line| line.starts_with(map.name)), "{} is not listed", map.name);
        program(&folder).args(["maps", map.name]).assert().code(0).stdout(map.toml);
        program(&folder).args(["check", map.name]).assert().code(0);
    }
}

fn golden(name: &str) -> String {
    format!("{}/tests/golden/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_is_not_an_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_sidestep"))
        .args(["explain", &golden("cardioid.json")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn help_and_version() {
    let folder = folder();
    program(&folder).arg("--version").assert().code(0).stdout(predicate::str::starts_with("sidestep "));
    let help = program(&folder).args(["run", "--help"]).assert().code(0).get_output().stdout.clone();
    let help = words(&help);
    for option in
        ["--avoid", "--set", "--push", "--units", "--seed", "--threads", "--limit", "--json", "--png"]
    {
        assert!(help.contains(option), "{option} is not in the help");
    }
    for mode in sidestep::steering::avoidance::Mode::all() {
        assert!(help.contains(&mode.to_string()), "{mode} is not in the help");
    }
}
