//! The options that name an output file by its format: `--png FILE` and the like, one for each format.
//!
//! They are built from the table of formats rather than derived, so that a format needs no further option.

use crate::export::{FORMATS, JSON, OutputFormat};
use clap::{Arg, ArgMatches, Command, Error, FromArgMatches, value_parser};
use std::path::PathBuf;

/// The given files with their formats, in the order of [`FORMATS`].
#[derive(Debug, Default, Clone)]
pub(super) struct FormatOptions(pub Vec<(&'static OutputFormat, PathBuf)>);

impl FormatOptions {
    /// The file of a format, if one was given.
    pub(super) fn file_mut(&mut self, format: &OutputFormat) -> Option<&mut PathBuf> {
        self.0.iter_mut().find(|(given, _)| *given == format).map(|(_, file)| file)
    }
}

fn option(format: &'static OutputFormat) -> Arg {
    let arg = Arg::new(format.ending).long(format.ending).value_name("FILE");
    let arg = arg.value_parser(value_parser!(PathBuf)).help_heading("Output");
    // The metrics are for other programs, which read standard output.
    if *format == JSON {
        let help = format!("Print {}, or write it to FILE", format.meaning);
        return arg.num_args(0..=1).default_missing_value("-").help(help);
    }
    arg.help(format!("Write {}", format.meaning))
}

impl clap::Args for FormatOptions {
    fn augment_args(command: Command) -> Command {
        FORMATS.iter().fold(command, |command, format| command.arg(option(format)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for FormatOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let file = |format: &&'static OutputFormat| {
            Some((*format, matches.get_one::<PathBuf>(format.ending)?.clone()))
        };
        Ok(FormatOptions(FORMATS.iter().filter_map(file).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
