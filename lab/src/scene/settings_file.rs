//! Files of settings: what a map says about steering, on its own, for `--set FILE.toml` and for the window.

use super::formats::toml::{Stated, describe_settings, setting_tables};
use super::mode_override::ModeOverride;
use crate::document::{DocumentError, NumberRange, SourceText, check_size, read_file};
use crate::text::did_you_mean;
use sidestep::settings::{BY_MODE, ON, Push, PushChoice, Setting, SettingKind, Weights};
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::traffic::Mechanism;
use std::fmt::Write;
use std::path::Path;

/// Steering as a file states it: a mode, settings, weights and the push. Whatever the file does not state keeps its value.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SteeringFile(Stated);

impl SteeringFile {
    /// Reads a file.
    pub fn open(path: &Path) -> Result<SteeringFile, DocumentError> {
        Ok(SteeringFile(describe_settings(&read_file(path)?)?))
    }

    /// Reads a file's text. Errors name the file `file_name`.
    pub fn from_toml(file_name: &str, text: &str) -> Result<SteeringFile, DocumentError> {
        check_size(file_name, text.len() as u64)?;
        Ok(SteeringFile(describe_settings(&SourceText::new(file_name, text))?))
    }

    /// Returns the mode of all units, if the file has one.
    pub fn mode(&self) -> Option<Mode> {
        self.0.mode
    }

    /// Returns the modes of single groups.
    pub fn groups(&self) -> &[ModeOverride] {
        &self.0.groups
    }

    /// Returns the settings of models, mechanisms and the schedule, in the order of the file's tables.
    pub fn settings(&self) -> &[(&'static Setting, f32)] {
        &self.0.settings
    }

    /// Returns the weights of the flocking behaviours, by their names in maps.
    pub fn weights(&self) -> impl Iterator<Item = (&'static str, f32)> {
        let stated = Weights::NAMES.into_iter().zip(self.0.weights);
        stated.filter_map(|(name, weight)| Some((name, weight?)))
    }

    /// Returns the push, if the file switches it on or off.
    pub fn push(&self) -> Option<PushChoice> {
        Some(match (self.0.push_on?, self.0.push_strength) {
            (false, _) => PushChoice::Off,
            (true, None) => PushChoice::On,
            (true, Some(strength)) => PushChoice::Strength(strength),
        })
    }

    /// Returns the strength of the push, which the file can state for a push that is off.
    pub fn push_strength(&self) -> Option<f32> {
        self.0.push_strength
    }

    /// Returns what a file with only this weight would state. The error says what is accepted.
    pub fn weight(name: &str, value: &str) -> Result<SteeringFile, String> {
        let index = Weights::NAMES.iter().position(|known| *known == name);
        let unknown = || format!("unknown weight '{name}': {}", did_you_mean(name, &Weights::NAMES));
        let index = index.ok_or_else(unknown)?;
        let number = value.parse().map_err(|_| format!("'{value}' is not a number"))?;
        let weight = NumberRange::WEIGHT.accept(&format!("weights.{name}"), value, number);
        let mut stated = Stated::default();
        stated.weights[index] = Some(weight.map_err(|(problem, _)| problem.to_string())?);
        Ok(SteeringFile(stated))
    }

    /// Adds another file. What both state is taken from the other one.
    pub fn extend(&mut self, later: SteeringFile) {
        let (own, later) = (&mut self.0, later.0);
        if later.mode.is_some() {
            own.mode = later.mode;
            own.groups.clear();
        }
        own.groups.extend(later.groups);
        own.settings.extend(later.settings);
        for (weight, later) in own.weights.iter_mut().zip(later.weights) {
            *weight = later.or(*weight);
        }
        own.push_on = later.push_on.or(own.push_on);
        own.push_strength = later.push_strength.or(own.push_strength);
    }

    /// Changes a steering. `groups` are the names of its groups; modes of other groups are left out. `push_stated` says whether
    /// the map switches the push on or off, which a mode then does not change.
    pub fn apply(&self, steering: &mut Steering, groups: &[String], push_stated: bool) {
        if let Some(mode) = self.0.mode {
            steering.set_mode(mode);
            if !push_stated {
                steering.push.on = mode.push();
            }
        }
        for ModeOverride { group, mode } in &self.0.groups {
            if let Some(index) = groups.iter().position(|name| group.as_ref() == Some(name)) {
                // MAX_GROUPS fits in a u16.
                steering.set_mode_of(index as u16, *mode);
            }
        }
        for (setting, value) in &self.0.settings {
            // The values have been checked already.
            let _ = steering.settings.set(setting, *value);
        }
        self.apply_rest(steering);
    }

    /// Changes the weights and the push of a steering.
    pub(super) fn apply_rest(&self, steering: &mut Steering) {
        self.0.weigh(&mut steering.weights);
        let Push { on, strength } = &mut steering.push;
        *on = self.0.push_on.unwrap_or(*on);
        *strength = self.0.push_strength.unwrap_or(*strength);
    }
}

/// Returns a file of settings that turns `base`, a map's own steering, into `steering`: the mode, the push, and whatever differs
/// from `base` or from its default, each with its meaning. `groups` are the groups' names.
pub fn steering_toml(steering: &Steering, groups: &[String], base: &Steering) -> String {
    let mut text = String::from(
        "# Steering settings: sidestep run MAP --set THIS_FILE.toml, or paste the tables into a map.\n",
    );
    let mode = steering.mode;
    let _ = write!(text, "\n[avoidance]\n# {}\nmode = \"{}\"\n", mode.summary(), mode.name());
    for (table, settings) in setting_tables() {
        let mut is_open = false;
        for setting in settings {
            let Some(value) = stated_value(setting, steering, base) else { continue };
            if !is_open {
                let _ = write!(text, "\n[{table}]\n");
                is_open = true;
            }
            let _ = write!(text, "# {}; {}\n{} = {value}\n", setting.what, accepted(setting), setting.name());
        }
    }
    let rows: Vec<_> = Weights::NAMES
        .into_iter()
        .zip(steering.weights.values())
        .zip(base.weights.values())
        .zip(Weights::default().values())
        .collect();
    if rows.iter().any(|(((_, own), base), default)| own != base || own != default) {
        let _ = write!(text, "\n[weights]\n# weights of the flocking behaviours; 0 to 1000\n");
        for (((name, own), _), default) in rows {
            let _ = writeln!(text, "{name} = {own} # default {default}");
        }
    }
    let Push { on, strength } = steering.push;
    let _ = write!(text, "\n[push]\n# whether units that meet head-on are pushed sideways\non = {on}\n");
    let _ = writeln!(
        text,
        "# sideways speed as a share of their mean maximum speed; above 0, up to {}",
        Push::MAX_STRENGTH
    );
    let _ = writeln!(text, "strength = {strength}");
    for (name, mode) in groups.iter().zip(&steering.modes) {
        if let Some(mode) = mode {
            let name = toml::Value::from(name.as_str());
            let _ = write!(text, "\n[[group]]\nname = {name}\navoidance = \"{}\"\n", mode.name());
        }
    }
    text
}

/// Returns the value that a file must state, as TOML, or none if the map and the program have it already.
fn stated_value(setting: &'static Setting, steering: &Steering, base: &Steering) -> Option<String> {
    let value = steering.settings.get(setting);
    if value == base.settings.get(setting) && value == setting.default {
        return None;
    }
    if setting.kind != SettingKind::Switch {
        return Some(value.to_string());
    }
    // A file cannot leave a switch to the mode that the map states: it states what the mode does.
    let by_mode = || Mechanism::of(setting).is_some_and(|mechanism| steering.is_on(mechanism));
    Some(if value == BY_MODE { by_mode() } else { value == ON }.to_string())
}

/// Returns the values that a setting accepts, and its default.
fn accepted(setting: &Setting) -> String {
    let unit = if setting.unit.is_empty() { String::new() } else { format!(" {}", setting.unit) };
    let (min, max) = setting.range;
    let values = match setting.kind {
        SettingKind::Number => format!("{min} to {max}{unit}"),
        SettingKind::Whole => format!("a whole number, {min} to {max}{unit}"),
        SettingKind::Switch => "true or false".into(),
        SettingKind::OneOf(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(f32::to_string).collect();
            format!("one of {}{unit}", numbers.join(", "))
        }
    };
    format!("{values}; default {}", setting.written(setting.default))
}
