//! Errors in a message of one line.

use miette::Diagnostic;

/// An error with what to do about it.
pub(super) fn with_help(problem: &(impl Diagnostic + ?Sized)) -> String {
    match problem.help() {
        Some(help) => format!("{problem}; {help}"),
        None => problem.to_string(),
    }
}
