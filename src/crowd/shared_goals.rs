//! Which units share a goal. Standing units pass arrival on to units with the same goal.

use crate::navigation::Goal;
use crate::types::Point;
use std::collections::HashMap;

/// Marks a unit that shares its goal with no other.
const ALONE: u32 = u32::MAX;

/// For each unit, the number of its goal among the shared goals.
#[derive(Clone)]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Rect;

    fn to(x: f32, own: bool) -> Goal {
        Goal::Point { at: Point::new(x, 1.0), radius: 0.5, own }
    }

    #[test]
    fn a_zero_of_either_sign_is_the_same_place() {
        for (a, b) in [((0.0, 1.0), (-0.0, 1.0)), ((1.0, 0.0), (1.0, -0.0))] {
            let goals = [a, b].map(|(x, y)| Goal::Point { at: Point::new(x, y), radius: 0.5, own: false });
            assert!(SharedGoals::new(&goals).same(0, 1), "{a:?}");
        }
    }

    #[test]
    fn goals_of_other_kinds_at_the_same_place_are_not_shared() {
        let (from, to) = (Point::new(-5.0, -1.0), Point::origin());
        let goals = [
            Goal::Point { at: from, radius: 0.5, own: false },
            Goal::Region(Rect { min: from, max: to }),
            Goal::Line { from, to, toward: to },
        ];
        let shared = SharedGoals::new(&goals);
        assert!((0..goals.len()).all(|id| !shared.any(id)));
    }

    #[test]
    fn units_with_the_same_goal_share_it() {
        let region = Goal::Region(Rect { min: Point::new(0.0, 0.0), max: Point::new(5.0, 1.0) });
        let goals = [
            to(0.0, false),
            to(3.0, false),
            to(-0.0, false),
            to(7.0, false),
            region,
            region,
            to(0.0, true),
            Goal::Stand,
            Goal::Roam,
            Goal::Roam,
            to(3.0, false),
        ];
        let shared = SharedGoals::new(&goals);
        let with_others: Vec<usize> = (0..goals.len()).filter(|id| shared.any(*id)).collect();
        assert_eq!(with_others, [0, 1, 2, 4, 5, 10]);
        for (a, b) in (0..goals.len()).flat_map(|a| (0..goals.len()).map(move |b| (a, b))) {
            let pair =
                [(0, 2), (1, 10), (4, 5)].iter().any(|(p, q)| (a, b) == (*p, *q) || (a, b) == (*q, *p));
            let itself = a == b && with_others.contains(&a);
            assert_eq!(shared.same(a, b), pair || itself, "units {a} and {b}");
        }
    }
}
