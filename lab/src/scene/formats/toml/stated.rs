//! What a map, or a file of settings, says about steering.

use crate::scene::mode_override::ModeOverride;
use sidestep::settings::{Setting, Weights};
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;

/// What a text says about steering. Everything else keeps its value.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::scene) struct Stated {
    pub mode: Option<Mode>,
    /// Modes of single groups, in files of settings only: in a map, they belong to the groups.
    pub groups: Vec<ModeOverride>,
    pub settings: Vec<(&'static Setting, f32)>,
    /// In the order of [`Weights::NAMES`].
    pub weights: [Option<f32>; 4],
    pub push_on: Option<bool>,
    pub push_strength: Option<f32>,
}

impl Stated {
    /// Changes the weights that are stated.
    pub fn weigh(&self, weights: &mut Weights) {
        for (weight, stated) in weights.values_mut().into_iter().zip(self.weights) {
            *weight = stated.unwrap_or(*weight);
        }
    }

    /// Returns the steering of a map, without its groups' modes.
    pub(super) fn steering(&self) -> Steering {
        let mut steering = Steering { mode: self.mode.unwrap_or_default(), ..Steering::default() };
        self.weigh(&mut steering.weights);
        for (setting, value) in &self.settings {
            // The values have been checked already.
            let _ = steering.settings.set(setting, *value);
        }
        steering.push.on = self.push_on.unwrap_or(steering.mode.push());
        steering.push.strength = self.push_strength.unwrap_or(steering.push.strength);
        steering
    }
}
