//! The course of each unit: direction, path length and goal.

use crate::traffic::{Headings, Traffic};
use crate::types::{Point, Renumbering, Vec2};
use serde::{Deserialize, Serialize};

/// The course of each unit at the beginning of this tick, indexed by id.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Courses {
    /// Unit vector towards the next point of the path. Zero for a unit without a goal.
    pub desired: Vec<Vec2>,
    /// The length of the path to the goal, m.
    pub distance: Vec<f32>,
    /// The next turning point of the path, or the goal. The unit's own position if it has no goal.
    pub aim: Vec<Point>,
    /// The centre of the goal. The unit's own position if it has no goal.
    pub goal: Vec<Point>,
    /// Whether the unit stands or is settling at its goal.
    pub standing: Vec<bool>,
    /// How far the unit walks along its path before it waits, m. Infinite if it does not wait.
    pub stop: Vec<f32>,
}

impl Courses {
    /// Follows the units to their new slots.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        renumbering.apply(&mut self.desired, Vec2::zeros);
        renumbering.apply(&mut self.distance, || 0.0);
        renumbering.apply(&mut self.aim, Point::origin);
        renumbering.apply(&mut self.goal, Point::origin);
        renumbering.apply(&mut self.standing, || false);
        renumbering.apply(&mut self.stop, || f32::INFINITY);
    }

    pub fn new(units: usize) -> Courses {
        Courses {
            desired: vec![Vec2::zeros(); units],
            distance: vec![0.0; units],
            aim: vec![Point::origin(); units],
            goal: vec![Point::origin(); units],
            standing: vec![false; units],
            stop: vec![f32::INFINITY; units],
        }
    }

    /// Sets the courses of this tick: along the units' paths, except where mechanisms advise otherwise.
    pub fn follow(&mut self, traffic: &Traffic, position: &[Point]) {
        let Headings { direction, distance, aim } = traffic.headings();
        self.desired.copy_from_slice(direction);
        self.distance.copy_from_slice(distance);
        self.aim.copy_from_slice(aim);
        self.stop.fill(f32::INFINITY);
        for (id, advice) in traffic.all_advice().iter().enumerate() {
            self.stop[id] = advice.stop;
            if let Some(aim) = advice.aim {
                self.desired[id] = advice.direction(position[id], direction[id]);
                self.aim[id] = aim;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_layouts::door;
    use super::*;
    use crate::crowd::Crowd;
    use crate::math;

    #[test]
    fn units_keep_their_courses_and_new_ones_have_none() {
        let mut courses = Courses::new(2);
        courses.renumber(&Renumbering { kept: vec![1], before: 2, added: 1 });
        let fresh = |own: &Courses| {
            (own.desired == [Vec2::zeros(); 2] && own.aim == [Point::origin(); 2] && own.goal == own.aim)
                && (own.distance == [0.0; 2] && own.standing == [false; 2] && own.stop == [f32::INFINITY; 2])
        };
        assert!(fresh(&courses));
        let at = Point::new(1.0, 2.0);
        (courses.desired[1], courses.aim[1], courses.goal[1]) = (Vec2::x(), at, at);
        (courses.distance[1], courses.standing[1], courses.stop[1]) = (3.0, true, 4.0);
        courses.renumber(&Renumbering { kept: vec![1], before: 2, added: 1 });
        assert_eq!((courses.desired[0], courses.aim[0], courses.goal[0]), (Vec2::x(), at, at));
        assert_eq!((courses.distance[0], courses.standing[0], courses.stop[0]), (3.0, true, 4.0));
        courses.renumber(&Renumbering { kept: vec![1], before: 2, added: 1 });
        assert!(fresh(&courses));
    }

    /// Queueing spreads units over the door's width, and gates let them wait.
    #[test]
    fn courses_follow_the_paths_except_where_mechanisms_advise_otherwise() {
        let mut world = Crowd::new(door(), 1);
        let (mut along, mut aside, mut waits) = (0, 0, 0);
        for _ in 0..300 {
            world.tick();
            let position = &world.state.units.position;
            let (courses, headings) = (&world.state.courses, world.state.traffic.headings());
            assert_eq!(courses.distance, headings.distance);
            for (id, advice) in world.state.traffic.all_advice().iter().enumerate() {
                let (desired, aim) = match advice.aim {
                    Some(aim) => (math::normalize(aim - position[id]), aim),
                    None => (headings.direction[id], headings.aim[id]),
                };
                assert_eq!((courses.desired[id], courses.aim[id]), (desired, aim));
                assert_eq!(courses.stop[id], advice.stop);
                aside += usize::from(advice.aim.is_some());
                along += usize::from(advice.aim.is_none());
                waits += usize::from(advice.stop.is_finite());
            }
        }
        assert!(along > 1000 && aside > 1000 && waits > 1000, "{along}, {aside}, {waits}");
        world.set_walls(Vec::new()).unwrap();
        world.tick();
        let courses = &world.state.courses;
        assert_eq!(courses.desired, world.state.traffic.headings().direction);
        assert!(courses.stop.iter().all(|stop| *stop == f32::INFINITY));
    }
}
