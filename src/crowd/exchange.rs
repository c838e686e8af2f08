//! Units of a group exchange their places at the goal where a late one cannot get to its own.
//!
//! In a dense crowd, units that have arrived stand a little off their places, half in those of others. A late unit would then
//! circle around them for ever.

use super::crowd::Crowd;
use super::order::LegAim;
use super::units::Phase;
use crate::navigation::Goal;
use crate::types::Point;

/// A unit looks for an exchange once in this many ticks.
const LOOK_TICKS: u64 = 10;
/// Units farther from their places than this are not late yet, R.
const LATE: f32 = 60.0;
/// How far from a unit it looks for another one, R.
const REACH: f32 = 16.0;
/// Units faster than this share of their maximum speed need no exchange.
const SLOW: f32 = 0.5;
/// How far from a place a unit stands that is in it, R.
const IN_PLACE: f32 = 2.0;
/// How far before a unit another one stands that is in its way, R.
const BEFORE: f32 = 3.5;
/// The sum of both distances may grow by this much, R: whoever stands in the way moves up.
const COST: f32 = 0.5;
/// The time between two exchanges of a unit, ticks.
const PAUSE: u64 = 60;
/// The number of exchanges that a late unit makes.
const MOST: u16 = 12;

impl Crowd {
    /// Whether unit `id` exchanged its place at the goal in the last tick. Its goal is another one then, without an order.
    pub fn has_exchanged(&self, id: usize) -> bool {
        self.state.units.exchanges[id].until + 1 == self.state.ticks + PAUSE
    }

    /// Lets late units exchange their places with units of their group that have arrived.
    pub(super) fn exchange_places(&mut self) {
        let ticks = self.state.ticks;
        let first = (LOOK_TICKS - ticks % LOOK_TICKS) % LOOK_TICKS;
        for late in (first as usize..self.state.units.len()).step_by(LOOK_TICKS as usize) {
            if self.is_late(late)
                && let Some(other) = self.partner(late)
            {
                self.exchange(late, other);
            }
        }
    }

    /// The place of a unit's own at its goal. None if it has none, goes on from there, or has just exchanged it.
    fn place(&self, slot: usize) -> Option<Point> {
        let orders = &self.orders[slot];
        let is_last = orders.queue.is_empty();
        let may = self.state.units.exchanges[slot].until <= self.state.ticks;
        match (self.state.units.goal[slot], &orders.leg) {
            (Goal::Point { at, own: true, .. }, None) if may && is_last => Some(at),
            (Goal::Point { at, own: true, .. }, Some(leg))
                if may && is_last && matches!(leg.aim, LegAim::Goal(_)) =>
            {
                Some(at)
            }
            _ => None,
        }
    }

    fn is_late(&self, slot: usize) -> bool {
        let super::state::State { units, courses, .. } = &self.state;
        units.phase[slot] == Phase::Walking
            && courses.distance[slot] < LATE * units.radius[slot]
            && units.exchanges[slot].asked < MOST
            && units.velocity[slot].dot(&courses.desired[slot]) < SLOW * units.max_speed[slot]
    }

    /// The unit with which a late one exchanges its place: one that stands in that place or in the way, so that both together
    /// have the least to walk.
    fn partner(&mut self, late: usize) -> Option<usize> {
        let own = self.place(late)?;
        let super::state::State { units, navigator, .. } = &self.state;
        let clearance = navigator.clearance_of(late);
        let (here, radius) = (units.position[late], units.radius[late]);
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        self.tree.collect(here, REACH * radius, &mut near);
        let gain = |other: usize| {
            let alike = units.phase[other] != Phase::Walking
                && units.group[other] == units.group[late]
                && units.radius[other] == radius
                && self.orders[other].order() == self.orders[late].order();
            let their = self.place(other).filter(|_| alike)?;
            let there = units.position[other];
            let before = (here - own).norm() + (there - their).norm();
            let gain = before - (here - their).norm() - (there - own).norm();
            let is_in_the_way =
                (there - own).norm() < IN_PLACE * radius || (there - here).norm() < BEFORE * radius;
            let least = if is_in_the_way { -COST * radius } else { 0.0 };
            let sees = |from, to| clearance.is_none_or(|clearance| clearance.sees(from, to));
            (gain > least && sees(here, their) && sees(there, own)).then_some(gain)
        };
        let found = near.iter().map(|near| near.id() as usize);
        let all = found.filter_map(|other| Some((gain(other)?, other)));
        let best = all.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1)));
        self.near = near;
        best.map(|(_, other)| other)
    }

    fn exchange(&mut self, late: usize, other: usize) {
        let super::state::State { units, navigator, traffic, ticks, .. } = &mut self.state;
        units.goal.swap(late, other);
        navigator.exchange(late, other);
        [late, other].iter().for_each(|slot| traffic.forget(*slot));
        let (mut theirs, mut own) = (self.orders[other].leg.take(), self.orders[late].leg.take());
        if let (Some(theirs), Some(own)) = (&mut theirs, &mut own) {
            std::mem::swap(&mut theirs.aim, &mut own.aim);
            std::mem::swap(&mut theirs.facing, &mut own.facing);
        }
        (self.orders[other].leg, self.orders[late].leg) = (theirs, own);
        for slot in [late, other] {
            units.exchanges[slot].until = *ticks + PAUSE;
        }
        units.exchanges[late].asked += 1;
        units.phase[other] = Phase::Settling;
        (units.patience[other], units.nearest[other]) = (0, f32::INFINITY);
        units.patience[late] = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::super::order::Leg;
    use super::super::test_layouts::steered;
    use super::super::{Layout, Order, OrderId, Slots, Start};
    use super::*;
    use crate::geometry::Wall;
    use crate::types::{Rect, Vec2};

    /// Where a unit stands, and its place.
    type Standing = ((f32, f32), (f32, f32));

    /// A unit of 0.5 m that has its own place at this point.
    fn start(at: (f32, f32), place: (f32, f32)) -> Start {
        let goal = Goal::Point { at: Point::new(place.0, place.1), radius: 0.5, own: true };
        Start { position: Point::new(at.0, at.1), goal, ..Start::default() }
    }

    /// A late unit in the west whose place is taken by one that stands off its own, which is 1 m farther east.
    /// In a line, an exchange costs twice the distance between the unit in the middle and the nearer place.
    fn late(walls: Vec<Wall>) -> Crowd {
        late_beside(&[], walls)
    }

    /// The same with more units that stand somewhere, and have these places.
    fn late_beside(others: &[Standing], walls: Vec<Wall>) -> Crowd {
        let mut starts = vec![start((0.0, 0.0), (3.0, 0.0)), start((3.1, 0.0), (4.0, 0.0))];
        starts.extend(others.iter().map(|(at, place)| start(*at, *place)));
        let bounds = Rect { min: Point::new(-10.0, -10.0), max: Point::new(10.0, 10.0) };
        let layout = Layout { walls, bounds, ..steered(Layout::new(starts), "none") };
        let mut crowd = Crowd::new(layout, 1);
        crowd.tick();
        crowd.state.units.phase[1..].fill(Phase::Standing);
        crowd.state.units.arrived[1..].fill(true);
        crowd.state.units.velocity.fill(Vec2::zeros());
        crowd.state.ticks = 10;
        crowd
    }

    fn places(crowd: &Crowd) -> Vec<f32> {
        crowd.state.units.goal.iter().map(|goal| goal.point().unwrap().x).collect()
    }

    #[test]
    fn a_late_unit_exchanges_its_place_with_the_one_that_stands_there() {
        let mut crowd = late(Vec::new());
        crowd.exchange_places();
        assert_eq!(places(&crowd), [4.0, 3.0]);
        assert_eq!(crowd.state.units.phase, [Phase::Walking, Phase::Settling]);
        // Known in the next tick, and not again within a second.
        let known = [0, 1, 2, 50].map(|ticks| {
            crowd.state.ticks = 10 + ticks;
            [0, 1].map(|id| crowd.has_exchanged(id))
        });
        assert_eq!(known, [[false; 2], [true; 2], [false; 2], [false; 2]]);
        crowd.exchange_places();
        assert_eq!(places(&crowd), [4.0, 3.0]);
    }

    /// Slot 0 in ticks that are multiples of ten, slot 1 one tick before them.
    #[test]
    fn a_unit_looks_for_an_exchange_once_in_ten_ticks_and_units_of_other_slots_in_other_ticks() {
        for slot in [0, 1, 3] {
            let mut crowd = late_beside(&[((-8.0, 8.0), (-8.0, 8.0)), ((8.0, 8.0), (8.0, 8.0))], Vec::new());
            // The late unit changes its slot with one that stands apart.
            for at in [&mut crowd.state.units.position, &mut crowd.state.units.previous] {
                at.swap(0, slot);
            }
            let units = &mut crowd.state.units;
            units.goal.swap(0, slot);
            units.phase.swap(0, slot);
            crowd.state.courses.distance.swap(0, slot);
            crowd.tree.rebuild(&crowd.state.units.position);
            let own = crowd.state.units.goal[slot];
            let looks = (100..120).filter(|tick| {
                let mut crowd = crowd.clone();
                crowd.state.ticks = *tick;
                crowd.exchange_places();
                crowd.state.units.goal[slot] != own
            });
            let expected = [100, 110].map(|tick| tick + (10 - slot as u64) % 10);
            assert_eq!(looks.collect::<Vec<_>>(), expected, "slot {slot}");
        }
    }

    #[test]
    fn units_that_are_not_late_or_not_alike_keep_their_places() {
        type Case = (&'static str, fn(&mut Crowd));
        let cases: [Case; 10] = [
            ("with another order", |crowd| {
                let aim = LegAim::Goal(crowd.state.units.goal[1]);
                let leg = Leg { order: OrderId(7), aim, facing: None, pass: 0.5, repeats: false, speed: 5.0 };
                crowd.orders[1].leg = Some(leg);
            }),
            ("has just exchanged", |crowd| crowd.state.units.exchanges[0].until = 11),
            ("with one that has just exchanged", |crowd| crowd.state.units.exchanges[1].until = 11),
            ("sharing a place", |crowd| {
                crowd.state.units.goal[0] = Goal::Point { at: Point::new(3.0, 0.0), radius: 0.5, own: false };
            }),
            ("fast", |crowd| crowd.state.units.velocity[0] = Vec2::new(4.0, 0.0)),
            ("far", |crowd| crowd.state.courses.distance[0] = 60.0),
            ("of another group", |crowd| crowd.state.units.group[1] = 1),
            ("larger", |crowd| crowd.state.units.radius[1] = 0.6),
            ("walking", |crowd| crowd.state.units.phase[1] = Phase::Walking),
            ("asked too often", |crowd| crowd.state.units.exchanges[0].asked = MOST),
        ];
        for (name, change) in cases {
            let mut crowd = late(Vec::new());
            change(&mut crowd);
            crowd.exchange_places();
            assert_eq!(places(&crowd), [3.0, 4.0], "{name}");
        }
    }

    #[test]
    fn an_exchange_makes_the_way_longer_by_half_a_radius_at_most_and_leads_through_no_wall() {
        for (other, expected) in [((3.1, 0.0), [4.0, 3.0]), ((3.15, 0.0), [3.0, 4.0])] {
            let mut crowd = late(Vec::new());
            crowd.state.units.position[1] = Point::new(other.0, other.1);
            crowd.tree.rebuild(&crowd.state.units.position);
            crowd.exchange_places();
            assert_eq!(places(&crowd), expected, "the other one at {other:?}");
        }
        let wall = Rect { min: Point::new(1.4, -3.0), max: Point::new(1.6, 3.0) };
        let mut crowd = late(vec![Wall::Box(wall)]);
        crowd.exchange_places();
        assert_eq!(places(&crowd), [3.0, 4.0]);
    }

    /// Within 16 R, of equal ones the one in the lower slot. Late in (0, 0) with a place at (3, 0), one at (3.1, 0) with (4, 0), and
    /// two more.
    #[test]
    fn a_late_unit_exchanges_its_place_with_the_nearby_unit_that_saves_most() {
        let saves_more: [Standing; 2] = [((3.0, 0.1), (3.0, 1.0)), ((3.0, -0.1), (3.0, -1.0))];
        let cases: [([Standing; 2], usize); 4] = [
            (saves_more, 2),
            ([saves_more[1], saves_more[0]], 2),
            ([((3.0, 0.1), (3.0, 0.9)), saves_more[0]], 3),
            // The second one is 8.1 m away, and would save 10 m.
            ([((8.1, 0.0), (3.0, 0.0)), ((-8.1, 0.0), (3.0, 0.0))], 1),
        ];
        for (others, expected) in cases {
            let mut crowd = late_beside(&others, Vec::new());
            let before = crowd.state.units.goal.clone();
            crowd.exchange_places();
            let is_late_ones = |slot: &usize| crowd.state.units.goal[*slot] == before[0];
            assert_eq!((0..4).find(is_late_ones), Some(expected), "{others:?}");
            assert_eq!(crowd.state.units.goal[0], before[expected], "{others:?}");
        }
    }

    /// A longer way is worth it only with a unit within 2 R of the late one's place, or within 3.5 R of the late one.
    #[test]
    fn only_a_unit_in_the_way_moves_up_at_a_cost() {
        for (x, expected) in [(1.7, true), (1.8, false), (1.95, false), (2.05, true)] {
            let mut crowd = late(Vec::new());
            crowd.state.units.position[1] = Point::new(x, 0.1);
            crowd.tree.rebuild(&crowd.state.units.position);
            crowd.exchange_places();
            assert_eq!(places(&crowd) == [4.0, 3.0], expected, "{x} m");
        }
    }

    #[test]
    fn an_exchange_counts_for_the_late_unit_and_lets_both_rest() {
        let mut crowd = late(Vec::new());
        let units = &mut crowd.state.units;
        (units.patience, units.nearest) = (vec![7, 8], vec![1.0, 1.0]);
        crowd.exchange(0, 1);
        let units = &crowd.state.units;
        assert_eq!(
            units.exchanges.iter().map(|own| (own.asked, own.until)).collect::<Vec<_>>(),
            [(1, 70), (0, 70)]
        );
        assert_eq!(
            (units.patience.as_slice(), units.nearest.as_slice()),
            ([0, 0].as_slice(), [1.0, f32::INFINITY].as_slice())
        );
    }

    /// A block so dense that units stand off their places.
    #[test]
    fn all_units_of_an_ordered_formation_arrive_and_each_has_a_place_of_its_own() {
        let mut starts = Vec::new();
        for k in 0..120 {
            let at = Point::new(-20.0 + (k % 10) as f32 * 1.2, (k / 10) as f32 * 1.2);
            starts.push(Start {
                position: at,
                goal: Goal::Point { at, radius: 0.5, own: false },
                ..Start::default()
            });
        }
        let bounds = Rect { min: Point::new(-25.0, -20.0), max: Point::new(25.0, 20.0) };
        let mut crowd = Crowd::new(Layout { bounds, ..steered(Layout::new(starts), "lanes") }, 1);
        let ids = crowd.ids().to_vec();
        crowd.order(&ids, Order::form(Slots::boxed(Point::new(10.0, 0.0), 0.0, 1.06))).unwrap();
        let mut ordered: Vec<(i32, i32)> = Vec::new();
        let millimetres = |crowd: &Crowd| {
            let at = |goal: &Goal| {
                goal.point().map(|p| ((p.x * 1e3).round() as i32, (p.y * 1e3).round() as i32)).unwrap()
            };
            let mut all: Vec<(i32, i32)> = crowd.state.units.goal.iter().map(at).collect();
            all.sort_unstable();
            all
        };
        for tick in 0..1800 {
            crowd.tick();
            if tick == 0 {
                ordered = millimetres(&crowd);
            }
        }
        assert_eq!(crowd.arrived(), 120);
        assert_eq!(millimetres(&crowd), ordered, "the places are the same ones");
        let exchanged: u16 = crowd.state.units.exchanges.iter().map(|own| own.asked).sum();
        assert!(exchanged > 0, "nobody exchanged a place");
    }
}
