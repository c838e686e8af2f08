//! `sidestep run --versus`, headless: several modes from the same starts, in step under one clock.

use super::contender::Contender;
use super::interrupt::on_interrupt;
use super::output::{Ending, note, print};
use super::progress::ProgressLine;
use super::run_notes::{interrupted, note_late};
use super::run_plan::RunPlan;
use super::table;
use crate::export::{Entrant, JSON, PictureRecorder};
use crate::files::ExportError;
use crate::measure::{Metrics, headline};
use crate::run::Run;
use miette::Result;

/// Runs the plan's contenders until all have ended. A world that has ended stays as it is.
pub(super) fn headless(plan: &RunPlan) -> Result<Ending> {
    let worlds = plan.versus.iter().map(|contender| plan.world_of(&contender.steering));
    let mut runs: Vec<Run> = worlds.map(|world| world.map(Run::new)).collect::<Result<_>>()?;
    let ticks = runs.iter().map(|run| run.world().layout().tick_limit()).max().unwrap_or(0);
    let progress = ProgressLine::new("left at most");
    progress.report(0, ticks, progress_text(&runs));
    // Before the files are opened: opening a pipe may block.
    on_interrupt(interrupted(plan, progress.clone()));
    let mut recorders = plan.picture_recorders()?;
    let tables = plan.outputs.open_json()?;
    if let Some(found) = runs.first().and_then(|run| run.world().layout().too_large()) {
        note(&format!("warning: {found}"));
    }
    for units in runs.first().map(|run| run.world().unreachable()).unwrap_or_default() {
        note(&format!("warning: {units}"));
    }
    show(&mut recorders, &plan.versus, &runs)?;
    for tick in 1.. {
        // All tick, even after one that does.
        if runs.iter_mut().filter_map(|run| run.tick().then_some(())).count() == 0 {
            break;
        }
        show(&mut recorders, &plan.versus, &runs)?;
        if tick % 30 == 0 {
            progress.report(tick, ticks, progress_text(&runs));
        }
    }
    progress.clear();
    let figures: Vec<Metrics> = runs.iter().map(Run::metrics).collect();
    // Before the files are renamed into place, so that none is left behind if printing fails.
    if !plan.outputs.has(&JSON) && !plan.outputs.use_stdout() {
        print(&text(&plan.versus, &figures))?;
    }
    tables.into_iter().try_for_each(|json| json.complete(&figures))?;
    let entrants = entrants(&plan.versus, &runs);
    recorders.into_iter().try_for_each(|recorder| recorder.complete(&entrants))?;
    note_late(plan, entrants.iter().map(|entrant| entrant.world.time()).fold(0.0, f32::max));
    Ok(Ending::Done)
}

fn entrants<'a>(contenders: &'a [Contender], runs: &'a [Run]) -> Vec<Entrant<'a>> {
    let both = contenders.iter().zip(runs);
    both.map(|(contender, run)| Entrant {
        label: &contender.label,
        world: run.world(),
        measure: Some(run.measure()),
    })
    .collect()
}

fn show(
    recorders: &mut [Box<dyn PictureRecorder>],
    contenders: &[Contender],
    runs: &[Run],
) -> Result<(), ExportError> {
    if recorders.is_empty() {
        return Ok(());
    }
    let entrants = entrants(contenders, runs);
    recorders.iter_mut().try_for_each(|recorder| recorder.show(&entrants))
}

/// The simulated time, and how many units have arrived in each world.
fn progress_text(runs: &[Run]) -> String {
    let time = runs.iter().map(|run| run.world().time()).fold(0.0, f32::max);
    let limit = runs.first().map_or(0.0, |run| run.world().layout().time_limit);
    let arrived: Vec<String> = runs.iter().map(|run| run.world().arrived().to_string()).collect();
    let walkers = runs.first().map_or(0, |run| run.world().walkers());
    format!("{time:.1} s of {limit} s, {} of {walkers} arrived", arrived.join(", "))
}

/// The main figures, one column per contender.
fn text(contenders: &[Contender], figures: &[Metrics]) -> String {
    let row = |heading: &str, cell: &dyn Fn(&Metrics) -> String| {
        std::iter::once(heading.to_string()).chain(figures.iter().map(cell)).collect::<Vec<_>>()
    };
    let names = contenders.iter().map(|contender| contender.label.clone());
    let mut rows = vec![std::iter::once(String::new()).chain(names).collect::<Vec<_>>()];
    for metric in headline() {
        rows.push(row(metric.heading(), &|m| metric.text(m.value(metric))));
    }
    rows.push(row("mean tick", &|m| format!("{:.0} µs", m.tick_us.mean.total())));
    rows.push(row("state hash", &|m| m.state_hash.clone()));
    let first = figures.first().map_or(String::new(), |m| {
        format!("{}, {}, seed {}\n", m.map, crate::text::counted(m.units as u64, "unit"), m.seed)
    });
    first + &table::columns(&rows)
}
