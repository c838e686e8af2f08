//! The steering configuration of a world: avoidance modes and model settings.

use super::avoidance::Mode;
use super::avoidance::model::Avoidance;
use crate::settings::{BY_MODE, OFF, ON, Push, Setting, Settings, Weights};

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
    pub fn get(&self, setting: &Setting) -> f32 {
        let Weights { seek, separation, alignment, cohesion } = self.weights;
        match setting.key {
            "weights.seek" => seek,
            "weights.separation" => separation,
            "weights.alignment" => alignment,
            "weights.cohesion" => cohesion,
            "push.on" => {
                if self.push.on {
                    ON
                } else {
                    OFF
                }
            }
            "push.strength" => self.push.strength,
            _ => self.settings.get(setting),
        }
    }

    /// Changes any setting, or fails if the value is not accepted.
    pub fn set(&mut self, setting: &Setting, value: f32) -> Result<(), String> {
        setting.check(value)?;
        let Steering { weights, push, .. } = self;
        match setting.key {
            "weights.seek" => weights.seek = value,
            "weights.separation" => weights.separation = value,
            "weights.alignment" => weights.alignment = value,
            "weights.cohesion" => weights.cohesion = value,
            "push.on" if value == BY_MODE => push.on = self.mode.push(),
            "push.on" => push.on = value == ON,
            "push.strength" => push.strength = value,
            _ => return self.settings.set(setting, value),
        }
        Ok(())
    }

    /// Creates the model of groups without their own mode.
    pub fn model(&self) -> Box<dyn Avoidance> {
        self.mode.make(&self.settings)
    }
}
