//! Error messages as a terminal shows them: whatever they quote (names, a map's text, arguments) is spelled out where it could act
//! on the terminal.

use crate::text::escaped;
use clap::Parser;
use miette::{Diagnostic, MietteHandlerOpts, ReportHandler};
use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;

/// A report as text: in colour where the terminal has it, and plain where something had to be spelled out.
pub(super) fn rendered(report: &miette::Report) -> String {
    let plain = Plain(report.as_ref()).to_string();
    match escaped(&plain) {
        Cow::Borrowed(_) => format!("{report:?}"),
        Cow::Owned(shown) => shown,
    }
}

/// A diagnostic without colours and links.
struct Plain<'a>(&'a dyn Diagnostic);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        MietteHandlerOpts::new().color(false).terminal_links(false).build().debug(self.0, f)
    }
}

/// What was typed; ends the program with a message where it is wrong.
pub(super) fn parse<T: Parser>() -> T {
    T::try_parse().unwrap_or_else(|error| escaped_error::<T>(error).exit())
}

/// The error as it would be had the arguments been typed spelled out.
fn escaped_error<T: Parser>(error: clap::Error) -> clap::Error {
    let typed: Vec<OsString> = std::env::args_os().collect();
    let shown: Vec<OsString> = typed.iter().map(escaped_argument).collect();
    if typed == shown {
        return error;
    }
    T::try_parse_from(shown).err().unwrap_or_else(|| clap::Error::new(error.kind()))
}

fn escaped_argument(argument: &OsString) -> OsString {
    match argument.to_str().map(escaped) {
        Some(Cow::Borrowed(_)) => argument.clone(),
        Some(Cow::Owned(shown)) => shown.into(),
        // Bytes that are no text may act on a terminal, too.
        None => escaped(&argument.to_string_lossy()).into_owned().into(),
    }
}
