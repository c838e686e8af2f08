//! Error messages for a terminal. Control characters in quoted names, map text and arguments are escaped.

use super::output::printed;
use crate::text::escaped;
use miette::{Diagnostic, MietteHandler, MietteHandlerOpts, ReportHandler};
use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use textwrap::{WordSeparator, WordSplitter};

/// Renders a report: with the terminal's colours, or without colours if something had to be escaped.
pub(super) fn rendered(report: &miette::Report) -> String {
    let shown = |options: MietteHandlerOpts| {
        Shown { diagnostic: report.as_ref(), handler: options.build() }.to_string()
    };
    match escaped(&shown(options().color(false).terminal_links(false))) {
        Cow::Borrowed(_) => shown(options()),
        Cow::Owned(shown) => shown,
    }
}

/// Prints the message of an error to standard error, ignoring write errors: the exit code says the same.
pub(super) fn print_error(report: &miette::Report) {
    let _ = writeln!(io::stderr().lock(), "{}", rendered(report));
}

/// Lines break at spaces only, so that a path can be copied.
fn options() -> MietteHandlerOpts {
    let options = MietteHandlerOpts::new().break_words(false);
    options.word_separator(WordSeparator::AsciiSpace).word_splitter(WordSplitter::NoHyphenation)
}

/// Renders a diagnostic without colours, in lines of up to `width` columns.
#[cfg(feature = "window")]
pub(super) fn plain(diagnostic: &dyn Diagnostic, width: usize) -> String {
    let handler = options().color(false).terminal_links(false).unicode(true).width(width).build();
    let shown = Shown { diagnostic, handler }.to_string();
    let shown = shown.lines().map(|line| escaped(line).trim_end().to_string());
    shown.collect::<Vec<_>>().join("\n").trim_matches('\n').to_string()
}

struct Shown<'a> {
    diagnostic: &'a dyn Diagnostic,
    handler: MietteHandler,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.handler.debug(self.diagnostic, f)
    }
}

/// Parses this process's arguments. On bad arguments, `--help` and `--version`, prints the message and exits.
pub(super) fn parse<T>(try_parse: impl Fn(Vec<OsString>) -> Result<T, clap::Error>) -> T {
    let typed: Vec<OsString> = std::env::args_os().collect();
    try_parse(typed.clone()).unwrap_or_else(|error| exit(&escaped_error(typed, error, try_parse)))
}

/// Prints clap's message and exits.
fn exit(error: &clap::Error) -> ! {
    match printed(error.print()) {
        Err(report) if !error.use_stderr() => {
            print_error(&report);
            std::process::exit(2)
        }
        _ => std::process::exit(error.exit_code()),
    }
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
