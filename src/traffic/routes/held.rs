//! Gates that the units of one team hold against all others.

use crate::math;
use crate::navigation::passages::Gate;
use crate::types::Point;
use serde::{Deserialize, Serialize};

/// A team whose units close a gate, and since which tick.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) struct Holders {
    pub team: u16,
    pub since: u64,
}

/// A unit that holds its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Holder {
    pub team: u16,
    pub position: Point,
    /// m
    pub radius: f32,
}

/// The team whose units leave no gap of this `width` (m) between them, nor between them and the walls. None if no team does.
pub(super) fn closed_by(gate: &Gate, holders: &[Holder], width: f32) -> Option<u16> {
    let across = math::right(gate.through);
    let mut ends: Vec<(u16, f32, f32)> = holders
        .iter()
        .map(|unit| {
            let at = (unit.position - gate.middle).dot(&across);
            (unit.team, at - unit.radius, at + unit.radius)
        })
        .collect();
    ends.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let closes = |line: &[(u16, f32, f32)]| {
        let mut free_from = -0.5 * gate.width;
        for (_, from, to) in line {
            if from - free_from >= width {
                return false;
            }
            free_from = free_from.max(*to);
        }
        0.5 * gate.width - free_from < width
    };
    ends.chunk_by(|a, b| a.0 == b.0).find(|line| closes(line)).map(|line| line[0].0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Vec2;

    /// A gate 4 m wide, through which paths lead to the east.
    fn gate() -> Gate {
        let through = Vec2::new(1.0, 0.0);
        Gate {
            middle: Point::new(2.0, 1.0),
            through,
            width: 4.0,
            is_door: true,
            has_detour: false,
            mouths: 2,
            has_islands: false,
        }
    }

    #[test]
    fn a_line_closes_a_gate_if_no_gap_is_as_wide_as_a_unit() {
        let line = |team: u16, ys: &[f32]| -> Vec<Holder> {
            ys.iter().map(|y| Holder { team, position: Point::new(2.0, *y), radius: 0.5 }).collect()
        };
        for (ys, closes) in [
            (&[-0.4, 1.0, 2.4][..], true),
            // Gaps of 1 m in the north, the south and the middle.
            (&[-0.5, 0.6, 1.5], false),
            (&[0.5, 1.6, 2.5], false),
            (&[-0.5, 1.5, 2.5], false),
            (&[], false),
        ] {
            assert_eq!(closed_by(&gate(), &line(7, ys), 1.0).is_some(), closes, "{ys:?}");
        }
        // Two teams that share a gate do not close it.
        let both = [line(1, &[-0.4, 1.0]), line(2, &[2.4])].concat();
        assert_eq!(closed_by(&gate(), &both, 1.0), None);
        let both = [line(2, &[2.4]), line(1, &[-0.4, 1.0, 2.4])].concat();
        assert_eq!(closed_by(&gate(), &both, 1.0), Some(1));
    }
}
