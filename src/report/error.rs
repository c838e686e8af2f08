//! Why there is no report.

use crate::files::ExportError;
use miette::Diagnostic;
use thiserror::Error;

/// Why no report was written.
#[derive(Debug, Error, Diagnostic)]
pub enum ReportError {
    /// A file could not be written.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Export(#[from] ExportError),
    /// No variant of the study is called what the baseline is.
    #[error("the study has no variant '{name}' to compare with")]
    #[diagnostic(code(sidestep::report::baseline), help("{help}"))]
    Baseline {
        /// What was asked for.
        name: String,
        /// What there is.
        help: String,
    },
}
