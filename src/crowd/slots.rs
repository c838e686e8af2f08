//! Formations: the slots of an order, and which unit takes which.

use crate::math;
use crate::types::{Point, Vec2};
use serde::{Deserialize, Serialize};

/// Up to this many units, the sum of the distances is the least possible.
const EXACT: usize = 64;
/// Beyond, pairs of units exchange slots until no exchange shortens the sum, at most this often per unit.
const EXCHANGES: usize = 40;

/// A formation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Slots {
    /// Rows behind each other, about as wide as deep.
    Box {
        /// The middle.
        center: Point,
        /// The direction that it faces, rad.
        facing: f32,
        /// The distance between neighbours, m.
        spacing: f32,
    },
    /// Rows along a line, the first one on it, and the others behind.
    Line {
        /// The left end of the first row, as the units see it.
        from: Point,
        /// The right end.
        to: Point,
        /// The distance between neighbours, m.
        spacing: f32,
    },
    /// Places of the caller's own. Units beyond them stay near the last one.
    Points {
        /// The places.
        points: Vec<Point>,
        /// The direction to face, rad.
        facing: Option<f32>,
    },
}

impl Slots {
    /// A box that faces a direction (rad), with this distance between neighbours, m.
    pub fn boxed(center: Point, facing: f32, spacing: f32) -> Slots {
        Slots::Box { center, facing, spacing }
    }

    /// Rows along a line, which faces to the left of the way between its ends.
    pub fn line(from: Point, to: Point, spacing: f32) -> Slots {
        Slots::Line { from, to, spacing }
    }

    /// The direction that the formation faces, rad.
    pub fn facing(&self) -> Option<f32> {
        match self {
            Slots::Box { facing, .. } => Some(*facing),
            Slots::Line { from, to, .. } => (from != to).then(|| math::angle(math::left(to - from))),
            Slots::Points { facing, .. } => *facing,
        }
    }

    /// All points that define the formation.
    pub(super) fn corners(&self) -> Vec<Point> {
        match self {
            Slots::Box { center, .. } => vec![*center],
            Slots::Line { from, to, .. } => vec![*from, *to],
            Slots::Points { points, .. } => points.clone(),
        }
    }

    /// The distance between neighbours, m.
    pub(super) fn spacing(&self) -> f32 {
        match self {
            Slots::Box { spacing, .. } | Slots::Line { spacing, .. } => *spacing,
            Slots::Points { .. } => 1.0,
        }
    }

    /// The slots for `count` units, from front to back. Those for which `is_free` is false are left out, and the formation grows
    /// backwards.
    pub(super) fn places(&self, count: usize, is_free: impl Fn(Point) -> bool) -> Vec<Point> {
        let (middle, ahead, columns, spacing) = match self {
            Slots::Points { points, .. } => {
                let last = points.last().copied().unwrap_or_default();
                return (0..count).map(|k| points.get(k).copied().unwrap_or(last)).collect();
            }
            Slots::Box { center, facing, spacing } => {
                let columns = (count as f32).sqrt().ceil().max(1.0) as usize;
                let rows = count.div_ceil(columns);
                let ahead = math::unit(*facing);
                let front = center + ahead * (0.5 * (rows.max(1) - 1) as f32 * spacing);
                (front, ahead, columns, *spacing)
            }
            Slots::Line { from, to, spacing } => {
                let columns = ((to - from).norm() / spacing).floor() as usize + 1;
                let ahead = math::normalize(math::left(to - from));
                (nalgebra::center(from, to), ahead, columns.min(count.max(1)), *spacing)
            }
        };
        let across = math::right(ahead);
        let mut places = Vec::with_capacity(count);
        // Behind a wall there may be no room at all.
        for row in 0..4 * count.div_ceil(columns) + 4 {
            let left = count - places.len();
            let in_row = columns.min(left);
            let at = |column: usize, of: usize| {
                let offset = (column as f32 - 0.5 * (of - 1) as f32) * spacing;
                middle + across * offset - ahead * (row as f32 * spacing)
            };
            let full = (0..columns).map(|column| at(column, columns));
            let all_free = in_row < columns && (0..in_row).all(|column| is_free(at(column, in_row)));
            // The last row stands in the middle.
            if all_free {
                places.extend((0..in_row).map(|column| at(column, in_row)));
            } else {
                places.extend(full.filter(|place| is_free(*place)).take(left));
            }
            if places.len() == count {
                return places;
            }
        }
        let last = places.last().copied().unwrap_or(middle);
        places.resize(count, last);
        places
    }
}

/// Which place each unit takes, so that the sum of the distances is small: the least for few units.
pub(super) fn assign(units: &[Point], places: &[Point]) -> Vec<usize> {
    let cost = |unit: usize, place: usize| (units[unit] - places[place]).norm();
    if units.len() <= EXACT { least(units.len(), cost) } else { exchanged(units, places, cost) }
}

/// The assignment with the least sum, by shortest augmenting paths (Kuhn 1955, Munkres 1957; in the form with potentials, O(n³)).
fn least(count: usize, cost: impl Fn(usize, usize) -> f32) -> Vec<usize> {
    // Row and column 0 stand for no unit and no place.
    let (mut of_unit, mut of_place) = (vec![0.0_f64; count + 1], vec![0.0_f64; count + 1]);
    let mut unit_at = vec![0; count + 1];
    for unit in 1..=count {
        unit_at[0] = unit;
        let (mut nearest, mut from) = (vec![f64::INFINITY; count + 1], vec![0; count + 1]);
        let mut used = vec![false; count + 1];
        let mut place = 0;
        while unit_at[place] != 0 {
            used[place] = true;
            let row = unit_at[place];
            let (mut step, mut next) = (f64::INFINITY, 0);
            for other in 1..=count {
                if used[other] {
                    continue;
                }
                let reduced = f64::from(cost(row - 1, other - 1)) - of_unit[row] - of_place[other];
                if reduced < nearest[other] {
                    (nearest[other], from[other]) = (reduced, place);
                }
                if nearest[other] < step {
                    (step, next) = (nearest[other], other);
                }
            }
            for other in 0..=count {
                if used[other] {
                    of_unit[unit_at[other]] += step;
                    of_place[other] -= step;
                } else {
                    nearest[other] -= step;
                }
            }
            place = next;
        }
        while place != 0 {
            let before = from[place];
            unit_at[place] = unit_at[before];
            place = before;
        }
    }
    let mut place_of = vec![0; count];
    (1..=count).for_each(|place| place_of[unit_at[place] - 1] = place - 1);
    place_of
}

/// Units and places sorted along the way between their middles and across it, then exchanges of pairs.
fn exchanged(units: &[Point], places: &[Point], cost: impl Fn(usize, usize) -> f32) -> Vec<usize> {
    let count = units.len();
    let middle = |points: &[Point]| {
        Point::from(points.iter().fold(Vec2::zeros(), |sum, p| sum + p.coords) / points.len() as f32)
    };
    let across = math::left(math::normalize(middle(places) - middle(units)));
    let sorted = |points: &[Point]| {
        let mut order: Vec<usize> = (0..count).collect();
        let key = |k: usize| points[k].coords.dot(&across);
        order.sort_unstable_by(|a, b| key(*a).total_cmp(&key(*b)).then(a.cmp(b)));
        order
    };
    let mut place_of = vec![0; count];
    for (unit, place) in sorted(units).into_iter().zip(sorted(places)) {
        place_of[unit] = place;
    }
    for _ in 0..EXCHANGES {
        let mut changed = false;
        for a in 0..count {
            for b in a + 1..count {
                let (at, bt) = (place_of[a], place_of[b]);
                if cost(a, bt) + cost(b, at) < cost(a, at) + cost(b, bt) - 1e-4 {
                    place_of.swap(a, b);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    place_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sum(units: &[Point], places: &[Point], place_of: &[usize]) -> f32 {
        place_of.iter().zip(units).map(|(place, unit)| (places[*place] - unit).norm()).sum()
    }

    fn points(count: usize) -> impl Strategy<Value = Vec<Point>> {
        let point = (-20.0_f32..20.0, -20.0_f32..20.0).prop_map(|(x, y)| Point::new(x, y));
        prop::collection::vec(point, count)
    }

    #[test]
    fn units_without_a_point_of_their_own_share_the_last_one() {
        let points = [Point::new(1.0, 2.0), Point::new(3.0, 4.0)];
        let slots = Slots::Points { points: points.to_vec(), facing: None };
        assert_eq!(slots.places(4, |_| true), [points[0], points[1], points[1], points[1]]);
        assert_eq!(slots.places(1, |_| true), points[..1]);
    }

    proptest! {
        #[test]
        fn no_other_assignment_of_six_units_is_shorter(units in points(6), places in points(6)) {
            let found = assign(&units, &places);
            let own = sum(&units, &places, &found);
            let mut order: Vec<usize> = (0..6).collect();
            let mut shortest = f32::INFINITY;
            permute(&mut order, 0, &mut |order| shortest = shortest.min(sum(&units, &places, order)));
            prop_assert!(own <= shortest + 1e-3, "{own} m, {shortest} m are possible");
        }

        /// docs/library.md says how far from the least.
        #[test]
        fn exchanges_come_near_to_the_least_sum(units in points(48), places in points(48)) {
            let cost = |unit: usize, place: usize| (units[unit] - places[place]).norm();
            let own = sum(&units, &places, &exchanged(&units, &places, cost));
            let shortest = sum(&units, &places, &least(48, cost));
            prop_assert!(own <= 1.25 * shortest, "{own} m instead of {shortest} m");
        }
    }

    fn permute(order: &mut Vec<usize>, from: usize, look: &mut impl FnMut(&[usize])) {
        if from == order.len() {
            return look(order);
        }
        for k in from..order.len() {
            order.swap(from, k);
            permute(order, from + 1, look);
            order.swap(from, k);
        }
    }

    #[test]
    fn a_box_faces_its_direction_and_its_last_row_stands_in_the_middle() {
        let slots = Slots::boxed(Point::new(0.0, 0.0), 0.0, 2.0);
        let places = slots.places(5, |_| true);
        // Three columns across y, two rows along x, the front in the east.
        let rounded: Vec<(i32, i32)> =
            places.iter().map(|p| (p.x.round() as i32, p.y.round() as i32)).collect();
        assert_eq!(rounded, [(1, 2), (1, 0), (1, -2), (-1, 1), (-1, -1)]);
    }

    #[test]
    fn slots_in_walls_move_back() {
        let slots = Slots::line(Point::new(-2.0, 0.0), Point::new(2.0, 0.0), 2.0);
        assert!((slots.facing().unwrap() - std::f32::consts::FRAC_PI_2).abs() < 1e-6, "north");
        let places = slots.places(4, |p| p.x < 1.0);
        let rounded: Vec<(i32, i32)> =
            places.iter().map(|p| (p.x.round() as i32, p.y.round() as i32)).collect();
        assert_eq!(rounded, [(-2, 0), (0, 0), (-2, -2), (0, -2)]);
        assert_eq!(slots.places(3, |_| false).len(), 3, "without room, all places are the same");
        let at = |x: i32, y: i32| Point::new(x as f32, y as f32);
        // In a line with one unit less than places, the one in the wall stands behind.
        let line = Slots::Line { from: at(0, 0), to: at(0, 10), spacing: 2.0 };
        let free = |p: Point| (p - at(0, 5)).norm() > 0.5;
        assert_eq!(line.places(3, free), [at(0, 3), at(0, 7), at(2, 5)]);
        // Units without room stand at the last place that is free.
        let square = Slots::boxed(at(0, 0), 0.0, 2.0);
        assert_eq!(square.places(3, |p| p.x > 0.9), [at(1, 1), at(1, -1), at(1, -1)]);
        // Seven rows farther back are looked at for a single unit.
        assert_eq!(square.places(1, |p| p.x < -13.9), [at(-14, 0)]);
        assert_eq!(square.places(1, |p| p.x < -15.9), [at(0, 0)]);
    }
}
