//! What the values of options may be: each function reads one kind of value, or says what it must be.

use crate::settings::Setting;
use crate::steering::avoidance::{self, cardioid};
use crate::study::{self, Selection};

pub(super) fn stage(text: &str) -> Result<f32, String> {
    let stage = text.parse().ok().filter(|stage| cardioid::STAGE.check(*stage).is_ok());
    stage.ok_or_else(|| format!("'{text}' is no stage; there are 1, 2, 3 and 4"))
}

pub(super) fn setting(text: &str) -> Result<(&'static Setting, f32), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE, such as cardioid.personal_space=2")?;
    let setting = avoidance::setting(key.trim())?;
    let value = value.trim().parse().map_err(|_| format!("'{value}' is not a number"))?;
    setting.check(value)?;
    Ok((setting, value))
}

pub(super) fn count(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|n| *n > 0).ok_or_else(|| format!("'{text}' is not a number of units above 0"))
}

pub(super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("'{text}' is not a seed: a whole number from 0 to {}", u64::MAX))
}

pub(super) fn unit(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("'{text}' is not the number of a unit; they count from 0"))
}

pub(super) fn jitter(text: &str) -> Result<f32, String> {
    let most = 100.0;
    let fits = |metres: &f32| (0.0..=most).contains(metres);
    text.parse().ok().filter(fits).ok_or_else(|| format!("'{text}' is not a distance from 0 to {most} m"))
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    let most = 256;
    text.parse()
        .ok()
        .filter(|n| *n <= most)
        .ok_or_else(|| format!("'{text}' is not a number from 0 to {most}"))
}

pub(super) fn seconds(text: &str) -> Result<f32, String> {
    moment(text)?;
    text.parse().ok().filter(|s| *s > 0.0).ok_or_else(|| format!("'{text}' is not a time above 0"))
}

pub(super) fn moment(text: &str) -> Result<f32, String> {
    let most = 1e5;
    let fits = |s: &f32| (0.0..=most).contains(s);
    text.parse().ok().filter(fits).ok_or_else(|| format!("'{text}' is not a time from 0 to {most} s"))
}

pub(super) fn share(text: &str) -> Result<f64, String> {
    let fits = |s: &f64| (0.0..=1.0).contains(s);
    text.parse().ok().filter(fits).ok_or_else(|| format!("'{text}' is not a share from 0 to 1"))
}

pub(super) fn size(text: &str) -> Result<(u32, u32), String> {
    let read = || {
        let (width, height) = text.split_once(['x', '×'])?;
        Some((width.parse().ok()?, height.parse().ok()?))
    };
    read().filter(|(w, h)| *w > 0 && *h > 0).ok_or_else(|| format!("'{text}' is not a size such as 1280x720"))
}

pub(super) fn number_of_units(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number of units, from 0"))
}

pub(super) fn tolerance(text: &str) -> Result<f32, String> {
    let most = 1000.0;
    let fits = |metres: &f32| (0.0..=most).contains(metres);
    text.parse().ok().filter(fits).ok_or_else(|| format!("'{text}' is not a distance from 0 to {most} m"))
}

pub(super) fn shard(text: &str) -> Result<Selection, String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    let fits = |(part, of): &(u64, u64)| (1..=*of).contains(part);
    let (part, of) = parts.filter(fits).ok_or(format!("'{text}' is no part such as 1/4, 2/4, 3/4 or 4/4"))?;
    Ok(Selection::Shard { part, of })
}

/// A type of its own: clap would take a bare list for an option that may be given several times.
#[derive(Debug, Clone)]
pub(super) struct Seeds(pub Vec<u64>);

pub(super) fn seeds(text: &str) -> Result<Seeds, String> {
    study::seeds(text).map(Seeds)
}
