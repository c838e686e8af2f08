//! What a study comes to, for somebody who was not there: a verdict in three sentences, tables, figures, replays and the commands
//! that make them again, as one HTML file and as Markdown. And a comparison with an earlier study.
//!
//! Statistics come from [`crate::measure::statistics`], numbers from the records alone. Whatever a record says (names, settings,
//! failures) is text: it never becomes markup.

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

pub use contents::ReportOptions;
pub use error::ReportError;
pub use regression::{Regression, Worse, compared, regressions};

use crate::files;
use crate::study::{PlannedRun, Record};
use crate::text::escaped;
use contents::Contents;
use std::path::{Path, PathBuf};
use variants::StudyResults;

/// A report that was written.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenReport {
    /// The HTML file.
    pub html: PathBuf,
    /// The Markdown file.
    pub markdown: PathBuf,
    /// The verdict's three sentences.
    pub verdict: [String; 3],
    /// What is worse than in the earlier study; nothing where there is none.
    pub regressions: Vec<Regression>,
}

/// The variants' labels, in the order in which a report numbers them: what a baseline can be called.
pub fn labels(records: &[Record]) -> Vec<String> {
    StudyResults::new(records).variants.into_iter().map(|variant| variant.label).collect()
}

/// An error where none of these runs' variants is called so.
pub fn check_baseline(runs: &[PlannedRun], name: &str) -> Result<(), ReportError> {
    variants::named(&variants::variants(runs.iter()), name).map(|_| ())
}

/// Writes `report.html` and `report.md` into a folder that exists; each gets its name only when it is complete.
pub fn write(
    folder: &Path,
    records: &[Record],
    options: &ReportOptions,
) -> Result<WrittenReport, ReportError> {
    let contents = Contents::new(records, options)?;
    let (html, markdown) = (folder.join("report.html"), folder.join("report.md"));
    // Both are read in terminals, too.
    files::write(&html, escaped(&html::page(&contents)).as_bytes())?;
    files::write(&markdown, escaped(&markdown::page(&contents)).as_bytes())?;
    let Contents { verdict, regressions, .. } = contents;
    Ok(WrittenReport { html, markdown, verdict: verdict.sentences, regressions })
}
