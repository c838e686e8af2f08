//! Arrival: a unit that reaches its goal settles into its position, stands, and gives way, without jitter or
//! orbiting.
//!
//! If a goal is full, arrival spreads: a unit that shares the goal, touches units standing there and gets no nearer
//! has also arrived. All units come to rest, however many share a goal and whatever walls are near it.

use super::courses::Courses;
use super::decide::Decided;
use super::layout::Layout;
use super::shared_goals::SharedGoals;
use super::state::State;
use super::units::{Phase, Units};
use crate::geometry::crossing;
use crate::navigation::Goal;
use crate::neighbours::{KdTree, Near};
use crate::types::{CONTACT_GAP, DT, Point};

/// A settling unit is in position within this share of its radius …
const IN_PLACE: f32 = 0.1;
/// … and below this share of its maximum speed.
const SLOW: f32 = 0.1;
/// A settling unit finds no more room if it gets nearer by less than the `SLOW` share of its possible distance in
/// this many ticks …
const NO_ROOM_TICKS: u16 = 30;
/// … or in this multiple of the time that it needs to set out from rest. It then stands where it is.
const STARTS: f32 = 3.0;
/// A walker is blocked if it gets nearer by less than the `SLOW` share of its possible distance in the time needed
/// to walk this many radii …
const BLOCKED_RADII: f32 = 10.0;
/// … and in no fewer than this many ticks.
const BLOCKED_TICKS: u16 = 60;
/// Two units touch if the gap between them is at most this share of the first one's radius. Several models keep
/// units a little apart.
const TOUCHING: f32 = 1.0;
/// A unit lies ahead if the cosine of the angle between its direction and the desired direction is above this:
/// within 60°.
const AHEAD: f32 = 0.5;
/// A unit settling at a shared goal also stands if it touches units standing there and gets nearer by less than
/// this share of its possible distance in this many ticks. Otherwise all units press towards the middle.
const CROWDED: f32 = 0.5;
const CROWDED_TICKS: u16 = 15;
/// A unit displaced from its own position by more than this many radii returns if the position is free: formations
/// stay neat …
const DISPLACED: f32 = 0.25;
/// … and one displaced by more than this many radii in any case, …
const FAR: f32 = 1.0;
/// … once it has not had to give way for this many ticks.
const LEFT_ALONE_TICKS: u16 = 90;

/// The inputs of arrival other than the units and their courses.
pub(super) struct Settling<'a> {
    pub decisions: &'a [Decided],
    /// Has the positions at the beginning of this tick.
    pub tree: &'a KdTree,
    pub shared_goals: &'a SharedGoals,
    /// A buffer for queries.
    pub near: &'a mut Vec<Near>,
    /// The units with another phase than before, and that phase.
    pub changed: &'a mut Vec<(usize, Phase)>,
}

/// Advances every unit to its next phase.
pub(super) fn settle_arrivals(state: &mut State, settling: Settling<'_>) {
    let State { units, courses, layout, largest_radius, .. } = state;
    let mut arrivals = Arrivals { units, courses, layout, largest_radius: *largest_radius, settling };
    for id in 0..arrivals.units.len() {
        let next = match arrivals.units.phase[id] {
            Phase::Walking => arrivals.after_walking(id),
            Phase::Settling => arrivals.after_settling(id),
            Phase::Standing => arrivals.after_standing(id),
        };
        let before = arrivals.units.phase[id];
        if next != before {
            let settled = before == Phase::Settling && next == Phase::Standing;
            let nearest = if settled { arrivals.settled_at(id) } else { f32::INFINITY };
            arrivals.settling.changed.push((id, before));
            let units = &mut arrivals.units;
            (units.phase[id], units.patience[id], units.nearest[id]) = (next, 0, nearest);
        }
    }
}

/// The inputs for a unit's next phase.
struct Arrivals<'a> {
    units: &'a mut Units,
    courses: &'a Courses,
    layout: &'a Layout,
    largest_radius: f32,
    settling: Settling<'a>,
}

impl Arrivals<'_> {
    fn after_walking(&mut self, id: usize) -> Phase {
        let goal = self.units.goal[id];
        if !self.reached(id, &goal) && !self.goal_is_full(id) {
            return Phase::Walking;
        }
        self.units.arrived[id] = true;
        if matches!(goal, Goal::Unit { .. }) { Phase::Standing } else { Phase::Settling }
    }

    fn after_settling(&mut self, id: usize) -> Phase {
        let units = &self.units;
        let in_place = self.courses.distance[id] < IN_PLACE * units.radius[id];
        if in_place && units.velocity[id].norm() < SLOW * units.max_speed[id] {
            return Phase::Standing;
        }
        // Beyond a line, units have their own positions.
        let line = matches!(self.units.goal[id], Goal::Line { .. });
        let no_room = if self.settling.shared_goals.any(id) && !line {
            self.no_nearer_for(id, CROWDED_TICKS, CROWDED)
                && (self.units.patience[id] >= NO_ROOM_TICKS || self.touches_arrived(id))
        } else {
            // From rest, a unit covers the `SLOW` share in this time.
            let starts = 2.0 * SLOW * units.max_speed[id] * units.mass[id] / units.max_force[id];
            self.no_nearer_for(id, NO_ROOM_TICKS.max((STARTS * starts / DT) as u16), SLOW)
        };
        if no_room { Phase::Standing } else { Phase::Settling }
    }

    /// Whether unit `id` got nearer to its goal by less than the given share of its possible distance, for the
    /// given number of ticks.
    fn no_nearer_for(&mut self, id: usize, ticks: u16, share: f32) -> bool {
        let units = &mut self.units;
        // The distance from the beginning of this tick is one tick old, which does no harm.
        let distance = self.courses.distance[id];
        if distance < units.nearest[id] - share * units.max_speed[id] * f32::from(ticks) * DT {
            units.nearest[id] = distance;
            units.patience[id] = 0;
        } else {
            units.patience[id] = units.patience[id].saturating_add(1);
        }
        units.patience[id] >= ticks
    }

    /// Whether walker `id` cannot get nearer to its shared goal because units already stand there.
    fn goal_is_full(&mut self, id: usize) -> bool {
        if !self.settling.shared_goals.any(id) {
            return false;
        }
        let radii = BLOCKED_RADII * self.units.radius[id] / self.units.max_speed[id];
        let ticks = BLOCKED_TICKS.max((radii / DT) as u16);
        self.no_nearer_for(id, ticks, SLOW) && self.touches_arrived(id)
    }

    /// Whether unit `id` touches a unit ahead that has arrived at their shared goal.
    fn touches_arrived(&mut self, id: usize) -> bool {
        let units = &self.units;
        let (center, reach) = (units.position[id], (1.0 + TOUCHING) * units.radius[id]);
        let Settling { tree, near, shared_goals, .. } = &mut self.settling;
        near.clear();
        tree.collect(center, reach + self.largest_radius, near);
        near.iter().any(|near| {
            let other = near.id() as usize;
            let ahead = units.position[other] - center;
            shared_goals.same(id, other)
                && self.courses.standing[other]
                && ahead.norm() <= reach + units.radius[other]
                && ahead.dot(&self.courses.desired[id]) > AHEAD * ahead.norm()
        })
    }

    fn after_standing(&mut self, id: usize) -> Phase {
        let Goal::Point { at, own: true, .. } = self.units.goal[id] else { return Phase::Standing };
        let units = &mut self.units;
        let (distance, radius) = ((units.position[id] - at).norm(), units.radius[id]);
        let nearest = if units.nearest[id].is_finite() { units.nearest[id] } else { 0.0 };
        let displaced = distance > (nearest + DISPLACED * radius).min(FAR * radius);
        let left_alone = displaced && !self.settling.decisions[id].gave_way;
        units.patience[id] = if left_alone { units.patience[id] + 1 } else { 0 };
        if units.patience[id] < LEFT_ALONE_TICKS {
            return Phase::Standing;
        }
        if distance > FAR * radius || self.is_free(at, id) {
            return Phase::Settling;
        }
        self.units.patience[id] = 0;
        Phase::Standing
    }

    /// The distance from its own position beyond which unit `id`, which has settled, is displaced, m. A plan may stop short of it.
    fn settled_at(&self, id: usize) -> f32 {
        match self.units.goal[id] {
            Goal::Point { at, .. } if self.units.plan(id, self.layout).is_some() => {
                (self.units.position[id] - at).norm()
            }
            _ => 0.0,
        }
    }

    /// Whether unit `id` would touch no other one at a position.
    fn is_free(&mut self, at: Point, id: usize) -> bool {
        let units = &self.units;
        let Settling { tree, near, .. } = &mut self.settling;
        near.clear();
        tree.collect(at, units.radius[id] + self.largest_radius, near);
        near.iter().map(|near| near.id() as usize).all(|other| {
            let between = (units.position[other] - at).norm();
            other == id || between >= units.radius[id] + units.radius[other]
        })
    }

    fn reached(&self, id: usize, goal: &Goal) -> bool {
        let (before, now) = (self.units.previous[id], self.units.position[id]);
        match goal {
            Goal::Stand | Goal::Roam => false,
            Goal::Point { at, radius, .. } => (now - at).norm() <= *radius,
            Goal::Region(rect) => rect.contains(now),
            Goal::Line { from, to, toward } => {
                crossing(before, now, *from, *to).is_some() || same_side(now, *toward, *from, *to)
            }
            Goal::Unit { index, gap } => {
                let other = *index as usize;
                let between = (self.units.position[other] - now).norm();
                let (a, b) = (self.units.radius[id], self.units.radius[other]);
                // Bodies in contact keep a small gap.
                between <= a + b + gap.max(CONTACT_GAP * a.min(b))
            }
        }
    }
}

/// Whether `p` lies beyond the line on the side of `toward`, and between the line's ends.
fn same_side(p: Point, toward: Point, from: Point, to: Point) -> bool {
    let line = to - from;
    let along = (p - from).dot(&line);
    let side = |q: Point| crate::math::cross(line, q - from);
    (0.0..=line.norm_squared()).contains(&along) && side(p) * side(toward) > 0.0
}

#[cfg(test)]
mod tests {
    use super::super::start::Start;
    use super::super::test_layouts::walker;
    use super::*;
    use crate::crowd::Crowd;
    use crate::steering::behaviours::Behaviour;
    use crate::steering::combine::Plan;
    use crate::types::Vec2;

    /// A unit of 0.4 m and 2 m/s that starts at this height in the west.
    fn slow_walker(y: f32) -> Start {
        Start { radius: 0.4, max_speed: 2.0, max_force: 16.0, ..walker((-10.0, y), (10.0, 0.0)) }
    }

    /// A unit of 0.4 m and 2 m/s whose goal is at (10, 0), in this phase and this far before its goal.
    fn world(phase: Phase, own: bool, left: f32) -> Crowd {
        let at = Point::new(10.0, 0.0);
        let start = Start { goal: Goal::Point { at, radius: 1.0, own }, ..slow_walker(0.0) };
        let mut world = Crowd::new(Layout::new(vec![start]), 1);
        world.state.units.phase[0] = phase;
        place(&mut world, at - Vec2::new(left, 0.0));
        world
    }

    fn place(world: &mut Crowd, at: Point) {
        let Goal::Point { at: goal, .. } = world.state.units.goal[0] else { panic!("a point") };
        world.state.units.position[0] = at;
        world.state.courses.distance[0] = (goal - at).norm();
    }

    fn settle(world: &mut Crowd) -> Phase {
        let Crowd { state, decisions, tree, shared_goals, near, .. } = world;
        tree.rebuild(&state.units.position);
        settle_arrivals(state, Settling { decisions, tree, shared_goals, near, changed: &mut Vec::new() });
        state.units.phase[0]
    }

    /// The number of ticks until the unit is in this phase; none if it takes more than `most`.
    fn ticks_until(world: &mut Crowd, phase: Phase, most: usize) -> Option<usize> {
        (1..=most).find(|_| settle(world) == phase)
    }

    #[test]
    fn a_displaced_unit_returns_once_it_was_left_alone_for_90_ticks() {
        for (left, own, expected) in
            [(0.11, true, Some(90)), (3.0, true, Some(90)), (0.09, true, None), (3.0, false, None)]
        {
            let mut world = world(Phase::Standing, own, left);
            assert_eq!(ticks_until(&mut world, Phase::Settling, 300), expected, "{left} m, own: {own}");
        }
        let mut world = world(Phase::Standing, true, 3.0);
        assert_eq!(ticks_until(&mut world, Phase::Settling, 89), None);
        world.decisions[0].gave_way = true;
        assert_eq!(settle(&mut world), Phase::Standing, "it gives way in the 90th tick");
        world.decisions[0].gave_way = false;
        assert_eq!(ticks_until(&mut world, Phase::Settling, 300), Some(90), "the time begins anew");
        assert_eq!((world.state.units.patience[0], world.state.units.nearest[0]), (0, f32::INFINITY));
    }

    #[test]
    fn a_unit_displaced_by_less_than_its_radius_waits_until_its_position_is_free() {
        let at = Point::new(10.0, 0.0);
        // Where another unit stands: their radii are 0.4 m.
        for (left, other, expected) in [(0.3, 0.79, None), (0.3, 0.81, Some(90)), (0.41, 0.79, Some(90))] {
            let start = Start { goal: Goal::Point { at, radius: 1.0, own: true }, ..slow_walker(0.0) };
            let mut world = Crowd::new(Layout::new(vec![start, slow_walker(5.0)]), 1);
            world.state.units.phase = vec![Phase::Standing; 2];
            place(&mut world, at - Vec2::new(left, 0.0));
            world.state.units.position[1] = at + Vec2::new(other, 0.0);
            assert_eq!(ticks_until(&mut world, Phase::Settling, 300), expected, "{left} m, {other} m");
        }
    }

    /// A plan that arrives asks for nothing within half a radius.
    #[test]
    fn a_unit_whose_plan_stopped_short_of_its_position_stays_there() {
        for (plan, expected) in [(None, Some(90)), (Some("arrive"), None)] {
            let mut world = world(Phase::Settling, true, 0.3);
            let plan = plan.map(|name| Plan::single(Behaviour::named(name).unwrap()));
            world.state.layout.plans = vec![plan];
            assert!(ticks_until(&mut world, Phase::Standing, 40).is_some());
            assert_eq!(ticks_until(&mut world, Phase::Settling, 300), expected);
            (world.state.units.phase[0], world.state.units.patience[0]) = (Phase::Standing, 0);
            place(&mut world, Point::new(9.59, 0.0));
            assert_eq!(ticks_until(&mut world, Phase::Settling, 300), Some(90), "it was pushed away");
        }
    }

    #[test]
    fn a_unit_in_its_goal_has_arrived_and_settles() {
        for (left, expected) in [(1.01, Phase::Walking), (0.99, Phase::Settling)] {
            let mut world = world(Phase::Walking, true, left);
            assert_eq!(settle(&mut world), expected, "{left} m");
            assert_eq!(world.units().arrived[0], expected == Phase::Settling);
        }
    }

    /// In position is within 0.04 m, slow is below 0.2 m/s.
    #[test]
    fn a_settling_unit_stands_once_it_is_in_position_and_slow() {
        for (left, speed, expected) in
            [(0.039, 0.19, Phase::Standing), (0.041, 0.19, Phase::Settling), (0.039, 0.21, Phase::Settling)]
        {
            let mut world = world(Phase::Settling, true, left);
            world.state.units.velocity[0] = Vec2::new(0.0, speed);
            assert_eq!(settle(&mut world), expected, "{left} m, {speed} m/s");
        }
    }

    /// A unit that is set beyond a line 4 m long, before it, or beside its ends, without crossing it.
    #[test]
    fn a_unit_beyond_its_line_has_arrived_and_one_beside_the_line_has_not() {
        let toward = Point::new(20.0, 0.0);
        let (from, to) = (Point::new(10.0, -2.0), Point::new(10.0, 2.0));
        for (x, y, expected) in [
            (10.1, 1.9, true),
            (15.0, -1.9, true),
            (9.9, 0.0, false),
            (10.1, 2.1, false),
            (10.1, -2.1, false),
        ] {
            let goal = Goal::Line { from, to, toward };
            let mut world = Crowd::new(Layout::new(vec![Start { goal, ..slow_walker(0.0) }]), 1);
            world.state.units.position[0] = Point::new(x, y);
            world.state.units.previous[0] = Point::new(x, y);
            settle(&mut world);
            assert_eq!(world.units().arrived[0], expected, "at ({x}, {y})");
        }
    }

    /// In 30 ticks it could walk 1 m. If it gets nearer by less than a tenth of that, there is no room.
    #[test]
    fn a_settling_unit_without_room_stands_after_30_ticks() {
        let mut world = world(Phase::Settling, true, 0.8);
        // The first look remembers the distance.
        assert_eq!(ticks_until(&mut world, Phase::Standing, 100), Some(31));
        for (gain, expected) in [(0.11, Phase::Settling), (0.09, Phase::Standing)] {
            let mut world = self::world(Phase::Settling, true, 0.8);
            assert_eq!(ticks_until(&mut world, Phase::Standing, 30), None);
            let at = world.state.units.position[0] + Vec2::new(gain, 0.0);
            place(&mut world, at);
            assert_eq!(settle(&mut world), expected, "nearer by {gain} m");
        }
    }

    /// From rest, a unit of 2 kg and 0.4 N covers a tenth of what it could at 2 m/s in 2 s. It has three times that.
    #[test]
    fn a_settling_unit_that_starts_slowly_has_longer() {
        let mut world = world(Phase::Settling, true, 0.8);
        (world.state.units.mass[0], world.state.units.max_force[0]) = (2.0, 0.4);
        let ticks = ticks_until(&mut world, Phase::Standing, 400).unwrap();
        assert!((359..=361).contains(&ticks), "{ticks}");
    }

    /// A walker at the origin that heads east, and a unit at this distance and angle that stands at their shared goal.
    fn before_a_full_goal(distance: f32, degrees: f32) -> Crowd {
        let goal = Goal::Point { at: Point::new(10.0, 0.0), radius: 1.0, own: false };
        let starts = [0.0, 5.0].map(|y| Start { goal, ..slow_walker(y) });
        let mut world = Crowd::new(Layout::new(starts.into()), 1);
        place(&mut world, Point::origin());
        world.state.courses.desired[0] = Vec2::new(1.0, 0.0);
        world.state.units.position[1] = Point::origin() + crate::math::unit(degrees.to_radians()) * distance;
        world.state.units.phase[1] = Phase::Standing;
        world.state.courses.standing[1] = true;
        world
    }

    /// After 2 s, in which it could walk 10 radii. Touching is within 2 R + R = 1.2 m, and ahead within 60°.
    #[test]
    fn a_unit_that_gets_no_nearer_arrives_behind_one_that_stands_at_their_goal() {
        for (distance, degrees, expected) in [
            (1.1, 0.0, Some(120)),
            (1.21, 0.0, None),
            (1.1, 59.0, Some(120)),
            (1.1, 61.0, None),
            (0.85, -59.0, Some(120)),
            (0.85, -61.0, None),
        ] {
            let mut world = before_a_full_goal(distance, degrees);
            let ticks = ticks_until(&mut world, Phase::Settling, 300);
            assert_eq!(ticks, expected, "{distance} m, {degrees}°");
        }
        let mut walks = before_a_full_goal(1.1, 0.0);
        walks.state.courses.standing[1] = false;
        assert_eq!(ticks_until(&mut walks, Phase::Settling, 300), None, "the other one walks, too");
    }
    /// In 15 ticks it could walk 0.5 m. If it gets nearer by less than half of that, it stands.
    #[test]
    fn a_unit_that_settles_behind_one_that_stands_at_their_goal_stands_after_15_ticks() {
        let settling = |distance: f32| {
            let mut world = before_a_full_goal(distance, 0.0);
            world.state.units.phase[0] = Phase::Settling;
            world
        };
        // The first look remembers the distance.
        assert_eq!(ticks_until(&mut settling(1.1), Phase::Standing, 100), Some(16));
        assert_eq!(ticks_until(&mut settling(1.21), Phase::Standing, 100), Some(31), "it touches nobody");
        // Beyond a line, units have their own positions: there the usual time is left to each.
        let mut beyond = settling(1.1);
        let (from, to) = (Point::new(9.0, -9.0), Point::new(9.0, 9.0));
        beyond.state.units.goal.fill(Goal::Line { from, to, toward: Point::new(20.0, 0.0) });
        beyond.shared_goals = SharedGoals::new(&beyond.state.units.goal);
        assert!(beyond.shared_goals.any(0));
        assert_eq!(ticks_until(&mut beyond, Phase::Standing, 100), Some(31));
        for (gain, expected) in [(0.26, Phase::Settling), (0.24, Phase::Standing)] {
            let mut world = settling(1.1);
            assert_eq!(ticks_until(&mut world, Phase::Standing, 15), None);
            world.state.courses.distance[0] -= gain;
            assert_eq!(settle(&mut world), expected, "nearer by {gain} m");
        }
    }
}
