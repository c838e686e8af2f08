//! `sidestep replay`: plays recordings again, and verifies them.

use super::opened::Opened;
use super::output::{Ending, note, print};
use super::output_args::OutputArgs;
use super::output_files::{OutputFiles, display_name};
use super::recording::{check_end, check_moments, check_visible};
use super::resume;
use super::run_plan::{RECORDING, Repeated, RunPlan};
use super::table;
use super::values::threads;
use crate::export::{JSON, Recorders, RecordingOptions};
use crate::scene::Patch;
use crate::text::counted;
use clap::Args as ClapArgs;
use miette::{Result, miette};
use sidestep::recording::{Divergence, Ending as Tail, Recording};
use sidestep::types::DT;
use sidestep::world::World;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Arguments of `sidestep replay`.
#[derive(Debug, Default, Clone, ClapArgs)]
pub(super) struct ReplayArgs {
    /// A recording (.sidestep); with --verify also a folder of recordings
    pub file: PathBuf,
    /// Compare the state after every tick with the recording; exit with 1 if any differs
    #[arg(long)]
    pub verify: bool,
    /// Open no window; implied by the options under "Output", or if there is no display
    #[arg(long)]
    pub headless: bool,
    /// Print the map of the recording, or write it to a new file with its start files
    #[arg(long, conflicts_with = "verify", num_args = 0..=1, require_equals = true, value_name = "FILE")]
    pub map: Option<Option<PathBuf>>,
    /// Go on with a run that was not finished, and with its recording
    #[arg(long, conflicts_with_all = ["verify", "map", "anyway"])]
    pub resume: bool,
    /// Play a recording of another version, too
    #[arg(long)]
    pub anyway: bool,
    /// Threads of the simulation, 0 for all cores; the result does not depend on it
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 0, value_parser = threads)]
    pub threads: usize,
    #[command(flatten)]
    pub output: OutputArgs,
}

impl Opened {
    /// What a window needs.
    fn plan(&self, args: &ReplayArgs) -> Result<RunPlan> {
        let output = &args.output;
        let (begin, repeats) = (self.world(args.threads)?, self.repeats(self.recording.last_tick()));
        let marked = self.scene.marked.and_then(|marked| begin.slot(marked.unit));
        Ok(RunPlan {
            map: args.file.display().to_string(),
            map_is_stated: true,
            scene: self.scene.scene()?,
            layout: self.scene.options(),
            steering: Patch::default(),
            versus: Vec::new(),
            follow: None,
            threads: args.threads,
            limit: Some(self.layout.time_limit),
            headless: false,
            paused: false,
            expect_arrived: None,
            shown: RecordingOptions { selected: output.select.or(marked), ..output.recording_options() },
            outputs: OutputFiles::new(Vec::new(), Vec::new())?,
            record: None,
            repeated: Some(Repeated { scene: self.scene.clone(), begin, repeats }),
        })
    }
}

pub(super) fn replay(args: ReplayArgs) -> Result<Ending> {
    if args.file.is_dir() {
        if !args.verify {
            return Err(miette!(
                help = "add --verify, or name one of its files",
                "{} is a folder",
                display_name(&args.file)
            ));
        }
        return verify_all(&recordings(&args.file)?, &args);
    }
    if args.verify {
        return verify_all(std::slice::from_ref(&args.file), &args);
    }
    let opened = Opened::read(&args.file, args.anyway)?;
    if args.resume {
        return resume::resume(&args.file, &opened, args.threads, &args.output);
    }
    if let Some(file) = &args.map {
        return give_map(&opened, file.as_deref());
    }
    let writes = args.output.formats.0.len() + args.output.out.len() > 0;
    if !args.headless && !writes {
        super::runtime_folder::name_if_missing();
        match super::window::open(&opened.plan(&args)?)? {
            None => return Ok(Ending::Done),
            Some(why) => note(&format!("{why}: playing headless")),
        }
    }
    play(&opened, args)
}

/// Prints the map of a recording, or writes it to a file.
fn give_map(opened: &Opened, file: Option<&Path>) -> Result<Ending> {
    let Some(file) = file else {
        print(opened.scene.map.trim_end())?;
        if !opened.scene.start_files.is_empty() {
            note("the map names start files: --map=FILE writes them, too");
        }
        return Ok(Ending::Done);
    };
    opened.scene.save(file)?;
    let names = [display_name(file)].into_iter().chain(opened.scene.start_files.keys().cloned());
    note(&format!("wrote {}", names.collect::<Vec<_>>().join(", ")));
    Ok(Ending::Done)
}

/// Plays a recording once, with the outputs of a run.
fn play(opened: &Opened, args: ReplayArgs) -> Result<Ending> {
    let recording = &opened.recording;
    note_tail(&args.file, recording);
    let OutputArgs { out, formats, .. } = args.output.clone();
    let outputs = OutputFiles::new(formats.0, out)?;
    outputs.check(&args.file.to_string_lossy())?;
    let shown = args.output.recording_options();
    check_moments(&shown, &outputs)?;
    check_end(&shown, recording.last_tick() as f32 * DT)?;
    check_visible(shown.visible, &opened.layout)?;
    let world = opened.world(args.threads)?;
    let recorders = outputs.open(&shown)?;
    let mut recorders = Recorders::start(recorders, &world)?;
    let mut difference = None;
    let mut compare = Compare { recording, found: &mut difference };
    let done = opened.run(world).observe(&mut recorders).observe(&mut compare).finish();
    recorders.take_failure()?;
    if !outputs.has(&JSON) && !outputs.use_stdout() {
        print(&table::figures(&done.metrics, done.world.layout()))?;
    }
    let world = done.world.clone();
    recorders.finish(&done)?;
    match difference {
        None => Ok(Ending::Done),
        Some(difference) => {
            note(&told(&difference, &world, opened));
            Ok(Ending::NotMet)
        }
    }
}

/// Says how a recording that was not finished ends.
fn note_tail(file: &Path, recording: &Recording) {
    if recording.ending() != Tail::Finished {
        let end = recording.last_tick() as f32 * DT;
        note(&format!("{} is {}: it plays to {end:.2} s", display_name(file), recording.ending()));
    }
}

/// Compares a run with its recording, and ends it where they differ.
struct Compare<'a> {
    recording: &'a Recording,
    found: &'a mut Option<Divergence>,
}

impl crate::run::Observer for Compare<'_> {
    fn observe(&mut self, world: &World, _measure: &crate::measure::Measure) -> ControlFlow<()> {
        let (tick, found) = (world.ticks(), world.state_hash());
        match self.recording.hash_after(tick) {
            Some(expected) if expected != found => {
                *self.found = Some(Divergence { tick, expected, found });
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Ends a run after the first tick after which a unit is not where it was recorded.
struct Apart<'a> {
    recording: &'a Recording,
    /// The unit's slot, and how far it is from there in metres.
    found: Option<(usize, f32)>,
}

impl Apart<'_> {
    fn look(&mut self, world: &World) {
        let Some(places) = self.recording.places_after(world.ticks()) else { return };
        let apart = places.iter().filter_map(|place| {
            let slot = world.ids().iter().position(|id| id.parts() == place.id)?;
            Some((slot, (world.units().position[slot] - place.position).norm()))
        });
        // Recorded places are exact to a millimetre.
        self.found = apart.filter(|(_, distance)| *distance > 0.001).max_by(|a, b| a.1.total_cmp(&b.1));
    }
}

impl crate::run::Observer for Apart<'_> {
    fn observe(&mut self, world: &World, _measure: &crate::measure::Measure) -> ControlFlow<()> {
        self.look(world);
        if self.found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Where a run differs from its recording, and the first unit that is elsewhere. `world` is the run after that tick.
fn told(difference: &Divergence, world: &World, opened: &Opened) -> String {
    let time = difference.tick as f32 * DT;
    let begin = format!("tick {} ({time:.2} s) differs: {difference}", difference.tick);
    let (recording, mut world) = (&opened.recording, world.clone());
    let mut apart = Apart { recording, found: None };
    apart.look(&world);
    if apart.found.is_none() {
        world = opened.run(world).observe(&mut apart).finish().world;
    }
    let Some((slot, distance)) = apart.found else {
        return format!("{begin}. No unit is elsewhere than recorded: something else differs");
    };
    let words = world.reasons(slot).words.join("; ");
    let why = if words.is_empty() { String::new() } else { format!(" (here: {words})") };
    let (id, tick) = (world.ids()[slot], world.ticks());
    let when = if tick == difference.tick { String::new() } else { format!(" at tick {tick}") };
    format!("{begin}. Unit {id} is the first that is elsewhere than recorded, by {distance:.3} m{when}{why}")
}

/// The recordings in a folder, by name.
fn recordings(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| miette!("cannot read {}: {error}", display_name(folder)))?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == RECORDING)).collect();
    files.sort();
    if files.is_empty() {
        return Err(miette!(
            help = "a recording's name ends in .{RECORDING}",
            "{} has no recordings",
            display_name(folder)
        ));
    }
    Ok(files)
}

/// Verifies recordings and prints a table. Damaged ones do not pass.
fn verify_all(files: &[PathBuf], args: &ReplayArgs) -> Result<Ending> {
    let mut rows = vec![["recording", "ticks", "seconds", "result"].map(String::from).to_vec()];
    let mut failed = 0;
    for file in files {
        let begin = Instant::now();
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
        let (ticks, result, passed) = match Opened::read(file, args.anyway) {
            Err(error) if files.len() == 1 => return Err(error),
            Err(error) => (String::new(), error.to_string(), false),
            Ok(opened) => {
                let (result, passed) = verify(&opened, args.threads)?;
                let recording = &opened.recording;
                ((recording.last_tick() - recording.first_tick()).to_string(), result, passed)
            }
        };
        failed += usize::from(!passed);
        rows.push(vec![name, ticks, format!("{:.2}", begin.elapsed().as_secs_f32()), result]);
    }
    print(&table::columns(&rows))?;
    if failed == 0 {
        return Ok(Ending::Done);
    }
    note(&format!("{failed} of {} did not pass", counted(files.len() as u64, "recording")));
    Ok(Ending::NotMet)
}

/// The result of verifying a recording, and whether it passed.
fn verify(opened: &Opened, threads: usize) -> Result<(String, bool)> {
    let mut difference = None;
    let mut compare = Compare { recording: &opened.recording, found: &mut difference };
    let done = opened.run(opened.world(threads)?).observe(&mut compare).finish();
    Ok(match (difference, opened.recording.ending()) {
        (Some(difference), _) => (told(&difference, &done.world, opened), false),
        (None, Tail::Finished) => ("equal".into(), true),
        (None, Tail::Cut) => ("equal, but cut off: it was not finished".into(), true),
        (None, ending @ Tail::Damaged(_)) => (format!("equal up to there, but {ending}"), false),
    })
}
