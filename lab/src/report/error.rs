//! Errors of reports.

use crate::files::ExportError;
use miette::Diagnostic;
use thiserror::Error;

/// The reason why a report could not be written.
#[derive(Debug, Error, Diagnostic)]
#[allow(missing_docs, reason = "the messages say what the variants and fields are")]
pub enum ReportError {
    #[error(transparent)]
    #[diagnostic(transparent)]
    Export(#[from] ExportError),
    #[error("the study has no variant '{name}' to compare with")]
    #[diagnostic(code(sidestep_lab::report::baseline), help("{help}"))]
    Baseline { name: String, help: String },
}
