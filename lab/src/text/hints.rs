//! Finds modes and settings by the names that users type.

use super::names::{did_you_mean, most_alike};
use sidestep::lookup::{self, UnknownSetting, all_settings, shared_settings};
use sidestep::settings::Setting;
use sidestep::steering::avoidance::{self, Mode, UnknownMode};

/// A name that is not known, with what was probably meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}; {hint}")]
pub struct UnknownName {
    /// What is wrong.
    pub problem: String,
    /// The most similar names, or all names.
    pub hint: String,
}

impl From<UnknownName> for String {
    fn from(unknown: UnknownName) -> String {
        unknown.to_string()
    }
}

/// Returns the mode with this name.
pub fn find_mode(name: &str) -> Result<Mode, UnknownName> {
    name.parse().map_err(|unknown: UnknownMode| UnknownName {
        problem: unknown.to_string(),
        hint: did_you_mean(name, &Mode::names()),
    })
}

/// Returns the setting with this key, of any model or mechanism. The name of a mechanism stands for its switch.
pub fn find_setting(key: &str) -> Result<&'static Setting, UnknownName> {
    lookup::setting(key).map_err(|unknown: UnknownSetting| UnknownName {
        problem: unknown.to_string(),
        hint: setting_hint(key),
    })
}

fn setting_hint(key: &str) -> String {
    let keys = |settings: &mut dyn Iterator<Item = &'static Setting>| -> Vec<&'static str> {
        settings.map(|setting| setting.key).collect()
    };
    let owner = key.split_once('.').map(|(owner, _)| owner);
    let model = avoidance::models().iter().find(|model| Some(model.name) == owner);
    let shared = || shared_settings().find(|(name, _)| Some(*name) == owner);
    match model.map(|model| model.settings).or_else(|| Some(shared()?.1)) {
        Some(settings) => did_you_mean(key, &keys(&mut settings.iter())),
        None => {
            let near = most_alike(key, &keys(&mut all_settings()), 3).join(", ");
            format!("did you mean one of {near}? `sidestep models MODEL` lists a model's settings")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_has_a_hint() {
        let unknown = find_setting("gates.widht").unwrap_err().to_string();
        assert_eq!(unknown, "unknown setting 'gates.widht'; did you mean 'gates.width'?");
    }
}
