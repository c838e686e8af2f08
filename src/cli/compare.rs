//! `sidestep compare`: from a question to a report, on this machine.

use super::study::{self as steps, Question, Work};
use super::{Ending, print, table};
use crate::study::{self, MergeOptions, Plan, RESULTS, Record, Selection};
use clap::Args as ClapArgs;
use miette::Result;
use std::path::{Path, PathBuf};

/// What was typed after `compare`.
#[derive(Debug, Clone, ClapArgs)]
pub(super) struct CompareArgs {
    #[command(flatten)]
    question: Question,
    #[command(flatten)]
    work: Work,
    /// The folder of the report and of all results. A study that was broken off goes on there
    #[arg(short, long, value_name = "FOLDER", default_value = "compare-report")]
    out: PathBuf,
}

/// Plans, runs what is missing, merges and reports.
pub(super) fn compare(args: CompareArgs) -> Result<Ending> {
    let folder = args.out;
    Plan::new(args.question.study()?)?.write(&folder)?;
    steps::run(&folder, Selection::All, args.work)?;
    let merged = study::merge(std::slice::from_ref(&folder), &MergeOptions::default())?;
    print(&steps::told(&merged))?;
    let records = study::read_results(&folder.join(RESULTS))?.collect::<Result<Vec<_>, _>>()?;
    report(&folder, &records)?;
    Ok(Ending::Done)
}

/// What the records come to.
fn report(_folder: &Path, records: &[Record]) -> Result<()> {
    print(&table(records))
}

/// A row for each mode, push and settings, over all maps and seeds.
fn table(records: &[Record]) -> String {
    let mut rows = vec![["mode", "arrived", "time ratio", "deepest overlap", "stuck"].map(String::from)];
    let mut kinds: Vec<String> = Vec::new();
    for kind in records.iter().map(kind) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    for name in &kinds {
        let own: Vec<&Record> = records.iter().filter(|record| kind(record) == *name).collect();
        let values = |key: &'static str| own.iter().filter_map(move |record| record.number(key));
        let mean = |key| {
            let (sum, count) = values(key).fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
            (count > 0).then(|| sum / f64::from(count))
        };
        let told = |value: Option<f64>, scale: f64, digits: usize, unit: &str| {
            value.map_or("–".to_string(), |value| format!("{:.digits$}{unit}", value * scale))
        };
        let deepest = values("deepest_overlap").reduce(f64::max);
        let [arrived, stuck] = [told(mean("arrived"), 100.0, 1, " %"), told(mean("stuck"), 1.0, 1, "")];
        let [ratio, deepest] = [told(mean("time_ratio"), 1.0, 3, ""), told(deepest, 1.0, 3, " radii")];
        rows.push([name.clone(), arrived, ratio, deepest, stuck]);
    }
    table::columns(&rows)
}

/// Mode, push and settings, in words.
fn kind(record: &Record) -> String {
    let run = &record.run;
    let push = if run.push == 0.0 { String::new() } else { format!(" + push {}", run.push) };
    let settings: String = run.settings.iter().map(|(key, value)| format!(", {key} {value}")).collect();
    format!("{}{push}{settings}", run.mode)
}
