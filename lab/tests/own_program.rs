//! A program with its own model, using `sidestep_lab::app::main_with`. There is no test harness: with the variable
//! `SIDESTEP_TEST_AS_PROGRAM` set, this executable is that program, and the tests start it.

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use sidestep::settings::Setting;
use sidestep::steering::Unit;
use sidestep::steering::avoidance::{Avoidance, Choice, Model, Surroundings};
use sidestep::steering::reasons::Reasons;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const AS_PROGRAM: &str = "SIDESTEP_TEST_AS_PROGRAM";

/// Walks straight to its goal, at a share of its speed.
#[derive(Clone)]
struct Patient(f32);

const SHARE: Setting = Setting::number("patient.share", 0.5, (0.1, 1.0), "", "share of the preferred speed");

static PATIENT: Model =
    Model::new("patient", "walks slowly", &[SHARE], |s| Box::new(Patient(s.number(&SHARE))));

impl Avoidance for Patient {
    fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
        0.0
    }

    fn choose(&self, unit: &Unit, _around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
        Choice::from_velocity(unit.preferred * self.0)
    }
}

fn main() -> ExitCode {
    match std::env::var(AS_PROGRAM).as_deref() {
        Ok("refused") => sidestep_lab::app::main_with(&[&PATIENT, &PATIENT]),
        Ok(_) => sidestep_lab::app::main_with(&[&PATIENT]),
        Err(_) => {
            every_command_knows_the_model();
            a_refused_model_is_reported();
            a_study_belongs_to_the_executable();
            println!("ok");
            ExitCode::SUCCESS
        }
    }
}

fn this() -> PathBuf {
    std::env::current_exe().unwrap()
}

fn program(executable: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(executable);
    command.env(AS_PROGRAM, "1").args(arguments);
    command
}

fn every_command_knows_the_model() {
    program(&this(), &["models"]).assert().success().stdout(contains("walks slowly"));
    program(&this(), &["models", "patient"]).assert().success().stdout(contains("patient.share"));
    program(&this(), &["run", "--help"]).assert().success().stdout(contains("patient"));
    let run =
        ["run", "circle", "--units", "6", "--avoid", "patient", "--set", "patient.share=0.4", "--limit", "2"];
    program(&this(), &[&run[..], &["--headless", "--json"]].concat())
        .assert()
        .success()
        .stdout(contains(r#""mode":"patient""#).or(contains(r#""mode": "patient""#)));
}

fn a_refused_model_is_reported() {
    let mut command = program(&this(), &["models"]);
    let refused = command.env(AS_PROGRAM, "refused").assert().code(2);
    refused.stderr(contains("cannot register the models of this program: two models are named 'patient'"));
}

/// Results are stored under a hash of the executable, and the commands in the report start this program.
fn a_study_belongs_to_the_executable() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("study").display().to_string();
    let compare = [
        "compare",
        "--maps",
        "circle",
        "--units",
        "4",
        "--modes",
        "none,patient",
        "--seeds",
        "2",
        "--limit",
        "2",
    ];
    let compare = [&compare[..], &["--threads", "1", "-o", &out]].concat();
    program(&this(), &compare).assert().success();
    let manifest = fs::read_to_string(folder.path().join("study/manifest.jsonl")).unwrap();
    let planned = format!("\"version\":\"{}.", sidestep_lab::VERSION);
    assert!(manifest.lines().all(|line| line.contains(&planned)), "{manifest}");
    let report = fs::read_to_string(folder.path().join("study/report.md")).unwrap();
    let own = this().display().to_string();
    assert!(report.contains(&format!("{own} compare ")), "{report}");

    // The same executable keeps the results. Another executable is refused.
    program(&this(), &["study", "run", &out]).assert().success().stdout(contains("0 runs done, 8 kept"));
    let other = folder.path().join("other");
    fs::copy(this(), &other).unwrap();
    fs::OpenOptions::new()
        .append(true)
        .open(&other)
        .and_then(|mut file| std::io::Write::write_all(&mut file, b"\n"))
        .unwrap();
    let refused = program(&other, &["study", "run", &out]).assert().code(2);
    refused.stderr(contains("the study was planned by version"));
}
