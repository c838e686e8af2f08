//! Steering as bytes: modes and settings by name, so that the bytes stay valid when models are added.

use crate::lookup;
use crate::settings::{Push, Settings, Weights};
use crate::steering::Steering;
use crate::steering::avoidance::Mode;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
struct Saved {
    mode: Mode,
    modes: Vec<Option<Mode>>,
    settings: Vec<(String, f32)>,
    weights: Weights,
    push: Push,
}

impl Serialize for Steering {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let saved = Saved {
            mode: self.mode,
            modes: self.modes.clone(),
            settings: self.settings.iter().map(|(key, value)| (key.to_string(), value.as_number())).collect(),
            weights: self.weights,
            push: self.push,
        };
        saved.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Steering {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Steering, D::Error> {
        let saved = Saved::deserialize(deserializer)?;
        let mut settings = Settings::default();
        for (key, value) in &saved.settings {
            let setting = lookup::setting(key).map_err(D::Error::custom)?;
            settings.set(setting, setting.of_number(*value)).map_err(D::Error::custom)?;
        }
        Ok(Steering {
            mode: saved.mode,
            modes: saved.modes,
            settings,
            weights: saved.weights,
            push: saved.push,
        })
    }
}
