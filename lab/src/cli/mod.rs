//! The command line. Each command has two steps: its arguments are parsed into plain data (`Args`), then resolved into a plan
//! (`RunPlan` and the like).
//!
//! Exit codes are a contract: 0 done; 1 a run missed `--expect-arrived`, or a study lacks results or is worse than its baseline;
//! 2 bad input; 130 interrupted by Ctrl-C; 143 by SIGTERM.

mod behaviours;
mod changes;
mod command_line;
mod compare;
mod completions;
mod contender;
#[cfg(all(test, feature = "window"))]
mod docs_test;
mod dry_run;
mod explain;
mod format_options;
mod help;
mod interrupt;
mod man;
mod maps;
mod message;
mod models;
mod output;
mod output_files;
mod pair;
mod progress;
mod question;
mod recording;
mod report;
mod run;
mod run_args;
mod run_notes;
mod run_plan;
mod runtime_folder;
mod scale;
mod setting_options;
mod study;
mod table;
mod values;
mod versus;
#[cfg_attr(not(feature = "window"), path = "no_window.rs")]
mod window;

use clap::{FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use models::ModelName;
use output::Ending;
pub(crate) use output::note;
use run_args::RunArgs;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// Simulate crowds of RTS units and compare how they avoid each other
#[derive(Debug, Parser)]
#[command(name = "sidestep", version = crate::VERSION, max_term_width = 100, subcommand_value_name = "COMMAND", subcommand_help_heading = "Commands")]
struct Args {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Run a map in a window, or headless with figures and files
    Run(Box<RunArgs>),
    /// List the built-in maps, or print one
    Maps {
        /// Print this map as TOML: a starting point for your own map
        #[arg(value_parser = values::map(), hide_possible_values = true)]
        map: Option<String>,
    },
    /// Check a map file and summarise it
    Check {
        /// A map file, a start file (.txt, .starts) or the name of a built-in map
        #[arg(value_parser = values::map(), hide_possible_values = true)]
        map: String,
    },
    /// Compare modes over many runs and write a report
    Compare(Box<compare::CompareArgs>),
    /// Measure how a mode's cost and quality change with the crowd's size
    Scale(Box<scale::ScaleArgs>),
    /// Run a study step by step: on several machines, or from a script
    #[command(subcommand)]
    Study(Box<study::StudyCommand>),
    /// List the avoidance modes and mechanisms, or the settings of one
    Models {
        /// List the settings of this mode or mechanism with their defaults, ranges and units
        #[arg(value_parser = values::model(), hide_possible_values = true)]
        model: Option<ModelName>,
    },
    /// List the behaviours that plans combine, or the settings of one
    Behaviours {
        /// List this behaviour's settings with their defaults, ranges and units
        #[arg(value_parser = values::behaviour(), hide_possible_values = true)]
        behaviour: Option<String>,
    },
    /// Explain a model's decisions in saved situations, as JSON
    Explain {
        /// A JSON file with one situation or an array of them; - reads standard input
        file: PathBuf,
    },
    /// Print a completion script for a shell
    #[command(after_help = completions::INSTALL)]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page, or write one page per command
    Man {
        /// Write one page per command into this folder, such as sidestep-run.1
        folder: Option<PathBuf>,
    },
}

/// Parses arguments, the program's name first.
fn try_parse(arguments: Vec<OsString>) -> Result<Args, clap::Error> {
    let mut command = help::command();
    let mut matches = command.try_get_matches_from_mut(arguments)?;
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// Runs the command in this process's arguments and returns the exit code.
pub(crate) fn run_command() -> ExitCode {
    let command = message::parse(try_parse).command.unwrap_or(CliCommand::Run(Box::default()));
    let result = match command {
        CliCommand::Run(args) => run::run(*args),
        CliCommand::Maps { map } => maps::maps(map.as_deref()),
        CliCommand::Check { map } => maps::check(&map),
        CliCommand::Compare(args) => compare::compare(*args),
        CliCommand::Scale(args) => scale::scale(*args),
        CliCommand::Study(command) => study::study(*command),
        CliCommand::Models { model } => models::models(model),
        CliCommand::Behaviours { behaviour } => behaviours::behaviours(behaviour.as_deref()),
        CliCommand::Explain { file } => explain::explain(&file),
        CliCommand::Completions { shell } => completions::completions(shell),
        CliCommand::Man { folder } => man::man(folder.as_deref()),
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
