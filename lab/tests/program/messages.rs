//! Messages: errors that name what is accepted, singular and plural, and escaped control characters.

use super::{MAP, files, folder, json, program, refused, words};
use std::fs;
use std::process::Output;

/// The output of a command that succeeds.
fn printed(arguments: &[&str]) -> Output {
    let folder = folder();
    program(&folder).args(arguments).assert().code(0).get_output().clone()
}

fn table(arguments: &[&str]) -> String {
    words(&printed(arguments).stdout)
}

#[test]
fn negative_numbers_get_the_accepted_range() {
    for (option, message) in [
        ("--units", "must be a whole number of at least 1"),
        ("--seed", "must be a whole number between 0 and 18446744073709551615"),
        ("--threads", "must be a whole number between 0 and 256"),
        ("--limit", "must be above 0 and at most 100000 s"),
        ("--push", "the push must be on, off or a strength between 0 and 2, not '-5'"),
        ("--expect-arrived", "must be a share between 0 and 1"),
        ("--select", "must be a unit number"),
    ] {
        refused(&["run", "chicken", option, "-5"], &["'-5'", message]);
    }
    refused(&["run", "chicken", "--png", "a.png", "--at", "-5"], &["must be a time between 0 and 100000 s"]);
    for command in ["compare", "scale"] {
        refused(&[command, "--units", "-5"], &["'-5'", "must be a whole number of at least 1"]);
        refused(&[command, "--limit", "-5"], &["must be above 0 and at most"]);
        refused(&[command, "--threads", "-5"], &["must be a whole number between 0 and 256"]);
    }
    refused(&["scale", "--seed", "-5"], &["must be a whole number between 0 and"]);
}

#[test]
fn a_number_of_units_may_have_an_exponent_and_has_a_limit() {
    let whole = table(&["run", "crossing", "--units", "1e1", "--headless", "--limit", "0.1"]);
    assert!(whole.contains("crossing, 10 units"), "{whole}");
    for command in ["run", "compare", "scale"] {
        for many in ["1e9", "100001", "1e300", "99999999999999999999"] {
            let message = format!("invalid value '{many}' for");
            refused(&[command, "--units", many], &[&message, "too many units: at most 100000 are accepted"]);
        }
        for wrong in ["1.5", "1e-3", "many", "inf", "nan", "0"] {
            refused(
                &[command, "--units", wrong],
                &["must be a whole number of at least 1 and at most 100000"],
            );
        }
    }
}

#[test]
fn several_pushes_are_said_to_multiply_the_runs_before_they_start() {
    let notes = |push: &[&str]| {
        let folder = folder();
        let study =
            ["compare", "--maps", "chicken", "--modes", "none,raycast", "--seeds", "3", "--limit", "0.1"];
        words(&program(&folder).args(study).args(push).assert().code(0).get_output().stderr)
    };
    assert_eq!(notes(&[]), "12 runs: push off and 0.8 make twice as many as one push alone (6)");
    assert_eq!(
        notes(&["--push", "off,0.5,1"]),
        "18 runs: push off, 0.5 and 1 make 3 times as many as one push alone (6)"
    );
    assert_eq!(notes(&["--push", "on"]), "");
}

#[test]
fn a_missing_file_is_called_a_file() {
    refused(&["run", "missing.toml"], &["there is no file 'missing.toml'", "give the path of a map file"]);
    refused(&["check", "maps/mine"], &["there is no file 'maps/mine'"]);
    refused(&["run", "starts.txt"], &["there is no file 'starts.txt'"]);
    refused(&["run", "crossing.toml"], &["no file 'crossing.toml'", "the built-in map 'crossing'?"]);
}

#[test]
fn an_unknown_setting_gets_a_few_near_names() {
    let folder = folder();
    let message = |setting: &str| {
        let output = program(&folder).args(["run", "chicken", "--set", setting]).assert().code(2);
        words(&output.get_output().stderr)
    };
    let text = message("foo=1");
    assert!(text.contains("did you mean one of ") && text.contains("`sidestep models MODEL`"), "{text}");
    let near = text.split("one of ").nth(1).and_then(|rest| rest.split('?').next()).unwrap_or_default();
    assert_eq!(near.split(", ").filter(|name| name.contains('.')).count(), 3, "{text}");
    assert!(message("time_horizon=1").contains("orca.time_horizon"));
    assert!(message("orca.foo=1").contains("use one of: orca."), "{}", message("orca.foo=1"));
}

#[test]
fn a_moment_after_the_end_is_refused_or_noted() {
    refused(
        &["run", "chicken", "--png", "a.png", "--at", "3", "--limit", "2"],
        &["--at 3 is after the end of the run at 2 s", "from 0 to 2 s"],
    );
    refused(&["run", "crossing", "--png", "a.png", "--at", "99999"], &["is after the end of the run"]);
    let folder = folder();
    let run = ["run", "chicken", "--png", "a.png", "--size", "64x36", "--limit", "20", "--at"];
    let notes = |at: &str| {
        let output = program(&folder).args(run).arg(at).assert().code(0).get_output().clone();
        words(&output.stderr)
    };
    assert!(notes("20").contains("before --at 20: the picture shows its end"), "{}", notes("20"));
    assert_eq!(notes("0.5"), "");
    assert_eq!(files(folder.path()), ["a.png"]);
}

#[test]
fn a_run_that_times_out_says_when() {
    let cut = table(&["run", "chicken", "--headless", "--limit", "1"]);
    assert!(cut.contains("all arrived timed out at 1 s"), "{cut}");
    assert!(!cut.contains("never"), "{cut}");
    let pair = table(&["compare", "--pair", "none", "raycast", "--map", "chicken", "--limit", "1"]);
    assert!(
        pair.contains("all arrived timed out at 1 s timed out at 1 s") && !pair.contains("never"),
        "{pair}"
    );
}

#[test]
fn plans_are_listed_in_place_of_modes() {
    let patrol = table(&["run", "patrol", "--headless", "--limit", "0.1"]);
    assert!(patrol.contains("plans move all units: plain (blending), predictive (blending)"), "{patrol}");
    assert!(!patrol.contains("raycast"), "no mode moves a unit here: {patrol}");
    assert!(patrol.contains("arrived – (no unit has a goal)") && !patrol.contains("all arrived"), "{patrol}");
    let ends = table(&["run", "dead-end", "--headless", "--limit", "0.1"]);
    assert!(ends.contains("plans move all units: blending, priority, arbitration, pipeline"), "{ends}");
    let none = table(&["run", "chicken", "--headless", "--limit", "0.1"]);
    assert!(!none.contains("plans"), "{none}");
}

#[test]
fn one_unit_is_singular() {
    let folder = folder();
    fs::write(folder.path().join("one.toml"), MAP).unwrap();
    let output = program(&folder).args(["run", "one.toml", "--headless", "--threads", "1"]).assert().code(0);
    let text = words(&output.get_output().stdout);
    assert!(text.contains("one, 1 unit, seed") && text.contains(", 1 thread"), "{text}");
    assert!(text.contains("stuck 0 units"), "{text}");
    refused(&["run", "crossing", "--units", "1"], &["this map needs at least 2 units, not 1"]);
    refused(&["run", "chicken", "--select", "9"], &["use a unit from 0 to 1"]);
    let output = program(&folder).args(["run", "one.toml", "--headless", "--select", "9"]).assert().code(2);
    assert!(words(&output.get_output().stderr).contains("the only unit is 0"));
}

#[test]
fn the_mode_none_reads_as_no_avoidance_in_a_sentence() {
    let output = printed(&[
        "run",
        "chicken",
        "--avoid",
        "none",
        "--set",
        "lanes.trust=1",
        "--headless",
        "--limit",
        "0.1",
    ]);
    let text = words(&output.stderr);
    assert!(text.contains("lanes.trust has no effect with no avoidance, which has no settings"), "{text}");
}

#[test]
fn another_question_gets_another_folder() {
    let folder = folder();
    let compare = |modes: &str| {
        program(&folder)
            .args([
                "compare", "--maps", "chicken", "--modes", modes, "--push", "off", "--seeds", "2", "--limit",
                "2",
            ])
            .assert()
            .code(0)
            .get_output()
            .clone()
    };
    let first = compare("none");
    assert_eq!(words(&first.stderr), "");
    let second = compare("raycast");
    assert!(words(&second.stderr).contains("this one is in compare-report-2"), "{second:?}");
    assert!(words(&second.stdout).contains("compare-report-2/report.html"), "{second:?}");
    // Each study resumes in its own folder.
    compare("none");
    compare("raycast");
    assert_eq!(files(folder.path()), ["compare-report", "compare-report-2"]);
    let named = ["compare", "--maps", "chicken", "--modes", "orca", "--seeds", "1", "-o", "compare-report"];
    let refused = program(&folder).args(named).assert().code(2).get_output().clone();
    assert!(words(&refused.stderr).contains("already contains another study"), "{refused:?}");
}

/// Control characters of all kinds, escaped for TOML.
const HARMFUL: &str = r"a\u001b[31m\u0007b\rc\u009b2J\u202edc\u2066";
const SHOWN: &str = r"a\u001b[31m\u0007b\u000dc\u009b2J\u202edc\u2066";

/// Asserts that a terminal would act on no byte of the output.
fn harmless(output: &Output) {
    for bytes in [&output.stdout, &output.stderr] {
        let text = String::from_utf8(bytes.clone()).unwrap();
        let found =
            text.chars().find(|c| (c.is_control() && *c != '\n') || ('\u{2028}'..='\u{2069}').contains(c));
        assert_eq!(found, None, "in {text:?}");
    }
}

#[test]
fn names_in_a_map_are_escaped() {
    let folder = folder();
    let map = MAP
        .replace("about = \"one unit\"", &format!("about = \"{HARMFUL}\"\nsource = \"{HARMFUL}\""))
        .replace("name = \"a\"", &format!("name = \"{HARMFUL}\""));
    let name = "m\u{1b}]0;t\u{7}.toml";
    fs::write(folder.path().join(name), &map).unwrap();
    let run = |arguments: &[&str], code: i32| {
        let output = program(&folder).args(arguments).assert().code(code).get_output().clone();
        harmless(&output);
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let check = run(&["check", name], 0);
    assert_eq!(check.matches(SHOWN).count(), 3, "about, source and the group: {check}");
    assert!(check.contains(r"m\u001b]0;t\u0007"), "{check}");
    assert!(run(&["run", name, "--headless"], 0).contains(r"m\u001b]0;t\u0007"));
    run(&["run", name, "--avoid", &format!("{HARMFUL}=none"), "--headless"], 2);
    run(&["compare", "--pair", "none", "raycast", "--map", name], 0);
    run(
        &["compare", "--maps", name, "--modes", "none,raycast", "--push", "off", "--seeds", "2", "-o", "out"],
        0,
    );
    let report = fs::read_to_string(folder.path().join("out/report.md")).unwrap();
    assert!(report.contains(r"m\u001b]0;t") && !report.contains(['\u{1b}', '\u{7}']), "{report}");
    // The JSON has the same name, escaped.
    let metrics = program(&folder).args(["run", name, "--json"]).assert().code(0).get_output().clone();
    harmless(&metrics);
    assert_eq!(json(&metrics.stdout)["map"], "m\u{1b}]0;t\u{7}");
}

#[test]
fn errors_escape_control_characters() {
    let folder = folder();
    let raw = "\u{1b}[31m\u{9b}2J\u{202e}x";
    fs::write(
        folder.path().join("mine.toml"),
        MAP.replace("goal = { point", &format!("# {raw}\r\ngoal = {{ pont")),
    )
    .unwrap();
    let run = |arguments: &[&str]| {
        let output = program(&folder).args(arguments).assert().code(2).get_output().clone();
        harmless(&output);
        String::from_utf8(output.stderr).unwrap()
    };
    let snippet = run(&["check", "mine.toml"]);
    assert!(snippet.contains(r"# \u001b[31m\u009b2J\u202ex"), "{snippet}");
    assert!(snippet.contains("mine.toml:9:3"), "{snippet}");
    fs::write(folder.path().join("mine.toml"), format!("{MAP}\n\"{}\" = 1\n", HARMFUL)).unwrap();
    assert!(run(&["check", "mine.toml"]).contains("unknown key"));
    let file = format!("{raw}.toml");
    assert!(run(&["run", &file]).contains(r"\u001b[31m\u009b2J\u202ex.toml"));
    for arguments in [
        ["run", "chicken", "--units", raw],
        ["run", "chicken", "--avoid", raw],
        ["run", "chicken", "--csv", &format!("{raw}/a.csv")],
        ["run", "chicken", "--set", raw],
        ["study", "run", "--index", raw],
    ] {
        let message = run(&arguments);
        assert!(message.contains(r"\u001b[31m\u009b2J\u202ex"), "{arguments:?}: {message}");
    }
    run(&[raw]);
    run(&["run", &format!("--{raw}")]);
    run(&["explain", &file]);
    run(&["study", "run", &file]);
    run(&["study", "merge", &file]);
    run(&["study", "report", &file]);
}
