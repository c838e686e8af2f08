//! `sidestep compare`: from a question to a report, on this machine.

use super::pair::{self, PairArgs};
use super::study::{self as steps, Question, Work};
use super::{Ending, note, print, typed};
use crate::report::{self, Written};
use crate::study::{self, MergeOptions, Plan, RESULTS, Record, Selection, StudyError};
use clap::Args as ClapArgs;
use miette::{Result, miette};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The folder of a study when none is named.
const DEFAULT: &str = "compare-report";

/// What was typed after `compare`.
#[derive(Debug, Clone, ClapArgs)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    work: Work,
    /// The folder of the report and of all results; a study that was interrupted resumes there [default: compare-report, or
    /// compare-report-2, -3 and so on where that holds another study]
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    pair: PairArgs,
}

/// What is said of a report.
#[derive(Debug, Clone, ClapArgs)]
pub(super) struct ReportArgs {
    /// Exit with 1 where something is worse than in an earlier study: its folder, or its results.jsonl
    #[arg(long, value_name = "FILE", help_heading = "Report")]
    baseline: Option<PathBuf>,
    /// The variant that the others are compared with, such as "raycast + push" [default: none without push]
    #[arg(long, value_name = "VARIANT", help_heading = "Report")]
    against: Option<String>,
    /// The report's title
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "Which mode should units use?",
        help_heading = "Report"
    )]
    title: String,
}

/// Plans, runs what is missing, merges and reports; or runs two modes in step.
pub(super) fn compare(args: CompareArgs) -> Result<Ending> {
    if !args.pair.pair.is_empty() {
        let both = args.question.of_a_pair()?;
        return pair::pair(PairArgs { both, ..args.pair });
    }
    let known = Arc::new(OnceLock::new());
    let progress = steps::resume_on_interrupt(known.clone());
    // Before hours of runs, not after them.
    let earlier = args.report.earlier()?;
    let plan = Plan::new(args.question.study()?)?;
    if let Some(name) = &args.report.against {
        report::check_baseline(&plan.kinds().collect::<Vec<_>>(), name)?;
    }
    steps::warn(&plan);
    let folder = planned(&plan, args.out)?;
    let _ = known.set(folder.clone());
    let ran = steps::run(&folder, Selection::All, args.work, &progress)?;
    print(&steps::redone(&ran))?;
    let merged = study::merge(std::slice::from_ref(&folder), &MergeOptions::default())?;
    steps::tell(&merged)?;
    args.report.write(&folder, &folder.join(RESULTS), earlier)
}

/// The folder that has the plan's manifest now: the one that was named, else the first default one that holds no other study.
fn planned(plan: &Plan, named: Option<PathBuf>) -> Result<PathBuf> {
    if let Some(folder) = named {
        plan.write(&folder)?;
        return Ok(folder);
    }
    let mut number = 1;
    loop {
        let folder = if number == 1 { DEFAULT.into() } else { PathBuf::from(format!("{DEFAULT}-{number}")) };
        match plan.write(&folder) {
            Err(StudyError::AnotherStudy { .. } | StudyError::OtherVersion { .. }) => number += 1,
            Err(error) => return Err(error.into()),
            Ok(_) if number == 1 => return Ok(folder),
            Ok(_) => {
                note(&format!("{DEFAULT} holds another study: this one is in {}", folder.display()));
                return Ok(folder);
            }
        }
    }
}

/// Reports on a study that was run and merged by steps.
pub(super) fn report(path: &Path, args: ReportArgs) -> Result<Ending> {
    let earlier = args.earlier()?;
    let results = if path.is_dir() { path.join(RESULTS) } else { path.to_path_buf() };
    let folder = results.parent().unwrap_or(Path::new(""));
    args.write(folder, &results, earlier)
}

impl ReportArgs {
    /// The results of the earlier study.
    fn earlier(&self) -> Result<Option<Vec<Record>>> {
        self.baseline.as_deref().map(earlier).transpose()
    }

    /// Writes the report on these results into a study's folder, and says what came out.
    fn write(self, folder: &Path, results: &Path, earlier: Option<Vec<Record>>) -> Result<Ending> {
        let mut records = records(results)?;
        if let (Some(earlier), Some(path)) = (&earlier, &self.baseline) {
            refuse_strangers(&records, earlier, path)?;
        }
        study::add_replays(folder, &mut records);
        let options =
            report::Options { title: self.title, commands: vec![typed()], baseline: self.against, earlier };
        let written = report::write(folder, &records, &options)?;
        print(&told(&written))?;
        Ok(if written.regressions.is_empty() { Ending::Done } else { Ending::NotMet })
    }
}

fn records(file: &Path) -> Result<Vec<Record>> {
    Ok(study::read_results(file)?.collect::<Result<_, _>>()?)
}

/// The results of an earlier study: a file, or what its folder holds.
fn earlier(path: &Path) -> Result<Vec<Record>> {
    if path.is_dir() { records(&path.join(RESULTS)) } else { records(path) }
}

/// Two studies that share no run: nothing could be worse, whatever happened.
fn refuse_strangers(now: &[Record], earlier: &[Record], path: &Path) -> Result<()> {
    if report::compared(now, earlier) > 0 {
        return Ok(());
    }
    Err(miette!(
        help = "compare with a study of the same maps, modes, pushes, units, seeds and settings",
        "{} has no run in common with this study",
        path.display()
    ))
}

/// The verdict, what is worse than before, and where the report lies.
fn told(written: &Written) -> String {
    let mut text = format!("\n{}\n", written.verdict.join("\n"));
    if !written.regressions.is_empty() {
        text += &format!("\nworse than before ({}):\n", written.regressions.len());
        text.extend(written.regressions.iter().map(|regression| format!("  {regression}\n")));
    }
    text + &format!("\n{}\n{}\n", written.html.display(), written.markdown.display())
}
