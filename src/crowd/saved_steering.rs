//! Steering as bytes: modes and settings by name, so that the bytes stay valid when models are added.

use crate::lookup;
use crate::settings::{Push, Settings, Weights};
use crate::steering::Steering;
use crate::steering::avoidance::Mode;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct Saved {
    mode: String,
    modes: Vec<Option<String>>,
    settings: Vec<(String, f32)>,
    weights: Weights,
    push: Push,
}

impl Serialize for Steering {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let name = |mode: &Mode| mode.name().to_string();
        let saved = Saved {
            mode: name(&self.mode),
            modes: self.modes.iter().map(|mode| mode.as_ref().map(name)).collect(),
            settings: self.settings.iter().map(|(key, value)| (key.to_string(), value)).collect(),
            weights: self.weights,
            push: self.push,
        };
        saved.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Steering {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Steering, D::Error> {
        let saved = Saved::deserialize(deserializer)?;
        let mode = |name: &String| name.parse::<Mode>().map_err(D::Error::custom);
        let mut settings = Settings::default();
        for (key, value) in &saved.settings {
            let setting = lookup::setting(key).map_err(D::Error::custom)?;
            settings.set(setting, *value).map_err(D::Error::custom)?;
        }
        Ok(Steering {
            mode: mode(&saved.mode)?,
            modes: saved
                .modes
                .iter()
                .map(|own| own.as_ref().map(mode).transpose())
                .collect::<Result<_, _>>()?,
            settings,
            weights: saved.weights,
            push: saved.push,
        })
    }
}
