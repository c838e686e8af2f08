//! `sidestep run` in a window.

use super::interrupt::stop_on_interrupt;
use super::message;
use super::output::{note, print};
use super::run_plan::{Repeated, RunPlan, open_scene};
use super::table;
use crate::run::Repeats;
use crate::scene::{DocumentError, LayoutOptions, MapDraft, Patch, RecordedScene, Scene, built_in_maps};
use crate::viewer::{
    self, MapEntry, MapError, MapLoader, MapRequest, Pane, SteeringChange, ViewerError, ViewerOptions,
    WatchedRun, WindowMemory,
};
use sidestep::types::DT;
use sidestep::world::{Layout, World};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::Ordering;

/// The columns of a map's error in the window.
const REPORT_WIDTH: usize = 90;

/// The maps to choose from: the named map, then the built-in ones.
struct Maps {
    names: Vec<String>,
    /// The number of the map on the command line.
    named: usize,
    options: LayoutOptions,
    steering: Patch,
    /// The steering of each world side by side; empty for a single world.
    versus: Vec<Patch>,
    follow: Option<String>,
    threads: usize,
    limit: Option<f32>,
    /// The recording that the named map is of.
    recording: Option<Repeated>,
}

impl Maps {
    fn new(plan: &RunPlan) -> Maps {
        let mut names: Vec<String> = built_in_maps().iter().map(|map| map.name.to_string()).collect();
        let named = names.iter().position(|name| *name == plan.map).unwrap_or_else(|| {
            names.insert(0, plan.map.clone());
            0
        });
        Maps {
            names,
            named,
            options: plan.layout,
            steering: plan.steering.clone(),
            versus: plan.versus.iter().map(|contender| contender.steering.clone()).collect(),
            follow: plan.follow.clone(),
            threads: plan.threads,
            limit: plan.limit,
            recording: plan.repeated.clone(),
        }
    }

    /// Each map with its summary.
    fn entries(&self) -> Vec<MapEntry> {
        (0..self.names.len()).map(|map| self.entry(map)).collect()
    }

    /// The map as it is now: the file is read each time, so that a restart shows edits.
    fn scene(&self, map: usize) -> Result<Scene, DocumentError> {
        if let Some(recording) = self.own_recording(map) {
            return recording.scene.scene();
        }
        // The plan of the command line applies to its map only. Others may not have it.
        let follow = self.follow.as_deref().filter(|_| map == self.named);
        open_scene(&self.names[map], follow)
    }

    /// The recording, if the map is the one that it is of.
    fn own_recording(&self, map: usize) -> Option<&Repeated> {
        self.recording.as_ref().filter(|_| map == self.named)
    }

    fn entry(&self, map: usize) -> MapEntry {
        let name = &self.names[map];
        let about = self.scene(map).map(|scene| scene.about().to_string()).unwrap_or_default();
        MapEntry { name: name.clone(), about }
    }

    /// The units and seed of a request. Those of the command line apply to its map only, because others may not scale.
    fn options(&self, request: &MapRequest) -> LayoutOptions {
        let usual = if request.map == self.named { self.options } else { LayoutOptions::default() };
        LayoutOptions { units: request.units.or(usual.units), seed: request.seed.or(usual.seed), ..usual }
    }
}

/// The error as the terminal shows it.
fn map_error(problem: &DocumentError) -> MapError {
    MapError { message: format!("{problem:#}"), report: message::plain(problem, REPORT_WIDTH) }
}

/// Whether a name of the list is that of a built-in map, not the path of a file.
fn is_built_in(name: &str) -> bool {
    built_in_maps().iter().any(|map| map.name == name)
}

impl MapLoader for Maps {
    fn world(&mut self, request: &MapRequest) -> Result<World, MapError> {
        if let Some(recording) = self.own_recording(request.map).filter(|_| request.is_plain()) {
            return Ok(recording.begin.clone());
        }
        let (scene, options) = match request.scene {
            // A draft has the units, the seed and the jitter of the command line already, but not its plan.
            Some(draft) => {
                let scene = match self.follow.as_deref().filter(|_| request.map == self.named) {
                    Some(name) => draft.clone().with_steering(name).map_err(|problem| map_error(&problem))?,
                    None => draft.clone(),
                };
                (scene, LayoutOptions { seed: request.seed, ..LayoutOptions::default() })
            }
            None => (self.scene(request.map).map_err(|problem| map_error(&problem))?, self.options(request)),
        };
        let mut layout = scene.layout(&options).map_err(|problem| map_error(&problem))?;
        if request.map == self.named {
            self.steering.apply(&mut layout).map_err(|problem| map_error(&problem.into()))?;
        } else {
            // Other maps may lack the groups.
            let _ = self.steering.apply(&mut layout);
        }
        if let Some(recording) = self.own_recording(request.map).filter(|_| request.scene.is_none()) {
            layout = recording.scene.layout_with(&options).map_err(|problem| map_error(&problem))?;
        }
        if let Some(variant) = self.versus.get(request.variant) {
            variant.apply(&mut layout).map_err(|problem| map_error(&problem.into()))?;
        }
        layout.time_limit = self.limit.unwrap_or(layout.time_limit);
        Ok(World::new(layout, self.threads))
    }

    fn repeats(&self, request: &MapRequest) -> Option<Repeats> {
        self.own_recording(request.map)
            .filter(|_| request.is_plain())
            .map(|recording| recording.repeats.clone())
    }

    fn recorded(&mut self, request: &MapRequest, layout: &Layout) -> Result<RecordedScene, MapError> {
        let follow = self.follow.clone().filter(|_| request.map == self.named);
        let (scene, options) = match request.scene {
            Some(draft) => (draft.clone(), LayoutOptions { seed: request.seed, ..LayoutOptions::default() }),
            None => (self.scene(request.map).map_err(|problem| map_error(&problem))?, self.options(request)),
        };
        Ok(RecordedScene::new(&scene, options, follow, layout))
    }

    fn draft(&mut self, request: &MapRequest) -> Result<MapDraft, MapError> {
        // With its own plans: a draft is written as text, and each of its worlds gets the plan of the command line.
        let recorded = self.own_recording(request.map).map(|recording| recording.scene.scene());
        let scene = recorded
            .unwrap_or_else(|| open_scene(&self.names[request.map], None))
            .map_err(|problem| map_error(&problem))?;
        MapDraft::new(&scene, &self.options(request)).map_err(|problem| map_error(&problem))
    }

    fn files(&self, map: usize) -> Vec<PathBuf> {
        let name = &self.names[map];
        if is_built_in(name) || self.own_recording(map).is_some() {
            return Vec::new();
        }
        let starts = Scene::open(name).map(|scene| scene.start_files()).unwrap_or_default();
        [PathBuf::from(name)].into_iter().chain(starts).collect()
    }

    fn open(&mut self, path: &Path) -> Result<(usize, MapEntry), MapError> {
        let shown = path.display();
        let full = std::fs::canonicalize(path).map_err(|error| format!("{shown}: {error}"))?;
        if full.is_dir() {
            return Err(format!("{shown} is a folder: choose a map file in it").into());
        }
        let is_same = |name: &String| {
            !is_built_in(name) && std::fs::canonicalize(name).is_ok_and(|other| other == full)
        };
        let map = self.names.iter().position(is_same).unwrap_or(self.names.len());
        if map == self.names.len() {
            let name = path.to_str().ok_or_else(|| format!("the path {shown} is not UTF-8"))?;
            self.names.push(if is_built_in(name) { format!("./{name}") } else { name.to_string() });
        }
        Ok((map, self.entry(map)))
    }
}

/// A note for the figures of a run whose steering the user changed: they describe no single mode.
fn changes_text(changes: &[SteeringChange]) -> String {
    if changes.is_empty() {
        return String::new();
    }
    let lines: String = changes.iter().map(|c| format!("  tick {}: {}\n", c.tick, c.what)).collect();
    format!(
        "The steering changed during this run:\n{lines}\
         The figures cover the whole run and describe no single mode; \"mode\" is the last one.\n"
    )
}

/// The figures of the last run of each world.
fn figures(runs: &[WatchedRun]) -> String {
    let one = |run: &WatchedRun| {
        let heading = if runs.len() > 1 { format!("{}\n", run.label) } else { String::new() };
        heading + &changes_text(&run.changes) + &table::figures(&run.metrics, run.world.layout())
    };
    runs.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// The same for runs that are not over.
fn figures_so_far(panes: &[Pane]) -> String {
    let one = |pane: &Pane| {
        let heading = if panes.len() > 1 { format!("{}\n", pane.label()) } else { String::new() };
        heading + &changes_text(&pane.changes()) + &table::figures(&pane.metrics(), pane.world().layout())
    };
    panes.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// Runs the plan in a window until it closes, and prints the figures of the last run. Returns why if no window can open.
pub(super) fn open(plan: &RunPlan) -> miette::Result<Option<String>> {
    if !viewer::available() {
        return Ok(Some("no display".into()));
    }
    let file = WindowMemory::file();
    let (memory, problem) = file.as_deref().map(WindowMemory::read).unwrap_or_default();
    problem.iter().for_each(|problem| note(problem));
    let maps = Maps::new(plan);
    let entries = maps.entries();
    let (named, variants) = (maps.named, maps.versus.len().max(1));
    let mut options = ViewerOptions::new(Box::new(maps), entries);
    options.memory = memory;
    let last = || options.maps.iter().position(|map| Some(&map.name) == options.memory.map.as_ref());
    options.map = if plan.map_is_stated { named } else { last().unwrap_or(named) };
    options.variants = variants;
    options.paused = plan.paused;
    options.overlays = plan.shown.overlays.clone();
    options.selected = plan.shown.selected;
    options.begin = plan.repeated.as_ref().and(plan.shown.from).map_or(0, |from| (from / DT).round() as u64);
    options.size = plan.shown.size;
    options.theme = plan.shown.theme;
    options.visible = plan.shown.visible;
    options.summary = Some(Box::new(figures_so_far));
    let signal = Rc::new(OnceCell::new());
    let seen = signal.clone();
    options.closer = Some(Box::new(move |close| {
        // Set here only.
        let _ = seen.set(stop_on_interrupt(close));
    }));
    match viewer::run(options) {
        Ok(outcome) => {
            if let Some(problem) = file.and_then(|file| outcome.memory.write(&file)) {
                note(&problem);
            }
            if let Some(why) = &outcome.lost {
                note(&format!("the window was lost: {why}"));
            }
            print(&figures(&outcome.runs))?;
            match signal.get().map_or(0, |signal| signal.load(Ordering::Relaxed)) {
                0 => Ok(None),
                signal => std::process::exit(128 + signal),
            }
        }
        Err(e @ (ViewerError::NoDisplay(_) | ViewerError::NoGpu(_))) => Ok(Some(e.to_string())),
        Err(e) => Err(e.into()),
    }
}

#[cfg(test)]
mod files_test;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod transcript_test;
