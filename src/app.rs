//! The whole program as a function, for programs that add avoidance models of their own.
//!
//! ```no_run
//! use sidestep::steering::Unit;
//! use sidestep::steering::avoidance::{Around, Avoidance, Choice, Model};
//! use sidestep::steering::reasons::Reasons;
//! use std::process::ExitCode;
//!
//! /// Walks straight to its goal, at half its speed.
//! struct Patient;
//!
//! impl Avoidance for Patient {
//!     fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
//!         0.0
//!     }
//!
//!     fn choose(&self, unit: &Unit, _around: &Around<'_>, _why: Option<&mut Reasons>) -> Choice {
//!         Choice { velocity: unit.preferred * 0.5, ..Choice::default() }
//!     }
//! }
//!
//! static PATIENT: Model = Model::new("patient", "walks at half its speed", &[], |_settings| Box::new(Patient));
//!
//! fn main() -> ExitCode {
//!     sidestep::app::main_with(&[&PATIENT])
//! }
//! ```

use crate::steering::avoidance::{self, Model};
use crate::{cli, program};
use std::process::ExitCode;

/// Runs the program `sidestep` with the arguments of this process, and returns its exit code: 0 when done, 1 when a run misses
/// `--expect-arrived` or results of a study are missing, 2 on bad input. An interrupt ends the process itself, with 130 or 143.
pub fn main() -> ExitCode {
    cli::run_command()
}

/// As [`main`], with models of your own after the built-in ones. Maps, `run`, `compare`, `scale`, the window, `models` and
/// `explain` accept them by name. To be called once, first thing in a program.
///
/// Results of studies are stored under a version that includes a hash of this executable: after a change of a model, a study
/// that was planned before is refused rather than mixed with the new results.
///
/// Prints why and returns 2 where [`avoidance::register`] refuses a model.
pub fn main_with(models: &[&'static Model]) -> ExitCode {
    if let Err(error) = avoidance::register(models) {
        eprintln!("cannot register the models of this program: {error}");
        return ExitCode::from(2);
    }
    if !models.is_empty() {
        program::set_name(std::env::args_os().next().unwrap_or_default());
    }
    cli::run_command()
}
