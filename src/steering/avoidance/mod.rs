//! How units avoid each other: one file a model, behind one trait. A model is added by its file and a line in [`MODELS`];
//! docs/adding-a-model.md walks through one.

pub mod cardioid;
pub mod continuum;
mod forces;
pub mod lanes;
mod lecture;
pub mod model;
mod none;
pub mod orca;
pub mod power_law;
pub mod raycast;
mod raycast_cardioid;
pub mod social_force;

pub use cardioid::Cardioid;
pub use model::{Around, Avoidance, Choice, Crowd, Model, Paths};
pub use power_law::PowerLaw;
pub use raycast::Raycast;
pub use social_force::SocialForce;

use crate::settings::{Setting, Settings};
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Every model, in the order in which the window goes through them.
pub static MODELS: &[&Model] = &[
    &none::MODEL,
    &raycast::MODEL,
    &cardioid::MODEL,
    &raycast_cardioid::MODEL,
    &orca::MODEL,
    &social_force::MODEL,
    &power_law::MODEL,
    &continuum::MODEL,
    &lanes::MODEL,
    &lanes::CHEAP,
    &lecture::SEPARATION,
    &lecture::INVERSE_SQUARE,
    &lecture::CONE_MEAN,
    &lecture::CONE_NEAREST,
    &lecture::CLOSEST_APPROACH,
];

/// A model by its name.
#[derive(Clone, Copy)]
pub struct Mode(&'static Model);

impl Mode {
    /// Every mode, in the order in which the window goes through them.
    pub fn all() -> impl ExactSizeIterator<Item = Mode> + Clone {
        MODELS.iter().map(|model| Mode(model))
    }

    /// The mode of this name.
    pub fn named(name: &str) -> Option<Mode> {
        Mode::all().find(|m| m.name() == name)
    }

    /// The names of all modes.
    pub fn names() -> Vec<&'static str> {
        Mode::all().map(Mode::name).collect()
    }

    /// The name that maps and `--avoid` use.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What it does, in a line.
    pub fn summary(self) -> &'static str {
        self.0.summary
    }

    /// Whether the sideways push is on where neither the map nor the user says otherwise.
    pub fn push(self) -> bool {
        self.0.push
    }

    /// The numbers that it has.
    pub fn settings(self) -> &'static [Setting] {
        self.0.settings
    }

    /// The model itself.
    pub fn make(self, settings: &Settings) -> Box<dyn Avoidance> {
        (self.0.make)(settings)
    }
}

impl Default for Mode {
    fn default() -> Self {
        Mode(&raycast_cardioid::MODEL)
    }
}

impl PartialEq for Mode {
    fn eq(&self, other: &Mode) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Mode {}

impl fmt::Debug for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Mode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Mode::named(text).ok_or_else(|| {
            format!("unknown avoidance mode '{text}'; {}", crate::text::did_you_mean(text, &Mode::names()))
        })
    }
}

/// The setting of this key, of whichever model.
pub fn setting(key: &str) -> Result<&'static Setting, String> {
    let all = || MODELS.iter().flat_map(|model| model.settings);
    all().find(|setting| setting.key == key).ok_or_else(|| {
        let model = key.split_once('.').and_then(|(model, _)| MODELS.iter().find(|m| m.name == model));
        let hint = match model {
            Some(model) => {
                let keys: Vec<&str> = model.settings.iter().map(|setting| setting.key).collect();
                crate::text::did_you_mean(key, &keys)
            }
            None => {
                let keys: Vec<&str> = all().map(|setting| setting.key).collect();
                let near = crate::text::most_alike(key, &keys, 3).join(", ");
                format!("did you mean one of {near}? `sidestep models MODEL` lists a model's settings")
            }
        };
        format!("unknown setting '{key}'; {hint}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_settings_belong_to_their_model() {
        for (k, model) in MODELS.iter().enumerate() {
            assert!(
                MODELS[..k].iter().all(|other| other.name != model.name),
                "{} is there twice",
                model.name
            );
            for setting in model.settings {
                let (of, name) = setting.key.split_once('.').expect(setting.key);
                // A model that is made of others has theirs, and a cheap form those of the whole.
                let theirs = |part: &str| part == of || part.strip_suffix("-cheap") == Some(of);
                assert!(model.name.split('+').any(theirs), "{}: {}", model.name, setting.key);
                assert_eq!(name, setting.name());
                setting.check(setting.default).unwrap();
            }
        }
    }
}
