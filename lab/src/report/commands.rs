//! The command lines in a report.

use crate::program;
use crate::study::PlannedRun;
use crate::text::{push_text, shell_argument};
use sidestep::lookup::assignment;
use std::fmt::Write as _;

/// Returns the command that repeats this run in a window, or prints its metrics when `--json` is appended.
pub(super) fn run_command(run: &PlannedRun) -> String {
    let mut line = format!("{} run {}", program::name(), shell_argument(&run.map));
    // Writing to a string does not fail.
    if let Some(units) = run.units {
        let _ = write!(line, " --units {units}");
    }
    let push = push_text(run.push);
    let _ = write!(line, " --avoid {} --push {push} --seed {}", shell_argument(&run.mode), run.seed);
    if let Some(jitter) = run.jitter {
        let _ = write!(line, " --jitter {jitter}");
    }
    if run.shift {
        line += " --shift";
    }
    if let Some(limit) = run.limit {
        let _ = write!(line, " --limit {limit}");
    }
    for (key, value) in &run.settings {
        let _ = write!(line, " --set {}", shell_argument(&assignment(key, *value)));
    }
    line
}
