//! Error messages for a terminal. Control characters in quoted names, map text and arguments are escaped.

use crate::text::escaped;
use miette::{Diagnostic, MietteHandlerOpts, ReportHandler};
use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;

/// Renders a report: with the terminal's colours, or without colours if something had to be escaped.
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

/// Parses this process's arguments. On bad arguments, `--help` and `--version`, prints the message and exits.
pub(super) fn parse<T>(try_parse: impl Fn(Vec<OsString>) -> Result<T, clap::Error>) -> T {
    let typed: Vec<OsString> = std::env::args_os().collect();
    try_parse(typed.clone()).unwrap_or_else(|error| escaped_error(typed, error, try_parse).exit())
}

/// The error that the escaped arguments give, so that the message contains no control characters.
fn escaped_error<T>(
    typed: Vec<OsString>,
    error: clap::Error,
    try_parse: impl Fn(Vec<OsString>) -> Result<T, clap::Error>,
) -> clap::Error {
    let shown: Vec<OsString> = typed.iter().map(escaped_argument).collect();
    if typed == shown {
        return error;
    }
    try_parse(shown).err().unwrap_or_else(|| clap::Error::new(error.kind()))
}

fn escaped_argument(argument: &OsString) -> OsString {
    match argument.to_str().map(escaped) {
        Some(Cow::Borrowed(_)) => argument.clone(),
        Some(Cow::Owned(shown)) => shown.into(),
        // Bytes that are not UTF-8 may contain control sequences too.
        None => escaped(&argument.to_string_lossy()).into_owned().into(),
    }
}
