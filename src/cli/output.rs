//! What commands print, and how they end.

use crate::text::escaped;
use std::io::{self, Write};

/// How a command ended, short of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// Everything was done.
    Done,
    /// A run did not meet what was expected of it.
    NotMet,
}

/// A line on standard error. That it cannot be written is no reason to stop.
pub(super) fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", escaped(text));
}

/// Prints to standard output. A reader that has closed its end has what it wanted.
pub(super) fn print(text: &str) -> miette::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(escaped(text).as_bytes()).and_then(|()| out.flush()) {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(miette::miette!("cannot write to standard output: {e}"))
        }
        _ => Ok(()),
    }
}
