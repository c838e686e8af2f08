//! The resolved arguments of `sidestep run`: the map, its overrides and the output files.

use super::changes::Changes;
use super::contender::Contender;
use super::output::note;
use super::output_files::{OutputFiles, check_not_map, display_name};
use super::recording::{check_end, check_moments, check_visible};
use super::run_args::RunArgs;
use crate::draw::side_by_side;
use crate::export::{JSON, PictureRecorder, Recorder, RecordingFile, RecordingOptions};
use crate::files::ExportError;
use crate::run::Repeats;
use crate::scene::{DocumentError, LayoutOptions, Patch, RecordedScene, Scene, built_in_maps, is_start_file};
use miette::{Result, miette};
use sidestep::settings::{Setting, SettingValue};
use sidestep::steering::avoidance::Mode;
use sidestep::traffic::Mechanism;
use sidestep::world::Layout;
use sidestep::world::World;
use std::path::{Path, PathBuf};

/// A planned run.
pub(super) struct RunPlan {
    /// The map as named on the command line, to load it again.
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "only the window uses it"))]
    pub map: String,
    /// Whether the command line names the map.
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "only the window uses it"))]
    pub map_is_stated: bool,
    pub scene: Scene,
    pub layout: LayoutOptions,
    pub steering: Patch,
    /// The modes to run side by side; empty for a single run. Each has the settings that all share.
    pub versus: Vec<Contender>,
    /// The plan or behaviour that groups follow in place of their plans.
    pub follow: Option<String>,
    pub threads: usize,
    pub limit: Option<f32>,
    pub headless: bool,
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "only the window uses it"))]
    pub paused: bool,
    pub expect_arrived: Option<f64>,
    /// What pictures, animations and the window show.
    pub shown: RecordingOptions,
    pub outputs: OutputFiles,
    /// The recording to write.
    pub record: Option<PathBuf>,
    /// The recording that the window repeats.
    #[cfg_attr(not(feature = "window"), expect(dead_code, reason = "only the window uses it"))]
    pub repeated: Option<Repeated>,
}

/// A recording, as far as a window needs it.
#[derive(Clone)]
#[cfg_attr(not(feature = "window"), expect(dead_code, reason = "only the window uses it"))]
pub(super) struct Repeated {
    pub scene: RecordedScene,
    /// The world at the beginning of the recording.
    pub begin: World,
    pub repeats: Repeats,
}

/// The ending of recordings.
pub(super) const RECORDING: &str = "sidestep";

/// The most settings that a message lists.
const FEW: usize = 8;

/// Opens a map. Its groups follow `follow`, if given, in place of their plans.
pub(super) fn open_scene(map: &str, follow: Option<&str>) -> Result<Scene, DocumentError> {
    let scene = Scene::open(map)?;
    match follow {
        Some(name) => scene.with_steering(name),
        None => Ok(scene),
    }
}

/// Notes each given setting that has no effect: none of the layout's modes has it, or its mechanism is off. This is not an
/// error: in the window, another mode may use the setting later.
pub(super) fn warn_of_unused_settings(set: &[(&'static Setting, SettingValue)], layout: &Layout) {
    let groups = 0..layout.groups.len() as u16;
    let modes: Vec<Mode> =
        Mode::all().filter(|mode| groups.clone().any(|g| layout.steering.mode_of(g) == *mode)).collect();
    let all = || modes.iter().flat_map(|mode| mode.settings());
    let names = modes.iter().map(|mode| mode.label()).collect::<Vec<_>>().join(" or ");
    let has = match all().map(|setting| setting.key).collect::<Vec<_>>() {
        keys if keys.is_empty() => ", which has no settings".to_string(),
        keys if keys.len() <= FEW => format!(", which has {}", keys.join(", ")),
        _ => ": `sidestep models MODE` lists a mode's settings".to_string(),
    };
    for (setting, _) in set {
        match Mechanism::with_setting(setting) {
            Some(off) if *setting != off.switch() && !layout.steering.is_on(off) => {
                let Mechanism { name, option, .. } = off;
                note(&format!("{} has no effect while {name} is off: use --{option} on", setting.key));
            }
            None if !modes.iter().any(|mode| mode.has(setting)) => {
                note(&format!("{} has no effect with {names}{has}", setting.key));
            }
            _ => {}
        }
    }
}

/// Notes the given settings without effect of a single run, or of the modes side by side.
fn warn_of_settings(versus: &[Contender], shared: &Patch, layout: &Layout) -> Result<()> {
    if versus.is_empty() {
        warn_of_unused_settings(&shared.settings, layout);
    }
    for Contender { steering, .. } in versus {
        let mut placed = layout.clone();
        steering.apply(&mut placed).map_err(DocumentError::from)?;
        // A setting that all share may be meant for some of them.
        let is_used = |setting: &Setting| versus.iter().any(|other| other.has(setting));
        let is_own =
            |given: &&(&'static Setting, SettingValue)| !shared.settings.contains(given) || !is_used(given.0);
        let own: Vec<_> = steering.settings.iter().filter(is_own).copied().collect();
        warn_of_unused_settings(&own, &placed);
    }
    Ok(())
}

/// `run --json crossing` means the map, not a file of that name. A map file must not be overwritten.
fn take_map_from_json(args: &mut RunArgs) {
    let is_map = |f: &&str| {
        let starts = is_start_file(f) && Path::new(f).exists();
        starts || f.ends_with(".toml") || built_in_maps().iter().any(|m| m.name == *f)
    };
    if let (None, Some(file)) = (&args.map, args.output.formats.file_mut(&JSON))
        && let Some(name) = file.to_str().filter(is_map).map(str::to_string)
    {
        (args.map, *file) = (Some(name), "-".into());
    }
}

/// Without a picture, nothing may be said of how it looks.
fn check_nothing_shown(shown: &RecordingOptions) -> Result<()> {
    let given = [("--view", shown.visible.is_some()), ("--theme", shown.theme.is_some())];
    match given.into_iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(miette!(
            help = "use --png FILE, --svg FILE or --gif FILE to write one, or leave out --headless",
            "{option} needs a picture, an animation or the window"
        )),
        None => Ok(()),
    }
}

/// The selected unit must be one of the map's units.
fn check_selected(shown: &RecordingOptions, units: usize, map: &str) -> Result<()> {
    match shown.selected.filter(|id| *id >= units) {
        Some(id) if units == 1 => Err(miette!(help = "the only unit is 0", "there is no unit {id} on {map}")),
        Some(id) => {
            let last = units - 1;
            Err(miette!(help = format!("use a unit from 0 to {last}"), "there is no unit {id} on {map}"))
        }
        None => Ok(()),
    }
}

impl RunPlan {
    pub(super) fn new(mut args: RunArgs) -> Result<RunPlan> {
        let changes = Changes::read(std::mem::take(&mut args.set))?;
        // The modes of groups take precedence, wherever they stand.
        args.avoid.sort_by_key(|avoid| avoid.mode.is_none());
        let options = args.avoid.drain(..).chain([args.setting_options.patch()]).chain(args.push.take());
        let steering = options.fold(changes.patch, Patch::with);
        take_map_from_json(&mut args);
        let map_is_stated = args.map.is_some();
        let map = args.map.unwrap_or_else(|| "crossing".into());
        let scene = open_scene(&map, args.steering.as_deref())?;
        let layout =
            LayoutOptions { units: args.units, seed: args.seed, jitter: args.jitter, shift: args.shift };
        let shown = args.output.recording_options();
        let outputs = OutputFiles::new(args.output.formats.0, args.output.out)?;
        outputs.check(&map)?;
        outputs.check_starts(&scene)?;
        if let Some(file) = &args.record {
            check_record(file, &map)?;
        }
        let writes = outputs.paths().next().is_some() || args.record.is_some();
        let headless = args.headless || writes || args.expect_arrived.is_some();
        check_moments(&shown, &outputs)?;
        if headless && !outputs.have_pictures() {
            check_nothing_shown(&shown)?;
        }
        let versus = contenders(args.versus, &steering, &outputs)?;
        let mut placed = scene.layout(&layout)?;
        steering.apply(&mut placed).map_err(DocumentError::from)?;
        check_end(&shown, args.limit.unwrap_or(placed.time_limit))?;
        check_visible(shown.visible, &placed)?;
        warn_of_settings(&versus, &steering, &placed)?;
        check_selected(&shown, placed.starts.len(), &map)?;
        Ok(RunPlan {
            map,
            map_is_stated,
            scene,
            layout,
            versus,
            steering,
            follow: args.steering,
            threads: args.threads,
            limit: args.limit,
            headless,
            paused: args.paused,
            expect_arrived: args.expect_arrived,
            shown,
            outputs,
            record: args.record,
            repeated: None,
        })
    }

    /// Creates the world at its start.
    pub(super) fn world(&self) -> Result<World> {
        self.world_of(&self.steering)
    }

    /// Creates the world at its start, steered like this.
    pub(super) fn world_of(&self, steering: &Patch) -> Result<World> {
        let mut layout = self.scene.layout(&self.layout)?;
        steering.apply(&mut layout).map_err(DocumentError::from)?;
        layout.time_limit = self.limit.unwrap_or(layout.time_limit);
        Ok(World::new(layout, self.threads))
    }

    /// The recorders that write the output files.
    pub(super) fn recorders(&self, world: &World) -> Result<Vec<Box<dyn Recorder>>, ExportError> {
        let mut recorders = self.outputs.open(&self.shown)?;
        if let Some(file) = &self.record {
            let scene = RecordedScene::new(&self.scene, self.layout, self.follow.clone(), world.layout());
            recorders.push(Box::new(RecordingFile::create(file, scene.to_bytes())?));
        }
        Ok(recorders)
    }

    /// The recorders that write the pictures of the modes side by side.
    pub(super) fn picture_recorders(&self) -> Result<Vec<Box<dyn PictureRecorder>>, ExportError> {
        self.outputs.open_pictures(&self.shown)
    }
}

/// Refuses a recording that would replace the map, or that has another ending.
fn check_record(file: &Path, map: &str) -> Result<()> {
    check_not_map(file, map)?;
    if file.extension().is_none_or(|ending| ending != RECORDING) {
        return Err(miette!(
            help = format!("call it {}", file.with_extension(RECORDING).display()),
            "a recording's name ends in .{RECORDING}, and this one is called {}",
            display_name(file)
        ));
    }
    Ok(())
}

/// The contenders, each with the settings and the push that all share. Its own settings take precedence.
fn contenders(given: Vec<Contender>, shared: &Patch, outputs: &OutputFiles) -> Result<Vec<Contender>> {
    if given.is_empty() {
        return Ok(given);
    }
    let help = "name 2 to 4 modes, such as --versus raycast,lanes; `sidestep models` lists them";
    if !(2..=side_by_side::MOST).contains(&given.len()) {
        return Err(miette!(
            help = help,
            "--versus needs 2 to {} modes, not {}",
            side_by_side::MOST,
            given.len()
        ));
    }
    let twice = |k: usize| given[..k].iter().any(|other| other.label == given[k].label);
    if let Some(k) = (0..given.len()).find(|k| twice(*k)) {
        return Err(miette!(help = help, "--versus names {} twice", given[k].label));
    }
    if let Some((format, option)) = outputs.formats().find(|(f, _)| *f != &JSON && f.open_pictures.is_none())
    {
        return Err(miette!(
            help = "leave out --versus, and run each mode with --avoid",
            "{option} writes a single run as {}, and --versus runs {}",
            format.ending.to_uppercase(),
            given.len()
        ));
    }
    let complete = |own: Contender| Contender { steering: shared.clone().with(own.steering), ..own };
    Ok(given.into_iter().map(complete).collect())
}
