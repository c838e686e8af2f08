//! A unit's current perception, and its reasons.

use super::Crowd;
use super::state::State;
use crate::neighbours::Near;
use crate::steering::avoidance::Around;
use crate::steering::behaviours::Seen;
use crate::steering::reasons::Reasons;
use crate::steering::{Decision, Neighbour};
use crate::types::Segment;

impl State {
    /// The current neighbours of unit `id`. Queried again because positions have changed since the last tick's
    /// query.
    fn neighbours_now(&self, id: usize) -> Vec<Neighbour> {
        let reach = self.perception_radius(id);
        let center = self.units.position[id];
        let near =
            |other: usize| Near::new((self.units.position[other] - center).norm_squared(), other as u32);
        let mut found: Vec<Near> = (0..self.units.len())
            .filter(|other| *other != id)
            .map(near)
            .filter(|near| near.distance_squared() <= reach * reach)
            .collect();
        found.sort_unstable();
        found.truncate(super::perceive::MOST_NEIGHBOURS);
        let group = &self.units.group;
        let seen = |near: Near| {
            let other = near.id() as usize;
            Neighbour { same_group: group[id] == group[other], ..self.visible(other) }
        };
        found.into_iter().map(seen).collect()
    }

    fn walls_now(&self, id: usize) -> Vec<Segment> {
        let mut walls = Vec::new();
        self.walls.near(self.units.position[id], self.wall_reach(id), &mut walls);
        walls
    }
}

impl Crowd {
    /// Returns the reasons for the decision that unit `id` would make with its current perception. Changes nothing.
    pub fn reasons(&self, id: usize) -> Reasons {
        let mut reasons = Reasons::default();
        let (neighbours, walls) = (self.state.neighbours_now(id), self.state.walls_now(id));
        self.state.decide_one(id, &Around { neighbours: &neighbours, walls: &walls }, Some(&mut reasons));
        reasons
    }

    /// Returns the last decision of unit `id`. Empty before its first decision.
    pub fn decision(&self, id: usize) -> Decision {
        self.decisions.get(id).map_or(Decision::default(), |decided| decided.decision)
    }

    /// Calls `look` with the current perception of unit `id` and returns its result.
    pub fn with_perception<T>(&self, id: usize, look: impl FnOnce(&Seen<'_>) -> T) -> T {
        let (neighbours, walls) = (self.state.neighbours_now(id), self.state.walls_now(id));
        let around = Around { neighbours: &neighbours, walls: &walls };
        look(&self.state.seen(&self.state.unit(id), &around, &|other| self.state.other(other)))
    }
}
