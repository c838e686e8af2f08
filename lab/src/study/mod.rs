//! Studies: sets of runs that answer a question. Plan → runs → merge → report.
//!
//! A [`StudySpec`] specifies what to compare. A [`StudyPlan`] is the resulting list of runs, written as a manifest
//! with one line per run. [`do_runs`] does the runs, in any order and on any number of machines, and stores a
//! [`Record`] of each. [`merge`] combines the records in the order of the manifest. The id of a run is a hash of all
//! its inputs, so finished runs are recognised and not repeated.

mod error;
mod file;
mod file_names;
mod flat;
mod manifest;
mod merge;
mod plan;
mod record;
mod recording;
mod run;
mod sparse;
mod spec;
mod store;
mod trace;
mod version;

pub use error::{StudyError, StudyProblem};
pub use file_names::{MANIFEST, RESULTS, RUNS};
pub use manifest::{Selection, runs_of};
pub use merge::{MergeOptions, Merged, add_replays, merge, read_results};
pub use plan::{StudyPlan, WrittenPlan};
pub use record::{GoalMark, Heat, PlannedRun, Record, Replay, RunOutcome, Trace, WallOutline};
pub use recording::recording;
pub use run::{RunsSummary, StudyProgress, do_run, do_runs};
pub use spec::{JITTER, MAX_RUNS, MapChoice, StudySpec, seeds, values};
pub use store::{Damaged, encode};
pub(crate) use trace::MOST_REPLAYED;
