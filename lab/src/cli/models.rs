//! `sidestep models`.

use super::output::{Ending, print};
use super::table;
use crate::text::{UnknownName, did_you_mean, find_mode};
use miette::Result;
use sidestep::lookup::shared_settings;
use sidestep::settings::Setting;
use sidestep::steering::avoidance::Mode;
use sidestep::traffic::{MECHANISMS, Mechanism};
use std::str::FromStr;

/// What `sidestep models` describes by name.
#[derive(Debug, Clone, Copy)]
pub(super) enum ModelName {
    Mode(Mode),
    Mechanism(&'static Mechanism),
    /// Other settings that act in every mode.
    Shared(&'static str, &'static [Setting]),
}

impl ModelName {
    /// All names that it accepts.
    pub(super) fn all() -> Vec<&'static str> {
        Mode::names().into_iter().chain(shared_settings().map(|(name, _)| name)).collect()
    }
}

impl FromStr for ModelName {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<ModelName, UnknownName> {
        if let Some(mechanism) = Mechanism::named(name) {
            return Ok(ModelName::Mechanism(mechanism));
        }
        if let Some((name, settings)) = shared_settings().find(|(shared, _)| *shared == name) {
            return Ok(ModelName::Shared(name, settings));
        }
        let hint = || did_you_mean(name, &ModelName::all());
        find_mode(name).map(ModelName::Mode).map_err(|unknown| UnknownName { hint: hint(), ..unknown })
    }
}

/// Lists the avoidance modes and mechanisms, or the settings of one.
pub(super) fn models(model: Option<ModelName>) -> Result<Ending> {
    print(&match model {
        None => lists(),
        Some(ModelName::Mode(mode)) => described(mode.name(), mode.summary(), mode.settings()),
        Some(ModelName::Shared(name, settings)) => described(name, "in every mode", settings),
        Some(ModelName::Mechanism(one)) => {
            let intro = described(one.name, one.summary, one.settings);
            format!("{intro}On by default in: {}\n", modes_with(one))
        }
    })?;
    Ok(Ending::Done)
}

fn described(name: &str, summary: &str, settings: &'static [Setting]) -> String {
    format!("{name}: {summary}\n{}", table::settings(settings, " (--set KEY=VALUE)"))
}

fn lists() -> String {
    let mut modes = vec![["mode".to_string(), "settings".to_string(), "summary".to_string()]];
    let row = |mode: Mode| [mode.to_string(), mode.settings().len().to_string(), mode.summary().to_string()];
    modes.extend(Mode::all().map(row));
    let mut mechanisms = vec![["mechanism", "settings", "on by default in", "summary"].map(String::from)];
    mechanisms.extend(MECHANISMS.iter().map(|one| {
        [one.name.to_string(), one.settings.len().to_string(), modes_with(one), one.summary.to_string()]
    }));
    format!("{}\n{}", table::columns(&modes), table::columns(&mechanisms))
}

/// The modes in which a mechanism is on by default.
fn modes_with(mechanism: &Mechanism) -> String {
    let modes = Mode::names_with(mechanism);
    if modes.is_empty() { "no mode".into() } else { modes.join(", ") }
}
