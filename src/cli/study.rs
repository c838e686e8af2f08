//! `sidestep study`: a study's steps, one by one; and what they share with `sidestep compare`.

use super::compare::{self, ReportArgs};
use super::interrupt::on_interrupt;
use super::outputs::named;
use super::pair::Both;
use super::progress::Progress;
use super::{Ending, count, jitter, note, print, seconds, threads, typed};
use crate::settings::{PushChoice, Setting};
use crate::steering::avoidance::Mode;
use crate::study::{self, Damaged, MapChoice, MergeOptions, Merged, Plan, Ran, Selection, Study};
use crate::text::counted;
use clap::{Args as ClapArgs, Subcommand};
use miette::{Result, miette};
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

fn shard(text: &str) -> std::result::Result<Selection, String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    let fits = |(part, of): &(u64, u64)| (1..=*of).contains(part);
    let (part, of) = parts.filter(fits).ok_or(format!("'{text}' is no part such as 1/4, 2/4, 3/4 or 4/4"))?;
    Ok(Selection::Shard { part, of })
}

/// A type of its own: clap would take a bare list for an option that may be given several times.
#[derive(Debug, Clone)]
struct Seeds(Vec<u64>);

fn seeds(text: &str) -> std::result::Result<Seeds, String> {
    study::seeds(text).map(Seeds)
}

/// What is asked: a study file, or flags. What no flag says is as in the default study.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct Question {
    /// A study file (TOML); without one, and without flags, the main modes on the crossing maps
    #[arg(value_name = "FILE.toml", conflicts_with_all = ["maps", "modes", "push", "units", "seeds", "set", "one_at_a_time", "jitter", "limit"])]
    file: Option<PathBuf>,
    /// Maps, with commas between: built-in ones, map files, start files
    #[arg(long, value_name = "MAPS", value_delimiter = ',', help_heading = "Question")]
    maps: Vec<String>,
    /// Avoidance modes, with commas between
    #[arg(long, value_name = "MODES", value_delimiter = ',', help_heading = "Question")]
    modes: Vec<Mode>,
    /// Sideways pushes, with commas between: off, on, strengths
    #[arg(
        long,
        allow_negative_numbers = true,
        value_name = "PUSHES",
        value_delimiter = ',',
        help_heading = "Question"
    )]
    push: Vec<PushChoice>,
    /// Numbers of units, with commas between [default: the maps']
    #[arg(long, allow_negative_numbers = true, value_name = "COUNTS", value_delimiter = ',', value_parser = count, help_heading = "Question")]
    units: Vec<usize>,
    /// How many seeds (8 is 1 to 8), or which: 5-9, or 1,4,7
    #[arg(long, allow_negative_numbers = true, value_name = "SEEDS", value_parser = seeds, help_heading = "Question")]
    seeds: Option<Seeds>,
    /// A model's setting and its values, such as lanes.side_bias=0.1,0.2; may be given several times
    #[arg(long, value_name = "KEY=VALUES", value_parser = study::values, help_heading = "Question")]
    set: Vec<(&'static Setting, Vec<f32>)>,
    /// Change one setting at a time, and none, rather than try all combinations: what does each do by itself?
    #[arg(long, requires = "set", help_heading = "Question")]
    one_at_a_time: bool,
    /// How far the seed moves each start at most in x and in y, m [default: the maps', 0.02 where they have none]
    #[arg(long, value_name = "METRES", allow_negative_numbers = true, value_parser = jitter, help_heading = "Question")]
    jitter: Option<f32>,
    /// Seconds of simulated time after which a run is cut [default: the maps'; 60 in the default study]
    #[arg(long, allow_negative_numbers = true, value_name = "SECONDS", value_parser = seconds, help_heading = "Question")]
    limit: Option<f32>,
}

impl Question {
    /// What two runs in step have in common: one of each.
    pub(super) fn of_a_pair(self) -> Result<Both> {
        let set = self.set.into_iter().map(|(setting, values)| Ok((setting, one(setting.key, values)?)));
        Ok(Both {
            units: at_most_one("--units", self.units)?,
            push: at_most_one("--push", self.push)?,
            set: set.collect::<Result<_>>()?,
            jitter: self.jitter,
            limit: self.limit,
        })
    }

    /// The study that was meant.
    pub(super) fn study(self) -> Result<Study> {
        if let Some(file) = &self.file {
            return Ok(Study::from_file(file)?);
        }
        let units: Vec<Option<usize>> = self.units.into_iter().map(Some).collect();
        let mut study = Study::default();
        if !self.maps.is_empty() {
            study = study.on(self.maps.iter().map(|map| MapChoice::named(map)).collect());
        }
        if !units.is_empty() {
            study.maps.iter_mut().for_each(|choice| choice.units.clone_from(&units));
        }
        let study = Study {
            modes: if self.modes.is_empty() { study.modes } else { self.modes },
            push: if self.push.is_empty() { study.push } else { self.push },
            seeds: self.seeds.map_or(study.seeds, |seeds| seeds.0),
            settings: self.set,
            jitter: self.jitter.or(study.jitter),
            limit: self.limit.or(study.limit),
            ..study
        };
        Ok(if self.one_at_a_time { study.one_at_a_time() } else { study })
    }
}

fn at_most_one<T>(option: &str, values: Vec<T>) -> Result<Option<T>> {
    if values.is_empty() { Ok(None) } else { one(option, values).map(Some) }
}

fn one<T>(what: &str, values: Vec<T>) -> Result<T> {
    let count = values.len();
    let only = values.into_iter().next().filter(|_| count == 1);
    only.ok_or_else(|| {
        miette!(
            help = "both runs of a pair have the same one",
            "--pair takes one value of {what}, not {count}"
        )
    })
}

pub(super) fn study(command: StudyCommand) -> Result<Ending> {
    match command {
        StudyCommand::Plan { question, out } => {
            on_interrupt(|_| not_begun());
            let plan = Plan::new(question.study()?)?;
            warn(&plan);
            let planned = plan.write(&out)?;
            let known = if planned.known { ", as before" } else { "" };
            let manifest = out.join(study::MANIFEST);
            print(&format!("{}{known}: {}\n", counted(planned.runs, "run"), manifest.display()))?;
            Ok(Ending::Done)
        }
        StudyCommand::Run { folder, work, index, shard } => {
            let selection = index.map(Selection::Index).or(shard).unwrap_or_default();
            let progress = resume_on_interrupt(Arc::new(folder.clone().into()));
            print(&ran(&run(&folder, selection, work, &progress)?, &folder))?;
            Ok(Ending::Done)
        }
        StudyCommand::Merge { folders, out, allow_missing, allow_versions } => {
            on_interrupt(|_| not_begun());
            let merged = study::merge(&folders, &MergeOptions { out, allow_versions })?;
            tell(&merged)?;
            Ok(if merged.missing > 0 && !allow_missing { Ending::NotMet } else { Ending::Done })
        }
        StudyCommand::Report { study, report } => {
            on_interrupt(|_| not_begun());
            compare::report(&study, report)
        }
    }
}

/// Does what is selected and isn't done, and shows how far it is.
pub(super) fn run(folder: &Path, selection: Selection, work: Work, progress: &Progress) -> Result<Ran> {
    // By the work rather than by the number of runs: the longest come first.
    let watch = |now: study::Progress| {
        progress.report(now.work, now.all_work, format!("{} of {}", now.done, counted(now.runs, "run")));
    };
    let ran = study::do_runs(folder, selection, work.threads, &watch);
    progress.clear();
    Ok(ran?)
}

/// On an interrupt, says how many results are kept in the folder, once it is known, and how to resume.
pub(super) fn resume_on_interrupt(folder: Arc<OnceLock<PathBuf>>) -> Progress {
    let progress = Progress::new("left");
    let shown = progress.clone();
    on_interrupt(move |_| {
        shown.clear();
        match (folder.get(), shown.message()) {
            (Some(folder), message) if !message.is_empty() => {
                let folder = folder.join(study::RUNS);
                format!(
                    "the results of {message} are kept in {}\nResume with\n  {}",
                    folder.display(),
                    typed()
                )
            }
            _ => not_begun(),
        }
    });
    progress
}

/// What is said of a step that leaves nothing.
fn not_begun() -> String {
    format!("nothing was written. Start it again with\n  {}", typed())
}

/// What was run, in words.
fn ran(ran: &Ran, folder: &Path) -> String {
    let done = ran.runs - ran.kept;
    let runs = folder.join(study::RUNS);
    let text = format!("{} done, {} kept from before: {}\n", counted(done, "run"), ran.kept, runs.display());
    text + &failures(ran.failed, &ran.failures) + &redone(ran)
}

/// Tells what a user should know of a study before its runs.
pub(super) fn warn(plan: &Plan) {
    for warning in plan.warnings() {
        note(&format!("warning: {warning}"));
    }
}

/// Damaged results whose runs were done again; nothing where there were none.
pub(super) fn redone(ran: &Ran) -> String {
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

/// Says what came together; on standard error where standard output has the results.
pub(super) fn tell(merged: &Merged) -> Result<()> {
    let text = told(merged);
    if merged.files.iter().any(|file| file == Path::new("-")) {
        note(text.trim_end());
        return Ok(());
    }
    print(&text)
}

/// What came together, in words.
fn told(merged: &Merged) -> String {
    let rows = merged.runs - merged.missing;
    let files = merged.files.iter().map(|file| named(file)).collect::<Vec<_>>().join(", ");
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
        "{} damaged (`sidestep study run` does damaged runs again):\n",
        counted(merged.damaged, "result file")
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

fn more(count: u64, told: usize) -> String {
    match count - told as u64 {
        0 => String::new(),
        more => format!("  and {more} more\n"),
    }
}
