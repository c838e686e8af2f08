//! The plan of a study: its list of runs, which is written to the manifest with one line of JSON per run. Runs are
//! generated one at a time while they are written.

use super::error::{StudyError, StudyProblem};
use super::file_names::MANIFEST;
use super::manifest::{Manifest, Selection, manifest_line, run_id};
use super::record::PlannedRun;
use super::spec::{JITTER, MAX_RUNS, StudySpec};
use super::version::code_version;
use crate::files::Partial;
use crate::scene::{LayoutOptions, Patch, Scene};
use crate::text::counted;
use sidestep::crowd::Layout;
use sidestep::settings::{Setting, SettingValue};
use sidestep::steering::avoidance::Mode;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// A study with its maps loaded, from which the runs are generated.
#[derive(Debug, Clone)]
pub struct StudyPlan {
    study: StudySpec,
    maps: Vec<Map>,
    version: &'static str,
}

/// The data of a map that its runs need.
#[derive(Debug, Clone)]
struct Map {
    name: String,
    hash: String,
    units: Vec<Option<usize>>,
    jitter: Option<f32>,
    /// The distinct strengths of the study's pushes on this map.
    push: Vec<f32>,
    /// Warnings to show before the runs, about units that cannot reach their goals.
    warnings: Vec<String>,
}

/// The outcome of [`StudyPlan::write`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenPlan {
    /// The number of runs.
    pub runs: u64,
    /// Whether the same manifest already existed.
    pub known: bool,
}

impl StudyPlan {
    /// Loads the study's maps. Returns an error if a map cannot be read, or if the study has no runs or too many.
    pub fn new(study: StudySpec) -> Result<StudyPlan, StudyError> {
        study.check()?;
        let study = study.tidied();
        let maps = study.maps.iter().map(|choice| Map::new(&study, &choice.map, &choice.units));
        let maps = maps.collect::<Result<Vec<_>, _>>()?;
        let plan = StudyPlan { study, maps, version: code_version()? };
        match plan.count() {
            runs if runs > u128::from(MAX_RUNS) => {
                Err(StudyProblem::TooManyRuns { runs, most: MAX_RUNS }.into())
            }
            _ => Ok(plan),
        }
    }

    /// Returns the number of runs.
    pub fn count(&self) -> u128 {
        self.count_with(|map| map.push.len())
    }

    /// Returns the number of runs that the study would have with only one of its pushes.
    pub(crate) fn count_with_one_push(&self) -> u128 {
        self.count_with(|_| 1)
    }

    /// Returns the number of runs with this many pushes on each map.
    fn count_with(&self, pushes: impl Fn(&Map) -> usize) -> u128 {
        let of_modes: u128 = self.study.modes.iter().map(|mode| Grid::new(&self.study, *mode).count()).sum();
        let of_maps: u128 = self.maps.iter().map(|map| (map.units.len() * pushes(map)) as u128).sum();
        of_maps.saturating_mul(of_modes).saturating_mul(self.study.seeds.len() as u128)
    }

    /// Returns the distinct strengths of the push; 0 is off.
    pub(crate) fn pushes(&self) -> Vec<f32> {
        let mut all = self.maps.iter().flat_map(|map| map.push.iter().copied()).collect();
        super::spec::distinct(&mut all);
        all
    }

    /// Returns warnings to show before the runs, one line each: units with no path to their goals, by map and size.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        self.maps.iter().flat_map(|map| map.warnings.iter().map(String::as_str))
    }

    /// Returns all runs, ordered by map, unit count, mode, settings, push, and finally seed.
    pub fn runs(&self) -> impl Iterator<Item = PlannedRun> + '_ {
        self.kinds().flat_map(|kind| {
            self.study.seeds.iter().map(move |seed| identified(PlannedRun { seed: *seed, ..kind.clone() }))
        })
    }

    /// Returns one run of each kind, without its seed.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = PlannedRun> + '_ {
        let sized = self.maps.iter().flat_map(|map| map.units.iter().map(move |units| (map, *units)));
        sized.flat_map(move |(map, units)| {
            self.study.modes.iter().flat_map(move |mode| {
                Grid::new(&self.study, *mode).points().flat_map(move |settings| {
                    map.push.iter().map(move |push| self.kind(map, units, *mode, *push, settings.clone()))
                })
            })
        })
    }

    fn kind(
        &self,
        map: &Map,
        units: Option<usize>,
        mode: Mode,
        push: f32,
        settings: BTreeMap<String, f32>,
    ) -> PlannedRun {
        PlannedRun {
            id: String::new(),
            map: map.name.clone(),
            map_hash: map.hash.clone(),
            mode: mode.name().to_string(),
            push,
            units,
            seed: 0,
            jitter: map.jitter,
            shift: self.study.shift,
            limit: self.study.limit,
            settings,
            version: self.version.to_string(),
        }
    }

    /// Writes the manifest into a folder, which is created if necessary. The folder may already contain the same
    /// study; another study is an error.
    pub fn write(&self, folder: &Path) -> Result<WrittenPlan, StudyError> {
        fs::create_dir_all(folder).map_err(|error| StudyProblem::Folder {
            path: folder.to_path_buf(),
            reason: error.to_string(),
        })?;
        let path = folder.join(MANIFEST);
        let runs = self.count() as u64;
        if self.is_planned_in(folder)? {
            return Ok(WrittenPlan { runs, known: true });
        }
        let mut file = Partial::create(&path)?;
        let written = self.runs().try_for_each(|run| writeln!(file, "{}", manifest_line(&run)));
        written.map_err(|error| file.error(error))?;
        file.commit()?;
        Ok(WrittenPlan { runs, known: false })
    }

    /// Whether a folder holds this study's manifest already. Errors if it holds another study's.
    pub(crate) fn is_planned_in(&self, folder: &Path) -> Result<bool, StudyError> {
        let path = folder.join(MANIFEST);
        match path.exists() {
            false => Ok(false),
            true if self.is_in(&path) => Ok(true),
            true => Err(self.another(folder)),
        }
    }

    /// Whether a file is this plan's manifest.
    fn is_in(&self, path: &Path) -> bool {
        let Ok(file) = File::open(path) else { return false };
        let mut lines = BufReader::new(file).lines();
        self.runs().all(|run| matches!(lines.next(), Some(Ok(written)) if written == manifest_line(&run)))
            && lines.next().is_none()
    }

    /// Returns the error for a folder that contains another plan's manifest.
    fn another(&self, folder: &Path) -> StudyError {
        let first = Manifest::open(folder, Selection::All).ok().and_then(|mut runs| runs.next()?.ok());
        match first.map(|line| line.run.version) {
            Some(planned) if planned != self.version => {
                StudyProblem::OtherVersion { planned, own: self.version }.into()
            }
            _ => StudyProblem::AnotherStudy { folder: folder.to_path_buf() }.into(),
        }
    }
}

impl Map {
    fn new(study: &StudySpec, name: &str, units: &[Option<usize>]) -> Result<Map, StudyError> {
        let scene = Scene::open(name)?;
        let mut warnings = Vec::new();
        // An invalid size is rejected before the runs.
        for units in units {
            let size =
                units.map_or(String::new(), |units| format!(" with {}", counted(units as u64, "unit")));
            let layout = any_layout(&scene, study, *units)?;
            warnings.extend(layout.too_large().map(|found| format!("{name}{size}: {found}")));
            let found = layout.unreachable();
            warnings.extend(found.iter().map(|found| format!("{name}{size}: {found}")));
        }
        let jitter = if scene.is_seeded() { None } else { Some(JITTER) };
        let strength = |choice: &Patch| {
            let mut steering = scene.steering().clone();
            // It names no groups.
            let _ = choice.steer(&mut steering, &[], true);
            if steering.push.on { steering.push.strength } else { 0.0 }
        };
        let mut push: Vec<f32> = study.push.iter().map(strength).collect();
        super::spec::distinct(&mut push);
        Ok(Map {
            name: name.to_string(),
            hash: format!("{:016x}", scene.fingerprint()),
            units: units.to_vec(),
            jitter: study.jitter.or(jitter),
            push,
            warnings,
        })
    }
}

/// How many seeds are tried before a study of a map is refused.
const TRIED_SEEDS: usize = 8;

/// Returns the layout of the first seed that has one: a jitter may make units overlap with some seeds only, and then
/// only their runs fail.
fn any_layout(scene: &Scene, study: &StudySpec, units: Option<usize>) -> Result<Layout, StudyError> {
    let of_seed = |seed: &u64| {
        let (seed, jitter) = (Some(*seed), study.jitter);
        scene.layout(&LayoutOptions { units, seed, jitter, shift: study.shift })
    };
    let mut layouts = study.seeds.iter().take(TRIED_SEEDS).map(of_seed);
    let first =
        layouts.next().unwrap_or_else(|| scene.layout(&LayoutOptions { units, ..Default::default() }));
    Ok(first.or_else(|refused| layouts.find_map(Result::ok).ok_or(refused))?)
}

/// The settings of a mode: all combinations of the study's settings that the mode has, for each of its variants.
struct Grid<'a> {
    settings: Vec<&'a (&'static Setting, Vec<SettingValue>)>,
    variants: Vec<BTreeMap<String, f32>>,
}

impl<'a> Grid<'a> {
    fn new(study: &'a StudySpec, mode: Mode) -> Grid<'a> {
        let own = |variant: &Vec<(&'static Setting, SettingValue)>| {
            let own = variant.iter().filter(|(setting, _)| mode.has(setting));
            own.map(|(setting, value)| (setting.key.to_string(), value.as_number())).collect()
        };
        let mut variants: Vec<BTreeMap<String, f32>> = study.variants.iter().map(own).collect();
        if variants.is_empty() {
            variants.push(BTreeMap::new());
        }
        // Variants that differ only in settings of other modes are equal for this mode.
        super::spec::distinct(&mut variants);
        Grid { settings: study.settings.iter().filter(|(setting, _)| mode.has(setting)).collect(), variants }
    }

    /// Returns the number of combinations; 1 without settings.
    fn count(&self) -> u128 {
        self.combinations().saturating_mul(self.variants.len() as u128)
    }

    fn combinations(&self) -> u128 {
        self.settings.iter().fold(1, |count, (_, values)| count.saturating_mul(values.len() as u128))
    }

    /// Returns all combinations. The last setting varies fastest and the variant slowest.
    fn points(self) -> impl Iterator<Item = BTreeMap<String, f32>> + 'a {
        let combinations = self.combinations();
        let Grid { settings, variants } = self;
        variants.into_iter().flat_map(move |variant| {
            let settings = settings.clone();
            (0..combinations).map(move |mut k| {
                let choose = |(setting, values): &&(&'static Setting, Vec<SettingValue>)| {
                    let size = values.len() as u128;
                    let value = values[(k % size) as usize];
                    k /= size;
                    (setting.key.to_string(), value.as_number())
                };
                let mut point = variant.clone();
                point.extend(settings.iter().rev().map(choose));
                point
            })
        })
    }
}

/// Sets the id of a run.
fn identified(run: PlannedRun) -> PlannedRun {
    PlannedRun { id: run_id(&run), ..run }
}
