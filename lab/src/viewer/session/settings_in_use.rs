//! The settings that can have an effect.

use sidestep::settings::Setting;

/// Settings by what they belong to: a mode, a mechanism or the decision schedule.
pub type SettingsParts = Vec<(&'static str, Vec<&'static Setting>)>;

/// The settings that can have an effect in a world.
#[derive(Debug, Default)]
pub struct SettingsInUse {
    /// The main settings of the modes.
    pub main: SettingsParts,
    /// The other settings of the modes, and those of the mechanisms and of the decision schedule.
    pub advanced: SettingsParts,
}
