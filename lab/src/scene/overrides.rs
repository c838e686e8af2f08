//! Overrides of a map's steering: modes, settings of models, and the sideways push.

use super::map_problem::MapProblem;
use super::mode_override::ModeOverride;
use super::settings_file::SteeringFile;
use sidestep::settings::{PushChoice, Setting};
use sidestep::steering::avoidance::Mode;
use sidestep::world::Layout;

/// Overrides of a map's steering.
#[derive(Debug, Clone)]
pub struct Overrides {
    /// Modes for all units and for single groups. A group's mode takes precedence; of several modes for all units, the last
    /// one applies.
    pub modes: Vec<ModeOverride>,
    /// Settings of models and mechanisms. Of several values of a setting, the last one applies.
    pub settings: Vec<(&'static Setting, f32)>,
    /// The sideways push; none leaves it to the map and the mode.
    pub push: Option<PushChoice>,
    /// Files of settings: their modes, weights and push apply unless `modes` or `push` replace them. Their settings do not apply
    /// from here: they are among `settings`, in the order in which files and single settings were given.
    pub file: SteeringFile,
}

impl Overrides {
    /// Returns overrides with one mode for all units.
    pub fn for_all_units(
        mode: Mode,
        settings: &[(&'static Setting, f32)],
        push: Option<PushChoice>,
    ) -> Overrides {
        Overrides {
            modes: vec![ModeOverride { group: None, mode }],
            settings: settings.to_vec(),
            push,
            file: SteeringFile::default(),
        }
    }

    /// Changes how the layout's groups steer. Errors if a named group does not exist.
    pub fn apply(&self, layout: &mut Layout) -> Result<(), MapProblem> {
        self.apply_to_all(layout);
        let mut set_mode = |group: &str, mode| {
            let set = layout.set_mode(group, mode);
            set.map_err(|unknown| MapProblem::unknown_group(&unknown.group, &layout.groups))
        };
        if !self.modes.iter().any(|avoid| avoid.group.is_none()) {
            for ModeOverride { group, mode } in self.file.groups() {
                set_mode(group.as_deref().unwrap_or_default(), *mode)?;
            }
        }
        let of_groups = self.modes.iter().filter_map(|avoid| Some((avoid.group.as_ref()?, avoid.mode)));
        of_groups.into_iter().try_for_each(|(group, mode)| set_mode(group, mode))
    }

    /// Applies the overrides that do not name a group.
    pub fn apply_to_all(&self, layout: &mut Layout) {
        let steering = &mut layout.steering;
        let all = self.modes.iter().rfind(|avoid| avoid.group.is_none()).map(|avoid| avoid.mode);
        if let Some(mode) = all.or(self.file.mode()) {
            steering.set_mode(mode);
            if !layout.push_stated {
                steering.push.on = mode.push();
            }
        }
        self.file.apply_rest(steering);
        for (setting, value) in &self.settings {
            // The values have been checked already.
            let _ = steering.settings.set(setting, *value);
        }
        if let Some(choice) = self.push {
            steering.push = choice.over(steering.push);
        }
    }
}
