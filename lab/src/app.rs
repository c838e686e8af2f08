//! The whole program as a function, for programs that add their own avoidance models.
//!
//! ```no_run
//! use sidestep::steering::Unit;
//! use sidestep::steering::avoidance::{Avoidance, Choice, Model, Surroundings};
//! use sidestep::steering::reasons::Reasons;
//! use std::process::ExitCode;
//!
//! /// Walks straight to its goal, at half its speed.
//! #[derive(Clone)]
//! struct Patient;
//!
//! impl Avoidance for Patient {
//!     fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
//!         0.0
//!     }
//!
//!     fn choose(&self, unit: &Unit, _around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
//!         Choice::from_velocity(unit.preferred * 0.5)
//!     }
//! }
//!
//! static PATIENT: Model = Model::new("patient", "walks at half its speed", &[], |_settings| Box::new(Patient));
//!
//! fn main() -> ExitCode {
//!     sidestep_lab::app::main_with(&[&PATIENT])
//! }
//! ```

use crate::{cli, program};
use sidestep::steering::avoidance::{self, Model};
use std::process::ExitCode;

/// Runs the program `sidestep` with this process's arguments, and returns its exit code.
///
/// The code is 0 on success, 1 if a run misses `--expect-arrived`, or a study lacks results or is worse than its baseline, and 2 on
/// bad input. An interrupt ends the process with 130 or 143.
pub fn main() -> ExitCode {
    cli::run_command()
}

/// Runs the program like [`main`], with your own models after the built-in ones. Call it once, at the start of a program.
///
/// Maps, `run`, `compare`, `scale`, the window, `models` and `explain` accept the models by name.
///
/// Studies store results under a version that includes a hash of this executable. After a change to a model, earlier studies are
/// refused, so that old and new results do not mix.
///
/// If [`avoidance::register`] refuses a model, prints why and returns 2.
pub fn main_with(models: &[&'static Model]) -> ExitCode {
    if let Err(error) = avoidance::register(models) {
        cli::note(&format!("cannot register the models of this program: {error}"));
        return ExitCode::from(2);
    }
    if !models.is_empty() {
        program::set_name(std::env::args_os().next().unwrap_or_default());
    }
    cli::run_command()
}
