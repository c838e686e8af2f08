//! `sidestep run`, in a window or headless.

use super::command_line::command_line;
use super::interrupt::on_interrupt;
use super::output::{Ending, note, print};
use super::output_files::display_name;
use super::progress::ProgressLine;
use super::run_args::RunArgs;
use super::run_plan::RunPlan;
use super::{table, versus, window};
use crate::export::{JSON, Recorders};
use crate::files::Destination;
use crate::measure::ARRIVED;
use crate::run::{CompletedRun, Run};
use crate::types::DT;
use crate::world::World;
use miette::Result;
use std::path::{Path, PathBuf};

pub(super) fn run(args: RunArgs) -> Result<Ending> {
    let plan = RunPlan::new(args)?;
    if !plan.versus.is_empty() {
        return versus::headless(&plan);
    }
    if !plan.headless {
        match window::open(&plan)? {
            None => return Ok(Ending::Done),
            Some(why) => note(&format!("{why}: running headless")),
        }
    }
    headless(&plan)
}

fn headless(plan: &RunPlan) -> Result<Ending> {
    let world = plan.world()?;
    let ticks = world.layout().tick_limit();
    let progress = ProgressLine::new("left at most");
    progress.report(0, ticks, progress_text(&world));
    // Before the files are opened: opening a pipe may block.
    on_interrupt(interrupted(plan, progress.clone()));
    // Create the files now: report one that cannot be written before the run.
    let recorders = plan.recorders()?;
    for units in world.unreachable() {
        note(&format!("warning: {units}"));
    }
    let mut recorders = Recorders::start(recorders, &world)?;
    let mut report_progress = |world: &World| {
        if world.ticks().is_multiple_of(30) {
            progress.report(world.ticks(), ticks, progress_text(world));
        }
    };
    let run = Run::new(world).observe(&mut recorders).observe(&mut report_progress);
    let done = run.finish();
    recorders.take_failure()?;
    progress.clear();
    // Before the files are renamed into place, so that none is left behind if printing fails.
    if !plan.outputs.has(&JSON) && !plan.outputs.use_stdout() {
        print(&table::figures(&done.metrics, done.world.layout()))?;
    }
    recorders.finish(&done)?;
    let CompletedRun { world, metrics } = done;
    note_late(plan, world.time());
    let arrived = metrics.value(&ARRIVED).unwrap_or(0.0);
    match plan.expect_arrived {
        Some(share) if arrived < share => {
            let (expected, arrived) = (100.0 * share, ARRIVED.text(Some(arrived)));
            note(&format!("only {arrived} of the units arrived; --expect-arrived asks for {expected} %"));
            Ok(Ending::NotMet)
        }
        _ => Ok(Ending::Done),
    }
}

/// Notes that the run ended before the moments to record.
pub(super) fn note_late(plan: &RunPlan, end: f32) {
    let late = |time: &f32| end + DT / 2.0 <= *time;
    if let Some(at) = plan.at.filter(late) {
        note(&format!("the run ended at {end:.2} s, before --at {at}: the picture shows its end"));
    }
    if let Some(from) = plan.from.filter(late) {
        note(&format!("the run ended at {end:.2} s, before --from {from}: the animation shows its end"));
    }
}

/// The simulated time, and the number of units that have arrived.
fn progress_text(world: &World) -> String {
    let time = format!("{:.1} s of {} s", world.time(), world.layout().time_limit);
    match world.walkers() {
        0 => time,
        walkers => format!("{time}, {} of {walkers} arrived", world.arrived()),
    }
}

/// The message of an interrupted run: which files are complete, and which are not.
pub(super) fn interrupted(
    plan: &RunPlan,
    progress: ProgressLine,
) -> impl Fn(&[PathBuf]) -> String + Send + 'static {
    let named_file = |file: &Path| match Destination::of(file) {
        Ok(Destination::File(path)) => Some((path, display_name(file))),
        _ => None,
    };
    let files: Vec<(PathBuf, String)> = plan.outputs.paths().filter_map(named_file).collect();
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
        text + &format!("A run cannot be resumed. Start it again with\n  {}", command_line())
    }
}
