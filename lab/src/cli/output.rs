//! Printing, and the outcome of a command.

use crate::text::escaped;
use std::io::{self, Write};

/// The outcome of a command that did not fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// Success.
    Done,
    /// An expectation was not met, or results are missing.
    NotMet,
}

/// Prints a line to standard error, ignoring write errors.
pub(crate) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", escaped(text));
}

/// Prints to standard output. A closed pipe is not an error.
pub(super) fn print(text: &str) -> miette::Result<()> {
    let mut out = io::stdout().lock();
    printed(out.write_all(escaped(text).as_bytes()))
}

/// The outcome of printing to standard output. A closed pipe is not an error.
pub(super) fn printed(outcome: io::Result<()>) -> miette::Result<()> {
    match outcome.and_then(|()| io::stdout().flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(miette::miette!("cannot write to standard output: {e}"))
        }
        _ => Ok(()),
    }
}
