//! The specification of a study: maps × unit counts × modes × settings × pushes × seeds.

use super::error::StudyProblem;
use crate::scene::Patch;
use crate::text::find_setting;
use sidestep::settings::{OFF, ON, Push, Setting, SettingValue};
use sidestep::steering::avoidance::Mode;

/// The largest number of seeds in a study.
pub(super) const MAX_SEEDS: u64 = 100_000;
/// The largest number of entries in any other list of a study.
pub(super) const MAX_LIST: usize = 1000;
/// The largest number of runs in a study.
pub const MAX_RUNS: u64 = 10_000_000;
/// The jitter on maps where the seed would otherwise change nothing, in m: how far it moves each start, at most, in x
/// and in y.
pub const JITTER: f32 = 0.02;

/// A map and its unit counts.
#[derive(Debug, Clone, PartialEq)]
pub struct MapChoice {
    /// The name of a built-in map, or the path of a map file.
    pub map: String,
    /// The unit counts; none stands for the map's own number.
    pub units: Vec<Option<usize>>,
}

impl MapChoice {
    /// Chooses a map with its own number of units.
    pub fn named(map: &str) -> MapChoice {
        MapChoice { map: map.to_string(), units: vec![None] }
    }
}

/// A study: a question that runs can answer.
#[derive(Debug, Clone, PartialEq)]
pub struct StudySpec {
    /// The maps.
    pub maps: Vec<MapChoice>,
    /// The avoidance modes; each is used by all units.
    pub modes: Vec<Mode>,
    /// The sideways pushes.
    pub push: Vec<Patch>,
    /// The seeds of the starting positions.
    pub seeds: Vec<u64>,
    /// Settings of models and mechanisms, and their values. Each mode is run with all combinations of the settings that
    /// it has.
    pub settings: Vec<(&'static Setting, Vec<SettingValue>)>,
    /// Alternative sets of settings that are changed together; each mode uses the settings that it has. An empty set
    /// is the unchanged mode, which is also run if there are no sets.
    pub variants: Vec<Vec<(&'static Setting, SettingValue)>>,
    /// How far the seed moves each start, at most, in x and in y, in m. If none, it is the map's own jitter, or
    /// [`JITTER`] on maps where the seed would change nothing.
    pub jitter: Option<f32>,
    /// Whether the seed also shifts each group: see [`LayoutOptions::shift`](crate::scene::LayoutOptions::shift).
    pub shift: bool,
    /// The time limit of a run, in s; the map's own limit if none.
    pub limit: Option<f32>,
}

impl Default for StudySpec {
    /// The main modes, with and without push, on crossings head-on and at other angles, and in narrow places. It takes
    /// about as long as a coffee break.
    fn default() -> Self {
        let two_hundred = |map| MapChoice { map: String::from(map), units: vec![Some(200)] };
        let modes = ["none", "raycast", "cardioid", "raycast+cardioid", "orca", "lanes"];
        StudySpec {
            maps: vec![
                two_hundred("crossing"),
                two_hundred("crossing-perpendicular"),
                MapChoice::named("four-way"),
                MapChoice::named("circle"),
                MapChoice::named("large-groups"),
                MapChoice::named("door"),
                MapChoice::named("corner"),
                two_hundred("pillars"),
            ],
            modes: modes.into_iter().filter_map(Mode::named).collect(),
            push: [OFF, ON]
                .map(|on| Patch { settings: vec![(&Push::SWITCH, on)], ..Patch::default() })
                .into(),
            seeds: (1..=8).collect(),
            settings: Vec::new(),
            variants: Vec::new(),
            jitter: None,
            shift: false,
            limit: Some(60.0),
        }
    }
}

impl StudySpec {
    /// Returns the same study on these maps, with the maps' own time limits.
    pub fn on(self, maps: Vec<MapChoice>) -> StudySpec {
        StudySpec { maps, limit: None, ..self }
    }

    /// Returns the same study without combinations: the unchanged mode, and one setting changed at a time.
    pub fn one_at_a_time(mut self) -> StudySpec {
        let single = |(setting, values): (&'static Setting, Vec<SettingValue>)| {
            values.into_iter().map(move |value| vec![(setting, value)])
        };
        let settings = std::mem::take(&mut self.settings);
        self.variants = std::iter::once(Vec::new()).chain(settings.into_iter().flat_map(single)).collect();
        self
    }

    /// Returns the same study without duplicates, with settings sorted by key.
    pub(super) fn tidied(mut self) -> StudySpec {
        let mut maps: Vec<MapChoice> = Vec::new();
        for choice in self.maps {
            match maps.iter_mut().find(|known| known.map == choice.map) {
                Some(known) => known.units.extend(choice.units),
                None => maps.push(choice),
            }
        }
        let mut settings: Vec<(&'static Setting, Vec<SettingValue>)> = Vec::new();
        for (setting, values) in self.settings {
            match settings.iter_mut().find(|(known, _)| known.key == setting.key) {
                Some((_, known)) => known.extend(values),
                None => settings.push((setting, values)),
            }
        }
        settings.sort_by_key(|(setting, _)| setting.key);
        self.variants.iter_mut().for_each(|variant| variant.sort_by_key(|(setting, _)| setting.key));
        distinct(&mut self.variants);
        maps.iter_mut().for_each(|choice| distinct(&mut choice.units));
        settings.iter_mut().for_each(|(_, values)| distinct(values));
        distinct(&mut self.modes);
        distinct(&mut self.push);
        // A hash set, since there may be many seeds.
        let mut seen = rustc_hash::FxHashSet::default();
        self.seeds.retain(|seed| seen.insert(*seed));
        StudySpec { maps, settings, ..self }
    }

    /// Checks the study for empty or oversized lists, and for settings that none of its modes has.
    pub(super) fn check(&self) -> Result<(), StudyProblem> {
        let empty = [
            ("maps", self.maps.is_empty()),
            ("modes", self.modes.is_empty()),
            ("push", self.push.is_empty()),
            ("units", self.maps.iter().any(|choice| choice.units.is_empty())),
            ("seeds", self.seeds.is_empty()),
        ];
        let sizes = [
            ("maps", self.maps.len()),
            ("units", self.maps.iter().map(|choice| choice.units.len()).max().unwrap_or(0)),
            ("modes", self.modes.len()),
            ("push", self.push.len()),
            ("variants", self.variants.len()),
            ("values", self.settings.iter().map(|(_, values)| values.len()).max().unwrap_or(0)),
        ];
        if let Some((name, _)) = sizes.iter().find(|(_, size)| *size > MAX_LIST) {
            let problem = format!("the study has more than {MAX_LIST} {name}");
            return Err(StudyProblem::bad(problem, "split it into several studies"));
        }
        if let Some((name, _)) = empty.iter().find(|(_, empty)| *empty) {
            let help = format!("name at least one in '{name}'");
            return Err(StudyProblem::bad(format!("the study has no {name}"), help));
        }
        for (setting, values) in &self.settings {
            if values.is_empty() {
                return Err(StudyProblem::bad(format!("{} has no values", setting.key), "give at least one"));
            }
            self.has_mode_of(setting)?;
            if self.variants.iter().flatten().any(|(own, _)| own.key == setting.key) {
                let problem = format!("{} is in both 'settings' and 'variants'", setting.key);
                return Err(StudyProblem::bad(problem, "keep it in only one of them"));
            }
        }
        for variant in &self.variants {
            for (k, (setting, _)) in variant.iter().enumerate() {
                self.has_mode_of(setting)?;
                if variant[..k].iter().any(|(own, _)| own.key == setting.key) {
                    let problem = format!("a variant sets {} twice", setting.key);
                    return Err(StudyProblem::bad(problem, "keep one of the two values"));
                }
            }
        }
        Ok(())
    }

    /// Checks that at least one of the modes has the setting.
    fn has_mode_of(&self, setting: &Setting) -> Result<(), StudyProblem> {
        if self.modes.iter().any(|mode| mode.has(setting)) {
            return Ok(());
        }
        let of = Mode::all().filter(|mode| mode.has(setting)).map(Mode::name);
        let of = of.collect::<Vec<_>>().join(", ");
        let problem = format!("none of the study's modes has the setting {}", setting.key);
        Err(StudyProblem::bad(problem, format!("add one of the modes that have it: {of}")))
    }
}

/// Removes duplicates, keeping the first of equal items.
pub(super) fn distinct<T: PartialEq + Clone>(list: &mut Vec<T>) {
    let mut kept: Vec<T> = Vec::new();
    for item in list.drain(..) {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    *list = kept;
}

/// Parses seeds: a number of seeds ("8" is 1 to 8), or a list ("3-3", "1-8", "1,2,5-9").
pub fn seeds(text: &str) -> Result<Vec<u64>, String> {
    let number = |word: &str| word.trim().parse::<u64>().ok();
    let wrong = || format!("'{text}' is neither a number of seeds nor a list of seeds such as 1-8 or 1,4,7");
    if let Some(count) = number(text) {
        return seed_range(1, count);
    }
    let mut all = Vec::new();
    for part in text.split(',') {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to) = number(from).zip(number(to)).ok_or_else(wrong)?;
        all.extend(seed_range(from, to)?);
        if all.len() as u64 > MAX_SEEDS {
            return Err(format!("a study has at most {MAX_SEEDS} seeds"));
        }
    }
    Ok(all)
}

/// Returns the seeds from `from` to `to`, inclusive.
pub(super) fn seed_range(from: u64, to: u64) -> Result<Vec<u64>, String> {
    match to.checked_sub(from) {
        None => Err(format!("the range of seeds from {from} to {to} is empty")),
        Some(more) if more >= MAX_SEEDS => Err(format!("a study has at most {MAX_SEEDS} seeds")),
        Some(_) => Ok((from..=to).collect()),
    }
}

/// Parses a setting and its values, such as `lanes.side_bias=0.1,0.2`.
pub fn values(text: &str) -> Result<(&'static Setting, Vec<SettingValue>), String> {
    let (key, list) =
        text.split_once('=').ok_or("expected KEY=VALUE,VALUE, such as orca.time_horizon=1,2")?;
    let setting = find_setting(key.trim())?;
    let values = list.split(',').map(|word| setting.parse(word.trim()));
    Ok((setting, values.collect::<Result<_, _>>()?))
}
