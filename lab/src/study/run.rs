//! Runs the runs of a study, each independently and on one thread. Each result is a separate file, which is renamed
//! into place once it is complete. Runs that already have a result are skipped.

use super::error::{StudyError, StudyProblem};
use super::file_names::RUNS;
use super::manifest::{Manifest, Selection};
use super::record::{PlannedRun, Record, RunOutcome, Trace};
use super::store::{self, Damaged, Stored};
use super::trace::Tracer;
use super::version::code_version;
use crate::files::{self, ExportError, Partial};
use crate::measure::Metrics;
use crate::run::{self, CompletedRun};
use crate::scene::{LayoutOptions, Scene};
use crate::text::{find_mode, find_setting};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use sidestep::settings::Push;
use sidestep::steering::avoidance::Mode;
use sidestep::world::Layout;
use sidestep::world::World;
use std::cell::Cell;
use std::fs;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, Once, PoisonError};

/// The largest time limit of a run, in s.
const MAX_SECONDS: f32 = 1e5;
/// The number of failures whose reasons are kept.
const MOST_REASONS: usize = 5;

/// The progress of a study.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StudyProgress {
    /// The number of finished runs, including those that already had a result.
    pub done: u64,
    /// The number of requested runs.
    pub runs: u64,
    /// The estimated work of the runs finished so far in this call.
    pub work: u64,
    /// The estimated work of all runs of this call.
    pub all_work: u64,
}

/// The outcome of [`do_runs`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RunsSummary {
    /// The number of requested runs.
    pub runs: u64,
    /// The number of runs that already had a result.
    pub kept: u64,
    /// The number of runs that failed in this call.
    pub failed: u64,
    /// The first few failures: id and reason.
    pub failures: Vec<(String, String)>,
    /// The number of damaged results, whose runs were repeated.
    pub damaged: u64,
    /// The first few damaged results.
    pub first_damaged: Vec<Damaged>,
}

/// A run to do.
struct Job {
    id: u64,
    /// The position of its line in the manifest.
    at: u64,
    /// Its estimated work: the number of units × the mode's cost per unit.
    work: u64,
    replay: bool,
}

/// Does the selected runs of a study that have no result yet, the longest first, on this many threads (0: one per
/// core).
pub fn do_runs(
    folder: &Path,
    selection: Selection,
    threads: usize,
    watch: &(dyn Fn(StudyProgress) + Sync),
) -> Result<RunsSummary, StudyError> {
    let runs_folder = folder.join(RUNS);
    let (jobs, scenes, runs) = jobs(folder, selection)?;
    let stopped =
        |error: String, kept: u64| StudyProblem::Stopped { folder: folder.to_path_buf(), kept, runs, error };
    fs::create_dir_all(&runs_folder).map_err(|e| stopped(format!("{}: {e}", runs_folder.display()), 0))?;
    // Skipped for a single run: a million single-run tasks would read the folder a million times.
    if !matches!(selection, Selection::Index(_)) {
        files::sweep(&runs_folder);
    }
    // If the system provides no threads, this one does the work.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
    let look = |job: Job| open_job(&runs_folder, job);
    let (mut open, damaged): (Vec<Job>, Vec<Option<Damaged>>) = match &pool {
        Some(pool) => pool.install(|| jobs.into_par_iter().filter_map(look).unzip()),
        None => jobs.into_iter().filter_map(look).unzip(),
    };
    let mut first_damaged: Vec<Damaged> = damaged.into_iter().flatten().collect();
    let damaged = first_damaged.len() as u64;
    first_damaged.truncate(MOST_REASONS);
    open.sort_by_key(|job| std::cmp::Reverse(job.work));
    let crew = Crew {
        folder,
        runs_folder: &runs_folder,
        scenes: &scenes,
        kept: runs - open.len() as u64,
        runs,
        all_work: open.iter().map(|job| job.work).sum(),
        jobs: &open,
        next: AtomicUsize::new(0),
        done: AtomicU64::new(0),
        work: AtomicU64::new(0),
        failures: Mutex::default(),
        error: Mutex::default(),
        watch,
    };
    crew.report_progress();
    match &pool {
        Some(pool) => drop(pool.broadcast(|_| crew.work())),
        None => crew.work(),
    }
    let kept = crew.kept + crew.done.load(Ordering::Relaxed);
    if let Some(error) = crew.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(match error {
            StudyError::Export(error) => stopped(error_with_source(&error), kept).into(),
            other => other,
        });
    }
    let mut failures = crew.failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    let failed = failures.len() as u64;
    // By id, since threads find them in any order.
    failures.sort();
    failures.truncate(MOST_REASONS);
    Ok(RunsSummary { runs, kept: crew.kept, failed, failures, damaged, first_damaged })
}

fn error_with_source(error: &ExportError) -> String {
    let source = std::error::Error::source(error).map(|source| format!(": {source}"));
    format!("{error}{}", source.unwrap_or_default())
}

type Scenes = FxHashMap<String, (Scene, usize)>;

/// Returns the jobs of the selected lines, the maps that they need, and the number of these lines.
fn jobs(folder: &Path, selection: Selection) -> Result<(Vec<Job>, Scenes, u64), StudyError> {
    let version = code_version()?;
    let mut scenes = Scenes::default();
    let mut manifest = Manifest::open(folder, selection)?;
    let mut jobs = Vec::new();
    for line in manifest.by_ref() {
        let line = line?;
        if line.run.version != version {
            return Err(StudyProblem::OtherVersion { planned: line.run.version, own: version }.into());
        }
        let units = match scenes.get(&line.run.map) {
            Some((_, units)) => *units,
            None => {
                let scene = Scene::open(&line.run.map)?;
                if line.run.map_hash != format!("{:016x}", scene.fingerprint()) {
                    return Err(StudyProblem::MapChanged { map: line.run.map }.into());
                }
                let units = scene.layout(&LayoutOptions::default()).map_or(1, |layout| layout.starts.len());
                scenes.insert(line.run.map.clone(), (scene, units));
                units
            }
        };
        let units = line.run.units.unwrap_or(units) as u64;
        jobs.push(Job {
            id: u64::from_str_radix(&line.run.id, 16).unwrap_or_default(),
            at: line.at,
            work: units * cost(&line.run.mode),
            replay: line.first_of_its_kind,
        });
    }
    let (lines, runs) = (manifest.lines(), jobs.len() as u64);
    match selection {
        Selection::Index(index) if runs == 0 => Err(StudyProblem::NoSuchRun { index, runs: lines }.into()),
        _ => Ok((jobs, scenes, runs)),
    }
}

/// Returns the rough cost of a unit in a mode: ms in the runs of the default study, including jams.
fn cost(mode: &str) -> u64 {
    Mode::named(mode).map_or(8, Mode::cost)
}

/// Formats a run's id.
fn id_text(id: u64) -> String {
    format!("{id:016x}")
}

/// Returns the job if its result is missing or damaged.
fn open_job(runs_folder: &Path, job: Job) -> Option<(Job, Option<Damaged>)> {
    match store::stored(runs_folder, &id_text(job.id)) {
        Stored::Whole(_) => None,
        Stored::Missing => Some((job, None)),
        Stored::Damaged(damaged) => Some((job, Some(damaged))),
    }
}

/// The state shared by the threads, each of which takes one job after another.
struct Crew<'a> {
    folder: &'a Path,
    runs_folder: &'a Path,
    scenes: &'a Scenes,
    jobs: &'a [Job],
    kept: u64,
    runs: u64,
    all_work: u64,
    next: AtomicUsize,
    done: AtomicU64,
    work: AtomicU64,
    failures: Mutex<Vec<(String, String)>>,
    /// The error that stops further jobs.
    error: Mutex<Option<StudyError>>,
    watch: &'a (dyn Fn(StudyProgress) + Sync),
}

impl Crew<'_> {
    fn work(&self) {
        while let Some(job) = self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let locked = |e: PoisonError<_>| e.into_inner();
            if self.error.lock().unwrap_or_else(locked).is_some() {
                return;
            }
            if let Err(error) = self.run_job(job) {
                self.error.lock().unwrap_or_else(locked).get_or_insert(error);
                return;
            }
            self.done.fetch_add(1, Ordering::Relaxed);
            self.work.fetch_add(job.work, Ordering::Relaxed);
            self.report_progress();
        }
    }

    fn report_progress(&self) {
        (self.watch)(StudyProgress {
            done: self.kept + self.done.load(Ordering::Relaxed),
            runs: self.runs,
            work: self.work.load(Ordering::Relaxed),
            all_work: self.all_work,
        });
    }

    /// Does one job and saves its result.
    fn run_job(&self, job: &Job) -> Result<(), StudyError> {
        let run = Manifest::open(self.folder, Selection::All)?.run_at(job.at)?;
        let Some((scene, _)) = self.scenes.get(&run.map) else {
            return Err(StudyProblem::MapChanged { map: run.map }.into());
        };
        let record = do_run(run, scene, job.replay);
        let mut file = Partial::create(&store::file(self.runs_folder, &id_text(job.id)))?;
        let text = store::encode(&record).map_err(|e| file.error(e.into()))?;
        file.write_all(&text).map_err(|e| file.error(e))?;
        file.commit()?;
        if let RunOutcome::Failed(why) = record.outcome {
            self.failures.lock().unwrap_or_else(PoisonError::into_inner).push((record.run.id, why));
        }
        Ok(())
    }
}

/// Does one run on this thread. If the run is invalid or panics, the record contains the reason. A replay is recorded
/// on request unless there are too many units.
pub fn do_run(run: PlannedRun, scene: &Scene, replay: bool) -> Record {
    match quietly(|| attempt(&run, scene, replay)).and_then(|result| result) {
        Ok((outcome, metrics, trace)) => Record { run, outcome, metrics, trace: Some(trace) },
        Err(why) => {
            Record { run, outcome: RunOutcome::Failed(why), metrics: serde_json::Map::new(), trace: None }
        }
    }
}

type Done = (RunOutcome, serde_json::Map<String, serde_json::Value>, Trace);

fn attempt(planned: &PlannedRun, scene: &Scene, replay: bool) -> Result<Done, String> {
    let world = World::new(layout(planned, scene)?, 1);
    let mut tracer = Tracer::new(&world, replay);
    let CompletedRun { world, metrics } = run::Run::new(world).observe(&mut tracer).finish();
    let outcome = if world.finished() { RunOutcome::Arrived } else { RunOutcome::Cut };
    let mut metrics = as_json(&metrics)?;
    // This version also covers the code of models that the program has registered.
    metrics.insert("version".into(), code_version().map_err(|error| error.to_string())?.into());
    Ok((outcome, metrics, tracer.finish(&world)))
}

/// Returns the layout of a run with its steering.
pub(super) fn layout(run: &PlannedRun, scene: &Scene) -> Result<Layout, String> {
    let options =
        LayoutOptions { units: run.units, seed: Some(run.seed), jitter: run.jitter, shift: run.shift };
    let mut layout = scene.layout(&options).map_err(|error| error.to_string())?;
    let steering = &mut layout.steering;
    steering.set_mode(find_mode(&run.mode)?);
    for (key, value) in &run.settings {
        let setting = find_setting(key)?;
        steering.set(setting, setting.of_number(*value))?;
    }
    steering.push.on = run.push != 0.0;
    if steering.push.on {
        steering.set(&Push::STRENGTH, run.push)?;
    }
    match run.limit {
        None => {}
        Some(limit) if limit > 0.0 && limit <= MAX_SECONDS => layout.time_limit = limit,
        Some(limit) => return Err(format!("a limit of {limit} s is out of range")),
    }
    Ok(layout)
}

/// Converts metrics to JSON as printed by `sidestep run --json`. It goes through text so that 32-bit numbers keep
/// their shortest decimal form.
fn as_json(metrics: &Metrics) -> Result<serde_json::Map<String, serde_json::Value>, String> {
    let text = serde_json::to_string(metrics).map_err(|e| e.to_string())?;
    serde_json::from_str(&text).map_err(|e| e.to_string())
}

thread_local! {
    /// Whether panics of this thread are caught and reported elsewhere.
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Does `work` and returns the message if it panics. Panics of other threads are reported as usual.
fn quietly<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                before(panic);
            }
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    QUIET.set(false);
    result.map_err(|payload| {
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        format!("the run panicked: {}", text.unwrap_or("no reason given"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_reason_and_the_thread_goes_on() {
        let why = quietly(|| -> u32 { panic!("no {} left", "room") }).unwrap_err();
        assert_eq!(why, "the run panicked: no room left");
        assert_eq!(quietly(|| 3), Ok(3));
    }
}
