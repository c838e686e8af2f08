//! What a study asks: maps × unit counts × modes × settings × pushes × seeds.

use crate::settings::{PushChoice, Setting};
use crate::steering::avoidance::{self, Mode};

/// The most seeds that a study may have.
pub(super) const MAX_SEEDS: u64 = 100_000;
/// The most members of any other list of a study.
pub(super) const MAX_LIST: usize = 1000;
/// The most runs that a study may come to.
pub const MAX_RUNS: u64 = 10_000_000;
/// How far the seed moves each start on a map that has no jitter of its own, m. Seeds would change nothing there.
pub const JITTER: f32 = 0.02;

/// A map, and with how many units it is run.
#[derive(Debug, Clone, PartialEq)]
pub struct MapChoice {
    /// A built-in map's name, or a file.
    pub map: String,
    /// Unit counts; none: as many as the map has.
    pub units: Vec<Option<usize>>,
}

impl MapChoice {
    /// A map with as many units as it has.
    pub fn named(map: &str) -> MapChoice {
        MapChoice { map: map.to_string(), units: vec![None] }
    }
}

/// A question that runs can answer.
#[derive(Debug, Clone, PartialEq)]
pub struct StudySpec {
    /// The maps.
    pub maps: Vec<MapChoice>,
    /// The avoidance modes, each of all units.
    pub modes: Vec<Mode>,
    /// The sideways pushes.
    pub push: Vec<PushChoice>,
    /// The seeds of the starts.
    pub seeds: Vec<u64>,
    /// Models' settings and the values that each takes. A mode is run with all combinations of those that it has.
    pub settings: Vec<(&'static Setting, Vec<f32>)>,
    /// Settings that are changed together, each set of them instead of the others; a mode takes those that it has. An empty set is the
    /// mode as it is. No sets: only that.
    pub variants: Vec<Vec<(&'static Setting, f32)>>,
    /// How far the seed moves each start, m; none: as the map says, and [`JITTER`] where its seed changes nothing.
    pub jitter: Option<f32>,
    /// When a run is cut, s; none: when the map says.
    pub limit: Option<f32>,
}

impl Default for StudySpec {
    /// The main modes on crossings, head-on and at other angles, with and without push; small enough for a coffee break.
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
            ],
            modes: modes.into_iter().filter_map(Mode::named).collect(),
            push: vec![PushChoice::Off, PushChoice::On],
            seeds: (1..=8).collect(),
            settings: Vec::new(),
            variants: Vec::new(),
            jitter: None,
            limit: Some(60.0),
        }
    }
}

impl StudySpec {
    /// The same study on these maps, each as large as it is, for as long as it says.
    pub fn on(self, maps: Vec<MapChoice>) -> StudySpec {
        StudySpec { maps, limit: None, ..self }
    }

    /// The same study with one setting changed at a time, and none of them, rather than all combinations.
    pub fn one_at_a_time(mut self) -> StudySpec {
        let single = |(setting, values): (&'static Setting, Vec<f32>)| {
            values.into_iter().map(move |value| vec![(setting, value)])
        };
        let settings = std::mem::take(&mut self.settings);
        self.variants = std::iter::once(Vec::new()).chain(settings.into_iter().flat_map(single)).collect();
        self
    }

    /// The same study without what it has twice, its settings in the order of their keys.
    pub(super) fn tidied(mut self) -> StudySpec {
        let mut maps: Vec<MapChoice> = Vec::new();
        for choice in self.maps {
            match maps.iter_mut().find(|known| known.map == choice.map) {
                Some(known) => known.units.extend(choice.units),
                None => maps.push(choice),
            }
        }
        let mut settings: Vec<(&'static Setting, Vec<f32>)> = Vec::new();
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
        // Of these there may be many.
        let mut seen = rustc_hash::FxHashSet::default();
        self.seeds.retain(|seed| seen.insert(*seed));
        StudySpec { maps, settings, ..self }
    }

    /// What of it cannot be asked, if anything: a list without members, a setting that none of its modes has.
    pub(super) fn check(&self) -> Result<(), (String, String)> {
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
            return Err((
                format!("the study has more than {MAX_LIST} {name}"),
                "split it into several studies".into(),
            ));
        }
        if let Some((name, _)) = empty.iter().find(|(_, empty)| *empty) {
            return Err((format!("the study has no {name}"), format!("name at least one in '{name}'")));
        }
        for (setting, values) in &self.settings {
            if values.is_empty() {
                return Err((format!("{} has no values", setting.key), "give at least one".into()));
            }
            self.has_mode_of(setting)?;
            if self.variants.iter().flatten().any(|(own, _)| own.key == setting.key) {
                let problem = format!("{} is in both 'settings' and 'variants'", setting.key);
                return Err((problem, "keep it in only one of them".into()));
            }
        }
        for variant in &self.variants {
            for (k, (setting, _)) in variant.iter().enumerate() {
                self.has_mode_of(setting)?;
                if variant[..k].iter().any(|(own, _)| own.key == setting.key) {
                    return Err((
                        format!("a variant sets {} twice", setting.key),
                        "keep one of the two values".into(),
                    ));
                }
            }
        }
        Ok(())
    }

    /// A setting is of some use where one of the modes has it.
    fn has_mode_of(&self, setting: &Setting) -> Result<(), (String, String)> {
        if self.modes.iter().any(|mode| has(*mode, setting)) {
            return Ok(());
        }
        let of = Mode::all().filter(|mode| has(*mode, setting)).map(Mode::name);
        let of = of.collect::<Vec<_>>().join(", ");
        let problem = format!("none of the study's modes has the setting {}", setting.key);
        Err((problem, format!("add one of the modes that have it: {of}")))
    }
}

/// Whether a mode has a setting.
pub(super) fn has(mode: Mode, setting: &Setting) -> bool {
    mode.settings().iter().any(|own| own.key == setting.key)
}

/// Keeps the first of equal ones.
pub(super) fn distinct<T: PartialEq + Clone>(list: &mut Vec<T>) {
    let mut kept: Vec<T> = Vec::new();
    for item in list.drain(..) {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    *list = kept;
}

/// Seeds as they are written: how many ("8" is 1 to 8), or which ("3-3", "1-8", "1,2,5-9").
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

/// The seeds from one to another, both included.
pub(super) fn seed_range(from: u64, to: u64) -> Result<Vec<u64>, String> {
    match to.checked_sub(from) {
        None => Err(format!("the range of seeds from {from} to {to} is empty")),
        Some(more) if more >= MAX_SEEDS => Err(format!("a study has at most {MAX_SEEDS} seeds")),
        Some(_) => Ok((from..=to).collect()),
    }
}

/// A setting and its values as they are written: `lanes.side_bias=0.1,0.2`.
pub fn values(text: &str) -> Result<(&'static Setting, Vec<f32>), String> {
    let (key, list) =
        text.split_once('=').ok_or("expected KEY=VALUE,VALUE, such as orca.time_horizon=1,2")?;
    let setting = avoidance::setting(key.trim())?;
    let value = |word: &str| {
        let value = word.trim().parse().map_err(|_| format!("'{word}' is not a number"))?;
        setting.check(value).map(|()| value)
    };
    Ok((setting, list.split(',').map(value).collect::<Result<_, _>>()?))
}
