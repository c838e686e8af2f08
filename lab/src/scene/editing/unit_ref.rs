//! Units of a map by their group.

use super::explicit;
use sidestep::navigation::Goal;
use sidestep::world::Layout;

/// A unit of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnitRef {
    /// The index of its group.
    pub group: usize,
    /// Its number within the group, from 0.
    pub number: usize,
}

/// Returns the group and number of the unit with this index in the layout.
pub(super) fn unit_ref(layout: &Layout, index: usize) -> Option<UnitRef> {
    let group = usize::from(layout.starts.get(index)?.group);
    Some(UnitRef { group, number: index - explicit::first_of(layout, group) })
}

/// Whether two goals are the same, up to the indices of units.
pub(super) fn same_goal(one: (&Layout, &Goal), two: (&Layout, &Goal)) -> bool {
    match (*one.1, *two.1) {
        (Goal::Unit { index: a, gap: x }, Goal::Unit { index: b, gap: y }) => {
            x == y && unit_ref(one.0, a as usize) == unit_ref(two.0, b as usize)
        }
        (a, b) => a == b,
    }
}
