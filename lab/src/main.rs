//! The `sidestep` program. [`sidestep_lab::app`] implements it.

use std::process::ExitCode;

fn main() -> ExitCode {
    sidestep_lab::app::main()
}
