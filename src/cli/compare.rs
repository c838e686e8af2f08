//! `sidestep compare`: from a question to a report, on this machine.

use super::output::{Ending, note, print};
use super::pair::{self, PairArgs};
use super::question::Question;
use super::report::ReportArgs;
use super::study::{self as steps, Work};
use crate::report;
use crate::study::{self, MergeOptions, RESULTS, Selection, StudyError, StudyPlan};
use clap::Args as ClapArgs;
use miette::Result;
use std::path::PathBuf;
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

/// Plans, runs what is missing, merges and reports; or runs two modes in step.
pub(super) fn compare(args: CompareArgs) -> Result<Ending> {
    if !args.pair.pair.is_empty() {
        let shared = args.question.shared_settings()?;
        return pair::pair(PairArgs { shared, ..args.pair });
    }
    let known = Arc::new(OnceLock::new());
    let progress = steps::resume_on_interrupt(known.clone());
    // Before hours of runs, not after them.
    let earlier = args.report.read_earlier()?;
    let plan = StudyPlan::new(args.question.study()?)?;
    if let Some(name) = &args.report.against {
        report::check_baseline(&plan.kinds().collect::<Vec<_>>(), name)?;
    }
    steps::print_warnings(&plan);
    let folder = study_folder(&plan, args.out)?;
    let _ = known.set(folder.clone());
    let ran = steps::run(&folder, Selection::All, args.work, &progress)?;
    print(&steps::redone(&ran))?;
    let merged = study::merge(std::slice::from_ref(&folder), &MergeOptions::default())?;
    steps::print_merge(&merged)?;
    args.report.write(&folder, &folder.join(RESULTS), earlier)
}

/// The folder that has the plan's manifest now: the one that was named, else the first default one that holds no other study.
fn study_folder(plan: &StudyPlan, named: Option<PathBuf>) -> Result<PathBuf> {
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
