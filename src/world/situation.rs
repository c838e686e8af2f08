//! What one unit perceives right now: its reasons, and its situation as a file that `explain` reads.

use super::World;
use super::state::State;
use crate::neighbours::Near;
use crate::steering::avoidance::Around;
use crate::steering::cases;
use crate::steering::combine::Plan;
use crate::steering::reasons::Reasons;
use crate::steering::{Decision, Neighbour};
use crate::types::Segment;

impl State {
    /// Neighbours of unit `id` as of now; queried anew, since positions have moved on since the last tick's query.
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

impl World {
    /// Why unit `id` wants what it wants, decided anew from what it perceives now. Changes nothing.
    pub fn reasons(&self, id: usize) -> Reasons {
        let mut reasons = Reasons::default();
        let (neighbours, walls) = (self.state.neighbours_now(id), self.state.walls_now(id));
        self.state.decide_one(id, &Around { neighbours: &neighbours, walls: &walls }, Some(&mut reasons));
        reasons
    }

    /// What unit `id` decided last; nothing for one that has not decided yet.
    pub fn decision(&self, id: usize) -> Decision {
        self.decisions.get(id).map_or(Decision::default(), |decided| decided.decision)
    }

    /// What unit `id` perceives, as a JSON array of cases that `sidestep explain` reads. Of one that follows a plan: a case for
    /// each of the plan's behaviours (see [`Plan::cases`](crate::steering::combine::Plan::cases)). Of one that does not, or
    /// whose plan has the behaviour `avoid`, or has nothing to be about: a case for each model that the mode has a part of,
    /// or for every model where the mode has none.
    pub fn situation_json(&self, id: usize) -> String {
        let unit = self.state.unit(id);
        let (neighbours, walls) = (self.state.neighbours_now(id), self.state.walls_now(id));
        let around = Around { neighbours: &neighbours, walls: &walls };
        let name = format!("{}-{}-{id}", self.state.layout.name, self.ticks());
        let plan = self.plan(id);
        let mut written = plan.map_or_else(Vec::new, |plan| {
            plan.cases(&name, &self.state.seen(&unit, &around, &|id| self.state.other(id)))
        });
        if written.is_empty() || plan.is_some_and(Plan::avoids) {
            let goal = self.target(id).unwrap_or(unit.position);
            written.extend(cases::situation(&name, &unit, goal, &around, self.steering()));
        }
        cases::write(&written)
    }
}
