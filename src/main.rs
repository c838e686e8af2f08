//! The `sidestep` program: [`sidestep::app`] is all of it.

use std::process::ExitCode;

fn main() -> ExitCode {
    sidestep::app::main()
}
