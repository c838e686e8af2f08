//! `sidestep compare`: plans a study, does its runs and writes the report, on this machine.

use super::output::{Ending, note, print};
use super::pair::{self, PairArgs};
use super::question::Question;
use super::report::ReportArgs;
use super::study::{self as steps, Work};
use super::{dry_run, table};
use crate::report;
use crate::study::{self, MergeOptions, RESULTS, Selection, StudyError, StudyPlan};
use crate::text::{push_text, sentence_list, short_number};
use clap::Args as ClapArgs;
use miette::Result;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

/// The folder of a study that names none.
const DEFAULT: &str = "compare-report";

/// Arguments of `sidestep compare`.
#[derive(Debug, Clone, ClapArgs)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    work: Work,
    /// Folder of results and report; an interrupted study resumes there [default: compare-report, or compare-report-2, …]
    #[arg(short, long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Print what would run and where the files would go; run and write nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    pair: PairArgs,
}

/// Plans, does the missing runs, merges and reports; or runs two modes in step.
pub(super) fn compare(args: CompareArgs) -> Result<Ending> {
    if !args.pair.pair.is_empty() {
        let shared = args.question.shared_settings()?;
        return pair::pair(PairArgs { shared, ..args.pair }, args.dry_run);
    }
    let known = Arc::new(OnceLock::new());
    let progress = steps::resume_on_interrupt(known.clone());
    // Report bad arguments before the runs, which may take hours.
    let earlier = args.report.read_earlier()?;
    let plan = StudyPlan::new(args.question.study()?)?;
    if let Some(name) = &args.report.against {
        report::check_baseline(&plan.kinds().collect::<Vec<_>>(), name)?;
    }
    steps::print_warnings(&plan);
    if args.dry_run {
        return describe(&plan, args.out);
    }
    pushes_note(&plan).iter().for_each(|text| note(text));
    let folder = study_folder(&plan, args.out)?;
    let _ = known.set(folder.clone());
    let ran = steps::run(&folder, Selection::All, args.work, &progress)?;
    print(&steps::redone(&ran))?;
    let merged = study::merge(std::slice::from_ref(&folder), &MergeOptions::default())?;
    steps::print_merge(&merged)?;
    args.report.write(&folder, &folder.join(RESULTS), earlier)
}

/// Says that several pushes multiply the runs. By default there are two.
fn pushes_note(plan: &StudyPlan) -> Option<String> {
    let (all, one) = (plan.count(), plan.count_with_one_push());
    if all == one {
        return None;
    }
    // Two pushes can be the same on one map and differ on another.
    let times = match all as f64 / one as f64 {
        2.0 => "twice".to_string(),
        times => format!("{} times", short_number(times)),
    };
    let pushes: Vec<String> = plan.pushes().into_iter().map(push_text).collect();
    let pushes = sentence_list(&pushes, pushes.len());
    Some(format!("{all} runs: push {pushes} make {times} as many as one push alone ({one})"))
}

/// Prints the runs and the folder of a study.
fn describe(plan: &StudyPlan, named: Option<PathBuf>) -> Result<Ending> {
    let (folder, known) = match named {
        Some(folder) => {
            let known = plan.is_planned_in(&folder)?;
            (folder, known)
        }
        None => first_folder(|folder| plan.is_planned_in(folder))?,
    };
    let state = if known { "contains this study: only missing runs are done" } else { "new" };
    let mut rows = dry_run::study_rows(plan);
    rows.push(["folder".into(), format!("{} ({state})", folder.display())]);
    print(&format!("{}\n{}", dry_run::HEADING, table::columns(&rows)))?;
    Ok(Ending::Done)
}

/// Writes the manifest into the named folder, or into the first default folder without another study, and returns that folder.
fn study_folder(plan: &StudyPlan, named: Option<PathBuf>) -> Result<PathBuf> {
    if let Some(folder) = named {
        plan.write(&folder)?;
        return Ok(folder);
    }
    let (folder, _) = first_folder(|folder| plan.write(folder))?;
    if folder.as_os_str() != DEFAULT {
        note(&format!("{DEFAULT} contains another study: this one is in {}", folder.display()));
    }
    Ok(folder)
}

/// The first default folder that `accepts` does not refuse for another study in it, and what it returned.
fn first_folder<T>(accepts: impl Fn(&std::path::Path) -> Result<T, StudyError>) -> Result<(PathBuf, T)> {
    let mut number = 1;
    loop {
        let folder = if number == 1 { DEFAULT.into() } else { PathBuf::from(format!("{DEFAULT}-{number}")) };
        match accepts(&folder) {
            Err(error) if error.is_of_another_study() => number += 1,
            Err(error) => return Err(error.into()),
            Ok(found) => return Ok((folder, found)),
        }
    }
}
