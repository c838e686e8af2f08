//! One world of `sidestep run --versus`.

use super::values::{Completed, setting};
use crate::scene::Patch;
use crate::text::find_mode;
use clap::builder::TypedValueParser;
use sidestep::steering::avoidance::Mode;
use std::str::FromStr;

/// A mode with settings, parsed from `MODE[:KEY=VALUE]…`.
#[derive(Debug, Clone)]
pub(super) struct Contender {
    /// The text that it was parsed from, which captions and tables show.
    pub label: String,
    /// The mode, for all units, and its settings. [`super::run_plan::RunPlan`] adds those that all contenders share.
    pub steering: Patch,
}

impl Contender {
    /// Whether its mode has a setting.
    pub fn has(&self, setting: &sidestep::settings::Setting) -> bool {
        self.steering.mode.is_some_and(|mode| mode.has(setting))
    }
}

impl FromStr for Contender {
    type Err = String;

    fn from_str(text: &str) -> Result<Contender, String> {
        let mut parts = text.trim().split(':');
        let mode = find_mode(parts.next().unwrap_or("").trim())?;
        let mut steering = Patch::from(mode);
        for part in parts {
            let (setting, value) = setting(part.trim())?;
            steering.state(setting, value);
        }
        Ok(Contender { label: text.trim().into(), steering })
    }
}

/// `MODE[:KEY=VALUE]…`.
pub(super) fn contender() -> impl TypedValueParser<Value = Contender> {
    Completed { parser: |text: &str| text.parse::<Contender>(), names: Mode::names }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_contender_is_a_mode_with_settings() {
        let lanes: Contender = "lanes:lanes.trust=0.5:lanes.response=3".parse().unwrap();
        let settings: Vec<_> = lanes.steering.settings.iter().map(|(s, v)| (s.key, *v)).collect();
        assert_eq!(settings, [("lanes.trust", 0.5.into()), ("lanes.response", 3.0.into())]);
        assert_eq!(lanes.steering.mode.map(Mode::name), Some("lanes"));
        for (wrong, why) in [
            ("lanse", "did you mean 'lanes'?"),
            ("lanes:horizon", "must be KEY=VALUE"),
            ("lanes:lanes.respons=2", "did you mean 'lanes.response'?"),
            ("", "unknown"),
        ] {
            let error = wrong.parse::<Contender>().unwrap_err();
            assert!(error.contains(why), "{wrong}: {error}");
        }
    }
}
