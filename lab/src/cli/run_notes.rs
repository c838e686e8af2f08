//! What `sidestep run` says about recordings of a run that ended early.

use super::command_line::command_line;
use super::output::note;
use super::output_files::display_name;
use super::progress::ProgressLine;
use super::run_plan::RunPlan;
use crate::files::Destination;
use sidestep::types::DT;
use std::path::{Path, PathBuf};

/// Notes that the run ended before the moments to record.
pub(super) fn note_late(plan: &RunPlan, end: f32) {
    let late = |time: &f32| end + DT / 2.0 <= *time;
    if let Some(at) = plan.shown.at.filter(late) {
        note(&format!("the run ended at {end:.2} s, before --at {at}: the picture shows its end"));
    }
    if let Some(from) = plan.shown.from.filter(late) {
        note(&format!("the run ended at {end:.2} s, before --from {from}: the animation shows its end"));
    }
}

/// The message of an interrupted run: which files are complete, and which are not.
pub(super) fn interrupted(
    plan: &RunPlan,
    progress: ProgressLine,
) -> impl Fn(&[PathBuf]) -> String + Send + 'static {
    let named_file = |file: &Path| match Destination::for_path(file) {
        Ok(Destination::File(path)) => Some((path, display_name(file))),
        _ => None,
    };
    let files: Vec<(PathBuf, String)> = plan.outputs.paths().filter_map(named_file).collect();
    let record = plan.record.as_deref().map(display_name);
    move |abandoned| {
        progress.clear();
        let (missing, complete): (Vec<_>, Vec<_>) =
            files.iter().partition(|(path, _)| abandoned.contains(path));
        let names = |files: &[&(PathBuf, String)]| {
            files.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let mut text = format!("the run was at {}\n", progress.message());
        if !complete.is_empty() {
            text += &format!("complete: {}\n", names(&complete));
        }
        if !missing.is_empty() {
            text +=
                &format!("not written: {} (existing files of that name are unchanged)\n", names(&missing));
        }
        match &record {
            // It has everything up to the last second.
            Some(file) => text + &format!("Go on with: sidestep replay {file} --resume"),
            None => text + &format!("Start it again with\n  {}", command_line()),
        }
    }
}
