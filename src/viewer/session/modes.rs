//! Changes of a session's steering.

use super::Session;
use crate::draw::hud;
use crate::steering::Steering;
use crate::steering::avoidance::{Mode, cardioid};

impl Session {
    pub(super) fn steer(&mut self, change: impl FnOnce(&mut Steering)) {
        let mut steering = self.world.steering().clone();
        change(&mut steering);
        self.world.set_steering(steering);
        self.watched.steered(&self.world);
    }

    /// What moves the units: their modes, or "plans".
    pub(super) fn modes(&self) -> String {
        hud::what_moves(&self.world, Mode::to_string)
    }

    /// Gives all units the next or the previous mode. If the map's groups have their own modes, that combination is a stop after
    /// the map's own mode.
    pub(super) fn turn_mode(&mut self, forward: bool) {
        if !self.world.avoids() {
            return self.say(self.no_modes());
        }
        let map = &self.map_steering;
        let mut stops: Vec<(Mode, Vec<Option<Mode>>)> = Mode::all().map(|mode| (mode, Vec::new())).collect();
        if !map.modes.is_empty() {
            let after = stops.iter().position(|(mode, _)| *mode == map.mode).map_or(0, |at| at + 1);
            stops.insert(after, (map.mode, map.modes.clone()));
        }
        let steering = self.world.steering();
        let at = stops.iter().position(|stop| *stop == (steering.mode, steering.modes.clone())).unwrap_or(0);
        let by = if forward { 1 } else { stops.len() - 1 };
        let (mode, modes) = stops.swap_remove((at + by) % stops.len());
        let mixed = !modes.is_empty();
        self.steer(|s| (s.mode, s.modes) = (mode, modes));
        self.say(if mixed {
            format!("one mode per group, as in the map: {}", self.modes())
        } else {
            format!("{mode}: {}{}", mode.summary(), self.planned())
        });
    }

    /// Why keys for avoidance modes have no effect.
    fn no_modes(&self) -> String {
        if self.world.layout().plans.iter().any(Option::is_some) {
            "plans move all units of this map: avoidance modes have no effect".into()
        } else {
            "no unit of this map walks: avoidance modes have no effect".into()
        }
    }

    /// The groups that no avoidance mode moves, in brackets, if any.
    fn planned(&self) -> String {
        let layout = self.world.layout();
        let groups = layout.groups.iter().zip(&layout.plans);
        let without = groups.filter(|(_, plan)| plan.as_ref().is_some_and(|plan| !plan.avoids()));
        match without.map(|(group, _)| group.as_str()).collect::<Vec<_>>() {
            groups if groups.is_empty() => String::new(),
            groups => format!(" (except {}: moved by plans)", groups.join(", ")),
        }
    }

    pub(super) fn set_stage(&mut self, number: u8) {
        let number = f32::from(number);
        if cardioid::STAGE.check(number).is_err() {
            return;
        }
        if !self.world.avoids() {
            return self.say(self.no_modes());
        }
        self.steer(|s| {
            // Cannot fail: checked above.
            let _ = s.settings.set(&cardioid::STAGE, number);
        });
        if !self.world.modes().iter().any(|mode| mode.settings().contains(&cardioid::STAGE)) {
            self.say(format!("stage {number} set, but this mode has no cardioid field (m: next mode)"));
        }
    }
}
