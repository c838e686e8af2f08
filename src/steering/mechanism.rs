//! Mechanisms: what acts on walking units in any avoidance mode where space is narrow. This is the table; each
//! mechanism has a file with its settings.
//!
//! The first setting of a mechanism is its switch. A switch that is not set follows the mode: see
//! [`Model::mechanisms`](super::avoidance::Model::mechanisms) and [`Steering::is_on`](super::Steering::is_on).

pub mod gates;
pub mod keep_right;
pub mod queueing;

/// The recipe of docs/library.md compiles.
#[cfg(test)]
#[allow(dead_code)]
#[path = "../../docs/recipes/yielding.rs"]
mod yielding;

pub use gates::GATES;
pub use keep_right::KEEP_RIGHT;
pub use queueing::QUEUEING;

use crate::settings::Setting;
use std::fmt;

/// All mechanisms.
pub static MECHANISMS: &[&Mechanism] = &[&GATES, &KEEP_RIGHT, &QUEUEING];

/// A mechanism that acts on walking units in any avoidance mode.
pub struct Mechanism {
    /// The first half of its settings' keys, and its table in maps.
    pub name: &'static str,
    /// The command line's option without its dashes: the name with hyphens.
    pub option: &'static str,
    /// One line about what it does.
    pub summary: &'static str,
    /// Its settings. The first is the switch, `NAME.on`.
    pub settings: &'static [Setting],
}

impl Mechanism {
    /// The mechanism with this name, or with this option.
    pub fn named(name: &str) -> Option<&'static Mechanism> {
        MECHANISMS.iter().copied().find(|mechanism| mechanism.name == name || mechanism.option == name)
    }

    /// The mechanism that a setting belongs to.
    pub fn of(setting: &Setting) -> Option<&'static Mechanism> {
        let has = |mechanism: &&Mechanism| mechanism.settings.iter().any(|own| own.key == setting.key);
        MECHANISMS.iter().copied().find(has)
    }

    /// The setting that switches it on and off.
    pub fn switch(&self) -> &Setting {
        &self.settings[0]
    }
}

impl fmt::Debug for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Mechanism {
    fn eq(&self, other: &Mechanism) -> bool {
        self.name == other.name
    }
}

impl Eq for Mechanism {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::SettingKind;

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
                assert_eq!(Mechanism::of(setting), Some(*mechanism));
            }
            assert_eq!(Mechanism::named(mechanism.name), Some(*mechanism));
            assert_eq!(Mechanism::named(mechanism.option), Some(*mechanism));
        }
    }
}
