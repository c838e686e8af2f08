//! Which field a unit follows.

use super::clearance::Clearance;
use super::lazy_field::LazyField;
use crate::types::Point;

/// Returns the index of a field that also leads to `aim`: its goal is the same point, or a nearby one that sees it.
pub(super) fn shared_field(
    clearance: &Clearance,
    fields: &[LazyField],
    aim: Point,
    reach: f32,
) -> Option<u32> {
    let near = |a: &LazyField| (a.aim() - aim).norm();
    let leads = |a: &LazyField| a.aim() == aim || (near(a) <= reach && clearance.sees(a.aim(), aim));
    fields.iter().position(leads).map(|i| i as u32)
}

/// Adds a field, or replaces the one that no unit has used for the longest time, and returns its index. None if all are in use.
pub(super) fn new_field(
    fields: &mut Vec<LazyField>,
    used: impl Iterator<Item = u32>,
    new: LazyField,
    most: usize,
) -> Option<u32> {
    if fields.len() < most {
        fields.push(new);
        return Some(fields.len() as u32 - 1);
    }
    let mut is_used = vec![false; fields.len()];
    used.for_each(|field| is_used[field as usize] = true);
    let unused = (0..fields.len()).filter(|field| !is_used[*field]);
    let free = unused.min_by_key(|field| fields[*field].left)?;
    fields[free] = new;
    Some(free as u32)
}

/// Returns the index of the field whose goal is nearest to `aim`.
pub(super) fn nearest_field(fields: &[LazyField], aim: Point) -> Option<u32> {
    let near = |i: &usize| (fields[*i].aim() - aim).norm();
    (0..fields.len()).min_by(|a, b| near(a).total_cmp(&near(b))).map(|i| i as u32)
}
