//! `sidestep study report`, and the report of `sidestep compare`.

use super::command_line::command_line;
use super::output::{Ending, print};
use crate::report::{self, WrittenReport};
use crate::study::{self, RESULTS, Record};
use clap::Args as ClapArgs;
use miette::{Result, miette};
use std::path::{Path, PathBuf};

/// Options of a report.
#[derive(Debug, Clone, ClapArgs)]
pub(super) struct ReportArgs {
    /// An earlier study's folder or results.jsonl; exit with 1 if a metric is worse now
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    pub baseline: Option<PathBuf>,
    /// The variant that all others are compared with, such as "raycast + push" [default: none without push]
    #[arg(long, value_name = "VARIANT", help_heading = "Report")]
    pub against: Option<String>,
    /// The report's title
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "Which mode should units use?",
        help_heading = "Report"
    )]
    pub title: String,
}

/// Writes the report of a merged study.
pub(super) fn report(path: &Path, args: ReportArgs) -> Result<Ending> {
    let earlier = args.read_earlier()?;
    let results = if path.is_dir() { path.join(RESULTS) } else { path.to_path_buf() };
    let folder = results.parent().unwrap_or(Path::new(""));
    args.write(folder, &results, earlier)
}

impl ReportArgs {
    /// Reads the results of the baseline.
    pub fn read_earlier(&self) -> Result<Option<Vec<Record>>> {
        self.baseline.as_deref().map(earlier_records).transpose()
    }

    /// Writes the report on these results into a study's folder, and prints its summary.
    pub fn write(self, folder: &Path, results: &Path, earlier: Option<Vec<Record>>) -> Result<Ending> {
        let mut records = read_records(results)?;
        if let (Some(earlier), Some(path)) = (&earlier, &self.baseline) {
            check_comparable(&records, earlier, path)?;
        }
        study::add_replays(folder, &mut records);
        let options = report::ReportOptions {
            title: self.title,
            commands: vec![command_line()],
            baseline: self.against,
            earlier,
            data: data_files(folder, results),
        };
        let written = report::write(folder, &records, &options)?;
        print(&summary(&written))?;
        Ok(if written.regressions.is_empty() { Ending::Done } else { Ending::NotMet })
    }
}

fn read_records(file: &Path) -> Result<Vec<Record>> {
    Ok(study::read_results(file)?.collect::<Result<_, _>>()?)
}

/// The results in a file, or in a study's folder.
fn earlier_records(path: &Path) -> Result<Vec<Record>> {
    if path.is_dir() { read_records(&path.join(RESULTS)) } else { read_records(path) }
}

/// Refuses a baseline that shares no run with this study: it could not show a regression.
fn check_comparable(now: &[Record], earlier: &[Record], path: &Path) -> Result<()> {
    if report::compared(now, earlier) > 0 {
        return Ok(());
    }
    Err(miette!(
        help =
            "the baseline needs some of the same maps, modes, pushes, numbers of units, seeds and settings",
        "{} has no run in common with this study",
        path.display()
    ))
}

/// The names of the result files in the report's folder.
fn data_files(folder: &Path, results: &Path) -> Vec<String> {
    let forms = [results.with_extension("csv"), results.to_path_buf()];
    let here = forms.iter().filter(|file| file.parent().unwrap_or(Path::new("")) == folder && file.is_file());
    here.filter_map(|file| Some(file.file_name()?.to_str()?.to_string())).collect()
}

/// The verdict, the regressions and the report's paths.
fn summary(written: &WrittenReport) -> String {
    let mut text = format!("\n{}\n", written.verdict.join("\n"));
    if !written.regressions.is_empty() {
        text += &format!("\nworse than before ({}):\n", written.regressions.len());
        text.extend(written.regressions.iter().map(|regression| format!("  {regression}\n")));
    }
    text + &format!("\n{}\n{}\n", written.html.display(), written.markdown.display())
}
