//! Errors of reports.

use crate::files::ExportError;
use miette::Diagnostic;
use thiserror::Error;

/// The reason why a report could not be written.
#[derive(Debug, Error, Diagnostic)]
pub enum ReportError {
    /// A file could not be written.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Export(#[from] ExportError),
    /// No variant of the study has the name of the baseline.
    #[error("the study has no variant '{name}' to compare with")]
    #[diagnostic(code(sidestep_lab::report::baseline), help("{help}"))]
    Baseline {
        /// The requested name.
        name: String,
        /// A suggestion of existing names.
        help: String,
    },
}
