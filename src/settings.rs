//! Values set by a map, overridden on the command line and switched in the window: the models' settings, the
//! weights and the push.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A setting of a model or mechanism: its name, meaning, default and range.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// The model or mechanism and the setting's name, separated by a dot: `"orca.time_horizon"`.
    pub key: &'static str,
    /// The default value.
    pub default: SettingValue,
    /// The smallest and largest accepted value.
    pub range: (f32, f32),
    /// What its values are.
    pub kind: SettingKind,
    /// The unit: `"s"`, `"m/s"`, `"R"` for radii of the unit, `"s_max"` for its maximum speed. Empty for a plain
    /// number.
    pub unit: &'static str,
    /// The meaning, in one line.
    pub what: &'static str,
    /// A short plain name if this is one of the model's main settings: those that the window shows first.
    pub plain: Option<&'static str>,
}

/// The most main settings of a model.
pub const MOST_MAIN: usize = 5;

/// What the values of a setting are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SettingKind {
    /// Any number within the range.
    Number,
    /// A whole number within the range.
    Whole,
    /// [`ON`], [`OFF`], or [`BY_MODE`] if neither is stated and that is the default.
    Switch,
    /// One of these numbers.
    OneOf(&'static [f32]),
}

/// Declares settings of a model or mechanism: `NAME "key" kind(default, range, unit): "meaning" as "plain name";`, where the kind is a
/// constructor of [`Setting`]. The meaning is the constant's documentation, before anything else that is said of it.
macro_rules! settings {
    ($model:literal: $(
        $(#[$doc:meta])*
        $visibility:vis $name:ident $key:literal $kind:ident($($argument:expr),*): $what:literal $(as $plain:literal)?;
    )*) => {$(
        #[doc = concat!($what, ".\n")]
        $(#[$doc])*
        $visibility const $name: $crate::settings::Setting =
            $crate::settings::Setting::$kind(concat!($model, ".", $key), $($argument,)* $what)$(.main($plain))?;
    )*};
}
pub(crate) use settings;

/// The value of a setting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SettingValue {
    /// That of a number, a whole number or a choice.
    Number(f32),
    /// Whether a switch is on. None if it is not stated: the avoidance mode decides.
    Switch(Option<bool>),
}

/// The value of a switch that is on.
pub const ON: SettingValue = SettingValue::Switch(Some(true));
/// The value of a switch that is off.
pub const OFF: SettingValue = SettingValue::Switch(Some(false));
/// The value of a switch that is not stated: the avoidance mode decides.
pub const BY_MODE: SettingValue = SettingValue::Switch(None);

impl SettingValue {
    /// The value as a number, as files of results have it: 1 for on, 0 for off, -1 for a switch that is not stated.
    pub fn as_number(self) -> f32 {
        match self {
            SettingValue::Number(number) => number,
            SettingValue::Switch(Some(is_on)) => f32::from(u8::from(is_on)),
            SettingValue::Switch(None) => -1.0,
        }
    }
}

/// The form that [`Setting::parse`] reads. A switch that is not stated is "by mode".
impl fmt::Display for SettingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SettingValue::Number(number) => write!(f, "{number}"),
            ON => f.write_str("on"),
            OFF => f.write_str("off"),
            SettingValue::Switch(_) => f.write_str("by mode"),
        }
    }
}

impl From<f32> for SettingValue {
    fn from(number: f32) -> SettingValue {
        SettingValue::Number(number)
    }
}

impl From<bool> for SettingValue {
    fn from(is_on: bool) -> SettingValue {
        SettingValue::Switch(Some(is_on))
    }
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
        Setting {
            key,
            default: SettingValue::Number(default),
            range,
            kind: SettingKind::Number,
            unit,
            what,
            plain: None,
        }
    }

    /// A whole number within `range`.
    pub const fn whole(key: &'static str, default: f32, range: (f32, f32), what: &'static str) -> Setting {
        Setting { kind: SettingKind::Whole, ..Setting::number(key, default, range, "", what) }
    }

    /// A switch, which follows the avoidance mode unless it is stated.
    pub const fn switch(key: &'static str, what: &'static str) -> Setting {
        Setting {
            key,
            default: BY_MODE,
            range: (0.0, 1.0),
            kind: SettingKind::Switch,
            unit: "",
            what,
            plain: None,
        }
    }

    /// A switch that is off unless it is stated.
    pub const fn off(key: &'static str, what: &'static str) -> Setting {
        Setting { default: OFF, ..Setting::switch(key, what) }
    }

    /// One of a few numbers, from the largest to the smallest.
    pub const fn one_of(
        key: &'static str,
        default: f32,
        numbers: &'static [f32],
        unit: &'static str,
        what: &'static str,
    ) -> Setting {
        let range = (numbers[numbers.len() - 1], numbers[0]);
        Setting { kind: SettingKind::OneOf(numbers), ..Setting::number(key, default, range, unit, what) }
    }

    /// The same setting as one of the model's main settings, with a short plain name.
    pub const fn main(self, plain: &'static str) -> Setting {
        Setting { plain: Some(plain), ..self }
    }

    /// The name for people: the plain name of a main setting, or the name in maps without its underscores.
    pub fn label(&self) -> String {
        self.plain.map_or_else(|| self.name().replace('_', " "), String::from)
    }

    /// The first half of the key: the model or mechanism.
    pub fn model(&self) -> &'static str {
        self.key.split_once('.').map_or(self.key, |(model, _)| model)
    }

    /// The second half of the key: the name in maps and cases.
    pub fn name(&self) -> &'static str {
        self.key.split_once('.').map_or(self.key, |(_, name)| name)
    }

    /// Checks that the setting accepts `value`. The error says what is accepted.
    pub fn check(&self, value: impl Into<SettingValue>) -> Result<(), String> {
        match (self.kind, value.into()) {
            (SettingKind::Switch, value) if [ON, OFF, self.default].contains(&value) => Ok(()),
            (SettingKind::Switch, value) => Err(self.not_a_switch(&value.to_string())),
            (_, SettingValue::Number(number)) => self.check_number(number),
            (_, value) => Err(format!("{} must be a number, not {value}", self.key)),
        }
    }

    fn check_number(&self, number: f32) -> Result<(), String> {
        let (min, max) = self.range;
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        match self.kind {
            SettingKind::OneOf(numbers) if !numbers.contains(&number) => {
                let accepted: Vec<String> = numbers.iter().map(f32::to_string).collect();
                Err(format!("{} must be one of {}{unit}, not {number}", self.key, accepted.join(", ")))
            }
            _ if !(min..=max).contains(&number) => {
                Err(format!("{} must be between {min} and {max}{unit}, not {number}", self.key))
            }
            SettingKind::Whole if number.fract() != 0.0 => {
                Err(format!("{} must be a whole number between {min} and {max}, not {number}", self.key))
            }
            _ => Ok(()),
        }
    }

    /// Parses a value: `on` or `off` for a switch, a number for any other setting.
    pub fn parse(&self, text: &str) -> Result<SettingValue, String> {
        if self.kind == SettingKind::Switch {
            return match text {
                "on" | "true" => Ok(ON),
                "off" | "false" => Ok(OFF),
                _ => Err(self.not_a_switch(&format!("'{text}'"))),
            };
        }
        let value = SettingValue::Number(text.parse().map_err(|_| format!("'{text}' is not a number"))?);
        self.check(value).map(|()| value)
    }

    /// The value that [`SettingValue::as_number`] gives as this number.
    pub fn of_number(&self, number: f32) -> SettingValue {
        match self.kind {
            SettingKind::Switch => {
                [ON, OFF].into_iter().find(|value| value.as_number() == number).unwrap_or(BY_MODE)
            }
            _ => SettingValue::Number(number),
        }
    }

    /// A value with its name, for labels: "lanes.trust 0.5", "gates off".
    pub fn labelled(&self, value: SettingValue) -> String {
        let name = self.key.strip_suffix(".on").unwrap_or(self.key);
        format!("{name} {value}")
    }

    fn not_a_switch(&self, value: &str) -> String {
        format!("{} must be on or off, not {value}", self.key)
    }
}

/// A model's settings in two parts: the main ones, and the others. If none is marked as a main one, the first few are.
pub fn main_and_others(settings: &'static [Setting]) -> (Vec<&'static Setting>, Vec<&'static Setting>) {
    if settings.iter().any(|setting| setting.plain.is_some()) {
        return settings.iter().partition(|setting| setting.plain.is_some());
    }
    let (main, others) = settings.split_at(settings.len().min(MOST_MAIN));
    (main.iter().collect(), others.iter().collect())
}

/// Values given to settings instead of their defaults.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Settings(Vec<(&'static str, SettingValue)>);

impl Settings {
    /// The value of a setting.
    pub fn get(&self, setting: &Setting) -> SettingValue {
        self.0.iter().find(|(key, _)| *key == setting.key).map_or(setting.default, |(_, value)| *value)
    }

    /// The value of a setting that is a number.
    pub fn number(&self, setting: &Setting) -> f32 {
        self.get(setting).as_number()
    }

    /// Changes a setting, or fails if the value is not accepted.
    pub fn set(&mut self, setting: &Setting, value: impl Into<SettingValue>) -> Result<(), String> {
        let value = value.into();
        setting.check(value)?;
        self.0.retain(|(key, _)| *key != setting.key);
        if value != setting.default {
            self.0.push((setting.key, value));
            self.0.sort_unstable_by_key(|(key, _)| *key);
        }
        Ok(())
    }

    /// All values that differ from their defaults, sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, SettingValue)> {
        self.0.iter().copied()
    }
}

/// Weights of the flocking behaviours that complement the avoidance mode. The defaults are HowToRTS's values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
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

settings! { "weights":
    SEEK "seek" number(1.0, Weights::RANGE, ""): "weight of the force towards the goal";
    SEPARATION "separation" number(2.2, Weights::RANGE, ""): "weight of the force away from neighbours within 4 R";
    ALIGNMENT "alignment" number(0.3, Weights::RANGE, ""):
        "weight of the turn to the headings of the unit's group within 10 R";
    COHESION "cohesion" number(0.05, Weights::RANGE, ""):
        "weight of the force to the centre of the unit's group within 10 R";
}

impl Weights {
    /// The smallest and the largest weight.
    pub const RANGE: (f32, f32) = (0.0, 1000.0);
}

/// The [weights](Weights) as settings.
pub static WEIGHTS: [Setting; 4] = [SEEK, SEPARATION, ALIGNMENT, COHESION];

impl Default for Weights {
    fn default() -> Self {
        Weights { seek: 1.0, separation: 2.2, alignment: 0.3, cohesion: 0.05 }
    }
}

/// The sideways push in contacts between two units that meet head-on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Push {
    /// Whether it acts.
    pub on: bool,
    /// The sideways speed that it gives a pair, as a share of their mean maximum speed.
    pub strength: f32,
}

impl Push {
    /// The strength of a plain `on`.
    pub const DEFAULT_STRENGTH: f32 = 0.8;
    settings! { "push":
        pub SWITCH "on" switch(): "units that meet head-on are pushed sideways" as "sideways push";
        pub STRENGTH "strength" number(Push::DEFAULT_STRENGTH, (0.0, 2.0), ""):
            "sideways speed of two units that meet head-on, as a share of their mean maximum speed" as "push strength";
    }
}

/// The [push](Push) as settings.
pub static PUSH: [Setting; 2] = [Push::SWITCH, Push::STRENGTH];

impl Default for Push {
    fn default() -> Self {
        Push { on: true, strength: Push::DEFAULT_STRENGTH }
    }
}

impl fmt::Display for Push {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.on { write!(f, "{}", self.strength) } else { f.write_str("off") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SWITCH: Setting = Setting::switch("gates.on", "units take turns");

    #[test]
    fn a_switch_is_on_off_or_left_to_the_mode() {
        assert_eq!((SWITCH.parse("on"), SWITCH.parse("off")), (Ok(ON), Ok(OFF)));
        for text in ["maybe", "0.5", "-1", "", "by mode", "ON"] {
            let wrong = format!("gates.on must be on or off, not '{text}'");
            assert_eq!(SWITCH.parse(text), Err(wrong));
        }
        assert_eq!(SWITCH.check(0.5), Err("gates.on must be on or off, not 0.5".into()));
        const NUMBER: Setting = Setting::number("mine.speed", 1.0, (0.0, 2.0), "m/s", "a speed");
        assert_eq!(NUMBER.check(ON), Err("mine.speed must be a number, not on".into()));
        for (value, number) in [(ON, 1.0), (OFF, 0.0), (BY_MODE, -1.0)] {
            assert_eq!((value.as_number(), SWITCH.of_number(number)), (number, value));
        }
        assert_eq!(NUMBER.of_number(1.0), SettingValue::Number(1.0));
        for (value, text, label) in
            [(ON, "on", "gates on"), (OFF, "off", "gates off"), (BY_MODE, "by mode", "gates by mode")]
        {
            assert_eq!(SWITCH.check(value), Ok(()));
            assert_eq!((value.to_string(), SWITCH.labelled(value)), (text.into(), label.into()));
        }
    }

    #[test]
    fn a_switch_left_to_the_mode_counts_as_not_set() {
        let mut settings = Settings::default();
        assert_eq!(settings.get(&SWITCH), BY_MODE);
        settings.set(&SWITCH, OFF).unwrap();
        assert_eq!(settings.iter().collect::<Vec<_>>(), [("gates.on", OFF)]);
        settings.set(&SWITCH, BY_MODE).unwrap();
        assert_eq!(settings, Settings::default());
    }

    #[test]
    fn numbers_are_parsed_within_their_range() {
        const WHOLE: Setting = Setting::whole("mine.count", 2.0, (1.0, 4.0), "a count");
        assert_eq!(WHOLE.parse("3"), Ok(3.0.into()));
        assert_eq!(WHOLE.parse("many"), Err("'many' is not a number".into()));
        assert_eq!(WHOLE.parse("9"), Err("mine.count must be between 1 and 4, not 9".into()));
        assert_eq!(
            WHOLE.parse("1.5"),
            Err("mine.count must be a whole number between 1 and 4, not 1.5".into())
        );
        assert_eq!(WHOLE.labelled(3.0.into()), "mine.count 3");
        const ONE_OF: Setting = Setting::one_of("mine.rate", 60.0, &[60.0, 30.0], "Hz", "a rate");
        assert_eq!(ONE_OF.parse("30"), Ok(30.0.into()));
        assert_eq!(ONE_OF.parse("45"), Err("mine.rate must be one of 60, 30 Hz, not 45".into()));
        const OVERLAP: Setting = Setting::off("mine.overlap", "runs beside");
        assert_eq!((OVERLAP.labelled(ON), OVERLAP.check(BY_MODE).is_err()), ("mine.overlap on".into(), true));
    }

    #[test]
    fn without_marks_the_first_five_settings_are_the_main_ones() {
        const ONE: Setting = Setting::number("mine.look_ahead", 1.0, (0.0, 2.0), "m", "how far it looks");
        static MARKED: [Setting; 3] = [ONE, ONE.main("looks ahead"), ONE];
        static PLAIN: [Setting; 7] = [ONE; 7];
        let (main, others) = main_and_others(&MARKED);
        assert_eq!((main.len(), main[0].label(), others.len()), (1, "looks ahead".to_string(), 2));
        assert_eq!(others[0].label(), "look ahead");
        let (main, others) = main_and_others(&PLAIN);
        assert_eq!((main.len(), others.len()), (MOST_MAIN, 2));
    }
}
