//! The settings of all models and mechanisms, and how they are found and written by key.

use super::models;
use crate::settings::Setting;
use crate::steering::mechanism::{MECHANISMS, Mechanism};
use crate::steering::schedule;

/// The settings of every model, then of every mechanism and of the schedule. A setting shared by two models appears twice.
pub fn all_settings() -> impl Iterator<Item = &'static Setting> {
    let of_models = models().iter().flat_map(|model| model.settings);
    of_models.chain(MECHANISMS.iter().flat_map(|mechanism| mechanism.settings)).chain(&schedule::SETTINGS)
}

/// Returns the setting with this key, of any model or mechanism. The name of a mechanism stands for its switch.
///
/// # Errors
///
/// An unknown key, with similar keys as a hint.
pub fn setting(key: &str) -> Result<&'static Setting, String> {
    if let Some(mechanism) = Mechanism::named(key) {
        return Ok(mechanism.switch());
    }
    all_settings().find(|setting| setting.key == key).ok_or_else(|| {
        let of = key.split_once('.').map(|(of, _)| of);
        let model = models().iter().find(|model| Some(model.name) == of).map(|model| model.settings);
        let hint = match model.or_else(|| Some(Mechanism::named(of?)?.settings)) {
            Some(settings) => {
                let keys: Vec<&str> = settings.iter().map(|setting| setting.key).collect();
                crate::text::did_you_mean(key, &keys)
            }
            None => {
                let keys: Vec<&str> = all_settings().map(|setting| setting.key).collect();
                let near = crate::text::most_alike(key, &keys, 3).join(", ");
                format!("did you mean one of {near}? `sidestep models MODEL` lists a model's settings")
            }
        };
        format!("unknown setting '{key}'; {hint}")
    })
}

/// A setting and its value as they are typed: "lanes.trust=0.5", "gates.on=off".
pub fn assignment(key: &str, value: f32) -> String {
    let value = setting(key).map_or_else(|_| value.to_string(), |setting| setting.written(value));
    format!("{key}={value}")
}

/// A setting and its value for a label: "lanes.trust 0.5", "gates off".
pub fn labelled(key: &str, value: f32) -> String {
    setting(key).map_or_else(|_| format!("{key} {value}"), |setting| setting.labelled(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steering::mechanism::{GATES, KEEP_RIGHT, gates};

    #[test]
    fn settings_of_mechanisms_are_found_by_key() {
        assert_eq!(setting("gates.on"), Ok(&gates::ON));
        assert_eq!(setting("gates"), Ok(&gates::ON));
        assert_eq!(setting("keep-right"), Ok(KEEP_RIGHT.switch()));
        assert_eq!(setting("gates.turn"), Ok(&gates::TURN));
        let unknown = setting("gates.widht").unwrap_err();
        assert_eq!(unknown, "unknown setting 'gates.widht'; did you mean 'gates.width'?");
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
