//! The command line, in two steps: what was typed (`Args`, plain data), then what it means (`RunPlan` and the like).
//!
//! Exit codes are a contract: 0 done, 1 a run did not meet `--expect-arrived` or a study's results are missing, 2 bad input,
//! 130 interrupted by Ctrl-C, 143 by SIGTERM.

mod behaviours;
mod command_line;
mod compare;
mod explain;
mod interrupt;
mod maps;
mod message;
mod models;
mod output;
mod output_files;
mod pair;
mod progress;
mod question;
mod report;
mod run;
mod run_args;
mod run_plan;
mod scale;
mod study;
mod table;
mod values;
#[cfg_attr(not(feature = "viewer"), path = "no_window.rs")]
mod window;

use crate::steering::avoidance::Mode;
use clap::{Parser, Subcommand};
use output::Ending;
use run_args::RunArgs;
use std::path::PathBuf;
use std::process::ExitCode;

/// A physics-based RTS crowd laboratory: groups of rigid bodies walk through each other, and you choose how they avoid.
///
/// Without a command it runs the map `crossing`, in a window where there is one to be had.
#[derive(Debug, Parser)]
#[command(name = "sidestep", version = crate::VERSION, max_term_width = 100)]
struct Args {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Run a map: in a window, or headless with numbers, pictures and trajectories
    Run(Box<RunArgs>),
    /// List the built-in maps, or print one to begin a map of your own from
    Maps {
        /// Print this map's TOML instead
        map: Option<String>,
    },
    /// Check a map file and summarise what is in it
    Check {
        /// A map file, a start file (.txt, .starts), or a built-in map's name
        map: String,
    },
    /// List the avoidance models, or one's settings with their units, defaults and ranges
    Models {
        /// Only this one, with its settings
        model: Option<Mode>,
    },
    /// List the steering behaviours that a map's plans combine, or one's settings
    Behaviours {
        /// Only this one, with its settings
        behaviour: Option<String>,
    },
    /// Say what a model decides in situations from a file, and why; one JSON object a line
    Explain {
        /// A JSON file of one case or an array of them; - for standard input
        file: PathBuf,
    },
    /// Compare modes: many runs, their results and a report in one folder. With nothing else said, the main modes with and
    /// without push on the crossing maps, over 8 seeds
    Compare(Box<compare::CompareArgs>),
    /// The steps of a study, one by one: on several machines, or with scripts of your own
    #[command(subcommand)]
    Study(study::StudyCommand),
    /// Measure what a mode costs by stage, and what it is worth, from few units to many
    Scale(Box<scale::ScaleArgs>),
}

/// Runs the command that was typed and returns the exit code.
pub(crate) fn run_command() -> ExitCode {
    let command = message::parse::<Args>().command.unwrap_or(CliCommand::Run(Box::default()));
    let result = match command {
        CliCommand::Run(args) => run::run(*args),
        CliCommand::Maps { map } => maps::maps(map.as_deref()),
        CliCommand::Models { model } => models::models(model),
        CliCommand::Behaviours { behaviour } => behaviours::behaviours(behaviour.as_deref()),
        CliCommand::Check { map } => maps::check(&map),
        CliCommand::Explain { file } => explain::explain(&file),
        CliCommand::Compare(args) => compare::compare(*args),
        CliCommand::Study(command) => study::study(command),
        CliCommand::Scale(args) => scale::scale(*args),
    };
    match result {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::NotMet) => ExitCode::from(1),
        Err(report) => {
            eprintln!("{}", message::rendered(&report));
            ExitCode::from(2)
        }
    }
}
