//! Everything that the HTML and the Markdown file are made of.

use super::columns::{self, Trouble};
use super::commands::run_command;
use super::error::ReportError;
use super::regression::{Regression, compared, regressions};
use super::swatches::variant_classes;
use super::table;
use super::variants::{self, StudyResults};
use super::verdict;
use crate::study::Record;

/// What a report says beside what is in the records.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReportOptions {
    /// Its title.
    pub title: String,
    /// The commands that make the study again, a line each.
    pub commands: Vec<String>,
    /// The variant that the others are compared with, by its label; none: no avoidance without push, else the first one.
    pub baseline: Option<String>,
    /// The records of an earlier study to compare with.
    pub earlier: Option<Vec<Record>>,
}

/// Everything that both files are made of.
pub(super) struct Contents<'a> {
    pub options: &'a ReportOptions,
    pub study: StudyResults<'a>,
    pub baseline: Option<usize>,
    pub tables: Vec<table::SceneTable>,
    pub overall: Vec<verdict::Overall>,
    pub verdict: verdict::Verdict,
    pub troubles: Vec<Trouble<'a>>,
    pub classes: Vec<String>,
    /// Whether there is an earlier study.
    pub earlier: bool,
    /// How many runs it shares with this one.
    pub compared: usize,
    pub regressions: Vec<Regression>,
}

impl<'a> Contents<'a> {
    pub fn new(records: &'a [Record], options: &'a ReportOptions) -> Result<Contents<'a>, ReportError> {
        let study = StudyResults::new(records);
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
            classes: variant_classes(&study),
            earlier: earlier.is_some(),
            compared: earlier.map_or(0, |earlier| compared(records, earlier)),
            regressions: earlier.map_or(Vec::new(), |earlier| regressions(records, earlier)),
            study,
            tables,
            overall,
        })
    }

    /// The command that shows the chosen variant in a window.
    pub fn watch_command(&self) -> Option<String> {
        let choice = self.verdict.choice?;
        let first = self.study.scenes.iter().find_map(|scene| scene.cells[choice].records().next())?;
        Some(run_command(&first.run))
    }
}
