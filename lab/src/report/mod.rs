//! The report on a study, as one HTML file and as Markdown: a verdict in three sentences, tables, figures, replays,
//! the commands that reproduce them, and optionally a comparison with an earlier study.
//!
//! Statistics come from [`crate::measure::statistics`], and all numbers come from the records. Text from records
//! (names, settings, failures) is always escaped and never becomes markup.

mod columns;
mod commands;
mod contents;
mod error;
mod figures;
mod html;
mod machine;
mod markdown;
mod regression;
mod replay;
mod swatches;
mod table;
mod variants;
mod verdict;
mod whole_runs;
mod worst;

pub use contents::ReportOptions;
pub use error::ReportError;
pub use regression::{Regression, Worse, compared, regressions};

use crate::files;
use crate::study::{PlannedRun, Record};
use crate::text::escaped;
use contents::Contents;
use std::path::{Path, PathBuf};
use variants::StudyResults;

/// A report that has been written.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenReport {
    /// The HTML file.
    pub html: PathBuf,
    /// The Markdown file.
    pub markdown: PathBuf,
    /// The three sentences of the verdict.
    pub verdict: [String; 3],
    /// What is worse than in the earlier study; empty without one.
    pub regressions: Vec<Regression>,
}

/// Returns the labels of the variants, in the order of a report. These are the names that a baseline can have.
pub fn labels(records: &[Record]) -> Vec<String> {
    StudyResults::new(records).variants.into_iter().map(|variant| variant.label).collect()
}

/// Returns an error if none of these runs belongs to a variant called `name`.
pub fn check_baseline(runs: &[PlannedRun], name: &str) -> Result<(), ReportError> {
    variants::named(&variants::variants(runs.iter()), name).map(|_| ())
}

/// Writes `report.html` and `report.md` into an existing folder, and recordings of the worst runs into its folder `recordings`. Each file is renamed into place once it is complete.
pub fn write(
    folder: &Path,
    records: &[Record],
    options: &ReportOptions,
) -> Result<WrittenReport, ReportError> {
    let mut contents = Contents::new(records, options)?;
    contents.worst = worst::write(folder, &contents.study)?;
    let (html, markdown) = (folder.join("report.html"), folder.join("report.md"));
    // Escaped because both files are also read in terminals.
    files::write(&html, escaped(&html::page(&contents)).as_bytes())?;
    files::write(&markdown, escaped(&markdown::page(&contents)).as_bytes())?;
    let Contents { verdict, regressions, .. } = contents;
    Ok(WrittenReport { html, markdown, verdict: verdict.sentences, regressions })
}
