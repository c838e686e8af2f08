//! Changes of a session's steering. They affect the active world.

use super::session::Session;
use super::settings_in_use::SettingsInUse;
use crate::scene::Patch;
use crate::viewer::results::Finished;
use sidestep::lookup::shared_settings;
use sidestep::settings::{Push, Setting, SettingValue, main_and_others};
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;

impl Session {
    pub(in crate::viewer) fn steer(&mut self, change: impl FnOnce(&mut Steering)) {
        if self.is_as_it_was(self.active) {
            return;
        }
        let mut steering = self.world().steering().clone();
        change(&mut steering);
        self.panes[self.active].steer(steering);
    }

    /// The settings that can have an effect in the active world.
    pub fn settings(&self) -> SettingsInUse {
        let mut all = SettingsInUse::default();
        for mode in self.world().modes() {
            // Several modes can share settings.
            let known = |setting: &&Setting| {
                let mut parts = all.main.iter().chain(&all.advanced);
                parts.any(|(_, known)| known.iter().any(|s| s.key == setting.key))
            };
            let (mut main, mut others) = main_and_others(mode.settings());
            main.retain(|setting| !known(setting));
            others.retain(|setting| !known(setting));
            all.main.push((mode.name(), main));
            all.advanced.push((mode.name(), others));
        }
        // The push is above the modes' settings.
        let shared = shared_settings().filter(|(name, _)| *name != Push::SWITCH.model());
        all.advanced.extend(shared.map(|(name, settings)| (name, settings.iter().collect())));
        for parts in [&mut all.main, &mut all.advanced] {
            parts.retain(|(_, settings)| !settings.is_empty());
        }
        all
    }

    /// The newest result of a mode on the active world's map; none if no such run has ended.
    pub fn result_of(&self, mode: Mode) -> Option<&Finished> {
        let layout = self.world().layout();
        self.finished().iter().rev().find(|run| run.is_of(mode, layout))
    }

    pub(super) fn set(&mut self, setting: &'static Setting, value: SettingValue) {
        if let Err(problem) = setting.check(value) {
            return self.say(problem);
        }
        let mut patch = Patch::default();
        patch.state(setting, value);
        self.steer(|steering| drop(patch.steer(steering, &[], true)));
    }

    pub(super) fn reset(&mut self, settings: &[&'static Setting]) {
        let map = self.pane().map_steering().clone();
        self.steer(|steering| {
            for setting in settings {
                // The map's values were accepted before.
                let _ = steering.set(setting, map.get(setting));
            }
        });
    }

    /// Gives all units a mode.
    pub(super) fn choose_mode(&mut self, mode: Mode) {
        if self.is_as_it_was(self.active) {
            return;
        }
        if !self.world().avoids() {
            return self.say(self.no_modes());
        }
        let map = self.pane().map_steering().clone();
        self.steer(|s| (s.mode, s.modes) = (mode, if mode == map.mode { map.modes } else { Vec::new() }));
        self.say(format!("{mode}: {}{}", mode.summary(), self.planned()));
    }

    /// Gives all units the next or the previous mode of the list. If the map's groups have their own modes, that combination is a stop after
    /// the map's own mode.
    pub(super) fn turn_mode(&mut self, forward: bool) {
        if self.is_as_it_was(self.active) {
            return;
        }
        if !self.world().avoids() {
            return self.say(self.no_modes());
        }
        let map = self.pane().map_steering().clone();
        let mut stops: Vec<(Mode, Vec<Option<Mode>>)> = Mode::all().map(|mode| (mode, Vec::new())).collect();
        if !map.modes.is_empty() {
            let after = stops.iter().position(|(mode, _)| *mode == map.mode).map_or(0, |at| at + 1);
            stops.insert(after, (map.mode, map.modes.clone()));
        }
        let steering = self.world().steering();
        let at = stops.iter().position(|stop| *stop == (steering.mode, steering.modes.clone())).unwrap_or(0);
        let by = if forward { 1 } else { stops.len() - 1 };
        let (mode, modes) = stops.swap_remove((at + by) % stops.len());
        let mixed = !modes.is_empty();
        self.steer(|s| (s.mode, s.modes) = (mode, modes));
        self.say(if mixed {
            format!("one mode per group, as in the map: {}", self.pane().modes())
        } else {
            format!("{mode}: {}{}", mode.summary(), self.planned())
        });
    }

    /// Why keys for avoidance modes have no effect.
    fn no_modes(&self) -> String {
        if self.world().layout().plans.iter().any(Option::is_some) {
            "plans move all units of this map: avoidance modes have no effect".into()
        } else {
            "no unit of this map walks: avoidance modes have no effect".into()
        }
    }

    /// The groups that no avoidance mode moves, in brackets, if any.
    fn planned(&self) -> String {
        let layout = self.world().layout();
        let groups = layout.groups.iter().zip(&layout.plans);
        let without = groups.filter(|(_, plan)| plan.as_ref().is_some_and(|plan| !plan.avoids()));
        match without.map(|(group, _)| group.as_str()).collect::<Vec<_>>() {
            groups if groups.is_empty() => String::new(),
            groups => format!(" (except {}: moved by plans)", groups.join(", ")),
        }
    }
}
