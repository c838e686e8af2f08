//! The state that units read while they decide. It does not change until all of them have decided.

use super::courses::Courses;
use super::models::Models;
use super::narrow::Narrow;
use super::recall::Recall;
use super::units::{Phase, Units};
use crate::navigation::{Goal, Navigator};
use crate::neighbours::Walls;
use crate::scene::Layout;
use crate::steering::avoidance::Avoidance;
use crate::steering::combine::Plan;
use crate::steering::schedule::{Due, Schedule};
use crate::steering::{Neighbour, Unit, flocking};
use crate::types::{DT, Vec2};

/// The number of units that perceive and decide together. Fixed, so that nothing depends on the number of threads.
pub(super) const CHUNK: usize = 32;
/// The distance within which a standing unit perceives walkers to give way to, in its own radii.
const STANDING_RADII: f32 = 9.0;

/// The units, and everything their decisions depend on.
pub(super) struct State {
    /// The layout that the world was created from. Its walls and steering are current, its starts are the original
    /// ones.
    pub layout: Layout,
    pub units: Units,
    pub models: Models,
    pub navigator: Navigator,
    /// The outlines of the walls.
    pub walls: Walls,
    pub courses: Courses,
    pub recall: Recall,
    /// What units do where it is narrow.
    pub narrow: Narrow,
    /// The radius of the largest unit, m.
    pub largest_radius: f32,
    /// When units decide.
    pub schedule: Schedule,
    /// The number of ticks simulated.
    pub ticks: u64,
}

impl State {
    /// The plan of unit `id`'s group, if it has one.
    pub fn plan(&self, id: usize) -> Option<&Plan> {
        self.layout.plans.get(usize::from(self.units.group[id]))?.as_ref()
    }

    /// The avoidance model of unit `id`.
    pub fn model(&self, id: usize) -> &dyn Avoidance {
        self.models.model_of(self.units.group[id])
    }

    /// Whether unit `id` decides in this tick. The behaviours of plans are defined per tick, so units with plans decide in
    /// every tick.
    pub fn decides(&self, id: usize, turn: Due) -> bool {
        self.schedule.is_turn(id / CHUNK, turn) || self.plan(id).is_some()
    }

    /// Whether unit `id` picks its neighbours in this tick.
    pub fn looks(&self, id: usize, turn: Due) -> bool {
        self.schedule.looks(id / CHUNK, turn) || self.plan(id).is_some()
    }

    /// The distance within which unit `id` perceives neighbours, m.
    pub fn perception_radius(&self, id: usize) -> f32 {
        let (radius, speed) = (self.units.radius[id], self.units.max_speed[id]);
        if self.units.phase[id] == Phase::Standing {
            return if self.units.is_fixed(id) { 0.0 } else { STANDING_RADII * radius };
        }
        let weights = &self.layout.steering.weights;
        let model = self.model(id);
        let mut reach = model.reach(radius, speed);
        if let Some(plan) = self.plan(id) {
            reach = reach.max(plan.reach(radius, speed));
        }
        let flocks = model.with_flocking();
        if flocks && (weights.alignment != 0.0 || weights.cohesion != 0.0) {
            reach = reach.max(flocking::FLOCK_RADII * radius);
        }
        if flocks && weights.separation != 0.0 {
            reach = reach.max(flocking::SEPARATION_RADII * radius);
        }
        // A model's range assumes neighbours of the unit's own size. Larger ones are met sooner.
        if reach > 0.0 { reach + (self.largest_radius - radius) } else { 0.0 }
    }

    /// The distance within which unit `id` perceives walls, m.
    pub fn wall_reach(&self, id: usize) -> f32 {
        if self.units.phase[id] == Phase::Standing {
            return 0.0;
        }
        let (radius, speed) = (self.units.radius[id], self.units.max_speed[id]);
        let plan = self.plan(id).map_or(0.0, |plan| plan.reach(radius, speed));
        self.model(id).wall_reach(radius, speed).max(plan)
    }

    /// Unit `id` as steering sees it.
    pub fn unit(&self, id: usize) -> Unit {
        let units = &self.units;
        let alone = Unit {
            id: id as u32,
            group: units.group[id],
            position: units.position[id],
            velocity: units.velocity[id],
            heading: units.heading[id],
            rotation: units.rotation[id],
            radius: units.radius[id],
            mass: units.mass[id],
            max_speed: units.max_speed[id],
            max_force: units.max_force[id],
            desired: self.courses.desired[id],
            preferred: Vec2::zeros(),
            distance: self.courses.distance[id],
            target: match units.goal[id] {
                Goal::Unit { index, .. } => Some(index),
                _ => None,
            },
            interval: if self.plan(id).is_some() { DT } else { self.schedule.interval() },
        };
        let preferred = self.narrow.preferred(&alone, flocking::arrive(&alone, alone.desired));
        Unit { preferred, ..alone }
    }

    /// Unit `id` as others see it. `same_group` depends on the observer and is set by the caller.
    pub fn visible(&self, id: usize) -> Neighbour {
        let units = &self.units;
        Neighbour {
            id: id as u32,
            position: units.position[id],
            velocity: units.velocity[id],
            heading: units.heading[id],
            radius: units.radius[id],
            preferred: self.recall.preferred[id],
            same_group: false,
            standing: units.phase[id] != Phase::Walking,
            turning: self.recall.turning[id],
        }
    }
}
