//! What someone states about steering.

use super::map_problem::MapProblem;
use crate::text::{UnknownName, find_mode};
use sidestep::settings::{OFF, ON, Push, Setting, SettingValue};
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::world::Layout;

/// What someone states about steering: a map, a file of settings, options of the command line, a study, the window. Everything
/// else keeps its value.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Patch {
    /// The mode of all units.
    pub mode: Option<Mode>,
    /// Modes of single groups, by name.
    pub groups: Vec<(String, Mode)>,
    /// Of several values of a setting, the last one applies.
    pub settings: Vec<(&'static Setting, SettingValue)>,
}

impl Patch {
    /// Parses `[GROUP=]MODE`.
    pub fn parse_mode(text: &str) -> Result<Patch, UnknownName> {
        // A group's name can contain "=", a mode's name cannot.
        let Some((group, mode)) = text.rsplit_once('=') else { return Ok(find_mode(text)?.into()) };
        Ok(Patch { groups: vec![(group.to_string(), find_mode(mode)?)], ..Patch::default() })
    }

    /// Parses a push: `on` (with the strength that it has), `off` or a strength.
    pub fn parse_push(text: &str) -> Result<Patch, String> {
        let most = Push::STRENGTH.range.1;
        let mut patch = Patch::default();
        match (text, text.parse::<f32>()) {
            ("off", _) | (_, Ok(0.0)) => patch.state(&Push::SWITCH, OFF),
            ("on", _) => patch.state(&Push::SWITCH, ON),
            (_, Ok(strength)) if Push::STRENGTH.check(strength).is_ok() => {
                patch.state(&Push::STRENGTH, strength.into())
            }
            _ => {
                return Err(format!(
                    "the push must be on, off or a strength between 0 and {most}, not '{text}'"
                ));
            }
        }
        Ok(patch)
    }

    /// Adds a setting, whose value has been checked. A strength switches the push on, unless the patch already says whether it is on.
    pub fn state(&mut self, setting: &'static Setting, value: SettingValue) {
        if setting.key == Push::STRENGTH.key && !self.states(&Push::SWITCH) {
            self.settings.push((&Push::SWITCH, ON));
        }
        self.settings.push((setting, value));
    }

    /// Whether it has a value of this setting.
    pub fn states(&self, setting: &Setting) -> bool {
        self.settings.iter().any(|(stated, _)| stated.key == setting.key)
    }

    /// Adds another patch, which wins where both state something. A mode of all units replaces earlier ones of groups.
    pub fn with(mut self, later: Patch) -> Patch {
        if later.mode.is_some() {
            self.mode = later.mode;
            self.groups.clear();
        }
        self.groups.extend(later.groups);
        self.settings.extend(later.settings);
        self
    }

    /// Changes how a layout's units steer. The error names a group that the layout lacks; all else is changed nevertheless.
    pub fn apply(&self, layout: &mut Layout) -> Result<(), MapProblem> {
        self.steer(&mut layout.steering, &layout.groups, layout.push_stated)
    }

    /// The same for a steering and the names of its groups. `push_stated` says whether the map switches the push on or off, which a
    /// mode then does not change.
    pub fn steer(
        &self,
        steering: &mut Steering,
        groups: &[String],
        push_stated: bool,
    ) -> Result<(), MapProblem> {
        if let Some(mode) = self.mode {
            steering.set_mode(mode);
            if !push_stated {
                steering.push.on = mode.push();
            }
        }
        for (setting, value) in &self.settings {
            // The values have been checked already.
            let _ = steering.set(setting, *value);
        }
        let mut result = Ok(());
        for (group, mode) in &self.groups {
            match groups.iter().position(|name| name == group) {
                // MAX_GROUPS fits in a u16.
                Some(index) => steering.set_mode_of(index as u16, *mode),
                None => result = Err(MapProblem::unknown_group(group, groups)),
            }
        }
        result
    }
}

impl From<Mode> for Patch {
    fn from(mode: Mode) -> Patch {
        Patch { mode: Some(mode), ..Patch::default() }
    }
}
