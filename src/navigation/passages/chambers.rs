//! The ground between gates.

use crate::navigation::grid::{Grid, around};
use serde::{Deserialize, Serialize};

/// The ground between gates: what is left of it without their regions, in connected parts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Chambers {
    /// The area of each chamber, m².
    areas: Vec<f32>,
    /// For each gate, the chamber that each side leads to. None if it leads to another gate at once.
    beyond: Vec<[Option<u16>; 2]>,
}

/// The ground whose chambers are looked for.
pub(super) struct ChamberGround<'a> {
    pub grid: &'a Grid,
    /// The number of gates.
    pub gates: usize,
    /// In whose region a cell is.
    pub gate_and_side: &'a dyn Fn(usize) -> Option<(u16, u8)>,
    /// Whether units can be in a cell.
    pub is_ground: &'a dyn Fn(usize) -> bool,
}

/// A search for chambers.
#[derive(Clone)]
pub(super) struct ChamberSearch {
    found: Chambers,
    chamber: Vec<u16>,
    /// The cells of a chamber that are visited next, and the number of those that were.
    open: Vec<usize>,
    cells: usize,
    /// The next cell: first of all chambers, then of all gates.
    next: usize,
}

/// A cell in no chamber.
const NONE: u16 = u16::MAX;

impl ChamberSearch {
    /// Begins on a ground of this many cells.
    pub fn new(cells: usize) -> ChamberSearch {
        let (found, chamber) = (Chambers::default(), vec![NONE; cells]);
        ChamberSearch { found, chamber, open: Vec::new(), cells: 0, next: 0 }
    }

    /// Goes on for about this many cells. Returns their number, and whether all chambers are found.
    pub fn go_on(&mut self, ground: &ChamberGround<'_>, most: usize) -> (usize, bool) {
        let count = self.chamber.len();
        let mut work = 0;
        while work < most {
            if let Some(cell) = self.open.pop() {
                self.visit(ground, cell);
                work += 4;
            } else if self.cells > 0 {
                let side = ground.grid.cell();
                self.found.areas.push(self.cells as f32 * side * side);
                self.cells = 0;
            } else if self.next < count {
                self.begin(ground, self.next);
                (self.next, work) = (self.next + 1, work + 1);
            } else if self.next < 2 * count {
                self.touch(ground, self.next - count);
                (self.next, work) = (self.next + 1, work + 1);
            } else {
                self.found.beyond.resize(ground.gates, [None; 2]);
                return (work.max(1), true);
            }
        }
        (work, false)
    }

    pub fn into_chambers(self) -> Chambers {
        self.found
    }

    fn is_new(&self, ground: &ChamberGround<'_>, cell: usize) -> bool {
        self.chamber[cell] == NONE && (ground.gate_and_side)(cell).is_none() && (ground.is_ground)(cell)
    }

    /// Begins a chamber in a cell, if there is none yet.
    fn begin(&mut self, ground: &ChamberGround<'_>, first: usize) {
        if self.found.areas.len() + 1 < usize::from(NONE) && self.is_new(ground, first) {
            self.chamber[first] = self.found.areas.len() as u16;
            self.open.push(first);
        }
    }

    fn visit(&mut self, ground: &ChamberGround<'_>, cell: usize) {
        self.cells += 1;
        for next in around(ground.grid, cell) {
            if self.is_new(ground, next) {
                self.chamber[next] = self.found.areas.len() as u16;
                self.open.push(next);
            }
        }
    }

    /// Notes which chamber is beyond the gate in whose region a cell is.
    fn touch(&mut self, ground: &ChamberGround<'_>, cell: usize) {
        let Some((gate, side)) = (ground.gate_and_side)(cell).filter(|_| (ground.is_ground)(cell)) else {
            return;
        };
        self.found.beyond.resize(ground.gates, [None; 2]);
        let Chambers { areas, beyond } = &mut self.found;
        let next = around(ground.grid, cell).map(|next| self.chamber[next]).filter(|next| *next != NONE);
        let found: &mut Option<u16> = &mut beyond[usize::from(gate)][usize::from(side)];
        // The largest, where a side touches several.
        *found = next.chain(*found).max_by(|a, b| areas[usize::from(*a)].total_cmp(&areas[usize::from(*b)]));
    }
}

impl Chambers {
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
    pub(crate) fn drawn(areas: &[f32], beyond: &[[Option<u16>; 2]]) -> Chambers {
        Chambers { areas: areas.to_vec(), beyond: beyond.to_vec() }
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
        let ground = ChamberGround { grid: &grid, gates: 3, gate_and_side: &place, is_ground: &is_ground };
        let mut search = ChamberSearch::new(grid.len());
        // In small pieces: the work of each is counted.
        while !search.go_on(&ground, 7).1 {}
        search.into_chambers()
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
