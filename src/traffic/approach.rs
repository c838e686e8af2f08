//! The first gate on a unit's path.

use super::same_side;
use super::walk::Walk;
use crate::math;
use crate::navigation::passages::{GateSide, Passages};
use crate::types::{Point, Vec2};
use serde::{Deserialize, Serialize};

/// The accuracy of distances to regions, as a share of the step.
const ACCURACY: f32 = 0.1;
/// A path that comes back into a region after so many steps has not left it.
const RETURN: f32 = 6.0;

/// The length of path over which the directions at the mouths of a region are measured, in steps.
const INSIDE: f32 = 3.0;

/// How far a unit is from passing a gate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GateApproach {
    /// The index of the gate.
    pub gate: u16,
    /// The side on which the unit comes out.
    pub side: u8,
    /// The distance along the path to the gate's region, m; 0 inside.
    pub distance: f32,
    /// The distance along the path to where it leaves the region, m.
    pub exit: f32,
    /// The length of the path through the region, m, as it was before the unit entered.
    pub length: f32,
    /// The share of that length which its longest straight leg has.
    pub straight: f32,
    /// The direction in which the path leads into the region, a unit vector, as it was before the unit entered.
    pub inwards: Vec2,
    /// The direction in which it leads out again, a unit vector.
    pub outwards: Vec2,
    /// The side on which the unit both enters and leaves a junction, through different mouths. None if it passes from side to side.
    /// `side` then tells the two directions apart.
    pub same_side: Option<u8>,
    /// Whether the unit waits for its side's turn.
    pub waits: bool,
    /// Whether the unit was so deep in the region once that it no longer queues there.
    pub is_through: bool,
    /// The ticks for which the unit has been stuck on its way to this gate. Queueing counts them.
    pub stuck: f32,
    /// Its progress along the path in this tick, m.
    pub gone: f32,
}

impl GateApproach {
    /// Whether the unit is in the gate's region.
    pub fn is_inside(&self) -> bool {
        self.distance == 0.0
    }
}

/// The path of a unit as far as it is known.
#[derive(Debug, Clone, Copy)]
pub struct PathAhead<'a> {
    /// The unit's position, then the corners.
    pub corners: &'a [Point],
    /// Whether the path leads on beyond the last corner. Otherwise it ends there.
    pub is_cut: bool,
    /// The unit's approach in the tick before.
    pub before: Option<GateApproach>,
}

/// A path's way through a region.
struct Way {
    /// Where it leaves the region along the path, m.
    exit: f32,
    /// The side of its last place in the region.
    side: u8,
    /// Whether the path, as far as it is known, ends in the region.
    is_end: bool,
}

/// Returns the first gate on a path. Looks for a gate within `look` metres, in steps of `step` metres. None if there is no
/// gate, or if the path leaves its region on the side on which it enters, unless that is a junction of which it passes two mouths.
pub fn approach(passages: &Passages, path: PathAhead<'_>, look: f32, step: f32) -> Option<GateApproach> {
    let corners = path.corners;
    let (entry, first, distance) = entry(passages, corners, look, step)?;
    let way = way(passages, corners, entry, first, step);
    let before = path.before.filter(|before| before.gate == entry.gate);
    let places = [distance, way.exit].map(|at| Walk::along(corners).to(at).or(corners.last().copied()));
    let [enters, leaves] = places.map(Option::unwrap_or_default);
    let gate = &passages.gates()[usize::from(entry.gate)];
    let same_side = match before.filter(|_| distance == 0.0) {
        Some(before) => before.same_side.filter(|side| *side == way.side || way.is_end),
        None => (distance > 0.0 && !way.is_end && way.side == entry.side)
            .then_some(entry.side)
            .filter(|_| same_side::are_two_mouths(gate, enters, leaves, step))
            .filter(|_| same_side::is_narrow(passages, entry.gate, corners, [distance, way.exit], step)),
    };
    let is_cut = path.is_cut && way.is_end;
    let side = match (same_side, before) {
        (Some(_), Some(before)) if way.is_end => before.side,
        (Some(_), _) => same_side::direction(gate, leaves),
        (None, _) if is_cut && way.side == entry.side && passes(passages, path, entry, distance) => {
            1 - entry.side
        }
        _ => way.side,
    };
    let [inwards, outwards] = directions(corners, distance, way.exit, INSIDE * step);
    let approach = GateApproach {
        gate: entry.gate,
        side,
        distance,
        exit: way.exit,
        length: way.exit - distance,
        straight: longest_leg(corners, distance, way.exit) / (way.exit - distance).max(f32::MIN_POSITIVE),
        inwards,
        outwards,
        same_side,
        waits: false,
        is_through: false,
        stuck: 0.0,
        gone: 0.0,
    };
    (approach.is_inside() || side != entry.side || same_side.is_some()).then_some(approach)
}

/// Where a path first enters a region, the first step in it, and the distance to it along the path, m.
fn entry(passages: &Passages, corners: &[Point], look: f32, step: f32) -> Option<(GateSide, f32, f32)> {
    let mut walk = Walk::along(corners);
    let mut at = 0.0;
    loop {
        let p = walk.to(at)?;
        if let Some(place) = passages.at(p) {
            let outside = (at - step).max(0.0);
            let is_in = |p: Point| passages.at(p).is_some_and(|found| found.gate == place.gate);
            let distance = if at == 0.0 { 0.0 } else { boundary(corners, outside, at, step, is_in) };
            return Some((place, at, distance));
        }
        if at > look {
            return None;
        }
        at += passages.away(p).max(step);
    }
}

/// The way of a path through a region, from a place in it `at` metres along the path.
fn way(passages: &Passages, corners: &[Point], entry: GateSide, mut at: f32, step: f32) -> Way {
    let mut walk = Walk::along(corners);
    let (mut side, mut left) = (entry.side, None);
    let is_out = |p: Point| passages.at(p).is_none_or(|found| found.gate != entry.gate);
    let leaves_at = |at: f32| boundary(corners, (at - step).max(0.0), at, step, is_out);
    loop {
        match walk.to(at).map(|p| passages.at(p)) {
            Some(Some(place)) if place.gate == entry.gate && (left.is_none() || place.side == entry.side) => {
                (side, left) = (place.side, None);
            }
            // A region is not convex at its mouths. Round an island, its other end may be near.
            Some(_) if side == entry.side && at < *left.get_or_insert(at) + RETURN * step => {}
            None if left.is_none() => return Way { exit: walk.before, side, is_end: true },
            _ => return Way { exit: leaves_at(left.unwrap_or(at)), side, is_end: false },
        }
        at += step;
    }
}

/// The length of the longest straight leg of a path between two distances along it, m.
fn longest_leg(corners: &[Point], from: f32, to: f32) -> f32 {
    let (mut longest, mut before) = (0.0_f32, 0.0);
    for leg in corners.windows(2) {
        let after = before + (leg[1] - leg[0]).norm();
        longest = longest.max(after.min(to) - before.max(from));
        before = after;
    }
    longest
}

/// The directions in which a path leads on from `entry` metres along it, and up to `exit`, over about this length. Unit vectors.
fn directions(corners: &[Point], entry: f32, exit: f32, length: f32) -> [Vec2; 2] {
    let length = length.min(0.5 * (exit - entry));
    let mut walk = Walk::along(corners);
    let mut to = |at: f32| walk.to(at).or(corners.last().copied()).unwrap_or_default();
    let [entry, after, before, exit] = [entry, entry + length, exit - length, exit].map(&mut to);
    [math::normalize(after - entry), math::normalize(exit - before)]
}

/// Whether a unit passes a gate if its path is only known as far as a place in the region, on the side of its `entry`. It does if it comes from
/// outside, `distance` m away. Inside, it goes on as before, or passes if its path approaches the middle.
fn passes(passages: &Passages, path: PathAhead<'_>, entry: GateSide, distance: f32) -> bool {
    let middle = passages.gates()[usize::from(entry.gate)].middle;
    let to_middle = |end: Option<&Point>| end.map_or(0.0, |p| (p - middle).norm());
    match path.before.filter(|before| before.gate == entry.gate) {
        _ if distance > 0.0 => true,
        Some(before) => before.side != entry.side,
        None => to_middle(path.corners.last()) < to_middle(path.corners.first()),
    }
}

/// Where along the path `is_beyond` begins to be true, between `low` and `high`, by bisection.
fn boundary(
    corners: &[Point],
    mut low: f32,
    mut high: f32,
    step: f32,
    is_beyond: impl Fn(Point) -> bool,
) -> f32 {
    while high - low > ACCURACY * step {
        let middle = 0.5 * (low + high);
        let mut walk = Walk::along(corners);
        match walk.to(middle) {
            Some(p) if !is_beyond(p) => low = middle,
            _ => high = middle,
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::navigation::Grid;
    use crate::navigation::passages::Gate;
    use crate::types::{Rect, Vec2};
    use proptest::prelude::*;

    const STEP: f32 = 0.5;
    const EXACT: f32 = 1.01 * ACCURACY * STEP;

    /// Regions that are strips across a hall of 40 m × 8 m: gate 0 from 10 to 14 m, gate 1 from 20 to 26 m, and gate 2 right after
    /// it to 28 m. Each has its sides left and right of its middle.
    fn hall() -> Passages {
        let area = Rect { min: Point::new(0.0, 0.0), max: Point::new(40.0, 8.0) };
        let grid = Grid::covering(area, 0.25, 1 << 20);
        let strips = [(10.0, 14.0), (20.0, 26.0), (26.0, 28.0)];
        let place = |p: Point| {
            let strip = strips.iter().position(|(from, to)| (*from..*to).contains(&p.x))?;
            let side = u8::from(p.x > 0.5 * (strips[strip].0 + strips[strip].1));
            Some(GateSide { gate: strip as u16, side })
        };
        let away = |p: Point| {
            let outside = strips.iter().map(|(from, to)| (from - p.x).max(p.x - to));
            (outside.fold(f32::INFINITY, f32::min) - 0.125).max(0.0)
        };
        let gate = |(from, to): (f32, f32)| Gate {
            middle: Point::new(0.5 * (from + to), 4.0),
            through: Vec2::x(),
            width: 8.0,
            is_door: true,
            has_detour: false,
            mouths: 2,
            has_islands: false,
        };
        Passages::drawn(grid, strips.map(gate).to_vec(), place, away)
    }

    fn path(corners: &[(f32, f32)]) -> Vec<Point> {
        corners.iter().map(|(x, y)| Point::new(*x, *y)).collect()
    }

    /// The gate on a path that ends at the last corner.
    fn along(corners: &[Point], look: f32, step: f32) -> Option<GateApproach> {
        approach(&hall(), PathAhead { corners, is_cut: false, before: None }, look, step)
    }

    fn found(corners: &[(f32, f32)]) -> Option<GateApproach> {
        along(&path(corners), 60.0, STEP)
    }

    /// Gate, side, distance and exit.
    fn assert_is(corners: &[(f32, f32)], (gate, side, distance, exit): (u16, u8, f32, f32)) {
        let own = found(corners).unwrap_or_else(|| panic!("{corners:?} has no gate"));
        assert_eq!((own.gate, own.side, own.waits), (gate, side, false), "{corners:?}: {own:?}");
        assert!((own.distance - distance).abs() <= EXACT, "{corners:?}: {own:?}, not {distance} m");
        assert!((own.exit - exit).abs() <= EXACT, "{corners:?}: {own:?}, not {exit} m");
        assert!((own.length - (own.exit - own.distance)).abs() < 1e-4, "{corners:?}: {own:?}");
        assert_eq!(own.is_inside(), distance == 0.0, "{corners:?}: {own:?}");
    }

    #[test]
    fn the_first_gate_on_the_path_counts_and_the_side_where_the_path_leaves_it() {
        assert_is(&[(2.1, 2.0), (38.0, 2.0)], (0, 1, 7.9, 11.9));
        assert_is(&[(16.0, 2.0), (2.0, 2.0)], (0, 0, 2.0, 6.0));
        assert_is(&[(15.0, 2.0), (38.0, 2.0)], (1, 1, 5.0, 11.0));
        assert_is(&[(33.0, 2.0), (2.0, 2.0)], (2, 0, 5.0, 7.0));
        assert_is(&[(26.5, 2.0), (2.0, 2.0)], (2, 0, 0.0, 0.5));
        assert_is(&[(9.9, 2.0), (38.0, 2.0)], (0, 1, 0.1, 4.1));
        assert_eq!(found(&[(30.0, 2.0), (38.0, 5.0)]), None);
    }

    #[test]
    fn distances_follow_the_corners_of_the_path() {
        assert_is(&[(2.0, 1.0), (2.0, 6.0), (38.0, 6.0)], (0, 1, 13.0, 17.0));
        // A corner twice, and one in the region, from which the path goes on at an angle of 3 : 4.
        assert_is(
            &[(8.0, 1.0), (9.0, 1.0), (9.0, 1.0), (11.0, 1.0), (17.0, 5.5), (38.0, 5.5)],
            (0, 1, 2.0, 6.75),
        );
    }

    /// Gate 1 reaches from 20 to 26 m. Directions are measured over 1.5 m, and over half the way on shorter ones.
    #[test]
    fn the_path_leads_into_the_region_and_out_of_it_in_these_directions() {
        let directions = |corners: &[(f32, f32)]| {
            let own = found(corners).unwrap();
            [own.inwards, own.outwards]
        };
        let assert_are = |is: [Vec2; 2], expected: [(f32, f32); 2]| {
            let near = |(is, (x, y)): (Vec2, (f32, f32))| (is - Vec2::new(x, y)).norm() < 0.05;
            assert!(is.into_iter().zip(expected).all(near), "{is:?}, not {expected:?}");
        };
        assert_are(directions(&[(15.0, 4.0), (27.9, 4.0)]), [(1.0, 0.0), (1.0, 0.0)]);
        let bent = [(15.0, 1.0), (22.0, 1.0), (22.0, 4.0), (24.0, 4.0), (27.0, 7.0), (27.5, 7.0)];
        assert_are(directions(&bent), [(1.0, 0.0), (0.707, 0.707)]);
        // It ends in the region, after 3.2 m to the east and 1 m to the north.
        assert_are(directions(&[(18.0, 4.0), (23.2, 4.0), (23.2, 5.0)]), [(1.0, 0.0), (0.447, 0.894)]);
    }

    /// Gate 1 reaches from 20 to 26 m.
    #[test]
    fn the_longest_leg_in_the_region_has_this_share_of_the_way_through_it() {
        let assert_share = |corners: &[(f32, f32)], expected: f32| {
            let is = found(corners).unwrap().straight;
            assert!((is - expected).abs() < 0.01, "{is}, not {expected}");
        };
        assert_share(&[(15.0, 4.0), (38.0, 4.0)], 1.0);
        // 2 m, then 5 m at an angle of 3 : 4, of which all lies in the region, then 1 m.
        assert_share(&[(15.0, 1.0), (22.0, 1.0), (25.0, 5.0), (38.0, 5.0)], 5.0 / 8.0);
        // The legs before and after the region are longer. In it are 4 m and 2 m, with 3 m between them.
        assert_share(&[(15.0, 1.0), (24.0, 1.0), (24.0, 4.0), (38.0, 4.0)], 4.0 / 9.0);
        // From inside.
        assert_share(&[(22.0, 1.0), (23.0, 1.0), (23.0, 4.0), (38.0, 4.0)], 3.0 / 7.0);
    }

    #[test]
    fn a_unit_in_the_region_leaves_it_on_either_side() {
        assert_is(&[(11.0, 2.0), (38.0, 2.0)], (0, 1, 0.0, 3.0));
        assert_is(&[(11.0, 2.0), (2.0, 2.0)], (0, 0, 0.0, 1.0));
        assert_is(&[(13.0, 2.0), (2.0, 2.0)], (0, 0, 0.0, 3.0));
    }

    #[test]
    fn a_path_that_comes_out_where_it_went_in_does_not_pass_the_gate() {
        assert_eq!(found(&[(8.0, 2.0), (11.5, 2.0), (8.0, 3.0)]), None);
        assert_is(&[(8.0, 2.0), (13.5, 2.0), (11.0, 2.0), (16.0, 2.0)], (0, 1, 2.0, 11.0));
    }

    #[test]
    fn a_goal_in_the_region_ends_the_path_there() {
        assert_is(&[(8.0, 2.0), (13.0, 2.0)], (0, 1, 2.0, 5.0));
        assert_eq!(found(&[(8.0, 2.0), (11.0, 2.0)]), None, "before the middle");
        assert_is(&[(11.0, 2.0), (11.0, 7.0)], (0, 0, 0.0, 5.0));
    }

    #[test]
    fn a_path_that_is_not_known_to_its_end_passes_the_gate_that_it_leads_into() {
        let side = |corners: &[(f32, f32)]| {
            let corners = path(corners);
            approach(&hall(), PathAhead { corners: &corners, is_cut: true, before: None }, 60.0, STEP)
                .map(|own| own.side)
        };
        assert_eq!(side(&[(8.0, 4.0), (11.0, 4.0)]), Some(1), "from the west, before the middle");
        assert_eq!(side(&[(16.0, 4.0), (13.0, 4.0)]), Some(0), "from the east");
        assert_eq!(side(&[(9.9, 4.0), (10.5, 0.5)]), Some(1), "from the west, away from the middle");
        assert_eq!(side(&[(10.5, 4.0), (11.5, 4.0)]), Some(1), "inside, towards the middle");
        assert_eq!(side(&[(11.5, 4.0), (10.5, 4.0)]), Some(0), "inside, back");
        assert_eq!(side(&[(11.0, 4.0), (13.5, 4.0)]), Some(1), "inside, and farther beyond the middle");
        assert_eq!(side(&[(13.0, 4.0), (13.5, 4.0)]), Some(1), "inside, away from it");
    }

    /// Gate 0 has its region left of 14 m, but for a bay from x = 10.6 to 12 m below y = 1 m.
    #[test]
    fn a_path_that_comes_back_into_a_region_has_not_left_it() {
        let area = Rect { min: Point::new(0.0, 0.0), max: Point::new(40.0, 8.0) };
        let place = |p: Point| {
            let is_in = (10.0..14.0).contains(&p.x) && !((10.6..12.0).contains(&p.x) && p.y < 1.0);
            is_in.then(|| GateSide { gate: 0, side: u8::from(p.x > 12.8) })
        };
        let gates = hall().gates()[..1].to_vec();
        let bay =
            Passages::drawn(Grid::covering(area, 0.25, 1 << 20), gates, place, |p| (10.0 - p.x).max(0.0));
        let found = |step: f32, corners: &[(f32, f32)]| {
            let corners = path(corners);
            approach(&bay, PathAhead { corners: &corners, is_cut: false, before: None }, 60.0, step)
        };
        for from in [8.0, 10.3] {
            let own = found(STEP, &[(from, 0.5), (38.0, 0.5)]).unwrap();
            assert_eq!(own.side, 1, "{own:?}");
            assert!((own.exit - (14.0 - from)).abs() <= EXACT, "{own:?}");
            assert_eq!(own.is_inside(), from > 10.0);
        }
        let around = |p: Point| place(p).filter(|_| !(10.6..12.9).contains(&p.x));
        let ring = Passages::drawn(*bay.grid(), bay.gates().to_vec(), around, |p| (10.0 - p.x).max(0.0));
        let corners = path(&[(8.0, 4.0), (38.0, 4.0)]);
        let past = approach(&ring, PathAhead { corners: &corners, is_cut: false, before: None }, 60.0, STEP);
        assert_eq!(past, None, "it comes back at the region's other end");
        // 6 steps of 0.2 m are less than the bay.
        assert_eq!(found(0.2, &[(8.0, 0.5), (38.0, 0.5)]), None, "too wide a bay");
        let leaves = found(STEP, &[(10.3, 0.5), (11.5, 0.5)]).unwrap();
        assert!(leaves.side == 0 && (leaves.exit - 0.3).abs() <= 0.1, "it ends in the bay: {leaves:?}");
    }

    #[test]
    fn a_unit_in_a_long_tunnel_comes_out_where_it_was_to_come_out_before() {
        let side = |corners: &[(f32, f32)], gate: u16, side: u8| {
            let corners = path(corners);
            let before = found(&[(2.1, 2.0), (38.0, 2.0)]).map(|own| GateApproach { gate, side, ..own });
            approach(&hall(), PathAhead { corners: &corners, is_cut: true, before }, 60.0, STEP)
                .map(|own| own.side)
        };
        // In a bend, its path leads away from the middle, or past it behind a wall.
        let (away, near) = ([(11.0, 4.0), (10.5, 0.5)], [(10.5, 4.0), (11.5, 4.0)]);
        assert_eq!([side(&away, 0, 1), side(&away, 0, 0)], [Some(1), Some(0)]);
        assert_eq!([side(&near, 0, 1), side(&near, 0, 0)], [Some(1), Some(0)]);
        assert_eq!(side(&near, 1, 0), Some(1), "it was on its way to another gate");
        assert_eq!(side(&[(9.9, 4.0), (10.5, 4.0)], 0, 0), Some(1), "it comes in");
    }

    #[test]
    fn gates_beyond_the_look_are_not_noticed() {
        let at = |x: f32, look: f32| along(&path(&[(x, 2.0), (38.0, 2.0)]), look, STEP);
        assert_eq!(at(0.5, 8.5), None);
        assert!(at(0.5, 10.0).is_some_and(|own| own.gate == 0));
        assert!(at(10.5, 0.0).is_some(), "a unit that is in it");
        assert_eq!(along(&path(&[(12.0, 2.0)]), 60.0, STEP), None, "no path");
        assert_eq!(along(&[], 60.0, STEP), None);
    }

    proptest! {
        /// The true distances are those at which x = 10 and x = 14 m.
        #[test]
        fn distances_are_exact_to_a_tenth_of_a_step(
            start in (0.2_f32..9.5, 0.2_f32..7.8), corner in (0.2_f32..9.5, 0.2_f32..7.8),
            end in (15.0_f32..19.0, 0.2_f32..7.8), step in 0.1_f32..0.8,
        ) {
            let corners = path(&[start, corner, end]);
            let own = along(&corners, 60.0, step);
            prop_assert!(own.is_some());
            let own = own.unwrap();
            let (first, last) = ((corners[1] - corners[0]).norm(), corners[2] - corners[1]);
            let to = |x: f32| first + last.norm() * (x - corners[1].x) / last.x;
            let slack = ACCURACY * step + 1e-3;
            prop_assert!((own.distance - to(10.0)).abs() <= slack, "{:?}, {}", own, to(10.0));
            prop_assert!((own.exit - to(14.0)).abs() <= slack, "{:?}, {}", own, to(14.0));
            prop_assert_eq!((own.gate, own.side), (0, 1));
        }
    }
}
