//! Values set by a map, overridden on the command line and switched in the window: the models' settings, the
//! weights and the push.

use std::fmt;
use std::str::FromStr;

/// A setting of a model: its name, meaning, default and range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// The model and the setting's name, separated by a dot: `"orca.time_horizon"`.
    pub key: &'static str,
    /// The default value.
    pub default: f32,
    /// The smallest and largest accepted value.
    pub range: (f32, f32),
    /// Whether only whole numbers are accepted.
    pub whole: bool,
    /// The unit: `"s"`, `"m/s"`, `"R"` for radii of the unit, `"s_max"` for its maximum speed. Empty for a plain
    /// number.
    pub unit: &'static str,
    /// The meaning, in one line.
    pub what: &'static str,
}

impl Setting {
    /// A number within `range`.
    pub const fn number(
        key: &'static str,
        default: f32,
        range: (f32, f32),
        unit: &'static str,
        what: &'static str,
    ) -> Setting {
        Setting { key, default, range, whole: false, unit, what }
    }

    /// A whole number within `range`.
    pub const fn whole(key: &'static str, default: f32, range: (f32, f32), what: &'static str) -> Setting {
        Setting { key, default, range, whole: true, unit: "", what }
    }

    /// The first half of the key: the model.
    pub fn model(&self) -> &'static str {
        self.key.split_once('.').map_or(self.key, |(model, _)| model)
    }

    /// The second half of the key: the name in maps and cases.
    pub fn name(&self) -> &'static str {
        self.key.split_once('.').map_or(self.key, |(_, name)| name)
    }

    /// Checks that the setting accepts `value`. The error says what is accepted.
    pub fn check(&self, value: f32) -> Result<(), String> {
        let (min, max) = self.range;
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        if !(min..=max).contains(&value) {
            Err(format!("{} must be between {min} and {max}{unit}, not {value}", self.key))
        } else if self.whole && value.fract() != 0.0 {
            Err(format!("{} must be a whole number between {min} and {max}, not {value}", self.key))
        } else {
            Ok(())
        }
    }
}

/// Values given to settings instead of their defaults.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settings(Vec<(&'static str, f32)>);

impl Settings {
    /// The value of a setting.
    pub fn get(&self, setting: &Setting) -> f32 {
        self.0.iter().find(|(key, _)| *key == setting.key).map_or(setting.default, |(_, value)| *value)
    }

    /// Changes a setting, or fails if the value is not accepted.
    pub fn set(&mut self, setting: &Setting, value: f32) -> Result<(), String> {
        setting.check(value)?;
        self.0.retain(|(key, _)| *key != setting.key);
        if value != setting.default {
            self.0.push((setting.key, value));
            self.0.sort_unstable_by_key(|(key, _)| *key);
        }
        Ok(())
    }

    /// All values that differ from their defaults, sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, f32)> {
        self.0.iter().copied()
    }
}

/// Weights of the flocking behaviours that complement the avoidance mode. The defaults are HowToRTS's values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Towards the goal.
    pub seek: f32,
    /// Away from neighbours within 4 radii.
    pub separation: f32,
    /// Along the headings of the unit's own group within 10 radii.
    pub alignment: f32,
    /// Towards the centre of the unit's own group within 10 radii.
    pub cohesion: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights { seek: 1.0, separation: 2.2, alignment: 0.3, cohesion: 0.05 }
    }
}

/// The sideways push in contacts between two units that meet head-on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Push {
    /// Whether it acts.
    pub on: bool,
    /// The sideways speed that it gives a pair, as a share of their mean maximum speed. Above 0.
    pub strength: f32,
}

impl Push {
    /// The strength of a plain `on`.
    pub const DEFAULT_STRENGTH: f32 = 0.8;
    /// The largest accepted strength.
    pub const MAX_STRENGTH: f32 = 2.0;
}

impl Default for Push {
    fn default() -> Self {
        Push { on: true, strength: Push::DEFAULT_STRENGTH }
    }
}

/// The push as given on the command line or in a study.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PushChoice {
    /// No push.
    Off,
    /// With the map's strength.
    On,
    /// With this strength: above 0, at most [`Push::MAX_STRENGTH`].
    Strength(f32),
}

impl PushChoice {
    /// Applies the choice to a map's push.
    pub fn over(self, map: Push) -> Push {
        match self {
            PushChoice::Off => Push { on: false, ..map },
            PushChoice::On => Push { on: true, ..map },
            PushChoice::Strength(strength) => Push { on: true, strength },
        }
    }
}

impl FromStr for PushChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let most = Push::MAX_STRENGTH;
        match (text, text.parse::<f32>()) {
            ("off", _) | (_, Ok(0.0)) => Ok(PushChoice::Off),
            ("on", _) => Ok(PushChoice::On),
            (_, Ok(strength)) if strength > 0.0 && strength <= most => Ok(PushChoice::Strength(strength)),
            _ => Err(format!("the push must be on, off or a strength between 0 and {most}, not '{text}'")),
        }
    }
}

impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.on { write!(f, "{}", self.strength) } else { f.write_str("off") }
    }
}
