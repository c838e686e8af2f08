//! The `sidestep` program. [`sidestep::app`] implements it.

use std::process::ExitCode;

fn main() -> ExitCode {
    sidestep::app::main()
}
