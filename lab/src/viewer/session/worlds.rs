//! Several worlds side by side.

use super::session::Session;
use crate::draw::side_by_side::MOST;
use sidestep::steering::avoidance::Mode;

impl Session {
    /// Adds a world with the next mode of the list, and restarts all so that they run in step.
    pub(super) fn add_world(&mut self) {
        if self.panes.len() == MOST {
            return self.say(format!("{MOST} worlds are the most that fit side by side"));
        }
        if self.placing() {
            return self.say("end placing first (F7): it changes the map of all worlds".into());
        }
        let mut steerings: Vec<_> = self.panes.iter().map(|pane| pane.world().steering().clone()).collect();
        let used: Vec<Mode> = steerings.iter().map(|steering| steering.mode).collect();
        let mut steering = self.world().steering().clone();
        let listed = Mode::all();
        let after = listed.clone().position(|mode| mode == steering.mode).unwrap_or(0) + 1;
        let next = listed.clone().cycle().skip(after).take(listed.len()).find(|mode| !used.contains(mode));
        steering.set_mode(next.unwrap_or(steering.mode));
        steerings.push(steering);
        let added = steerings.len() - 1;
        match self.reload(Some(steerings.into_iter().map(Some).collect())) {
            Ok(()) => (self.active, self.compares) = (added, true),
            Err(problem) => self.show_failed(self.map(), problem),
        }
    }

    pub(super) fn remove_world(&mut self, number: usize) {
        if self.panes.len() > 1 && number < self.panes.len() {
            self.panes.remove(number);
            self.active = self.active.min(self.panes.len() - 1);
            if let [pane] = &mut self.panes[..] {
                pane.take_commands();
            }
            self.arrange();
            self.conclude();
        } else {
            self.say("this is the only world: + adds one side by side".into());
        }
    }

    pub(super) fn activate(&mut self, number: usize) {
        self.active = number.min(self.panes.len() - 1);
    }
}
