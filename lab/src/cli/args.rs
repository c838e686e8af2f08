//! The commands and their arguments.

use super::compare::CompareArgs;
use super::explain::ExplainArgs;
use super::install::INSTALL;
use super::models::ModelName;
use super::replay::ReplayArgs;
use super::run_args::RunArgs;
use super::scale::ScaleArgs;
use super::study::StudyCommand;
use super::values;
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use std::path::PathBuf;

/// Simulate crowds of RTS units and compare how they avoid each other
#[derive(Debug, Parser)]
#[command(name = "sidestep", version = crate::VERSION, max_term_width = 100, subcommand_value_name = "COMMAND", subcommand_help_heading = "Commands")]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run a map in a window, or headless with figures and files
    Run(Box<RunArgs>),
    /// Play a recording again, or verify that it still comes out the same
    Replay(Box<ReplayArgs>),
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
    Compare(Box<CompareArgs>),
    /// Measure how a mode's cost and quality change with the crowd's size
    Scale(Box<ScaleArgs>),
    /// Run a study step by step: on several machines, or from a script
    #[command(subcommand)]
    Study(Box<StudyCommand>),
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
    /// Explain what a recorded unit does, or a model's decisions in situations
    Explain(ExplainArgs),
    /// Print a completion script for a shell
    #[command(after_help = INSTALL)]
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
