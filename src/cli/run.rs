//! `sidestep run`: in a window, or headless.

use super::interrupt::on_interrupt;
use super::outputs::named;
use super::plan::Plan;
use super::progress::Progress;
use super::{Ending, RunArgs, note, print, table, typed};
use crate::export::Recorders;
use crate::files::{Destination, Partial};
use crate::measure::Metrics;
use crate::run::{CompletedRun, Run};
use crate::scene::Layout;
use crate::types::DT;
use crate::world::World;
use miette::{IntoDiagnostic, Result};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(super) fn run(args: RunArgs) -> Result<Ending> {
    let plan = Plan::new(args)?;
    if !plan.headless {
        match window::open(&plan)? {
            None => return Ok(Ending::Done),
            Some(why) => note(&format!("{why}: running headless")),
        }
    }
    headless(&plan)
}

fn headless(plan: &Plan) -> Result<Ending> {
    let world = plan.world()?;
    let ticks = world.layout().tick_limit();
    let progress = Progress::new("left at most");
    progress.report(0, ticks, how_far(&world));
    // Before the files: to open a pipe may wait.
    on_interrupt(interrupted(plan, progress.clone()));
    // Begun now, so that a file that cannot be written shows before the run.
    let json = plan.outputs.json.as_deref().filter(|file| *file != Path::new("-"));
    let json = json.map(Partial::create).transpose()?;
    let recorders = plan.recorders()?;
    for units in world.layout().unreachable() {
        note(&format!("warning: {units}"));
    }
    let mut recorders = Recorders::start(recorders, &world)?;
    let mut report_progress = |world: &World| {
        if world.ticks().is_multiple_of(30) {
            progress.report(world.ticks(), ticks, how_far(world));
        }
    };
    let run = Run::new(world).observe(&mut recorders).observe(&mut report_progress);
    let CompletedRun { world, metrics } = run.finish();
    recorders.take_failure()?;
    progress.clear();
    // Before the other files get their names, so that none is left behind when it cannot be written.
    report(plan, json, &metrics, world.layout())?;
    recorders.finish(&world)?;
    if let Some(at) = plan.outputs.at.filter(|at| world.time() + DT / 2.0 <= *at) {
        note(&format!(
            "the run was over at {:.2} s, before --at {at}: the picture shows its end",
            world.time()
        ));
    }
    match plan.expect_arrived {
        Some(share) if metrics.arrived < share => {
            note(&format!("expected a share of {share} to arrive, got {}", metrics.arrived));
            Ok(Ending::NotMet)
        }
        _ => Ok(Ending::Done),
    }
}

/// The simulated time, and how many units have arrived.
fn how_far(world: &World) -> String {
    let time = format!("{:.1} s of {} s", world.time(), world.layout().time_limit);
    match world.walkers() {
        0 => time,
        walkers => format!("{time}, {} of {walkers} arrived", world.arrived()),
    }
}

/// What is said of an interrupted run: which files are complete, and which are not.
fn interrupted(plan: &Plan, progress: Progress) -> impl Fn(&[PathBuf]) -> String + Send + 'static {
    let of = |(_, file): (_, &Path)| match Destination::of(file) {
        Ok(Destination::File(path)) => Some((path, named(file))),
        _ => None,
    };
    let files: Vec<(PathBuf, String)> = plan.outputs.files().filter_map(of).collect();
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
                &format!("not written: {} (an earlier file of that name is unchanged)\n", names(&missing));
        }
        text + &format!("A run does not resume. Start it again with\n  {}", typed())
    }
}

/// The figures as a table, unless something else goes to standard output; or as JSON.
fn report(plan: &Plan, json: Option<Partial>, metrics: &Metrics, layout: &Layout) -> Result<()> {
    if plan.outputs.json.is_none() {
        return if plan.outputs.use_stdout() { Ok(()) } else { print(&table::figures(metrics, layout)) };
    }
    let text = serde_json::to_string_pretty(metrics).into_diagnostic()? + "\n";
    let Some(mut file) = json else { return print(&text) };
    file.write_all(text.as_bytes()).map_err(|error| file.error(error))?;
    Ok(file.commit()?)
}

#[cfg(not(feature = "viewer"))]
mod window {
    use super::super::plan::Plan;

    pub(super) fn open(_plan: &Plan) -> miette::Result<Option<String>> {
        Ok(Some("built without the viewer".into()))
    }
}

#[cfg(feature = "viewer")]
mod window {
    use super::super::interrupt::stop_on_interrupt;
    use super::super::plan::{Plan, opened};
    use super::super::{print, table};
    use crate::scene::{LayoutOptions, built_in_maps};
    use crate::viewer::{self, Change, MapChoice, ViewerError, ViewerOptions};
    use crate::world::World;
    use std::cell::OnceCell;
    use std::rc::Rc;
    use std::sync::atomic::Ordering;

    /// The maps that one goes through: the one that was named, then the built-in ones round and round.
    struct Tour {
        maps: Vec<String>,
        at: usize,
        named: String,
        options: LayoutOptions,
        steering: super::super::plan::Overrides,
        follow: Option<String>,
        threads: usize,
        limit: Option<f32>,
    }

    impl Tour {
        fn new(plan: &Plan) -> Tour {
            let mut maps: Vec<String> = built_in_maps().iter().map(|m| m.name.to_string()).collect();
            let at = maps.iter().position(|m| *m == plan.map).unwrap_or_else(|| {
                maps.insert(0, plan.map.clone());
                0
            });
            let named = plan.map.clone();
            Tour {
                maps,
                at,
                named,
                options: plan.layout,
                steering: plan.steering.clone(),
                follow: plan.follow.clone(),
                threads: plan.threads,
                limit: plan.limit,
            }
        }

        fn load(&mut self, choice: MapChoice) -> Result<World, String> {
            let count = self.maps.len();
            let at = match choice {
                MapChoice::Current => self.at,
                MapChoice::Next => (self.at + 1) % count,
                MapChoice::Previous => (self.at + count - 1) % count,
            };
            // Units, seed, jitter, plan and groups' modes were meant for the map that was named: others may not scale, or have
            // no such plan or group.
            let named = self.maps[at] == self.named;
            let options = if named { self.options } else { LayoutOptions::default() };
            // Read anew each time, so that a restart shows an edit of the file.
            let follow = self.follow.as_deref().filter(|_| named);
            let scene = opened(&self.maps[at], follow);
            let mut layout = scene.and_then(|s| s.layout(&options)).map_err(|e| e.to_string())?;
            if named {
                self.steering.apply(&mut layout).map_err(|problem| problem.to_string())?;
            } else {
                self.steering.apply_to_all(&mut layout);
            }
            layout.time_limit = self.limit.unwrap_or(layout.time_limit);
            self.at = at;
            Ok(World::new(layout, self.threads))
        }
    }

    /// What was changed while the run was watched, before its figures: they then belong to no single mode.
    fn changed(changes: &[Change]) -> String {
        if changes.is_empty() {
            return String::new();
        }
        let lines: String = changes.iter().map(|c| format!("  tick {}: {}\n", c.tick, c.what)).collect();
        format!(
            "The steering was changed during this run:\n{lines}\
             The figures are of the whole run and belong to no single mode; \"mode\" is the last one.\n"
        )
    }

    /// Runs the plan in a window until it closes and prints the figures of the last run in it; why there is none, where there is none.
    pub(super) fn open(plan: &Plan) -> miette::Result<Option<String>> {
        if !viewer::available() {
            return Ok(Some("no display".into()));
        }
        let mut tour = Tour::new(plan);
        let mut options = ViewerOptions::new(Box::new(move |choice| tour.load(choice)));
        options.paused = plan.paused;
        options.overlays = plan.overlays.clone();
        options.selected = plan.select;
        options.size = plan.size.unwrap_or(options.size);
        let signal = Rc::new(OnceCell::new());
        let seen = signal.clone();
        options.closer = Some(Box::new(move |close| {
            // Set here only.
            let _ = seen.set(stop_on_interrupt(close));
        }));
        match viewer::run(options) {
            Ok(outcome) => {
                let figures = table::figures(&outcome.metrics, outcome.world.layout());
                print(&(changed(&outcome.changes) + &figures))?;
                match signal.get().map_or(0, |signal| signal.load(Ordering::Relaxed)) {
                    0 => Ok(None),
                    signal => std::process::exit(128 + signal),
                }
            }
            Err(e @ (ViewerError::NoDisplay(_) | ViewerError::NoGpu(_))) => Ok(Some(e.to_string())),
            Err(e) => Err(e.into()),
        }
    }
}
