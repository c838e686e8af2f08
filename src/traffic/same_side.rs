//! Units that enter and leave a junction on the same side of its gate.
//!
//! A gate has two sides, and a junction more than two mouths. Two crowds that come from two mouths on one side oppose each other as those from
//! two sides do. They are told apart by the mouth through which they leave. Round an island, there may be other ways.

use super::walk::Walk;
use crate::math;
use crate::navigation::passages::{Gate, Passages};
use crate::types::{Point, Vec2};

/// Paths that leave a region nearer than this to where they enter it, R, beyond the width of the gate, clip one of its mouths.
const APART: f32 = 10.0;
/// The ways of crowds that oppose each other are somewhere at most this many times as wide as the gate.
const WIDER: f32 = 1.3;
/// The width of a way is measured between so many parts of it …
const PARTS: u8 = 8;
/// … to this accuracy, R.
const FINE: f32 = 0.25;

/// Whether a path that enters and leaves a region in these places passes two mouths of a junction. `radius` is that of the units, m.
pub(super) fn are_two_mouths(gate: &Gate, enters: Point, leaves: Point, radius: f32) -> bool {
    let is_junction = gate.mouths > 2 && !gate.has_islands;
    is_junction && (leaves - enters).norm() > gate.width + APART * radius
}

/// Whether the region of a gate is about as narrow as the gate somewhere on a path, between two distances along it in m.
pub(super) fn is_narrow(
    passages: &Passages,
    gate: u16,
    corners: &[Point],
    [from, to]: [f32; 2],
    radius: f32,
) -> bool {
    let most = WIDER * passages.gates()[usize::from(gate)].width;
    let is_in = |p: Point| passages.at(p).is_some_and(|place| place.gate == gate);
    let free = |p: Point, way: Vec2| {
        let steps = (1..).map(|k| k as f32 * FINE * radius);
        steps.take_while(|free| *free < most && is_in(p + way * *free)).last().unwrap_or(0.0)
    };
    (1..PARTS).any(|part| {
        let at = from + (to - from) * f32::from(part) / f32::from(PARTS);
        let places = [at, at + FINE * radius].map(|at| Walk::along(corners).to(at));
        let [Some(p), Some(next)] = places else { return false };
        let left = math::left(math::normalize(next - p));
        free(p, left) + free(p, -left) <= most
    })
}

/// The direction of a unit that leaves a junction here: 0 or 1.
pub(super) fn direction(gate: &Gate, leaves: Point) -> u8 {
    u8::from(math::cross(gate.through, leaves - gate.middle) > 0.0)
}

#[cfg(test)]
mod tests {
    use super::super::approach::{GateApproach, PathAhead, approach};
    use super::super::test_walks::{RADIUS, TestWalk, rect};
    use super::*;
    use crate::geometry::Wall;
    use crate::navigation::Grid;
    use crate::navigation::passages::GateSide;

    /// A junction at (20, 20) of arms that are 14 m long: to the north and the east, `width` m wide and on side 1, and to the south.
    fn junction(width: f32, mouths: usize, has_islands: bool) -> Passages {
        let place = |p: Point| {
            let is_in_arm = |across: f32, along: f32| {
                (across - 20.0).abs() < 0.5 * width && (18.0..34.0).contains(&along)
            };
            let is_south = (p.x - 20.0).abs() < 2.0 && (6.0..18.0).contains(&p.y);
            let is_beyond = is_in_arm(p.x, p.y) || is_in_arm(p.y, p.x);
            (is_south || is_beyond).then_some(GateSide { gate: 0, side: u8::from(is_beyond) })
        };
        let gate = Gate {
            middle: Point::new(20.0, 18.0),
            through: math::unit(std::f32::consts::FRAC_PI_4),
            width: 4.0,
            is_door: false,
            has_detour: false,
            mouths,
            has_islands,
        };
        let grid = Grid::covering(rect((0.0, 0.0), (40.0, 40.0)), 0.25, 1 << 20);
        Passages::drawn(grid, vec![gate], place, |_| 0.0)
    }

    /// The approach of a unit with this path.
    fn look(
        passages: &Passages,
        corners: &[(f32, f32)],
        before: Option<GateApproach>,
    ) -> Option<GateApproach> {
        let corners: Vec<Point> = corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        approach(passages, PathAhead { corners: &corners, is_cut: false, before }, 60.0, RADIUS)
    }

    const TO_EAST: [(f32, f32); 3] = [(20.0, 38.0), (20.0, 20.0), (38.0, 20.0)];
    const TO_NORTH: [(f32, f32); 3] = [(38.0, 20.0), (20.0, 20.0), (20.0, 38.0)];
    const TO_SOUTH: [(f32, f32); 2] = [(20.0, 38.0), (20.0, 2.0)];

    fn sides(own: Option<GateApproach>) -> Option<(u8, Option<u8>)> {
        own.map(|own| (own.side, own.same_side))
    }

    #[test]
    fn units_between_two_mouths_on_the_same_side_are_told_apart_by_their_direction() {
        let found = |corners: &[(f32, f32)]| sides(look(&junction(4.0, 3, false), corners, None));
        assert_eq!(found(&TO_EAST), Some((0, Some(1))));
        assert_eq!(found(&TO_NORTH), Some((1, Some(1))));
        assert_eq!(found(&TO_SOUTH), Some((0, None)), "from side to side");
        assert_eq!(found(&[(16.0, 30.0), (20.0, 32.0), (20.0, 38.0)]), None, "it clips a mouth");
        assert_eq!(found(&[(16.0, 30.0), (20.0, 31.0), (20.0, 24.0)]), None, "its goal is inside");
    }

    #[test]
    fn no_other_units_on_the_same_side_pass_a_gate() {
        assert_eq!(look(&junction(4.0, 2, false), &TO_EAST, None), None, "no junction");
        assert_eq!(look(&junction(4.0, 3, true), &TO_EAST, None), None, "streets round an island");
        for (width, passes) in [(3.0, true), (5.0, true), (5.5, false), (9.0, false)] {
            assert_eq!(look(&junction(width, 3, false), &TO_EAST, None).is_some(), passes, "{width} m");
        }
    }

    #[test]
    fn a_unit_inside_keeps_its_direction_until_it_goes_to_the_other_side() {
        let passages = junction(4.0, 3, false);
        let before = look(&passages, &TO_NORTH, None);
        let found = |corners: &[(f32, f32)]| sides(look(&passages, corners, before));
        assert_eq!(found(&[(30.0, 20.0), (20.0, 20.0), (20.0, 38.0)]), Some((1, Some(1))));
        assert_eq!(found(&[(20.0, 30.0), (20.0, 38.0)]), Some((1, Some(1))), "at the end");
        assert_eq!(found(&[(30.0, 20.0), (38.0, 20.0)]), Some((0, Some(1))), "it turns round");
        assert_eq!(found(&[(30.0, 20.0), (20.0, 20.0), (20.0, 25.0)]), Some((1, Some(1))), "a goal inside");
        assert_eq!(found(&[(30.0, 20.0), (20.0, 20.0), (20.0, 2.0)]), Some((0, None)), "to the south");
        let from_south = look(&passages, &[(20.0, 2.0), (20.0, 38.0)], None);
        let ends = look(&passages, &[(20.0, 30.0), (20.0, 38.0)], from_south);
        assert_eq!(sides(ends), Some((1, None)), "it came from side to side");
    }

    /// Three rooms at the ends of arms that are 2.2 m wide and 14 m long. Their middles, and the outline.
    fn rooms(angles: [f32; 3]) -> ([(f32, f32); 3], Wall) {
        let half = 1.1;
        let arms: Vec<Vec2> = angles.iter().map(|angle| math::unit(angle.to_radians())).collect();
        let mut outline = Vec::new();
        for (k, arm) in arms.iter().enumerate() {
            let place = |along: f32, across: f32| Point::from(*arm * along + math::left(*arm) * across);
            let room = [(14.0, -half), (14.0, -7.0), (28.0, -7.0), (28.0, 7.0), (14.0, 7.0), (14.0, half)];
            outline.extend(room.map(|(along, across)| place(along, across)));
            // The corner between this arm and the next one.
            let bisector = *arm + arms[(k + 1) % 3];
            let is_straight = bisector.norm() < 0.01;
            let corner = if is_straight { math::left(*arm) } else { bisector / math::cross(*arm, bisector) };
            outline.push(Point::from(corner * half));
        }
        outline.push(outline[0]);
        let middles = [0, 1, 2].map(|k: usize| (arms[k].x * 21.0, arms[k].y * 21.0));
        (middles, Wall::Chain(outline))
    }

    /// Whatever the two sides of the gate are.
    #[test]
    fn crowds_between_any_two_rooms_of_a_junction_come_from_different_sides() {
        for angles in [[0.0, 90.0, 180.0], [20.0, 110.0, 200.0], [0.0, 120.0, 240.0], [-9.0, 94.0, 249.0]] {
            let (middles, walls) = rooms(angles);
            let mut same_side = 0;
            for (a, b) in [(0, 1), (1, 2), (2, 0)] {
                let walks = [(middles[a], middles[b]), (middles[b], middles[a])];
                let mut walk =
                    TestWalk::new(std::slice::from_ref(&walls), rect((-40.0, -40.0), (80.0, 80.0)), &walks);
                walk.switch(&["gates"]);
                let mut seen = [0, 1].map(|_| Vec::new());
                for _ in 0..900 {
                    walk.tick();
                    for (slot, seen) in seen.iter_mut().enumerate() {
                        seen.extend(walk.traffic.approach(slot).copied());
                    }
                }
                let [one, other] = seen;
                assert!(one.len() > 100 && other.len() > 100, "{angles:?}, {a} and {b}: they pass the gate");
                let are_one =
                    |own: &[GateApproach]| own.iter().all(|next| sides(Some(*next)) == sides(Some(own[0])));
                assert!(are_one(&one) && are_one(&other), "{angles:?}, {a} and {b}: all the way");
                assert_ne!(one[0].side, other[0].side, "{angles:?}, {a} and {b}");
                assert_eq!(one[0].same_side, other[0].same_side, "{angles:?}, {a} and {b}");
                same_side += usize::from(one[0].same_side.is_some());
            }
            assert_eq!(same_side, 1, "{angles:?}: two of three mouths are on the same side");
        }
    }
}
