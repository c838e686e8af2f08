//! Parses the command line and runs its command.

use super::args::{Args, Command};
use super::output::Ending;
use super::{
    behaviours, compare, completions, explain, help, man, maps, message, models, replay, run, scale, study,
};
use clap::FromArgMatches;
use std::ffi::OsString;
use std::process::ExitCode;

/// Parses arguments, the program's name first.
pub(super) fn try_parse(arguments: Vec<OsString>) -> Result<Args, clap::Error> {
    let mut command = help::command();
    let mut matches = command.try_get_matches_from_mut(arguments)?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// Runs the command in this process's arguments and returns the exit code.
pub(crate) fn run_command() -> ExitCode {
    let command = message::parse(try_parse).command.unwrap_or(Command::Run(Box::default()));
    let result = match command {
        Command::Run(args) => run::run(*args),
        Command::Replay(args) => replay::replay(*args),
        Command::Maps { map } => maps::maps(map.as_deref()),
        Command::Check { map } => maps::check(&map),
        Command::Compare(args) => compare::compare(*args),
        Command::Scale(args) => scale::scale(*args),
        Command::Study(command) => study::study(*command),
        Command::Models { model } => models::models(model),
        Command::Behaviours { behaviour } => behaviours::behaviours(behaviour.as_deref()),
        Command::Explain(args) => explain::explain(&args),
        Command::Completions { shell } => completions::completions(shell),
        Command::Man { folder } => man::man(folder.as_deref()),
    };
    match result {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::NotMet) => ExitCode::from(1),
        Err(report) => {
            message::print_error(&report);
            ExitCode::from(2)
        }
    }
}
