//! The contents shared by the HTML and the Markdown file.

use super::columns::{self, Trouble};
use super::commands::run_command;
use super::error::ReportError;
use super::regression::{Regression, compared, regressions};
use super::swatches::variant_classes;
use super::table;
use super::variants::{self, StudyResults};
use super::verdict;
use super::worst::WorstRun;
use crate::study::Record;

/// The inputs of a report in addition to the records.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ReportOptions {
    /// The title.
    pub title: String,
    /// The commands that reproduce the study, one per line.
    pub commands: Vec<String>,
    /// The label of the variant that the others are compared with. By default this is no avoidance without push, or
    /// else the first variant.
    pub baseline: Option<String>,
    /// The records of an earlier study to compare with.
    pub earlier: Option<Vec<Record>>,
    /// The names of the files next to the report that hold the study's results. The report links them.
    pub data: Vec<String>,
}

/// Everything that both files show.
pub(super) struct Contents<'a> {
    pub options: &'a ReportOptions,
    pub study: StudyResults<'a>,
    pub baseline: Option<usize>,
    pub tables: Vec<table::SceneTable>,
    pub overall: Vec<verdict::Overall>,
    pub verdict: verdict::Verdict,
    pub troubles: Vec<Trouble<'a>>,
    pub classes: Vec<String>,
    /// The worst run of each variant in each scene, as far as there are recordings.
    pub worst: Vec<WorstRun>,
    /// Whether there is an earlier study.
    pub earlier: bool,
    /// The number of runs that both studies have.
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
            worst: Vec::new(),
            earlier: earlier.is_some(),
            compared: earlier.map_or(0, |earlier| compared(records, earlier)),
            regressions: earlier.map_or(Vec::new(), |earlier| regressions(records, earlier)),
            study,
            tables,
            overall,
        })
    }

    /// Returns the variant that the others are compared with, and why; none if there are no others.
    pub fn baseline_text(&self) -> Option<String> {
        let baseline = self.baseline.filter(|_| self.study.variants.len() > 1)?;
        let label = self.study.label_in_sentence(baseline);
        let why = match &self.options.baseline {
            Some(_) => "as --against asked for",
            None if self.study.is_plain(baseline) => {
                "because it shows what avoidance gains; --against chooses another"
            }
            None => {
                "the first variant, because no run is without avoidance and push; --against chooses another"
            }
        };
        Some(format!("Baseline, with which the others are compared: {label}, {why}."))
    }

    /// Returns the worst runs of a scene.
    pub fn worst_in(&self, scene: usize) -> Vec<&WorstRun> {
        self.worst.iter().filter(|run| run.scene == scene).collect()
    }

    /// Returns the command that shows the recommended variant in a window.
    pub fn watch_command(&self) -> Option<String> {
        let choice = self.verdict.choice?;
        let first = self.study.scenes.iter().find_map(|scene| scene.cells[choice].records().next())?;
        Some(run_command(&first.run))
    }
}
