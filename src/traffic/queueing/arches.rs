//! Arches: units that press towards the same point between two walls hold each other up. The one behind yields.

use crate::math;
use crate::steering::{Neighbour, Unit};
use crate::traffic::tick::TrafficTick;
use crate::types::{Renumbering, Vec2};
use serde::{Deserialize, Serialize};

/// Units this close to a wall can form arches, R.
const NEAR_WALL: f32 = 6.0;
/// How long a unit presses away from gates before it begins to yield, ticks. It yields fully after twice that time.
const PATIENCE: f32 = 30.0;
/// A unit that is stuck for this long goes back …
const GO_BACK: f32 = 480.0;
/// … for this long, ticks …
const GONE_BACK: f32 = 120.0;
/// … at this share of its maximum speed. Of two units, one goes back at first, and the other one the next time.
const BACK: f32 = 0.5;
/// A unit is stuck below this share of its maximum speed …
const SLOW: f32 = 0.15;
/// … and a tick in which it is not counts this much.
const RECOVERY: f32 = 2.0;

/// The units that are stuck away from gates.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub(super) struct Arches {
    /// The ticks for which each unit has been stuck, by slot.
    stuck: Vec<f32>,
    /// How often each unit has been stuck long enough to go back.
    times: Vec<u8>,
}

impl Arches {
    /// Counts the ticks for which units are stuck near walls.
    pub fn count(&mut self, tick: &TrafficTick<'_>) {
        let units = tick.units;
        self.stuck.resize(units.position.len(), 0.0);
        self.times.resize(units.position.len(), 0);
        for (slot, (stuck, times)) in self.stuck.iter_mut().zip(&mut self.times).enumerate() {
            let is_near = || tick.clearance.gap_near(units.position[slot]) < NEAR_WALL * units.radius[slot];
            let speed = units.velocity[slot].dot(&tick.headings.direction[slot]);
            *stuck = if !tick.is_guided(slot) {
                0.0
            } else if speed >= SLOW * units.max_speed[slot] {
                (stuck.min(2.0 * PATIENCE) - RECOVERY).max(0.0)
            } else if is_near() {
                *stuck + 1.0
            } else {
                0.0
            };
            if *stuck > GO_BACK + GONE_BACK {
                (*stuck, *times) = (0.0, times.wrapping_add(1));
            }
        }
    }

    /// The pace of a unit that has been stuck for so long that it goes back. None for the others.
    pub fn pace(&self, slot: usize) -> Option<f32> {
        let is_its_turn = (slot + usize::from(*self.times.get(slot)?)).is_multiple_of(2);
        (self.stuck[slot] > GO_BACK && is_its_turn).then_some(-BACK)
    }

    /// How much a unit yields: 0 to 1.
    pub fn share(&self, slot: usize) -> f32 {
        self.stuck.get(slot).map_or(0.0, |stuck| ((stuck - PATIENCE) / PATIENCE).clamp(0.0, 1.0))
    }

    /// Follows the units to their new slots.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        if !self.stuck.is_empty() {
            renumbering.apply(&mut self.stuck, || 0.0);
            renumbering.apply(&mut self.times, || 0);
        }
    }

    /// Adds the counts to a hash.
    pub fn add_to_hash(&self, add: &mut dyn FnMut(u64)) {
        for (slot, (stuck, times)) in self.stuck.iter().zip(&self.times).enumerate() {
            if (*stuck, *times) != (0.0, 0) {
                add((slot as u64) << 40 | u64::from(*times) << 32 | u64::from(stuck.to_bits()));
            }
        }
    }
}

/// The velocity of a unit that yields to `close` units before it that head the same way, given the one chosen. `held_off` returns the
/// velocity at which it does not press against one of them.
pub(super) fn yielding<'a>(
    unit: &Unit,
    close: impl Iterator<Item = &'a Neighbour>,
    chosen: Vec2,
    held_off: impl Fn(&Neighbour, Vec2) -> Vec2,
) -> Vec2 {
    let before = close.filter(|other| is_before(other, unit));
    before.fold(chosen, |velocity, other| held_off(other, velocity))
}

/// Whether another unit heads the same way and is before `unit` on it. Of two units side by side, the one with the lower id is.
fn is_before(other: &Neighbour, unit: &Unit) -> bool {
    let theirs = math::normalize(other.preferred);
    let along = (other.position - unit.position).dot(&(theirs + unit.desired));
    theirs.dot(&unit.desired) > 0.0 && (along > 0.0 || (along == 0.0 && other.id < unit.id))
}

#[cfg(test)]
mod tests {
    use super::super::QueueRules;
    use super::*;
    use crate::settings::Settings;
    use crate::traffic::test_walks::{RADIUS, TestWalk, rect};
    use crate::types::Point;

    fn unit(id: u32, position: (f32, f32)) -> Unit {
        let position = Point::new(position.0, position.1);
        Unit { id, position, radius: 0.5, max_speed: 5.0, desired: Vec2::x(), ..Unit::default() }
    }

    fn other(id: u32, position: (f32, f32), preferred: Vec2) -> Neighbour {
        let position = Point::new(position.0, position.1);
        Neighbour { id, position, radius: 0.5, preferred, ..Neighbour::default() }
    }

    #[test]
    fn of_two_units_that_head_the_same_way_exactly_one_is_before_the_other() {
        let east = Vec2::new(5.0, 0.0);
        for (theirs, expected) in [((1.0, 0.2), true), ((-0.1, 1.0), false), ((0.0, 1.0), true)] {
            assert_eq!(is_before(&other(3, theirs, east), &unit(7, (0.0, 0.0))), expected, "{theirs:?}");
            let back = is_before(&other(7, (0.0, 0.0), east), &unit(3, theirs));
            assert_eq!(back, !expected, "{theirs:?}");
        }
        assert!(!is_before(&other(3, (1.0, 0.0), -east), &unit(7, (0.0, 0.0))), "it comes towards the unit");
        assert!(!is_before(&other(3, (1.0, 0.0), Vec2::zeros()), &unit(7, (0.0, 0.0))), "it stands");
    }

    /// At a gap of 0, a unit that yields fully goes back at 0.5 · 0.15 of its maximum speed.
    #[test]
    fn a_unit_yields_only_towards_units_before_it() {
        let rules = QueueRules::new(&Settings::default(), 0.5);
        let unit = unit(7, (0.0, 0.0));
        let velocity = |others: &[Neighbour], share: f32| {
            let held_off = |other: &Neighbour, velocity| rules.held_off(&unit, other, share, velocity);
            yielding(&unit, others.iter(), Vec2::new(5.0, 0.0), held_off)
        };
        let ahead = other(9, (1.0, 0.0), Vec2::new(5.0, 0.0));
        assert!((velocity(&[ahead], 1.0).x + 0.375).abs() < 1e-5, "{:?}", velocity(&[ahead], 1.0));
        assert!((velocity(&[ahead], 0.5).x - 2.3125).abs() < 1e-5, "{:?}", velocity(&[ahead], 0.5));
        let behind = other(9, (-1.0, 0.0), Vec2::new(5.0, 0.0));
        assert_eq!(velocity(&[behind], 1.0), Vec2::new(5.0, 0.0));
        // From one that is 60° to the left of its way, it is held off, too.
        let left = other(8, (0.5, 0.866), Vec2::new(5.0, 0.0));
        assert!(velocity(&[left], 1.0).x > 3.0 && velocity(&[left, ahead], 1.0).x < 0.0);
    }

    /// A unit that presses for 1 s against a wall begins to yield after half of that time. One in the open does not.
    #[test]
    fn units_near_walls_count_how_long_they_are_stuck() {
        let walls = [crate::geometry::Wall::Box(rect((0.0, 1.0), (30.0, 2.0)))];
        let ends = [((5.0, 0.2), (25.0, 0.2)), ((5.0, -15.0), (25.0, -15.0))];
        let mut walk = TestWalk::new(&walls, rect((-2.0, -20.0), (36.0, 26.0)), &ends);
        walk.find_paths();
        let mut arches = Arches::default();
        for ticks in 1..=60 {
            walk.with_tick(|tick| arches.count(tick));
            let expected = ((ticks as f32 - 30.0) / 30.0).max(0.0);
            assert_eq!((arches.share(0), arches.share(1)), (expected, 0.0), "tick {ticks}");
        }
        let mut hash = Vec::new();
        arches.add_to_hash(&mut |bits| hash.push(bits));
        assert_eq!(hash, [u64::from(60.0_f32.to_bits())]);
        arches.renumber(&Renumbering { kept: vec![1], before: 2, added: 1 });
        assert_eq!(arches.stuck, [0.0, 0.0]);
        walk.velocity[0] = Vec2::new(5.0 * RADIUS, 0.0);
        arches.stuck[0] = 90.0;
        walk.with_tick(|tick| arches.count(tick));
        assert_eq!(arches.stuck[0], 58.0, "it gets on");
    }

    /// After 8 s of 2 s each, and every second time.
    #[test]
    fn a_unit_that_gets_nowhere_goes_back_for_a_while_and_its_neighbour_the_next_time() {
        let walls = [crate::geometry::Wall::Box(rect((0.0, 1.0), (30.0, 2.0)))];
        let ends = [((5.0, 0.2), (25.0, 0.2)), ((3.9, 0.2), (25.0, 0.2))];
        let mut walk = TestWalk::new(&walls, rect((-2.0, -20.0), (36.0, 26.0)), &ends);
        walk.find_paths();
        let mut arches = Arches::default();
        assert_eq!(arches.pace(0), None, "before the first tick");
        let mut goes = [Vec::new(), Vec::new()];
        for tick in 1..=1300 {
            walk.with_tick(|tick| arches.count(tick));
            for (slot, goes) in goes.iter_mut().enumerate() {
                if arches.pace(slot) == Some(-0.5) {
                    goes.push(tick);
                }
            }
        }
        assert_eq!(goes[0], (481..=600).collect::<Vec<_>>());
        assert_eq!(goes[1], (601 + 481..=601 + 600).collect::<Vec<_>>());
    }
}
