//! The resolved arguments of `sidestep run`: the map, its overrides and the output files.

use super::output::note;
use super::output_files::OutputFiles;
use super::run_args::RunArgs;
use crate::draw::Overlays;
use crate::export::{CSV, GIF, JSON, PNG, Recorder, RecordingOptions};
use crate::files::ExportError;
use crate::scene::{DocumentError, Layout, LayoutOptions, Overrides, Scene, built_in_maps, is_start_file};
use crate::settings::Setting;
use crate::steering::avoidance::{Mode, cardioid};
use crate::steering::mechanism::Mechanism;
use crate::world::World;
use miette::{Result, miette};
use std::path::Path;

/// A planned run.
pub(super) struct RunPlan {
    /// The map as named on the command line, to load it again.
    #[cfg_attr(not(feature = "viewer"), expect(dead_code, reason = "only the window uses it"))]
    pub map: String,
    pub scene: Scene,
    pub layout: LayoutOptions,
    pub steering: Overrides,
    /// The plan or behaviour that groups follow in place of their plans.
    #[cfg_attr(not(feature = "viewer"), expect(dead_code, reason = "only the window loads the map again"))]
    pub follow: Option<String>,
    pub threads: usize,
    pub limit: Option<f32>,
    pub headless: bool,
    #[cfg_attr(not(feature = "viewer"), expect(dead_code, reason = "only the window uses it"))]
    pub paused: bool,
    pub expect_arrived: Option<f64>,
    pub overlays: Overlays,
    pub select: Option<usize>,
    pub size: Option<(u32, u32)>,
    /// The time of the picture, s.
    pub at: Option<f32>,
    pub outputs: OutputFiles,
}

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
pub(super) fn warn_of_unused_settings(set: &[(&'static Setting, f32)], layout: &Layout) {
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
        match Mechanism::of(setting) {
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

impl RunPlan {
    pub(super) fn new(mut args: RunArgs) -> Result<RunPlan> {
        args.set.extend(args.setting_options.settings());
        args.set.extend(args.stage.map(|stage| (&cardioid::STAGE, stage)));
        // `run --json crossing` means the map, not a file of that name. A map file must not be overwritten.
        let is_map = |f: &&str| {
            let starts = is_start_file(f) && Path::new(f).exists();
            starts || f.ends_with(".toml") || built_in_maps().iter().any(|m| m.name == *f)
        };
        let named = args.json.as_ref().and_then(|f| f.to_str()).filter(is_map);
        if let (None, Some(name)) = (&args.map, named) {
            args.map = Some(name.to_string());
            args.json = Some("-".into());
        }
        let map = args.map.unwrap_or_else(|| "crossing".into());
        let scene = open_scene(&map, args.steering.as_deref())?;
        let layout = LayoutOptions { units: args.units, seed: args.seed, jitter: args.jitter };
        let named = [(&JSON, args.json), (&PNG, args.png), (&GIF, args.gif), (&CSV, args.csv)];
        let outputs = OutputFiles::new(named, args.out)?;
        if args.at.is_some() && !outputs.has(&PNG) {
            return Err(miette!(
                help = "use --png FILE or --out FILE.png to write a picture",
                "--at needs a picture: it sets the time of --png"
            ));
        }
        outputs.check(&map)?;
        outputs.check_starts(&scene)?;
        let steering = Overrides { modes: args.avoid, settings: args.set, push: args.push };
        let mut placed = scene.layout(&layout)?;
        steering.apply(&mut placed).map_err(DocumentError::from)?;
        let end = args.limit.unwrap_or(placed.time_limit);
        if let Some(at) = args.at.filter(|at| *at > end) {
            return Err(miette!(
                help = format!("use a time from 0 to {end} s, or a longer --limit"),
                "--at {at} is after the end of the run at {end} s"
            ));
        }
        let units = placed.starts.len();
        warn_of_unused_settings(&steering.settings, &placed);
        if let Some(id) = args.select.filter(|id| *id >= units) {
            return Err(miette!(
                help = if units == 1 {
                    "the only unit is 0".into()
                } else {
                    format!("use a unit from 0 to {}", units - 1)
                },
                "there is no unit {id} on {map}"
            ));
        }
        Ok(RunPlan {
            map,
            scene,
            layout,
            steering,
            follow: args.steering,
            threads: args.threads,
            limit: args.limit,
            headless: args.headless || outputs.paths().next().is_some() || args.expect_arrived.is_some(),
            paused: args.paused,
            expect_arrived: args.expect_arrived,
            overlays: args.overlay.unwrap_or_default(),
            select: args.select,
            size: args.size,
            at: args.at,
            outputs,
        })
    }

    /// Creates the world at its start.
    pub(super) fn world(&self) -> Result<World> {
        let mut layout = self.scene.layout(&self.layout)?;
        self.steering.apply(&mut layout).map_err(DocumentError::from)?;
        layout.time_limit = self.limit.unwrap_or(layout.time_limit);
        Ok(World::new(layout, self.threads))
    }

    /// The recorders that write the output files.
    pub(super) fn recorders(&self) -> Result<Vec<Box<dyn Recorder>>, ExportError> {
        self.outputs.open(&RecordingOptions {
            size: self.size,
            overlays: self.overlays.clone(),
            selected: self.select,
            at: self.at,
            ..RecordingOptions::default()
        })
    }
}
