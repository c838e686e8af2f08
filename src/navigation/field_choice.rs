//! Which field a unit follows.

use super::clearance::Clearance;
use super::lazy_field::LazyField;
use crate::types::Point;

/// Returns the index of a field that also leads to `aim`: its goal is the same point, or one within `reach` that sees it. None of those
/// that lead to units, because they move.
pub(super) fn shared_field(
    clearance: &Clearance,
    fields: &[LazyField],
    followed: &[(u32, u32)],
    (aim, reach): (Point, f32),
) -> Option<u32> {
    let near = |a: &LazyField| (a.aim() - aim).norm();
    let leads = |a: &LazyField| a.aim() == aim || (near(a) <= reach && clearance.sees(a.aim(), aim));
    let is_fixed = |i: usize| !followed.iter().any(|(_, field)| *field as usize == i);
    let mut all = fields.iter().enumerate();
    all.find(|(i, field)| leads(field) && is_fixed(*i)).map(|(i, _)| i as u32)
}

/// The largest numbers of fields, and of rough paths beyond them.
#[derive(Clone, Copy)]
pub(super) struct Most {
    pub complete: usize,
    pub rough: usize,
}

/// Adds the field that `new` makes for `aim`, or replaces the one that no unit has used for the longest time, and returns its index.
/// If all are in use, rough paths lead there. None if there are too many of those as well.
pub(super) fn new_field(
    fields: &mut Vec<LazyField>,
    used: impl Iterator<Item = u32>,
    (new, aim): (fn(Point) -> LazyField, Point),
    most: Most,
) -> Option<u32> {
    let mut is_used = vec![false; fields.len()];
    used.for_each(|field| is_used[field as usize] = true);
    for (new, most, is_rough) in [(new, most.complete, false), (LazyField::rough, most.rough, true)] {
        let of_kind = || (0..fields.len()).filter(|field| fields[*field].stays_rough() == is_rough);
        if of_kind().count() < most {
            fields.push(new(aim));
            return Some(fields.len() as u32 - 1);
        }
        let free = of_kind().filter(|field| !is_used[*field]).min_by_key(|field| fields[*field].left);
        if let Some(free) = free {
            fields[free] = new(aim);
            return Some(free as u32);
        }
    }
    None
}

/// Returns the index of the field whose goal is nearest to `aim`.
pub(super) fn nearest_field(fields: &[LazyField], aim: Point) -> Option<u32> {
    let near = |i: &usize| (fields[*i].aim() - aim).norm();
    (0..fields.len()).min_by(|a, b| near(a).total_cmp(&near(b))).map(|i| i as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Wall;
    use crate::types::Rect;

    #[test]
    fn rough_paths_begin_where_fields_end() {
        let most = Most { complete: 2, rough: 2 };
        let mut fields = Vec::new();
        let mut add = |used: &[u32], x: f32| {
            let found =
                new_field(&mut fields, used.iter().copied(), (LazyField::new, Point::new(x, 0.0)), most);
            found.map(|i| (i, fields[i as usize].aim().x, fields[i as usize].stays_rough()))
        };
        assert_eq!(add(&[], 0.0), Some((0, 0.0, false)));
        assert_eq!(add(&[0], 1.0), Some((1, 1.0, false)));
        assert_eq!(add(&[0, 1], 2.0), Some((2, 2.0, true)));
        assert_eq!(add(&[0, 1, 2], 3.0), Some((3, 3.0, true)));
        assert_eq!(add(&[0, 1, 2, 3], 4.0), None);
        // A field that no unit uses is better than an unused rough path.
        assert_eq!(add(&[0], 5.0), Some((1, 5.0, false)));
        assert_eq!(add(&[0, 1, 3], 6.0), Some((2, 6.0, true)));
    }

    #[test]
    fn no_goal_shares_the_field_to_a_unit() {
        let area = Rect { min: Point::new(-9.0, -9.0), max: Point::new(9.0, 9.0) };
        let wall = Wall::Box(Rect { min: Point::new(-1.0, -1.0), max: Point::new(1.0, 1.0) });
        let clearance = Clearance::new(&[wall], area, 0.5).unwrap();
        let at = Point::new(5.0, 0.0);
        let fields = [LazyField::new(at), LazyField::new(Point::new(4.0, 0.0))];
        let shared = |followed: &[(u32, u32)], aim: Point, reach: f32| {
            shared_field(&clearance, &fields, followed, (aim, reach))
        };
        assert_eq!(shared(&[], at, 0.0), Some(0));
        assert_eq!(shared(&[(7, 0)], at, 0.0), None);
        assert_eq!(shared(&[(7, 0)], at, 2.0), Some(1));
        assert_eq!(shared(&[], Point::new(-5.0, 0.0), 20.0), None, "out of sight");
    }
}
