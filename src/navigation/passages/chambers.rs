//! The ground between gates.

use crate::navigation::clearance::around;
use crate::navigation::grid::Grid;
use serde::{Deserialize, Serialize};

/// The ground between gates: what is left of it without their regions, in connected parts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Chambers {
    /// The area of each chamber, m².
    areas: Vec<f32>,
    /// For each gate, the chamber that each side leads to. None if it leads to another gate at once.
    beyond: Vec<[Option<u16>; 2]>,
}

impl Chambers {
    /// Finds the chambers between `gates` gates on ground where units can be. `gate_and_side` says in whose region a cell is.
    pub(super) fn find(
        grid: &Grid,
        gates: usize,
        gate_and_side: impl Fn(usize) -> Option<(u16, u8)>,
        is_ground: impl Fn(usize) -> bool,
    ) -> Chambers {
        let is_open = |cell: usize| gate_and_side(cell).is_none() && is_ground(cell);
        let mut chamber = vec![u16::MAX; grid.len()];
        let mut areas = Vec::new();
        for first in 0..grid.len() {
            if chamber[first] != u16::MAX || !is_open(first) || areas.len() + 1 >= usize::from(u16::MAX) {
                continue;
            }
            let (mut open, mut cells) = (vec![first], 0);
            chamber[first] = areas.len() as u16;
            while let Some(cell) = open.pop() {
                cells += 1;
                for next in around(grid, cell) {
                    if chamber[next] == u16::MAX && is_open(next) {
                        chamber[next] = areas.len() as u16;
                        open.push(next);
                    }
                }
            }
            areas.push(cells as f32 * grid.cell() * grid.cell());
        }
        let mut beyond = vec![[None; 2]; gates];
        for cell in (0..grid.len()).filter(|cell| is_ground(*cell)) {
            let Some((gate, side)) = gate_and_side(cell) else { continue };
            let next = around(grid, cell).map(|next| chamber[next]).filter(|next| *next != u16::MAX);
            let found: &mut Option<u16> = &mut beyond[usize::from(gate)][usize::from(side)];
            // The largest, where a side touches several.
            *found =
                next.chain(*found).max_by(|a, b| areas[usize::from(*a)].total_cmp(&areas[usize::from(*b)]));
        }
        Chambers { areas, beyond }
    }

    /// The area of each chamber, m².
    pub fn areas(&self) -> &[f32] {
        &self.areas
    }

    /// The chamber that a side of a gate leads to. None if it leads to another gate at once.
    pub fn beyond(&self, gate: usize, side: usize) -> Option<usize> {
        self.beyond.get(gate)?[side].map(usize::from)
    }
}

#[cfg(test)]
impl Chambers {
    /// Chambers of these areas, m², and those that the sides of each gate lead to.
    pub(crate) fn drawn(areas: &[f32], beyond: &[[u16; 2]]) -> Chambers {
        Chambers { areas: areas.to_vec(), beyond: beyond.iter().map(|sides| sides.map(Some)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{Point, Rect};

    /// A hall of 20 m × 4 m in cells of 0.5 m, with a wall from x = 0 to 0.5 m, and gates from 6 to 8 m, 12 to 13 m and 13 to 14 m.
    fn hall() -> Chambers {
        let grid = Grid::covering(Rect { min: Point::origin(), max: Point::new(20.0, 4.0) }, 0.5, 1 << 20);
        let gate =
            |x: f32| [(6.0, 8.0), (12.0, 13.0), (13.0, 14.0)].iter().position(|(a, b)| (*a..*b).contains(&x));
        let place = |cell: usize| {
            let x = grid.center(cell).x;
            let side = |gate: usize| u8::from(x > [7.0, 12.5, 13.5][gate]);
            gate(x).map(|gate| (gate as u16, side(gate)))
        };
        let is_ground = |cell: usize| {
            (0.5..20.0).contains(&grid.center(cell).x) && (0.0..4.0).contains(&grid.center(cell).y)
        };
        Chambers::find(&grid, 3, place, is_ground)
    }

    #[test]
    fn chambers_are_what_the_gates_leave_of_the_ground() {
        let chambers = hall();
        let areas = chambers.areas();
        assert_eq!(areas, [5.5 * 4.0, 4.0 * 4.0, 6.0 * 4.0]);
        let beyond = [0, 1, 2].map(|gate| [chambers.beyond(gate, 0), chambers.beyond(gate, 1)]);
        assert_eq!(beyond, [[Some(0), Some(1)], [Some(1), None], [None, Some(2)]]);
    }
}
