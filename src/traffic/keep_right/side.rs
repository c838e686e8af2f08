//! The side of a passage on which units keep.
//!
//! The shortest paths often lead two directions into a passage on their left: past the inner corners of a junction, for
//! instance. To keep right, they would have to cross each other. So would units that turn left in a junction.

use super::super::approach::GateApproach;
use super::super::walk::Walk;
use crate::math;
use crate::navigation::passages::Passages;
use crate::types::{Point, Vec2};
use serde::{Deserialize, Serialize};

/// Units keep left in a passage if they come in farther left than the others go out, by more than this, R, as a sum over both mouths …
const LEFT: f32 = 2.0;
/// … and go on doing so down to this, R.
const STILL_LEFT: f32 = 1.0;
/// In a junction, units keep left if one side turns left by more than this, as the mean sine of its angles …
const TURN: f32 = 0.3;
/// … and go on doing so down to this, while the other side does not turn right by more than …
const STILL_TURN: f32 = 0.15;
/// … this: both sides of two-way traffic turn by opposite angles.
const STRAIGHT: f32 = 0.1;

/// The side of its passage on which a unit keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) enum Side {
    #[default]
    Right,
    Left,
}

impl Side {
    /// The unit vector to this side of a direction.
    pub fn of(self, direction: Vec2) -> Vec2 {
        math::right(direction) * self.to_right()
    }

    /// How far right one metre to this side is, m.
    pub fn to_right(self) -> f32 {
        match self {
            Side::Right => 1.0,
            Side::Left => -1.0,
        }
    }
}

/// Where paths lead into a passage and out of it: sums over units.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct PathEnds {
    units: f32,
    entry: Vec2,
    inwards: Vec2,
    exit: Vec2,
    outwards: Vec2,
    /// The sines of the angles by which the paths turn left.
    turn: f32,
}

impl PathEnds {
    /// Those of a unit that comes to a passage. None if its path is not known to the passage's end, or ends in it.
    pub fn of(corners: &[Point], own: &GateApproach, passages: &Passages) -> Option<PathEnds> {
        let mut walk = Walk::along(corners);
        let mut to = |at: f32| walk.to(at).map(|p| p.coords);
        let (entry, exit) = (to(own.distance)?, to(own.exit)?);
        if passages.at(exit.into()).is_some_and(|place| place.gate == own.gate) {
            return None;
        }
        let GateApproach { inwards, outwards, .. } = *own;
        Some(PathEnds { units: 1.0, entry, inwards, exit, outwards, turn: inwards.perp(&outwards) })
    }

    pub fn add(&mut self, other: &PathEnds) {
        self.units += other.units;
        self.entry += other.entry;
        self.inwards += other.inwards;
        self.exit += other.exit;
        self.outwards += other.outwards;
        self.turn += other.turn;
    }

    fn fade(&mut self, left: f32) {
        self.units *= left;
        self.entry *= left;
        self.inwards *= left;
        self.exit *= left;
        self.outwards *= left;
        self.turn *= left;
    }
}

/// On which side units keep in a passage, and the paths that decide it.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct PassageSide {
    pub side: Side,
    /// By the side on which the units come out. They fade while others come.
    ends: [PathEnds; 2],
}

impl PassageSide {
    /// Adds the paths of the units that look in this tick, by the side on which they come out. `left` is the share of earlier ones that
    /// remains, `radius` the units' mean radius, m. A junction has more than two mouths.
    pub fn add(&mut self, new: &[PathEnds; 2], left: f32, radius: f32, is_junction: bool) {
        if new.iter().all(|ends| ends.units == 0.0) {
            return;
        }
        for (known, new) in self.ends.iter_mut().zip(new).filter(|(_, new)| new.units > 0.0) {
            known.fade(left);
            known.add(new);
        }
        let keeps_left = self.side == Side::Left;
        let is_left = if is_junction {
            self.turn().is_some_and(|turn| turn > if keeps_left { STILL_TURN } else { TURN })
        } else {
            let least = if keeps_left { STILL_LEFT } else { LEFT };
            self.enter_left().is_some_and(|distance| distance > least * radius)
        };
        self.side = if is_left { Side::Left } else { Side::Right };
    }

    #[cfg(test)]
    pub fn keeping(side: Side) -> PassageSide {
        PassageSide { side, ..PassageSide::default() }
    }

    /// How far units turn left in a junction: the mean sine of the angle, of the side that turns farther. They do not cross each other if they
    /// keep left. None until units came from both sides, and while one side turns right.
    fn turn(&self) -> Option<f32> {
        let [a, b] = self.ends.map(|ends| (ends.units > 0.0).then(|| ends.turn / ends.units));
        let (a, b) = a.zip(b)?;
        (a.min(b) > -STRAIGHT).then_some(a.max(b))
    }

    /// How far left of those who leave the passage others enter it, m: the sum over both mouths. None until units came from both.
    fn enter_left(&self) -> Option<f32> {
        let at_mouth = |enter: &PathEnds, leave: &PathEnds| {
            let inwards = math::normalize(enter.inwards / enter.units - leave.outwards / leave.units);
            (leave.exit / leave.units - enter.entry / enter.units).dot(&math::right(inwards))
        };
        let [a, b] = &self.ends;
        (a.units > 0.0 && b.units > 0.0).then(|| at_mouth(a, b) + at_mouth(b, a))
    }

    pub fn add_to_hash(&self, add: &mut dyn FnMut(u64)) {
        add(u64::from(self.side == Side::Left));
        for PathEnds { units, entry, inwards, exit, outwards, turn } in self.ends {
            [units, turn].iter().for_each(|value| add(value.to_bits().into()));
            let sums = [entry, inwards, exit, outwards];
            sums.iter().flat_map(|sum| sum.iter()).for_each(|value| add(value.to_bits().into()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traffic::test_walks::RADIUS;

    /// Paths through a passage of 40 m, turned by this angle: those that come in and go out this far to the north, on the way east or west.
    fn paths(units: f32, is_east: bool, entry: f32, exit: f32, angle: f32) -> PathEnds {
        let along = math::unit(angle);
        let at = |x: f32, y: f32| along * x - math::right(along) * y;
        let way = if is_east { 1.0 } else { -1.0 };
        let [entry, exit] = [at(-20.0 * way, entry), at(20.0 * way, exit)];
        let [entry, exit, direction] = [entry, exit, along * way].map(|sum| sum * units);
        PathEnds { units, entry, inwards: direction, exit, outwards: direction, turn: 0.0 }
    }

    #[test]
    fn paths_that_pass_each_other_on_the_left_are_left_by_the_distance_at_both_mouths() {
        for angle in [0.0, 1.0, 2.5, -2.0] {
            let left = |west: [f32; 2], east: [f32; 2]| {
                let ends =
                    [paths(1.0, false, west[0], west[1], angle), paths(5.0, true, east[0], east[1], angle)];
                PassageSide { side: Side::Right, ends }.enter_left().unwrap()
            };
            let near = |is: f32, expected: f32| assert!((is - expected).abs() < 1e-4, "{is}, not {expected}");
            near(left([-2.0, -2.0], [3.0, 3.0]), 10.0);
            near(left([2.0, 2.0], [-3.0, -3.0]), -10.0);
            near(left([0.0, -2.0], [1.0, 0.0]), 3.0);
            near(left([1.0, -2.0], [-2.0, 1.0]), 0.0);
        }
        let one_way = [paths(1.0, false, 0.0, 0.0, 0.0), PathEnds::default()];
        assert_eq!(PassageSide { side: Side::Right, ends: one_way }.enter_left(), None);
    }

    #[test]
    fn units_keep_left_from_a_distance_on_and_down_to_a_smaller_one() {
        let mut passage = PassageSide::default();
        let mut side = |distance: f32| {
            let new =
                [paths(2.0, false, 0.0, 0.0, 0.0), paths(2.0, true, 0.5 * distance, 0.5 * distance, 0.0)];
            // Nothing of what was before is left.
            passage.add(&new, 0.0, RADIUS, false);
            passage.side
        };
        let sides = [1.9, 2.1, 1.1, 0.9, 1.9, -5.0].map(|distance| side(distance * RADIUS));
        assert_eq!(sides, [Side::Right, Side::Left, Side::Left, Side::Right, Side::Right, Side::Right]);
        // Without new paths, it stays.
        side(3.0 * RADIUS);
        passage.add(&Default::default(), 0.0, RADIUS, false);
        assert_eq!(passage.side, Side::Left);
    }

    #[test]
    fn in_a_junction_units_keep_left_while_one_side_turns_left_and_none_turns_right() {
        let mut passage = PassageSide::default();
        let mut side = |[a, b]: [Option<f32>; 2]| {
            // In a tunnel, they would keep left in any case.
            let new = [(3.0, a), (1.0, b)].map(|(units, turn)| {
                turn.map_or_else(PathEnds::default, |turn| PathEnds {
                    turn: units * turn,
                    ..paths(units, units > 1.0, -9.0, -9.0, 0.0)
                })
            });
            passage.add(&new, 0.0, RADIUS, true);
            passage.side
        };
        for (turns, expected) in [
            ([Some(1.0), None], Side::Right),
            ([Some(0.29), Some(0.0)], Side::Right),
            ([Some(0.31), Some(0.0)], Side::Left),
            ([Some(0.0), Some(0.16)], Side::Left),
            ([Some(0.14), Some(0.14)], Side::Right),
            ([Some(-0.11), Some(1.0)], Side::Right),
            ([Some(-0.09), Some(1.0)], Side::Left),
            ([Some(1.0), Some(-1.0)], Side::Right),
        ] {
            assert_eq!(side(turns), expected, "{turns:?}");
        }
    }

    #[test]
    fn earlier_paths_fade_while_others_come() {
        let mut passage = PassageSide::default();
        let west = PathEnds::default();
        passage.add(&[west, paths(4.0, true, 1.0, 1.0, 0.0)], 0.5, RADIUS, false);
        passage.add(&[west, paths(1.0, true, 4.0, 4.0, 0.0)], 0.5, RADIUS, false);
        let [_, east] = passage.ends;
        assert_eq!((east.units, east.entry), (3.0, Vec2::new(-60.0, 6.0)));
        let mut bits = 0;
        passage.add_to_hash(&mut |_| bits += 1);
        assert_eq!(bits, 1 + 2 * 10);
    }
}
