//! The state that units read while they decide. It does not change until all of them have decided.

use super::courses::Courses;
use super::layout::Layout;
use super::models::Models;
use super::recall::Recall;
use super::units::{Phase, Units};
use super::walls::PlacedWalls;
use crate::navigation::{Goal, Navigator};
use crate::neighbours::Walls;
use crate::steering::avoidance::Avoidance;
use crate::steering::combine::Plan;
use crate::steering::schedule::{Due, Schedule};
use crate::steering::{Neighbour, Unit, flocking};
use crate::traffic::Traffic;
use crate::types::{DT, Vec2};

/// The number of units that perceive and decide together. Fixed, so that nothing depends on the number of threads.
pub(super) const CHUNK: usize = 32;
/// The distance within which a standing unit perceives walkers to give way to, in its own radii.
const STANDING_RADII: f32 = 9.0;

/// The units, and everything their decisions depend on.
#[derive(Clone)]
pub(super) struct State {
    /// The layout that the world was created from. Its walls and steering are current, its starts are the original
    /// ones.
    pub layout: Layout,
    pub units: Units,
    pub models: Models,
    pub navigator: Navigator,
    /// The walls and doors.
    pub placed_walls: PlacedWalls,
    /// The outlines of the walls.
    pub walls: Walls,
    pub courses: Courses,
    pub recall: Recall,
    /// The paths of the units, and what they do where it is narrow.
    pub traffic: Traffic,
    /// The radius of the largest unit, m.
    pub largest_radius: f32,
    /// When units decide.
    pub schedule: Schedule,
    /// The number of ticks simulated.
    pub ticks: u64,
}

impl State {
    /// The plan that moves unit `id`, if one does.
    pub fn plan(&self, id: usize) -> Option<&Plan> {
        self.units.plan(id, &self.layout)
    }

    /// The avoidance model of unit `id`.
    pub fn model(&self, id: usize) -> &dyn Avoidance {
        self.models.model_of(id)
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

    /// The distance within which unit `id` is given walls, m. 0 if its model finds them itself.
    pub fn given_wall_reach(&self, id: usize) -> f32 {
        if self.plan(id).is_none() && self.model(id).finds_walls() { 0.0 } else { self.wall_reach(id) }
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
            stops: match units.goal[id] {
                Goal::Point { .. } => !units.passes[id],
                _ => units.phase[id] == Phase::Settling,
            },
            target: match units.goal[id] {
                Goal::Unit { index, .. } => Some(index),
                _ => None,
            },
            interval: if self.plan(id).is_some() { DT } else { self.schedule.interval() },
        };
        let preferred = self.traffic.preferred(&alone, flocking::arrive(&alone, alone.desired));
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

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::super::start::Start;
    use super::super::test_layouts::{steered, walker};
    use super::*;
    use crate::crowd::Crowd;
    use crate::crowd::decide::Decided;
    use crate::navigation::Goal;
    use crate::settings::Weights;
    use crate::steering::Steering;
    use crate::steering::avoidance::{Mode, Surroundings};
    use crate::steering::behaviours::Behaviour;
    use crate::steering::reasons::Reasons;
    use crate::steering::schedule::RATE;
    use crate::types::Point;

    /// Two small units, one of which stands, and a large one.
    fn world(separation: f32, alignment: f32, cohesion: f32) -> Crowd {
        let small =
            Start { radius: 0.4, max_speed: 2.0, max_force: 16.0, ..walker((-10.0, 0.0), (10.0, 0.0)) };
        let stands = Start { position: Point::new(-10.0, 5.0), goal: Goal::Stand, ..small.clone() };
        let large = Start { radius: 0.7, group: 1, ..walker((-10.0, 9.0), (10.0, 9.0)) };
        let layout = steered(Layout::new(vec![small, stands, Start { max_speed: 2.0, ..large }]), "none");
        let mut world = Crowd::new(layout, 1);
        let weights = Weights { seek: 1.0, separation, alignment, cohesion };
        world.set_steering(Steering { weights, ..world.steering().clone() });
        world
    }

    /// The mode "none" looks at no neighbours, so flocking alone decides: 4 radii for separation, 10 for the rest, and 0.3 m more,
    /// since the largest neighbour is larger than the unit by that.
    #[test]
    fn a_unit_sees_as_far_as_flocking_needs_and_more_by_the_size_of_the_largest() {
        for (weights, expected) in [
            ((0.0, 0.0, 0.0), 0.0),
            ((1.0, 0.0, 0.0), 4.0 * 0.4 + 0.3),
            ((1.0, 0.1, 0.0), 10.0 * 0.4 + 0.3),
            ((0.0, 0.0, 0.1), 10.0 * 0.4 + 0.3),
        ] {
            let world = world(weights.0, weights.1, weights.2);
            let radius = world.state.perception_radius(0);
            assert!((radius - expected).abs() < 1e-5, "{weights:?}: {radius}, not {expected}");
            assert_eq!(world.state.perception_radius(1), 0.0, "an obstacle looks at nothing");
        }
        let mut world = world(1.0, 0.0, 0.0);
        assert!((world.state.perception_radius(2) - 4.0 * 0.7).abs() < 1e-5, "the largest unit");
        world.state.units.radius[0] = 0.2;
        assert!(
            (world.state.perception_radius(0) - (4.0 * 0.2 + 0.5)).abs() < 1e-5,
            "a range of less than 1 m"
        );
        world.state.units.radius[0] = 0.4;
        world.state.units.phase[0] = Phase::Standing;
        assert!((world.state.perception_radius(0) - 9.0 * 0.4).abs() < 1e-5, "for walkers to give way to");
        assert_eq!(world.state.wall_reach(0), 0.0);
    }

    /// In ORCA, a radius and what it walks in 0.5 s. Lanes find their walls themselves.
    #[test]
    fn a_walking_unit_is_given_walls_as_far_as_its_model_looks_for_them() {
        for (mode, seen, given) in [("orca", 1.4..1.41, 1.4..1.41), ("lanes", 0.1..99.0, 0.0..0.1)] {
            let mut world = world(1.0, 0.0, 0.0);
            world.set_steering(Steering { mode: Mode::named(mode).unwrap(), ..world.steering().clone() });
            let (is_seen, is_given) = (world.state.wall_reach(0), world.state.given_wall_reach(0));
            assert!(
                seen.contains(&is_seen) && given.contains(&is_given),
                "{mode}: {is_seen} m, {is_given} m"
            );
            assert_eq!(world.state.wall_reach(1), 0.0, "{mode}: an obstacle");
        }
    }

    /// It stops rotating within 0.1 s.
    #[test]
    fn an_obstacle_decides_nothing_and_a_standing_unit_stays_or_gives_way() {
        let mut world = world(1.0, 0.0, 0.0);
        let decide = |world: &Crowd, id: usize, neighbours: &[Neighbour]| {
            let mut why = Reasons::default();
            let around = Surroundings { neighbours, walls: &[] };
            let Decided { decision, gave_way, .. } = world.state.decide_one(id, &around, Some(&mut why));
            (why.parts.iter().map(|(name, _)| *name).collect::<Vec<_>>(), decision.angular, gave_way)
        };
        assert_eq!(decide(&world, 1, &[]), (vec![], 0.0, false));
        let units = &mut world.state.units;
        (units.phase[0], units.rotation[0]) = (Phase::Standing, 0.5);
        // Unit 2 walks towards it.
        units.position[2] = units.position[0] - Vec2::new(1.5, 0.0);
        assert_eq!(decide(&world, 0, &[]), (vec!["stand"], -5.0, false));
        world.state.recall.preferred[2] = Vec2::new(2.0, 0.0);
        let walker = world.state.visible(2);
        assert_eq!(decide(&world, 0, &[walker]), (vec!["give way"], -5.0, true));
    }

    /// The behaviours of plans are defined per tick.
    #[test]
    fn a_unit_decides_for_as_long_as_its_decision_acts() {
        let mut world = world(1.0, 0.0, 0.0);
        let mut steering = world.steering().clone();
        steering.settings.set(&RATE, 20.0).unwrap();
        world.set_steering(steering);
        world.state.layout.plans = vec![None, Some(Plan::single(Behaviour::named("seek").unwrap()))];
        let interval = |id: usize| world.state.unit(id).interval;
        assert!((interval(0) - 0.05).abs() < 1e-6 && interval(2) == DT, "{}, {}", interval(0), interval(2));
    }

    #[test]
    fn others_see_a_unit_stand_unless_it_walks() {
        let mut world = world(1.0, 0.0, 0.0);
        for (phase, standing) in [(Phase::Walking, false), (Phase::Settling, true), (Phase::Standing, true)] {
            world.state.units.phase[0] = phase;
            assert_eq!(world.state.visible(0).standing, standing, "{phase:?}");
        }
    }
}
