//! The checks that a model must pass to join the list of models.

use super::model::Model;
use crate::settings::Setting;
use thiserror::Error;

/// Why models were not registered.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RegisterError {
    /// The list of models has already been used, or models have already been registered.
    #[error("models must be registered in one call, before the list of models is first used")]
    TooLate,
    /// Two models have the same name.
    #[error("two models are named '{0}'")]
    DuplicateName(&'static str),
    /// A name that cannot be used on the command line or in maps.
    #[error(
        "invalid model name '{0}': a name consists of letters, digits, '-', '_' and '+', and must not be 'behaviour' or a mechanism's name"
    )]
    BadName(&'static str),
    /// A setting whose key does not begin with the model's name.
    #[error("setting '{key}' of model '{model}' must begin with '{model}.'")]
    ForeignSetting {
        /// The model.
        model: &'static str,
        /// The setting's key.
        key: &'static str,
    },
    /// A setting with the same key as another one, but a different default, range, unit or meaning.
    #[error("two different settings have the key '{0}'")]
    SettingClash(&'static str),
    /// A setting whose default is outside its range.
    #[error("a setting's default is outside its range: {0}")]
    BadDefault(String),
}

/// Names that no model may have, beside those of the mechanisms that models list.
const RESERVED: [&str; 1] = ["behaviour"];

/// Returns `before` followed by `own`, or the first problem that prevents it.
pub(super) fn joined(
    before: &[&'static Model],
    own: &[&'static Model],
) -> Result<Vec<&'static Model>, RegisterError> {
    let mut all = before.to_vec();
    for model in own {
        check(model, &all)?;
        all.push(model);
    }
    Ok(all)
}

fn check(model: &'static Model, before: &[&'static Model]) -> Result<(), RegisterError> {
    let name = model.name;
    let is_typed = |c: char| c.is_ascii_alphanumeric() || "-_+".contains(c);
    // A mechanism's option is its name with hyphens.
    let mut mechanisms = before.iter().flat_map(|other| other.mechanisms);
    let is_reserved = RESERVED.contains(&name) || mechanisms.any(|known| *known == name.replace('-', "_"));
    if name.is_empty() || is_reserved || !name.chars().all(is_typed) {
        return Err(RegisterError::BadName(name));
    }
    if before.iter().any(|other| other.name == name) {
        return Err(RegisterError::DuplicateName(name));
    }
    check_settings(model, before)
}

fn check_settings(model: &'static Model, before: &[&'static Model]) -> Result<(), RegisterError> {
    for (index, setting) in model.settings.iter().enumerate() {
        check_setting(model, setting)?;
        let others = before.iter().flat_map(|other| other.settings);
        // A model made of others shares their settings. Each of its keys must occur only once.
        let clashes = others.filter(|other| other.key == setting.key).any(|other| other != setting);
        if clashes || model.settings[..index].iter().any(|other| other.key == setting.key) {
            return Err(RegisterError::SettingClash(setting.key));
        }
    }
    Ok(())
}

fn check_setting(model: &Model, setting: &Setting) -> Result<(), RegisterError> {
    let owner = setting.key.split_once('.').map(|(owner, _)| owner);
    // A combined model has the settings of its parts, and a "-cheap" variant those of the full model.
    let is_part =
        |part: &str| Some(part) == owner || part.strip_suffix("-cheap") == owner.filter(|w| part != *w);
    if owner.is_none() || !model.name.split('+').any(is_part) {
        return Err(RegisterError::ForeignSetting { model: model.name, key: setting.key });
    }
    setting.check(setting.default).map_err(RegisterError::BadDefault)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steering::avoidance::{lanes, none};

    const REACH: Setting = Setting::number("mine.reach", 1.0, (0.0, 2.0), "m", "how far it looks");

    fn model(name: &'static str, settings: &'static [Setting]) -> &'static Model {
        Box::leak(Box::new(Model::new(name, "a test", settings, none::MODEL.make)))
    }

    #[test]
    fn invalid_models_are_refused() {
        let refused = |own: &[&'static Model]| joined(&[&none::MODEL, &lanes::MODEL], own).unwrap_err();
        assert_eq!(refused(&[model("none", &[])]), RegisterError::DuplicateName("none"));
        assert_eq!(refused(&[model("a", &[]), model("a", &[])]), RegisterError::DuplicateName("a"));
        for name in ["", "a b", "group=mode", "a,b", "a.b", "behaviour", "gates", "keep-right"] {
            assert_eq!(refused(&[model(name, &[])]), RegisterError::BadName(name));
        }
        let foreign = RegisterError::ForeignSetting { model: "yours", key: "mine.reach" };
        assert_eq!(refused(&[model("yours", &[REACH])]), foreign);
        const WIDER: Setting = Setting { range: (0.0, 9.0), ..REACH };
        let clash = RegisterError::SettingClash("mine.reach");
        assert_eq!(refused(&[model("mine", &[REACH]), model("mine+none", &[WIDER])]), clash);
        assert_eq!(refused(&[model("mine", &[REACH, REACH])]), clash);
        const OFF: Setting = Setting { default: crate::settings::SettingValue::Number(3.0), ..REACH };
        assert!(matches!(refused(&[model("mine", &[OFF])]), RegisterError::BadDefault(_)));
    }

    #[test]
    fn built_in_models_come_first() {
        let names: Vec<&str> =
            joined(&[&none::MODEL], &[model("mine", &[REACH]), model("mine+none", &[REACH])])
                .unwrap()
                .iter()
                .map(|model| model.name)
                .collect();
        assert_eq!(names, ["none", "mine", "mine+none"]);
    }
}
