//! Parsers of option values. Each reads one kind of value, or says what the value must be.

use super::models::ModelName;
use crate::draw::theme::{THEMES, theme_named};
use crate::draw::{OVERLAYS, Overlays, Theme};
use crate::export::VisibleArea;
use crate::scene::{MAX_UNITS, Patch, built_in_maps};
use crate::study::{self, Selection};
use crate::text::{find_mode, find_setting};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use sidestep::settings::{OFF, ON, Setting, SettingValue};
use sidestep::steering::avoidance::Mode;
use sidestep::steering::behaviours::BEHAVIOURS;
use sidestep::steering::schedule::RATE;
use sidestep::types::MapPoint;
use std::ffi::OsStr;

/// A parser whose values a shell can complete. Errors are those of the parser it wraps.
#[derive(Clone)]
pub(super) struct Completed<P> {
    pub parser: P,
    pub names: fn() -> Vec<&'static str>,
}

impl<P: TypedValueParser> TypedValueParser for Completed<P> {
    type Value = P::Value;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<P::Value, Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// Avoidance modes.
pub(super) fn mode() -> impl TypedValueParser<Value = Mode> {
    Completed { parser: find_mode, names: Mode::names }
}

/// `MODE` or `GROUP=MODE`.
pub(super) fn mode_override() -> impl TypedValueParser<Value = Patch> {
    Completed { parser: Patch::parse_mode, names: Mode::names }
}

/// Themes of pictures.
pub(super) fn theme() -> impl TypedValueParser<Value = &'static Theme> {
    Completed { parser: theme_named, names: || THEMES.iter().map(|theme| theme.name).collect() }
}

/// Built-in maps and map files. [`Scene::open`](crate::scene::Scene::open) reports unknown ones.
pub(super) fn map() -> impl TypedValueParser<Value = String> {
    Completed { parser: any_text, names: map_names }
}

/// Behaviours, and plans of the map. The command reports unknown ones.
pub(super) fn behaviour() -> impl TypedValueParser<Value = String> {
    Completed { parser: any_text, names: || BEHAVIOURS.iter().map(|behaviour| behaviour.name).collect() }
}

/// The sideways push.
pub(super) fn push() -> impl TypedValueParser<Value = Patch> {
    Completed { parser: Patch::parse_push, names: || vec!["on", "off"] }
}

pub(super) fn switch() -> impl TypedValueParser<Value = SettingValue> {
    let parser = |text: &str| match text {
        "on" => Ok(ON),
        "off" => Ok(OFF),
        _ => Err("must be on or off"),
    };
    Completed { parser, names: || vec!["on", "off"] }
}

/// The rate of decisions, Hz.
pub(super) fn rate() -> impl TypedValueParser<Value = SettingValue> {
    let parser = |text: &str| RATE.parse(text).map_err(|_| "must be 60, 30 or 20");
    Completed { parser, names: || vec!["60", "30", "20"] }
}

/// Avoidance modes and mechanisms.
pub(super) fn model() -> impl TypedValueParser<Value = ModelName> {
    Completed { parser: |text: &str| text.parse::<ModelName>(), names: ModelName::all }
}

/// Overlays of pictures and of the window.
pub(super) fn overlays() -> impl TypedValueParser<Value = Overlays> {
    Completed {
        parser: |text: &str| text.parse::<Overlays>(),
        names: || OVERLAYS.iter().map(|overlay| overlay.name).collect(),
    }
}

fn any_text(text: &str) -> Result<String, String> {
    Ok(text.to_string())
}

/// The names of the built-in maps.
pub(super) fn map_names() -> Vec<&'static str> {
    built_in_maps().iter().map(|map| map.name).collect()
}

pub(super) fn setting(text: &str) -> Result<(&'static Setting, SettingValue), String> {
    let (key, value) = text.split_once('=').ok_or("must be KEY=VALUE, such as cardioid.personal_space=2")?;
    let setting = find_setting(key.trim())?;
    Ok((setting, setting.parse(value.trim())?))
}

/// A number of units, such as 200, 1e3 or 2000.0.
pub(super) fn count(text: &str) -> Result<usize, String> {
    let whole = |n: &f64| n.fract() == 0.0 && *n >= 1.0;
    let written_out = || text.parse::<f64>().ok().filter(whole).map(|n| n as usize);
    match text.parse().ok().or_else(written_out) {
        Some(0) | None => Err(format!("must be a whole number of at least 1 and at most {MAX_UNITS}")),
        Some(n) if n > MAX_UNITS => Err(format!("too many units: at most {MAX_UNITS} are accepted")),
        Some(n) => Ok(n),
    }
}

pub(super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("must be a whole number between 0 and {}", u64::MAX))
}

pub(super) fn unit(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "must be a unit number; units are numbered from 0".into())
}

pub(super) fn jitter(text: &str) -> Result<f32, String> {
    distance(text, 100.0)
}

pub(super) fn tolerance(text: &str) -> Result<f32, String> {
    distance(text, 1000.0)
}

fn distance(text: &str, most: f32) -> Result<f32, String> {
    let fits = |metres: &f32| (0.0..=most).contains(metres);
    text.parse().ok().filter(fits).ok_or_else(|| format!("must be a distance between 0 and {most} m"))
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    let most = 256;
    text.parse()
        .ok()
        .filter(|n| *n <= most)
        .ok_or_else(|| format!("must be a whole number between 0 and {most}"))
}

/// The longest time, s.
const LONGEST: f32 = 1e5;

pub(super) fn seconds(text: &str) -> Result<f32, String> {
    let fits = |s: &f32| *s > 0.0 && *s <= LONGEST;
    text.parse().ok().filter(fits).ok_or_else(|| format!("must be above 0 and at most {LONGEST} s"))
}

pub(super) fn moment(text: &str) -> Result<f32, String> {
    let fits = |s: &f32| (0.0..=LONGEST).contains(s);
    text.parse().ok().filter(fits).ok_or_else(|| format!("must be a time between 0 and {LONGEST} s"))
}

pub(super) fn share(text: &str) -> Result<f64, String> {
    let fits = |s: &f64| (0.0..=1.0).contains(s);
    text.parse().ok().filter(fits).ok_or_else(|| "must be a share between 0 and 1".into())
}

pub(super) fn fps(text: &str) -> Result<f32, String> {
    let fits = |n: &f32| (1.0..=60.0).contains(n);
    text.parse().ok().filter(fits).ok_or_else(|| "must be between 1 and 60 frames per second".into())
}

/// The widest visible part of a map, m.
const WIDEST: f32 = 1e5;

pub(super) fn visible_part(text: &str) -> Result<VisibleArea, String> {
    let read = || {
        let mut numbers = text.split(',').map(|number| number.trim().parse::<f64>().ok());
        let (x, y, width) = (numbers.next()??, numbers.next()??, numbers.next()?? as f32);
        let fits = x.is_finite() && y.is_finite() && width > 0.0 && width <= WIDEST;
        (fits && numbers.next().is_none()).then(|| VisibleArea { middle: MapPoint::new(x, y), width })
    };
    read().ok_or_else(|| "must be the middle of the view and its width in metres, such as 0,0,20".into())
}

pub(super) fn size(text: &str) -> Result<(u32, u32), String> {
    let read = || {
        let (width, height) = text.split_once(['x', '×'])?;
        Some((width.parse().ok()?, height.parse().ok()?))
    };
    read()
        .filter(|(w, h)| *w > 0 && *h > 0)
        .ok_or_else(|| "must be a width and a height in pixels, such as 1280x720".into())
}

pub(super) fn number_of_units(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "must be a whole number of at least 0".into())
}

pub(super) fn shard(text: &str) -> Result<Selection, String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    let fits = |(part, of): &(u64, u64)| (1..=*of).contains(part);
    let (part, of) = parts.filter(fits).ok_or("must be one of 1/n to n/n, such as 2/4")?;
    Ok(Selection::Shard { part, of })
}

/// A type for `--seeds`: clap would read a bare list as an option that may be given several times.
#[derive(Debug, Clone)]
pub(super) struct Seeds(pub Vec<u64>);

pub(super) fn seeds(text: &str) -> Result<Seeds, String> {
    study::seeds(text).map(Seeds)
}
