//! Helpers for a game that stores positions and velocities itself and only asks a model for decisions, without a
//! [`World`](crate::world::World). See `examples/own_loop.rs`.

use super::avoidance::{Crowd, Paths};
use super::flocking;
use super::unit::{Decision, Neighbour, Unit};
use crate::math;
use crate::types::{Point, Segment, Vec2};

impl Unit {
    /// Returns this unit heading straight for `goal`, with `desired`, `distance` and `preferred` set. A unit at its
    /// goal has no desired direction. If walls lie in between, pass the next point of the path and set `distance`
    /// to the length of the path.
    pub fn headed_for(self, goal: Point) -> Unit {
        let to_goal = goal - self.position;
        let headed = Unit { desired: math::normalize(to_goal), distance: to_goal.norm(), ..self };
        Unit { preferred: flocking::arrive(&headed, headed.desired), ..headed }
    }

    /// Returns this unit as units of other groups perceive it. `last` is its decision of the previous tick.
    pub fn as_neighbour(&self, last: &Decision) -> Neighbour {
        Neighbour {
            id: self.id,
            position: self.position,
            velocity: self.velocity,
            heading: self.heading,
            radius: self.radius,
            preferred: self.desired * self.max_speed,
            same_group: false,
            standing: self.desired == Vec2::zeros(),
            turning: last.turning,
        }
    }
}

/// The arrays of a [`Crowd`], for a game that stores its units in another form. Keep it from tick to tick to avoid
/// allocations.
#[derive(Debug, Clone, Default)]
pub struct CrowdArrays {
    position: Vec<Point>,
    velocity: Vec<Vec2>,
    radius: Vec<f32>,
    max_speed: Vec<f32>,
    group: Vec<u16>,
    desired: Vec<Vec2>,
    goal: Vec<Point>,
    distance: Vec<f32>,
    standing: Vec<bool>,
    preferred: Vec<Vec2>,
}

impl CrowdArrays {
    /// Replaces the units. Each unit comes with the point that it heads for, and its id must be its index.
    pub fn fill<'a>(&mut self, units: impl IntoIterator<Item = (&'a Unit, Point)>) {
        self.clear();
        for (unit, goal) in units {
            debug_assert_eq!(unit.id as usize, self.position.len(), "a unit's id must be its index");
            self.position.push(unit.position);
            self.velocity.push(unit.velocity);
            self.radius.push(unit.radius);
            self.max_speed.push(unit.max_speed);
            self.group.push(unit.group);
            self.desired.push(unit.desired);
            self.goal.push(goal);
            self.distance.push(unit.distance);
            self.standing.push(unit.desired == Vec2::zeros());
            self.preferred.push(unit.desired * unit.max_speed);
        }
    }

    /// The positions of the units, indexed by id.
    pub fn positions(&self) -> &[Point] {
        &self.position
    }

    /// The crowd on open ground, without walls and with straight paths.
    pub fn open_ground(&self) -> Crowd<'_> {
        self.crowd(&self.goal, Paths::straight(&self.goal), &[])
    }

    /// The crowd among walls. `aim` holds the next point of each unit's path, and `paths` gives the paths from
    /// other positions.
    pub fn crowd<'a>(&'a self, aim: &'a [Point], paths: Paths<'a>, walls: &'a [Segment]) -> Crowd<'a> {
        Crowd {
            position: &self.position,
            velocity: &self.velocity,
            radius: &self.radius,
            max_speed: &self.max_speed,
            group: &self.group,
            desired: &self.desired,
            goal: &self.goal,
            distance: &self.distance,
            standing: &self.standing,
            preferred: &self.preferred,
            aim,
            paths,
            walls,
            stop: &[],
            every: 1,
        }
    }

    fn clear(&mut self) {
        let CrowdArrays {
            position,
            velocity,
            radius,
            max_speed,
            group,
            desired,
            goal,
            distance,
            standing,
            preferred,
        } = self;
        position.clear();
        velocity.clear();
        radius.clear();
        max_speed.clear();
        group.clear();
        desired.clear();
        goal.clear();
        distance.clear();
        standing.clear();
        preferred.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_headed_unit_slows_down_at_its_goal_and_then_has_no_direction() {
        let unit = Unit { max_speed: 4.0, radius: 0.5, ..Unit::default() };
        let far = unit.headed_for(Point::new(0.0, 9.0));
        assert_eq!((far.desired, far.distance, far.preferred), (Vec2::y(), 9.0, Vec2::y() * 4.0));
        let near = unit.headed_for(Point::new(0.5, 0.0));
        assert_eq!((near.desired, near.preferred), (Vec2::x(), Vec2::x() * 2.0));
        let arrived = far.headed_for(far.position);
        assert_eq!(
            (arrived.desired, arrived.distance, arrived.preferred),
            (Vec2::zeros(), 0.0, Vec2::zeros())
        );
        assert!(arrived.as_neighbour(&Decision::default()).standing);
    }

    #[test]
    fn arrays_hold_the_units_of_the_last_fill() {
        let unit =
            |id: u32, group| Unit { id, group, position: Point::new(id as f32, 0.0), ..Unit::default() };
        let goal = Point::new(9.0, 0.0);
        let mut arrays = CrowdArrays::default();
        let units = [unit(0, 0), unit(1, 1)].map(|unit| unit.headed_for(goal));
        arrays.fill(units.iter().map(|unit| (unit, goal)));
        arrays.fill(units.iter().map(|unit| (unit, goal)));
        let crowd = arrays.open_ground();
        assert_eq!((crowd.position.len(), crowd.group), (2, &[0, 1][..]));
        assert_eq!((crowd.distance, crowd.standing), (&[9.0, 8.0][..], &[false, false][..]));
        assert_eq!((crowd.preferred[1], crowd.aim), (Vec2::x() * 5.0, &[goal, goal][..]));
        let heading = crowd.paths.heading_from(1, Point::new(9.0, 3.0)).unwrap();
        assert_eq!((heading.aim, heading.distance), (goal, 3.0));
    }
}
