//! Patches as files of settings, which have a map's tables about steering: for `--set FILE.toml` and for the window.

use super::formats::toml::{describe_settings, setting_tables};
use super::patch::Patch;
use crate::document::{DocumentError, SourceText, check_size, read_file};
use sidestep::settings::{BY_MODE, OFF, ON, Setting, SettingKind, SettingValue};
use sidestep::steering::Steering;
use sidestep::traffic::Mechanism;
use std::fmt::Write;
use std::path::Path;

impl Patch {
    /// Reads a file.
    pub fn open(path: &Path) -> Result<Patch, DocumentError> {
        describe_settings(&read_file(path)?)
    }

    /// Reads a file's text. Errors name the file `file_name`.
    pub fn from_toml(file_name: &str, text: &str) -> Result<Patch, DocumentError> {
        check_size(file_name, text.len() as u64)?;
        describe_settings(&SourceText::new(file_name, text))
    }

    /// Returns what turns `base`, a map's own steering, into `steering`: the mode, whether there is a push, and whatever differs from
    /// `base` or from its default. `groups` are the groups' names.
    pub fn between(base: &Steering, steering: &Steering, groups: &[String]) -> Patch {
        let tables = setting_tables().into_iter().flat_map(|(_, settings)| settings);
        let modes = groups.iter().zip(&steering.modes);
        Patch {
            mode: Some(steering.mode),
            groups: modes.filter_map(|(name, mode)| Some((name.clone(), (*mode)?))).collect(),
            settings: tables.filter_map(|s| Some((s, value_to_state(s, steering, base)?))).collect(),
        }
    }

    /// Returns the text of a file of settings, each with its meaning.
    pub fn to_toml(&self) -> String {
        let mut text = String::from(
            "# Steering settings: sidestep run MAP --set THIS_FILE.toml, or paste the tables into a map.\n",
        );
        // Writing to a string does not fail.
        if let Some(mode) = self.mode {
            let _ = write!(text, "\n[avoidance]\n# {}\nmode = \"{}\"\n", mode.summary(), mode.name());
        }
        for (table, settings) in setting_tables() {
            let stated: Vec<_> = self.settings.iter().filter(|(own, _)| settings.contains(own)).collect();
            if !stated.is_empty() {
                let _ = write!(text, "\n[{table}]\n");
            }
            for (setting, value) in stated {
                let is_switch = setting.kind == SettingKind::Switch;
                let value = if is_switch { (*value == ON).to_string() } else { value.to_string() };
                let _ =
                    writeln!(text, "# {}; {}\n{} = {value}", setting.what, accepted(setting), setting.name());
            }
        }
        for (name, mode) in &self.groups {
            let name = toml::Value::from(name.as_str());
            let _ = write!(text, "\n[[group]]\nname = {name}\navoidance = \"{}\"\n", mode.name());
        }
        text
    }
}

/// Returns the value that a file must state, or none if the map and the program have it already.
fn value_to_state(setting: &Setting, steering: &Steering, base: &Steering) -> Option<SettingValue> {
    let value = steering.get(setting);
    if value == base.get(setting) && value == setting.default {
        return None;
    }
    // A file cannot leave a switch to the mode that the map states: it states what the mode does.
    let by_mode = || Mechanism::with_setting(setting).is_some_and(|mechanism| steering.is_on(mechanism));
    let is_open = setting.kind == SettingKind::Switch && value == BY_MODE;
    Some(if !is_open {
        value
    } else if by_mode() {
        ON
    } else {
        OFF
    })
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
    format!("{values}; default {}", setting.default)
}
