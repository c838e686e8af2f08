//! The description of a mechanism.

use super::active::ActiveMechanism;
use super::mean_unit::MeanUnit;
use crate::navigation::passages::Passages;
use crate::settings::{OFF, ON, Setting, Settings};
use crate::steering::Steering;
use crate::steering::avoidance::Mode;
use std::fmt;

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
    /// Whether it acts on units on their way to gates: they look for gates on their paths while it is on.
    pub(super) acts_at_gates: bool,
    /// Makes it for a crowd. None if it has nothing to do there.
    pub(super) make: fn(&MechanismSetup<'_>) -> Option<Box<dyn ActiveMechanism>>,
}

/// What a mechanism is made for.
pub(super) struct MechanismSetup<'a> {
    pub steering: &'a Steering,
    pub passages: &'a Passages,
    /// Whether units look for gates on their paths.
    pub has_approaches: bool,
    pub mean: MeanUnit,
}

impl MechanismSetup<'_> {
    pub fn is_on(&self, mechanism: &Mechanism) -> bool {
        self.steering.is_on(mechanism)
    }

    pub fn settings(&self) -> &Settings {
        &self.steering.settings
    }
}

impl Mechanism {
    /// The setting that switches it on and off.
    pub fn switch(&self) -> &Setting {
        &self.settings[0]
    }
}

impl Steering {
    /// Whether a mechanism acts: its switch as stated, or else the default of [`Steering::mode`].
    pub fn is_on(&self, mechanism: &Mechanism) -> bool {
        match self.settings.get(mechanism.switch()) {
            ON => true,
            OFF => false,
            _ => self.mode.mechanisms().contains(&mechanism.name),
        }
    }
}

impl Mode {
    /// The names of the modes in which a mechanism is on by default.
    pub fn names_with(mechanism: &Mechanism) -> Vec<&'static str> {
        Mode::all().filter(|mode| mode.mechanisms().contains(&mechanism.name)).map(Mode::name).collect()
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
