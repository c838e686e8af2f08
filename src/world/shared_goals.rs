//! Which units share a goal. Standing units pass arrival on to units with the same goal.

use crate::navigation::Goal;
use crate::types::Point;
use std::collections::HashMap;

/// Marks a unit that shares its goal with no other.
const ALONE: u32 = u32::MAX;

/// For each unit, the number of its goal among the shared goals.
pub(super) struct SharedGoals(Vec<u32>);

impl SharedGoals {
    pub(super) fn new(all: &[Goal]) -> SharedGoals {
        let mut goals: HashMap<[u32; 5], (u32, u32)> = HashMap::new();
        for key in all.iter().filter_map(key) {
            let number = goals.len() as u32;
            goals.entry(key).or_insert((number, 0)).1 += 1;
        }
        let number = |goal: &Goal| {
            let (number, units) = goals[&key(goal)?];
            (units > 1).then_some(number)
        };
        SharedGoals(all.iter().map(|goal| number(goal).unwrap_or(ALONE)).collect())
    }

    /// Whether unit `id` shares its goal with another unit.
    pub(super) fn any(&self, id: usize) -> bool {
        self.0[id] != ALONE
    }

    /// Whether two units share the same goal.
    pub(super) fn same(&self, a: usize, b: usize) -> bool {
        self.any(a) && self.0[a] == self.0[b]
    }
}

/// A key that is equal for units with the same goal. None for goals that cannot be shared.
fn key(goal: &Goal) -> Option<[u32; 5]> {
    // +0 and −0 compare as equal, so they must give equal keys.
    let bits = |p: Point| [p.x + 0.0, p.y + 0.0].map(f32::to_bits);
    let (kind, [a, b], [c, d]) = match goal {
        Goal::Stand | Goal::Roam | Goal::Point { own: true, .. } | Goal::Unit { .. } => return None,
        Goal::Point { at, .. } => (0, bits(*at), [0; 2]),
        Goal::Region(rect) => (1, bits(rect.min), bits(rect.max)),
        // Beyond a line every unit heads for its own point.
        Goal::Line { from, to, .. } => (2, bits(*from), bits(*to)),
    };
    Some([kind, a, b, c, d])
}
