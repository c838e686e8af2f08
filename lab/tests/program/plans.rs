//! Plans on the command line: `sidestep behaviours`, `check` and `run --steering`.

use assert_cmd::Command;
use serde_json::Value;
use sidestep::steering::behaviours::BEHAVIOURS;

/// The program's standard output, standard error and exit code.
fn program(arguments: &[&str]) -> (String, String, Option<i32>) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sidestep"));
    let output = program.env("NO_COLOR", "1").env("COLUMNS", "80").args(arguments).output().unwrap();
    let words =
        |bytes: &[u8]| String::from_utf8_lossy(bytes).split_whitespace().collect::<Vec<_>>().join(" ");
    (String::from_utf8(output.stdout.clone()).unwrap(), words(&output.stderr), output.status.code())
}

fn arrived(arguments: &[&str]) -> f64 {
    let (text, ..) = program(&[&["run", "dead-end", "--limit", "10", "--json"], arguments].concat());
    serde_json::from_str::<Value>(&text).unwrap()["arrived"].as_f64().unwrap()
}

#[test]
fn behaviours_are_listed_with_their_settings() {
    let (list, ..) = program(&["behaviours"]);
    for kind in BEHAVIOURS {
        assert!(list.lines().any(|line| line.starts_with(kind.name)), "{} is not listed", kind.name);
        let (one, ..) = program(&["behaviours", kind.name]);
        assert!(kind.settings.iter().all(|setting| one.contains(setting.key)), "{one}");
    }
    let (_, complaint, code) = program(&["behaviours", "persue"]);
    assert!(complaint.contains("did you mean 'pursue'?") && code == Some(2), "{complaint}");
}

#[test]
fn steering_selects_another_plan() {
    assert!(program(&["check", "dead-end"]).0.contains("goal: point, steering: arbitration (arbitration)"));
    assert_eq!(arrived(&[]), 0.25);
    assert_eq!(arrived(&["--steering", "pipeline"]), 1.0);
    assert_eq!(arrived(&["--steering", "blending=way"]), 0.5);
    let (_, complaint, code) = program(&["run", "dead-end", "--headless", "--steering", "pipelin"]);
    assert!(
        complaint.contains("did you mean 'pipeline'? the map's plans are: blending") && code == Some(2),
        "{complaint}"
    );
}
