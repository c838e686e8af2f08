//! `sidestep study`: the steps of a study, some of which `sidestep compare` uses too.

use super::command_line::command_line;
use super::interrupt::on_interrupt;
use super::output::{Ending, note, print};
use super::output_files::display_name;
use super::progress::ProgressLine;
use super::question::Question;
use super::report::{self, ReportArgs};
use super::values::{shard, threads};
use crate::program;
use crate::study::{self, Damaged, MergeOptions, Merged, RunsSummary, Selection, StudyPlan};
use crate::text::counted;
use clap::{Args as ClapArgs, Subcommand};
use miette::Result;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Subcommands of `sidestep study`.
#[derive(Debug, Subcommand)]
pub(super) enum StudyCommand {
    /// Write a study's manifest: one line of JSON per run
    Plan {
        #[command(flatten)]
        question: Question,
        /// The study's folder; created if it does not exist
        #[arg(short, long, value_name = "FOLDER")]
        out: PathBuf,
    },
    /// Do the runs of a study that have no result yet, or a shard of them
    Run {
        /// The study's folder
        folder: PathBuf,
        #[command(flatten)]
        work: Work,
        /// Do only the run on this line of the manifest, counted from 1
        #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "shard")]
        index: Option<u64>,
        /// Do only shard i of n: every n-th run from the i-th on (1/n to n/n)
        #[arg(long, value_name = "i/n", value_parser = shard)]
        shard: Option<Selection>,
    },
    /// Merge a study's results into JSON lines and CSV, in the manifest's order
    Merge {
        /// Folders with the same manifest, and earlier merged results of that study (.jsonl)
        #[arg(required = true, value_name = "FOLDER")]
        folders: Vec<PathBuf>,
        /// JSON lines file, with a CSV file next to it; - prints JSON lines only
        /// [default: results.jsonl in the first folder]
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Exit with 0 even if results are missing
        #[arg(long)]
        allow_missing: bool,
        /// Accept results of different versions of the program
        #[arg(long)]
        allow_versions: bool,
    },
    /// Write the report of a merged study
    Report {
        /// The study's folder, or its results.jsonl
        #[arg(value_name = "FOLDER")]
        study: PathBuf,
        #[command(flatten)]
        report: ReportArgs,
    },
}

/// How the runs are done.
#[derive(Debug, Default, Clone, Copy, ClapArgs)]
pub(super) struct Work {
    /// Threads, each doing one run at a time; 0 for all cores; the results do not depend on it
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0, value_parser = threads)]
    pub threads: usize,
}

pub(super) fn study(command: StudyCommand) -> Result<Ending> {
    match command {
        StudyCommand::Plan { question, out } => {
            on_interrupt(|_| not_begun());
            let plan = StudyPlan::new(question.study()?)?;
            print_warnings(&plan);
            let planned = plan.write(&out)?;
            let known = if planned.known { ", unchanged" } else { "" };
            let manifest = out.join(study::MANIFEST);
            print(&format!("{}{known}: {}\n", counted(planned.runs, "run"), manifest.display()))?;
            Ok(Ending::Done)
        }
        StudyCommand::Run { folder, work, index, shard } => {
            let selection = index.map(Selection::Index).or(shard).unwrap_or_default();
            let progress = resume_on_interrupt(Arc::new(folder.clone().into()));
            print(&run_summary(&run(&folder, selection, work, &progress)?, &folder))?;
            Ok(Ending::Done)
        }
        StudyCommand::Merge { folders, out, allow_missing, allow_versions } => {
            on_interrupt(|_| not_begun());
            let merged = study::merge(&folders, &MergeOptions { out, allow_versions })?;
            print_merge(&merged)?;
            Ok(if merged.missing > 0 && !allow_missing { Ending::NotMet } else { Ending::Done })
        }
        StudyCommand::Report { study, report } => {
            on_interrupt(|_| not_begun());
            report::report(&study, report)
        }
    }
}

/// Does the selected runs that have no result, and shows the progress.
pub(super) fn run(
    folder: &Path,
    selection: Selection,
    work: Work,
    progress: &ProgressLine,
) -> Result<RunsSummary> {
    // Count work, not runs: the longest runs come first.
    let watch = |now: study::StudyProgress| {
        progress.report(now.work, now.all_work, format!("{} of {}", now.done, counted(now.runs, "run")));
    };
    let ran = study::do_runs(folder, selection, work.threads, &watch);
    progress.clear();
    Ok(ran?)
}

/// Makes an interrupt print how many results the folder has, once it is known, and how to resume.
pub(super) fn resume_on_interrupt(folder: Arc<OnceLock<PathBuf>>) -> ProgressLine {
    let progress = ProgressLine::new("left");
    let shown = progress.clone();
    on_interrupt(move |_| {
        shown.clear();
        match (folder.get(), shown.message()) {
            (Some(folder), message) if !message.is_empty() => {
                let folder = folder.join(study::RUNS);
                format!(
                    "the results of {message} are kept in {}\nResume with\n  {}",
                    folder.display(),
                    command_line()
                )
            }
            _ => not_begun(),
        }
    });
    progress
}

/// The message of an interrupted step that leaves nothing behind.
fn not_begun() -> String {
    format!("nothing was written. Start it again with\n  {}", command_line())
}

/// The summary of the runs done.
fn run_summary(ran: &RunsSummary, folder: &Path) -> String {
    let done = ran.runs - ran.kept;
    let runs = folder.join(study::RUNS);
    let text = format!("{} done, {} kept from before: {}\n", counted(done, "run"), ran.kept, runs.display());
    text + &failures(ran.failed, &ran.failures) + &redone(ran)
}

/// Prints a study's warnings before its runs.
pub(super) fn print_warnings(plan: &StudyPlan) {
    for warning in plan.warnings() {
        note(&format!("warning: {warning}"));
    }
}

/// Lists damaged results whose runs were done again, if any.
pub(super) fn redone(ran: &RunsSummary) -> String {
    let heading = format!("{} damaged; the runs were repeated:\n", were(ran.damaged));
    damaged(&heading, ran.damaged, &ran.first_damaged)
}

fn damaged(heading: &str, count: u64, first: &[Damaged]) -> String {
    if count == 0 {
        return String::new();
    }
    let lines = first.iter().map(|result| format!("  {}: {}\n", result.path.display(), result.why));
    heading.to_string() + &lines.collect::<String>() + &more(count, first.len())
}

/// "1 result was", "3 results were".
fn were(count: u64) -> String {
    format!("{} {}", counted(count, "result"), if count == 1 { "was" } else { "were" })
}

/// Prints the summary of a merge, on standard error if standard output has the results.
pub(super) fn print_merge(merged: &Merged) -> Result<()> {
    let text = merge_summary(merged);
    if merged.files.iter().any(|file| file == Path::new("-")) {
        note(text.trim_end());
        return Ok(());
    }
    print(&text)
}

/// The summary of a merge.
fn merge_summary(merged: &Merged) -> String {
    let rows = merged.runs - merged.missing;
    let files = merged.files.iter().map(|file| display_name(file)).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "{}: {} arrived, {} timed out, {} failed: {files}\n",
        counted(rows, "result"),
        merged.arrived,
        merged.cut,
        merged.failed
    );
    text += &failures(merged.failed, &merged.failures);
    if merged.missing > 0 {
        text += &format!("{} without a result, in the manifest:\n", counted(merged.missing, "run"));
        for (line, id) in &merged.first_missing {
            text += &format!("  line {line}, {id}\n");
        }
        text += &more(merged.missing, merged.first_missing.len());
    }
    let heading = format!(
        "{} damaged (`{} study run` repeats these runs):\n",
        counted(merged.damaged, "result file"),
        program::name()
    );
    text + &damaged(&heading, merged.damaged, &merged.first_damaged)
}

fn failures(count: u64, first: &[(String, String)]) -> String {
    if count == 0 {
        return String::new();
    }
    let mut text = format!("{} failed:\n", counted(count, "run"));
    for (id, why) in first {
        text += &format!("  {id}: {why}\n");
    }
    text + &more(count, first.len())
}

fn more(count: u64, listed: usize) -> String {
    match count - listed as u64 {
        0 => String::new(),
        more => format!("  and {more} more\n"),
    }
}
