//! `sidestep run`, in a window or headless.

use super::interrupt::on_interrupt;
use super::output::{Ending, note, print};
use super::progress::ProgressLine;
use super::run_args::RunArgs;
use super::run_notes::{interrupted, note_late};
use super::run_plan::RunPlan;
use super::{runtime_folder, table, versus, window};
use crate::export::{JSON, Recorders};
use crate::measure::ARRIVED;
use crate::run::{CompletedRun, Run};
use miette::Result;
use sidestep::world::World;

pub(super) fn run(args: RunArgs) -> Result<Ending> {
    if !args.headless {
        // Before anything is printed.
        runtime_folder::name_if_missing();
    }
    let plan = RunPlan::new(args)?;
    if !plan.headless {
        match window::open(&plan)? {
            None => return Ok(Ending::Done),
            Some(why) => note(&format!("{why}: running headless")),
        }
    }
    if plan.versus.is_empty() { headless(&plan) } else { versus::headless(&plan) }
}

fn headless(plan: &RunPlan) -> Result<Ending> {
    let world = plan.world()?;
    let ticks = world.layout().tick_limit();
    let progress = ProgressLine::new("left at most");
    progress.report(0, ticks, progress_text(&world));
    // Before the files are opened: opening a pipe may block.
    on_interrupt(interrupted(plan, progress.clone()));
    // Create the files now: report one that cannot be written before the run.
    let recorders = plan.recorders(&world)?;
    if let Some(found) = world.layout().too_large() {
        note(&format!("warning: {found}"));
    }
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

/// The simulated time, and the number of units that have arrived.
fn progress_text(world: &World) -> String {
    let time = format!("{:.1} s of {} s", world.time(), world.layout().time_limit);
    match world.walkers() {
        0 => time,
        walkers => format!("{time}, {} of {walkers} arrived", world.arrived()),
    }
}
