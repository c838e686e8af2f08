//! The table of mechanisms.

use super::gates::GATES;
use super::keep_right::KEEP_RIGHT;
use super::mechanism::Mechanism;
use super::narrow_push::NARROW_PUSH;
use super::queueing::QUEUEING;
use super::routes::ROUTES;
use crate::settings::Setting;

/// All mechanisms, in the order in which they act.
pub static MECHANISMS: &[&Mechanism] = &[&GATES, &KEEP_RIGHT, &QUEUEING, &ROUTES, &NARROW_PUSH];

impl Mechanism {
    /// The mechanism with this name, or with this option.
    pub fn named(name: &str) -> Option<&'static Mechanism> {
        MECHANISMS.iter().copied().find(|mechanism| mechanism.name == name || mechanism.option == name)
    }

    /// The mechanism that a setting belongs to.
    pub fn with_setting(setting: &Setting) -> Option<&'static Mechanism> {
        let has = |mechanism: &&Mechanism| mechanism.settings.iter().any(|own| own.key == setting.key);
        MECHANISMS.iter().copied().find(has)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{BY_MODE, OFF, ON, SettingKind};
    use crate::steering::Steering;
    use crate::steering::avoidance::{Mode, Model, RegisterError, register};

    #[test]
    fn the_table_is_consistent() {
        let mut keys = Vec::new();
        for mechanism in MECHANISMS {
            assert_eq!(mechanism.option, mechanism.name.replace('_', "-"));
            assert_eq!(mechanism.switch().key, format!("{}.on", mechanism.name));
            for (index, setting) in mechanism.settings.iter().enumerate() {
                assert_eq!(setting.model(), mechanism.name, "{}", setting.key);
                assert_eq!(setting.kind == SettingKind::Switch, index == 0, "{}", setting.key);
                setting.check(setting.default).unwrap();
                assert!(!keys.contains(&setting.key), "{}", setting.key);
                keys.push(setting.key);
                assert_eq!(Mechanism::with_setting(setting), Some(*mechanism));
            }
            assert_eq!(Mechanism::named(mechanism.name), Some(*mechanism));
            assert_eq!(Mechanism::named(mechanism.option), Some(*mechanism));
        }
    }

    #[test]
    fn modes_list_mechanisms_by_name_and_models_cannot_have_these_names() {
        for mode in Mode::all() {
            for name in mode.mechanisms() {
                assert!(MECHANISMS.iter().any(|known| known.name == *name), "{mode}: {name}");
            }
        }
        for mechanism in MECHANISMS {
            assert!(!Mode::names_with(mechanism).is_empty(), "{mechanism:?}: its name is not reserved");
            for name in [mechanism.name, mechanism.option] {
                let make = |_: &_| Steering::default().model();
                let model: &'static Model = Box::leak(Box::new(Model::new(name, "a test", &[], make)));
                assert_eq!(register(&[model]), Err(RegisterError::BadName(name)));
            }
        }
    }

    #[test]
    fn a_stated_switch_overrides_the_mode() {
        let mode = |name: &str| Mode::named(name).unwrap();
        for mechanism in MECHANISMS {
            for (name, by_default) in
                [("none", false), ("orca", false), ("lanes", true), ("lanes-cheap", true)]
            {
                assert_eq!(Mode::names_with(mechanism).contains(&name), by_default, "{name}");
                let mut steering = Steering { mode: mode(name), ..Steering::default() };
                assert_eq!(steering.is_on(mechanism), by_default, "{name}");
                for (value, is_on) in [(ON, true), (OFF, false), (BY_MODE, by_default)] {
                    steering.settings.set(mechanism.switch(), value).unwrap();
                    assert_eq!(steering.is_on(mechanism), is_on, "{name}");
                }
            }
        }
    }
}
