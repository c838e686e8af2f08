//! What a study comes to, for somebody who was not there: a verdict in three sentences, tables, figures, replays and the commands
//! that make them again, as one HTML file and as Markdown. And a comparison with an earlier study.
//!
//! Statistics come from [`crate::measure::statistics`], numbers from the records alone. Whatever a record says (names, settings,
//! failures) is text: it never becomes markup.

mod columns;
mod commands;
mod figures;
mod html;
mod machine;
mod markdown;
mod regression;
mod replay;
mod table;
mod variants;
mod verdict;

pub use regression::{Regression, Worse, compared, regressions};

use crate::files::{ExportError, Partial};
use crate::study::{Record, Run};
use crate::text::escaped;
use commands::run_command;
use miette::Diagnostic;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use thiserror::Error;
use variants::Study;

/// What a report says beside what is in the records.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Options {
    /// Its title.
    pub title: String,
    /// The commands that make the study again, a line each.
    pub commands: Vec<String>,
    /// The variant that the others are compared with, by its label; none: no avoidance without push, else the first one.
    pub baseline: Option<String>,
    /// The records of an earlier study to compare with.
    pub earlier: Option<Vec<Record>>,
}

/// A report that was written.
#[derive(Debug, Clone, PartialEq)]
pub struct Written {
    /// The HTML file.
    pub html: PathBuf,
    /// The Markdown file.
    pub markdown: PathBuf,
    /// The verdict's three sentences.
    pub verdict: [String; 3],
    /// What is worse than in the earlier study; nothing where there is none.
    pub regressions: Vec<Regression>,
}

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

/// Everything that both files are made of.
struct Contents<'a> {
    options: &'a Options,
    study: Study<'a>,
    baseline: Option<usize>,
    tables: Vec<table::Table>,
    overall: Vec<verdict::Overall>,
    verdict: verdict::Verdict,
    troubles: Vec<columns::Trouble<'a>>,
    classes: Vec<String>,
    /// Whether there is an earlier study.
    earlier: bool,
    /// How many runs it shares with this one.
    compared: usize,
    regressions: Vec<Regression>,
}

/// The variants' labels, in the order in which a report numbers them: what a baseline can be called.
pub fn labels(records: &[Record]) -> Vec<String> {
    Study::new(records).variants.into_iter().map(|variant| variant.label).collect()
}

/// An error where none of these runs' variants is called so.
pub fn check_baseline(runs: &[Run], name: &str) -> Result<(), ReportError> {
    variants::named(&variants::variants(runs.iter()), name).map(|_| ())
}

/// Writes `report.html` and `report.md` into a folder that exists; each gets its name only when it is complete.
pub fn write(folder: &Path, records: &[Record], options: &Options) -> Result<Written, ReportError> {
    let contents = Contents::new(records, options)?;
    let (html, markdown) = (folder.join("report.html"), folder.join("report.md"));
    save(&html, &html::page(&contents))?;
    // Markdown is read in terminals, too.
    save(&markdown, &escaped(&markdown::page(&contents)))?;
    let Contents { verdict, regressions, .. } = contents;
    Ok(Written { html, markdown, verdict: verdict.sentences, regressions })
}

fn save(path: &Path, text: &str) -> Result<(), ExportError> {
    let mut file = Partial::create(path)?;
    file.write_all(text.as_bytes()).map_err(|source| file.error(source))?;
    file.commit()
}

impl<'a> Contents<'a> {
    fn new(records: &'a [Record], options: &'a Options) -> Result<Contents<'a>, ReportError> {
        let study = Study::new(records);
        let baseline = match &options.baseline {
            None => study.plainest(),
            Some(name) => Some(variants::named(&study.variants, name)?),
        };
        let tables = table::tables(&study, baseline);
        let overall = verdict::overall(&study, &tables);
        let earlier = options.earlier.as_deref();
        Ok(Contents {
            options,
            baseline,
            verdict: verdict::verdict(&study, &tables, &overall),
            troubles: columns::troubles(&study),
            classes: figures::classes(&study),
            earlier: earlier.is_some(),
            compared: earlier.map_or(0, |earlier| compared(records, earlier)),
            regressions: earlier.map_or(Vec::new(), |earlier| regressions(records, earlier)),
            study,
            tables,
            overall,
        })
    }

    /// The command that shows the chosen variant in a window.
    fn see_it(&self) -> Option<String> {
        let choice = self.verdict.choice?;
        let first = self.study.scenes.iter().find_map(|scene| scene.cells[choice].records().next())?;
        Some(run_command(&first.run))
    }
}
