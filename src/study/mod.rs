//! Studies: many runs that answer a question. Plan → runs → merge → report.
//!
//! A [`StudySpec`] says what is to be compared; a [`StudyPlan`] is the runs that this comes to, written as a manifest with a line for each;
//! `run` does them, in any order and on any number of machines, and keeps a [`Record`] of each; `merge` brings the records
//! together in the manifest's order. A run's id is a hash of all that decides its result, so that what was done once is known again.

mod error;
mod file;
mod flat;
mod manifest;
mod merge;
mod parquet;
mod plan;
mod record;
mod run;
mod sparse;
mod spec;
mod store;
mod trace;
mod version;

pub use error::StudyError;
pub use manifest::{MANIFEST, Selection, runs_of};
pub use merge::{MergeOptions, Merged, RESULTS, add_replays, merge, read_results};
pub use plan::{StudyPlan, WrittenPlan};
pub use record::{GoalMark, Heat, PlannedRun, Record, Replay, RunOutcome, Trace, WallOutline};
pub use run::{RUNS, RunsSummary, StudyProgress, do_run, do_runs};
pub use spec::{JITTER, MAX_RUNS, MapChoice, StudySpec, seeds, values};
pub use store::{Damaged, encode};
