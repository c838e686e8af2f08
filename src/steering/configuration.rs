//! The steering configuration of a world: avoidance modes and model settings.

use super::avoidance::Mode;
use super::avoidance::model::Avoidance;
use crate::settings::{BY_MODE, ON, Push, Setting, SettingValue, Settings, Weights};

/// The steering configuration of a world.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Steering {
    /// The avoidance mode of groups without their own mode.
    pub mode: Mode,
    /// Each group's own mode, by group index. May be shorter than the number of groups.
    pub modes: Vec<Option<Mode>>,
    /// Settings of the models, including those of unused modes, and of the mechanisms.
    pub settings: Settings,
    /// Weights of the flocking behaviours.
    pub weights: Weights,
    /// The sideways push.
    pub push: Push,
}

impl Steering {
    /// Returns the mode of a group: its own, or the common one.
    pub fn mode_of(&self, group: u16) -> Mode {
        self.modes.get(usize::from(group)).copied().flatten().unwrap_or(self.mode)
    }

    /// Sets the mode of all groups, replacing their own modes.
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.modes.clear();
    }

    /// Sets the mode of one group.
    pub fn set_mode_of(&mut self, group: u16, mode: Mode) {
        let index = usize::from(group);
        self.modes.resize(self.modes.len().max(index + 1), None);
        self.modes[index] = Some(mode);
    }

    /// Returns the value of any setting: of a model, a mechanism, the schedule, the weights or the push.
    pub fn get(&self, setting: &Setting) -> SettingValue {
        let Weights { seek, separation, alignment, cohesion } = self.weights;
        match setting.key {
            "weights.seek" => seek.into(),
            "weights.separation" => separation.into(),
            "weights.alignment" => alignment.into(),
            "weights.cohesion" => cohesion.into(),
            "push.on" => self.push.on.into(),
            "push.strength" => self.push.strength.into(),
            _ => self.settings.get(setting),
        }
    }

    /// Changes any setting, or fails if the value is not accepted.
    pub fn set(&mut self, setting: &Setting, value: impl Into<SettingValue>) -> Result<(), String> {
        let value = value.into();
        setting.check(value)?;
        let Steering { weights, push, .. } = self;
        let number = value.as_number();
        match setting.key {
            "weights.seek" => weights.seek = number,
            "weights.separation" => weights.separation = number,
            "weights.alignment" => weights.alignment = number,
            "weights.cohesion" => weights.cohesion = number,
            "push.on" if value == BY_MODE => push.on = self.mode.push(),
            "push.on" => push.on = value == ON,
            "push.strength" => push.strength = number,
            _ => return self.settings.set(setting, value),
        }
        Ok(())
    }

    /// Creates the model of groups without their own mode.
    pub fn model(&self) -> Box<dyn Avoidance> {
        self.mode.make(&self.settings)
    }
}
