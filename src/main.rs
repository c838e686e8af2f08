//! The `sidestep` program: parse, run, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    sidestep::cli::main()
}
