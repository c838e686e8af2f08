//! `sidestep run` in a window.

use super::interrupt::stop_on_interrupt;
use super::message;
use super::output::{note, print};
use super::run_plan::{RunPlan, open_scene};
use super::table;
use crate::scene::{DocumentError, LayoutOptions, MapDraft, Overrides, Scene, built_in_maps};
use crate::viewer::{
    self, MapEntry, MapError, MapLoader, MapRequest, Pane, SteeringChange, ViewerError, ViewerOptions, WatchedRun,
    WindowMemory,
};
use crate::world::World;
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
    steering: Overrides,
    /// The steering of each world side by side; empty for a single world.
    versus: Vec<Overrides>,
    follow: Option<String>,
    threads: usize,
    limit: Option<f32>,
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
        }
    }

    /// Each map with its summary.
    fn entries(&self) -> Vec<MapEntry> {
        (0..self.names.len()).map(|map| self.entry(map)).collect()
    }

    /// The map as it is now: the file is read each time, so that a restart shows edits.
    fn scene(&self, map: usize) -> Result<Scene, DocumentError> {
        // The plan of the command line applies to its map only. Others may not have it.
        let follow = self.follow.as_deref().filter(|_| map == self.named);
        open_scene(&self.names[map], follow)
    }

    fn entry(&self, map: usize) -> MapEntry {
        let name = &self.names[map];
        let about = Scene::open(name).map(|scene| scene.about().to_string()).unwrap_or_default();
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
        let (scene, options) = match request.scene {
            // A draft has the units, the seed and the jitter of the command line already, but not its plan.
            Some(draft) => {
                let scene = match self.follow.as_deref().filter(|_| request.map == self.named) {
                    Some(name) => draft.clone().with_steering(name).map_err(|problem| map_error(&problem))?,
                    None => draft.clone(),
                };
                (scene, LayoutOptions { seed: request.seed, ..LayoutOptions::default() })
            }
            None => {
                (self.scene(request.map).map_err(|problem| map_error(&problem))?, self.options(request))
            }
        };
        let mut layout = scene.layout(&options).map_err(|problem| map_error(&problem))?;
        if request.map == self.named {
            self.steering.apply(&mut layout).map_err(|problem| map_error(&problem.into()))?;
        } else {
            self.steering.apply_to_all(&mut layout);
        }
        if let Some(variant) = self.versus.get(request.variant) {
            variant.apply_to_all(&mut layout);
        }
        layout.time_limit = self.limit.unwrap_or(layout.time_limit);
        Ok(World::new(layout, self.threads))
    }

    fn draft(&mut self, request: &MapRequest) -> Result<MapDraft, MapError> {
        // With its own plans: a draft is written as text, and each of its worlds gets the plan of the command line.
        let scene = open_scene(&self.names[request.map], None).map_err(|problem| map_error(&problem))?;
        MapDraft::new(&scene, &self.options(request)).map_err(|problem| map_error(&problem))
    }

    fn files(&self, map: usize) -> Vec<PathBuf> {
        let name = &self.names[map];
        if is_built_in(name) {
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
    options.overlays = plan.overlays.clone();
    options.selected = plan.select;
    options.size = plan.size;
    options.theme = plan.theme;
    options.visible = plan.visible;
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
mod tests {
    use super::*;
    use crate::cli::run_args::RunArgs;
    use crate::scene::{Layout, MapEdit, UnitRef};
    use crate::types::{Point, Vec2};
    use crate::viewer::{Command, Session};

    /// A session on the map of a command line.
    fn session(args: RunArgs) -> Session {
        let plan = RunPlan::new(args).unwrap_or_else(|error| panic!("{error:?}"));
        let maps = Maps::new(&plan);
        let (map, entries) = (maps.named, maps.entries());
        let options = ViewerOptions { map, paused: true, ..ViewerOptions::new(Box::new(maps), entries) };
        Session::new(options).unwrap_or_else(|error| panic!("{error}"))
    }

    fn on(map: &str) -> RunArgs {
        RunArgs { map: Some(map.into()), threads: 1, ..RunArgs::default() }
    }

    fn layout(session: &Session) -> Layout {
        session.world().layout().clone()
    }

    /// Moves the first unit that has room a little, and returns its index.
    fn move_one(session: &mut Session) -> usize {
        let before = layout(session);
        let nudges =
            [Vec2::new(0.0, 0.05), Vec2::new(0.0, -0.05), Vec2::new(0.05, 0.0), Vec2::new(-0.05, 0.0)];
        for (id, by) in (0..before.starts.len()).flat_map(|id| nudges.map(|by| (id, by))) {
            let first =
                before.starts.iter().position(|start| start.group == before.starts[id].group).unwrap();
            let unit = UnitRef { group: usize::from(before.starts[id].group), number: id - first };
            let to: Point = before.starts[id].position + by;
            session.apply(Command::Place(MapEdit::MoveUnits(vec![(unit, to)])));
            if session.draft().is_some_and(crate::scene::MapDraft::is_changed) {
                return id;
            }
        }
        panic!("no unit of {} can be moved: {:?}", before.name, session.message());
    }

    /// The largest offset between two layouts in x or y, m.
    fn offset(one: &Layout, two: &Layout) -> f32 {
        let pairs = one.starts.iter().zip(&two.starts);
        pairs.map(|(a, b)| (a.position - b.position).amax()).fold(0.0, f32::max)
    }

    #[test]
    fn a_draft_has_the_jitter_of_the_command_line_once() {
        // Formations, listed units, and rings.
        for map in ["crossing", "dozen", "circle"] {
            let args = |jitter| RunArgs { units: None, seed: Some(5), jitter, ..on(map) };
            let (exact, mut session) =
                (layout(&self::session(args(Some(0.0)))), self::session(args(Some(0.01))));
            let before = layout(&session);
            assert!(
                (0.001..=0.0101).contains(&offset(&exact, &before)),
                "{map}: {}",
                offset(&exact, &before)
            );
            session.apply(Command::TogglePlacing);
            assert!(session.placing(), "{map}: {:?}", session.message());
            assert_eq!(layout(&session), before, "{map}");
            let moved = move_one(&mut session);
            let others = |session: &Session| {
                let mut starts = layout(session).starts;
                starts.remove(moved);
                starts
            };
            let mut expected = before.starts.clone();
            expected.remove(moved);
            assert_eq!(others(&session), expected, "{map}");
            session.apply(Command::TogglePlacing);
            session.apply(Command::Restart);
            assert_eq!(others(&session), expected, "{map}: after a restart");
            // Another seed draws another offset; it is not added to the first one.
            for _ in 0..3 {
                session.apply(Command::RestartWithNextSeed);
                let now = layout(&session);
                let far = |id: usize| (now.starts[id].position - exact.starts[id].position).amax();
                let furthest = (0..now.starts.len()).filter(|id| *id != moved).map(far).fold(0.0, f32::max);
                assert!(furthest <= 0.0101, "{map}: {furthest} m, seed {}", now.seed);
            }
        }
    }

    #[test]
    fn a_draft_follows_the_plan_of_the_command_line() {
        let own = layout(&session(on("wander"))).plans;
        for seed in [None, Some(7)] {
            let mut session =
                session(RunArgs { steering: Some("look-where-going".into()), seed, ..on("wander") });
            let before = layout(&session);
            assert_ne!(before.plans, own);
            session.apply(Command::TogglePlacing);
            assert!(session.placing(), "seed {seed:?}: {:?}", session.message());
            assert_eq!(layout(&session), before, "seed {seed:?}");
            move_one(&mut session);
            assert_eq!(layout(&session).plans, before.plans, "seed {seed:?}");
            session.apply(Command::Undo);
            assert_eq!(layout(&session), before, "seed {seed:?}");
            // The plan belongs to the command line, not to the map.
            assert!(session.draft().is_some_and(|draft| draft.layout().plans == own));
        }
    }

    #[test]
    fn the_number_of_units_can_change_while_placing() {
        let mut session = session(RunArgs { seed: Some(3), ..on("crossing") });
        session.apply(Command::TogglePlacing);
        session.apply(Command::Units(Some(40)));
        let forty = layout(&session);
        assert_eq!((forty.starts.len(), session.placing()), (40, true), "{:?}", session.message());
        assert_eq!(
            forty,
            layout(&self::session(RunArgs { units: Some(40), seed: Some(3), ..on("crossing") }))
        );
        assert!(session.draft().is_some_and(|draft| !draft.is_changed() && draft.layout() == &forty));
        // Changes are not lost by accident.
        move_one(&mut session);
        let changed = layout(&session);
        session.apply(Command::Units(Some(60)));
        assert_eq!((layout(&session), session.chosen().0), (changed, Some(40)));
        assert!(session.message().is_some_and(|text| text.contains("save it")), "{:?}", session.message());
        session.apply(Command::Undo);
        session.apply(Command::Units(None));
        assert_eq!((layout(&session).starts.len() > 40, session.placing()), (true, true));
        // Ended placing stays ended.
        session.apply(Command::TogglePlacing);
        session.apply(Command::Units(Some(40)));
        assert_eq!((layout(&session).starts.len(), session.placing()), (40, false));
    }

    #[test]
    fn units_of_a_start_file_are_placed_and_saved_as_a_map() {
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
        let file = folder.path().join("two.txt");
        let text = "-20 0 20 0 # west\n20 1 -20 1 0.4 3\n-20 2 20 2\n";
        assert!(std::fs::write(&file, text).is_ok());
        let mut session =
            session(RunArgs { jitter: Some(0.05), seed: Some(4), ..on(&file.to_string_lossy()) });
        session.set_folder(folder.path().to_path_buf());
        let before = layout(&session);
        session.apply(Command::TogglePlacing);
        assert!(session.placing(), "{:?}", session.message());
        // The lines of the two groups alternate.
        let places = |layout: &Layout| {
            let mut places: Vec<_> =
                layout.starts.iter().map(|start| (start.group, start.position, start.radius)).collect();
            places.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.y.total_cmp(&b.1.y)));
            places
        };
        assert_eq!(places(&layout(&session)), places(&before));
        move_one(&mut session);
        let moved = layout(&session);
        session.apply(Command::SaveMap);
        let saved =
            Scene::from_file(&folder.path().join("two-changed.toml")).unwrap_or_else(|e| panic!("{e:?}"));
        let saved = saved.layout(&LayoutOptions::default()).unwrap_or_else(|error| panic!("{error:?}"));
        assert_eq!(saved.starts, moved.starts);
        assert!(std::fs::read_to_string(&file).is_ok_and(|kept| kept == text));
        assert!(
            std::fs::read_to_string(folder.path().join("two-changed.toml"))
                .is_ok_and(|map| map.contains("# west"))
        );
    }

    #[test]
    fn a_refused_number_of_units_leaves_the_draft_as_it_is() {
        let mut session = session(on("dozen"));
        session.apply(Command::TogglePlacing);
        let before = layout(&session);
        session.apply(Command::Units(Some(7)));
        assert!(session.placing() && session.message().is_some(), "{:?}", session.message());
        assert_eq!(layout(&session), before);
    }
}
