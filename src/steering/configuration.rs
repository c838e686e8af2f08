//! How the units of a world steer: their modes and the models' numbers.

use super::avoidance::Mode;
use super::avoidance::model::Avoidance;
use crate::settings::{Push, Settings, Weights};

/// How the units of a world steer.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Steering {
    /// The avoidance mode of those groups that have none of their own.
    pub mode: Mode,
    /// The mode of each group that has one of its own; shorter where the last groups have none.
    pub modes: Vec<Option<Mode>>,
    /// The models' numbers, of this mode and of others.
    pub settings: Settings,
    /// The flocking behaviours' weights.
    pub weights: Weights,
    /// The sideways push.
    pub push: Push,
}

impl Steering {
    /// The mode of a group: its own, or that of all.
    pub fn mode_of(&self, group: u16) -> Mode {
        self.modes.get(usize::from(group)).copied().flatten().unwrap_or(self.mode)
    }

    /// Gives everybody this mode: no group keeps one of its own.
    pub fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.modes.clear();
    }

    /// Gives one group a mode of its own.
    pub fn set_mode_of(&mut self, group: u16, mode: Mode) {
        let index = usize::from(group);
        self.modes.resize(self.modes.len().max(index + 1), None);
        self.modes[index] = Some(mode);
    }

    /// The model that groups without a mode of their own walk by.
    pub fn model(&self) -> Box<dyn Avoidance> {
        self.mode.make(&self.settings)
    }
}
