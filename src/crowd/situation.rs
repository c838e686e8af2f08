//! A unit's current perception, and its reasons.

use super::Crowd;
use super::state::State;
use crate::neighbours::Near;
use crate::steering::avoidance::Surroundings;
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
        self.state.decide_one(
            id,
            &Surroundings { neighbours: &neighbours, walls: &walls },
            Some(&mut reasons),
        );
        reasons
    }

    /// Returns the last decision of unit `id`. Empty before its first decision.
    pub fn decision(&self, id: usize) -> Decision {
        self.decisions.get(id).map_or(Decision::default(), |decided| decided.decision)
    }

    /// Calls `look` with the current perception of unit `id` and returns its result.
    pub fn with_perception<T>(&self, id: usize, look: impl FnOnce(&Seen<'_>) -> T) -> T {
        let (neighbours, walls) = (self.state.neighbours_now(id), self.state.walls_now(id));
        let around = Surroundings { neighbours: &neighbours, walls: &walls };
        look(&self.state.seen(&self.state.unit(id), &around, &|other| self.state.other(other)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_layouts::{crowd_among, door, rooms, walker};
    use super::super::{Layout, Start};
    use super::*;
    use crate::crowd::test_layouts::steered;
    use crate::geometry::Wall;
    use crate::types::{Point, Rect, Vec2};

    /// Radii of 0.5 m. In ORCA a unit sees walls within 0.5 s of walking, and others farther off.
    #[test]
    fn a_unit_perceives_walls_and_the_nearest_units_where_they_are_now() {
        let wall = Wall::Box(Rect { min: Point::new(1.0, -3.0), max: Point::new(2.0, 3.0) });
        let others =
            (0..30).map(|k| Start { group: k % 2, ..walker((-1.0 - 0.1 * f32::from(k), 0.0), (-9.0, 0.0)) });
        let starts = std::iter::once(walker((0.0, 0.0), (9.0, 0.0))).chain(others).collect();
        let bounds = Rect { min: Point::new(-12.0, -12.0), max: Point::new(12.0, 12.0) };
        let layout = Layout { walls: vec![wall], bounds, ..steered(Layout::new(starts), "orca") };
        let mut crowd = Crowd::new(layout, 1);
        let seen = |crowd: &Crowd| {
            crowd.with_perception(0, |seen| {
                let around =
                    seen.around.neighbours.iter().map(|other| (other.id, other.same_group)).collect();
                (around, seen.around.walls.len())
            })
        };
        let (neighbours, walls): (Vec<(u32, bool)>, usize) = seen(&crowd);
        let expected: Vec<(u32, bool)> = (1..=20).map(|id| (id, id % 2 == 1)).collect();
        assert_eq!((neighbours, walls > 0), (expected, true));
        crowd.state.units.position[0].x = -12.0;
        let (neighbours, walls) = seen(&crowd);
        assert_eq!((neighbours.first(), walls), (Some(&(30, false)), 0));
    }

    /// It is given the walls near it when it decides, as when it says why.
    #[test]
    fn a_unit_decides_by_the_walls_that_it_perceives() {
        let decided = |walls: Vec<Wall>| {
            let start = Start { velocity: Vec2::new(5.0, 0.0), ..walker((0.0, 0.0), (9.0, 0.0)) };
            let mut crowd = Crowd::new(Layout { walls, ..steered(Layout::new(vec![start]), "orca") }, 1);
            crowd.tick();
            (crowd.decision(0).force, crowd.reasons(0).force)
        };
        let wall = Wall::Box(Rect { min: Point::new(1.0, -3.0), max: Point::new(2.0, 1.0) });
        let (beside, alone) = (decided(vec![wall]), decided(Vec::new()));
        assert!((beside.0 - beside.1).norm() < 1e-3, "{beside:?}");
        assert!((beside.0 - alone.0).norm() > 1.0, "{beside:?}, {alone:?}");
    }

    #[test]
    fn a_unit_that_was_pushed_says_with_what_force_it_stops() {
        let (mut crowd, _) = crowd_among(Vec::new(), &[(0.0, 0.0)]);
        crowd.state.units.velocity[0] = Vec2::new(2.0, 0.0);
        let reasons = crowd.reasons(0);
        assert!(reasons.force.x < -1.0, "{}", reasons.force);
        assert_eq!(reasons.parts, [("stand", reasons.force)]);
    }

    #[test]
    fn a_unit_that_waits_before_a_door_says_so() {
        let mut crowd = Crowd::new(Layout { walls: rooms(1.2), ..door() }, 1);
        let waits = |crowd: &Crowd| (0..160).find(|slot| crowd.approach(*slot).is_some_and(|own| own.waits));
        while waits(&crowd).is_none() && crowd.ticks() < 300 {
            crowd.tick();
        }
        let words = crowd.reasons(waits(&crowd).unwrap()).words;
        assert!(words.iter().any(|words| words.contains("before gate 0")), "{words:?}");
    }

    #[test]
    fn deciding_alone_moves_no_unit() {
        let (mut crowd, units) = crowd_among(Vec::new(), &[(0.0, 0.0)]);
        crowd.order(&units, crate::crowd::Order::go(Point::new(9.0, 0.0))).unwrap();
        crowd.carry_out();
        assert_eq!(crowd.decision(0).force.norm(), 0.0);
        crowd.decide_only();
        assert!(crowd.decision(0).force.x > 1.0, "{:?}", crowd.decision(0));
        assert_eq!((crowd.units().position[0], crowd.ticks()), (Point::origin(), 0));
        assert_eq!(crowd.decision(7).force.norm(), 0.0, "there is no such unit");
    }
}
