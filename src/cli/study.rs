//! `sidestep study`: a study's steps, one by one; and what they share with `sidestep compare`.

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

/// What was typed after `study`.
#[derive(Debug, Subcommand)]
pub(super) enum StudyCommand {
    /// Write a study's manifest into a folder, a line of JSON for each run
    Plan {
        #[command(flatten)]
        question: Question,
        /// The study's folder; made where it isn't there
        #[arg(short, long, value_name = "FOLDER")]
        out: PathBuf,
    },
    /// Do a study's runs, or a part of them, and keep each result; what is there isn't done again
    Run {
        /// The study's folder
        folder: PathBuf,
        #[command(flatten)]
        work: Work,
        /// Only the run on this line of the manifest, from 1
        #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "shard")]
        index: Option<u64>,
        /// Only this part of n: every n-th run, beginning with the i-th, 1/n to n/n
        #[arg(long, value_name = "i/n", value_parser = shard)]
        shard: Option<Selection>,
    },
    /// Bring a study's results together: JSON lines, CSV and Parquet, in the manifest's order
    Merge {
        /// The study's folder, or several that have the same manifest; and results of it that were merged before (.jsonl)
        #[arg(required = true, value_name = "FOLDER")]
        folders: Vec<PathBuf>,
        /// The JSON lines file, CSV and Parquet come beside it - for JSON lines on standard output,
        /// alone [default: results.jsonl in the first folder]
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Exit with 0 where results are missing, too
        #[arg(long)]
        allow_missing: bool,
        /// Merge results of different versions of the program, too
        #[arg(long)]
        allow_versions: bool,
    },
    /// Write the report on a study that was run and merged
    Report {
        /// The study's folder, or its results.jsonl
        #[arg(value_name = "FOLDER")]
        study: PathBuf,
        #[command(flatten)]
        report: ReportArgs,
    },
}

/// Who does the runs.
#[derive(Debug, Default, Clone, Copy, ClapArgs)]
pub(super) struct Work {
    /// Threads, each with a run of its own; 0 for all cores. The results are the same
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
            let known = if planned.known { ", as before" } else { "" };
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

/// Does what is selected and isn't done, and shows how far it is.
pub(super) fn run(
    folder: &Path,
    selection: Selection,
    work: Work,
    progress: &ProgressLine,
) -> Result<RunsSummary> {
    // By the work rather than by the number of runs: the longest come first.
    let watch = |now: study::StudyProgress| {
        progress.report(now.work, now.all_work, format!("{} of {}", now.done, counted(now.runs, "run")));
    };
    let ran = study::do_runs(folder, selection, work.threads, &watch);
    progress.clear();
    Ok(ran?)
}

/// On an interrupt, says how many results are kept in the folder, once it is known, and how to resume.
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

/// What is said of a step that leaves nothing.
fn not_begun() -> String {
    format!("nothing was written. Start it again with\n  {}", command_line())
}

/// What was run, in words.
fn run_summary(ran: &RunsSummary, folder: &Path) -> String {
    let done = ran.runs - ran.kept;
    let runs = folder.join(study::RUNS);
    let text = format!("{} done, {} kept from before: {}\n", counted(done, "run"), ran.kept, runs.display());
    text + &failures(ran.failed, &ran.failures) + &redone(ran)
}

/// Prints what a user should know of a study before its runs.
pub(super) fn print_warnings(plan: &StudyPlan) {
    for warning in plan.warnings() {
        note(&format!("warning: {warning}"));
    }
}

/// Damaged results whose runs were done again; nothing where there were none.
pub(super) fn redone(ran: &RunsSummary) -> String {
    let heading = format!("{} damaged and done again:\n", were(ran.damaged));
    damaged(&heading, ran.damaged, &ran.first_damaged)
}

fn damaged(heading: &str, count: u64, first: &[Damaged]) -> String {
    if count == 0 {
        return String::new();
    }
    let lines = first.iter().map(|one| format!("  {}: {}\n", one.path.display(), one.why));
    heading.to_string() + &lines.collect::<String>() + &more(count, first.len())
}

/// "1 result was", "3 results were".
fn were(count: u64) -> String {
    format!("{} {}", counted(count, "result"), if count == 1 { "was" } else { "were" })
}

/// Prints the summary of a merge; on standard error where standard output has the results.
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
        "{}: {} arrived, {} cut, {} failed: {files}\n",
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
        "{} damaged (`{} study run` does damaged runs again):\n",
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
