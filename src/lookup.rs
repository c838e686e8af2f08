//! Every setting: of models, mechanisms, the schedule, the weights and the push, and how they are found and written by key.

use crate::settings::{PUSH, Setting, WEIGHTS};
use crate::steering::avoidance::{Mode, models};
use crate::steering::schedule;
use crate::traffic::{MECHANISMS, Mechanism};

/// The settings that act in every mode, by the first half of their keys, which is their table in maps.
pub fn shared_settings() -> impl Iterator<Item = (&'static str, &'static [Setting])> {
    let mechanisms = MECHANISMS.iter().map(|mechanism| (mechanism.name, mechanism.settings));
    mechanisms.chain([(schedule::NAME, &schedule::SETTINGS[..]), ("weights", &WEIGHTS), ("push", &PUSH)])
}

/// The settings of every model, then those that act in every mode. A setting shared by two models appears twice.
pub fn all_settings() -> impl Iterator<Item = &'static Setting> {
    let of_models = models().iter().flat_map(|model| model.settings);
    of_models.chain(shared_settings().flat_map(|(_, settings)| settings))
}

/// No model and no mechanism has a setting with this key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown setting '{key}'")]
pub struct UnknownSetting {
    /// The key.
    pub key: String,
}

/// Returns the setting with this key, of any model or mechanism. The name of a mechanism stands for its switch.
///
/// # Errors
///
/// The key is not known.
pub fn setting(key: &str) -> Result<&'static Setting, UnknownSetting> {
    if let Some(mechanism) = Mechanism::named(key) {
        return Ok(mechanism.switch());
    }
    let found = all_settings().find(|setting| setting.key == key);
    found.ok_or_else(|| UnknownSetting { key: key.to_string() })
}

/// A setting and its value, given [as a number](crate::settings::SettingValue::as_number), as they are typed: "lanes.trust=0.5", "gates.on=off".
pub fn assignment(key: &str, value: f32) -> String {
    let value =
        setting(key).map_or_else(|_| value.to_string(), |setting| setting.of_number(value).to_string());
    format!("{key}={value}")
}

/// The same for a label: "lanes.trust 0.5", "gates off".
pub fn labelled(key: &str, value: f32) -> String {
    setting(key)
        .map_or_else(|_| format!("{key} {value}"), |setting| setting.labelled(setting.of_number(value)))
}

impl Mode {
    /// Whether a setting can have an effect in this mode: it is the model's, or acts in every mode.
    pub fn has(self, setting: &Setting) -> bool {
        let mut shared = shared_settings();
        self.settings().iter().any(|own| own.key == setting.key)
            || shared.any(|(name, _)| name == setting.model())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traffic::{GATES, KEEP_RIGHT, gates};

    #[test]
    fn settings_of_mechanisms_are_found_by_key() {
        assert_eq!(setting("gates.on"), Ok(&gates::ON));
        assert_eq!(setting("gates"), Ok(&gates::ON));
        assert_eq!(setting("keep-right"), Ok(KEEP_RIGHT.switch()));
        assert_eq!(setting("gates.turn"), Ok(&gates::TURN));
        assert_eq!(setting("gates.widht").unwrap_err().to_string(), "unknown setting 'gates.widht'");
        for settings in GATES.settings {
            assert_eq!(setting(settings.key), Ok(settings));
        }
    }

    #[test]
    fn a_value_is_written_by_the_kind_of_its_setting() {
        assert_eq!(assignment("gates.on", 0.0), "gates.on=off");
        assert_eq!(assignment("lanes.trust", 0.5), "lanes.trust=0.5");
        assert_eq!(labelled("keep_right.on", 1.0), "keep_right on");
        assert_eq!(labelled("gates.width", 9.0), "gates.width 9");
        assert_eq!(labelled("gone.since", 9.0), "gone.since 9");
    }
}
