//! What replaces a map's own steering: modes, settings of models, and the sideways push.

use super::map_problem::MapProblem;
use super::start::Layout;
use crate::settings::{PushChoice, Setting};
use crate::steering::avoidance::{Mode, UnknownMode};
use std::str::FromStr;

/// An avoidance mode for all units, or for those of one group; parsed from `[GROUP=]MODE`.
#[derive(Debug, Clone, PartialEq)]
pub struct ModeOverride {
    /// The group's name; none for all units.
    pub group: Option<String>,
    /// The mode.
    pub mode: Mode,
}

impl FromStr for ModeOverride {
    type Err = UnknownMode;

    fn from_str(text: &str) -> Result<Self, UnknownMode> {
        // No mode's name has "=" in it, but a group's may.
        let (group, mode) = text.rsplit_once('=').map_or((None, text), |(group, mode)| (Some(group), mode));
        Ok(ModeOverride { group: group.map(str::to_string), mode: mode.parse()? })
    }
}

/// What replaces a map's own steering.
#[derive(Debug, Clone)]
pub struct Overrides {
    /// Modes of all units and of single groups. Those of groups hold whatever the order; of those of all units, the last.
    pub modes: Vec<ModeOverride>,
    /// Models' settings; of several values of one setting, the last holds.
    pub settings: Vec<(&'static Setting, f32)>,
    /// The sideways push; none leaves it to the map and the mode.
    pub push: Option<PushChoice>,
}

impl Overrides {
    /// One mode for all units.
    pub fn for_all_units(
        mode: Mode,
        settings: &[(&'static Setting, f32)],
        push: Option<PushChoice>,
    ) -> Overrides {
        Overrides { modes: vec![ModeOverride { group: None, mode }], settings: settings.to_vec(), push }
    }

    /// Changes how the layout's groups steer. Refused when the layout lacks a group that is named.
    pub fn apply(&self, layout: &mut Layout) -> Result<(), MapProblem> {
        self.apply_to_all(layout);
        let of_groups = self.modes.iter().filter_map(|avoid| Some((avoid.group.as_ref()?, avoid.mode)));
        of_groups.into_iter().try_for_each(|(group, mode)| layout.set_mode(group, mode))
    }

    /// Applies what does not name a group.
    pub fn apply_to_all(&self, layout: &mut Layout) {
        let steering = &mut layout.steering;
        if let Some(all) = self.modes.iter().rfind(|avoid| avoid.group.is_none()) {
            steering.set_mode(all.mode);
            if !layout.push_stated {
                steering.push.on = all.mode.push();
            }
        }
        for (setting, value) in &self.settings {
            // Values were checked when they were read.
            let _ = steering.settings.set(setting, *value);
        }
        if let Some(choice) = self.push {
            steering.push = choice.over(steering.push);
        }
    }
}
