//! Gates as they are saved: what is much the same from cell to cell takes little room.

use super::chambers::Chambers;
use super::find::{CellHeap, lower_bounds, spread_away};
use super::regions::{Gate, NO_GATE, Passages};
use crate::navigation::grid::Grid;
use crate::saved::SnapshotError;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::sync::Arc;

/// Gates without what follows from their regions.
#[derive(PartialEq, Serialize, Deserialize)]
pub struct SavedPassages {
    grid: Grid,
    gates: Vec<Gate>,
    /// The regions, as numbers of neighbouring cells of the same gate and side.
    runs: Vec<(u32, (u16, u8))>,
    chambers: Chambers,
}

impl SavedPassages {
    /// What is saved of the gates of a map.
    pub fn from_passages(passages: &Passages) -> SavedPassages {
        let Passages { grid, gates, region, chambers, .. } = passages;
        let runs = region.chunk_by(|a, b| a == b).map(|run| (run.len() as u32, run[0])).collect();
        SavedPassages { grid: *grid, gates: gates.clone(), runs, chambers: chambers.clone() }
    }

    /// The gates that were saved: those that are `known` if they are the same.
    ///
    /// # Errors
    ///
    /// The regions are not those of these gates.
    pub fn restored(self, known: Option<&Arc<Passages>>) -> Result<Arc<Passages>, SnapshotError> {
        if let Some(known) = known.filter(|known| SavedPassages::from_passages(known) == self) {
            return Ok(known.clone());
        }
        let SavedPassages { grid, gates, runs, chambers } = self;
        let cells: u64 = runs.iter().map(|(cells, _)| u64::from(*cells)).sum();
        let is_known = |gate: u16| gate == NO_GATE || usize::from(gate) < gates.len();
        if cells != grid.len() as u64 || !runs.iter().all(|(_, (gate, side))| is_known(*gate) && *side < 2) {
            return Err(SnapshotError::Unfit("the regions of its gates do not fit together".into()));
        }
        let run = |(cells, place): (u32, (u16, u8))| std::iter::repeat_n(place, cells as usize);
        let region: Vec<(u16, u8)> = runs.into_iter().flat_map(run).collect();
        Ok(Arc::new(Passages { away: away(&grid, &region), grid, gates, region, chambers }))
    }
}

/// For each cell, a lower bound of the distance to the nearest region, m.
fn away(grid: &Grid, region: &[(u16, u8)]) -> Vec<f32> {
    let is_in = |cell: usize| region[cell].0 != NO_GATE;
    let mut away: Vec<f32> =
        (0..grid.len()).map(|cell| if is_in(cell) { 0.0 } else { f32::INFINITY }).collect();
    let regions = (0..grid.len()).filter(|cell| is_in(*cell));
    let mut heap: CellHeap = regions.map(|cell| Reverse((0, cell, cell))).collect();
    spread_away(grid, &mut away, &mut heap, usize::MAX);
    lower_bounds(grid, away)
}

#[cfg(test)]
mod tests {
    use super::super::PassageRules;
    use super::*;
    use crate::geometry::Wall;
    use crate::navigation::clearance::Clearance;
    use crate::types::{Point, Rect};

    type Runs = Vec<(u32, (u16, u8))>;

    /// A door of 2 m between two rooms.
    fn door() -> SavedPassages {
        let at = Point::new;
        let wall = |side: f32| Wall::Chain(vec![at(0.0, side), at(0.0, 12.0 * side)]);
        let area = Rect { min: at(-12.0, -12.0), max: at(12.0, 12.0) };
        let clearance = Arc::new(Clearance::new(&[wall(1.0), wall(-1.0)], area, 0.5).unwrap());
        let rules = PassageRules { radius: 0.5, width: 7.0, detour: 12.0 };
        SavedPassages::from_passages(&Passages::find(&clearance, &rules, &[at(-9.0, 0.0)]))
    }

    #[test]
    fn regions_that_do_not_fit_the_grid_or_the_gates_are_not_restored() {
        let is_restored = |change: &dyn Fn(&mut Runs)| {
            let mut saved = door();
            assert_eq!(saved.gates.len(), 1);
            change(&mut saved.runs);
            saved.restored(None).is_ok()
        };
        assert!(is_restored(&|_| ()));
        assert!(!is_restored(&|runs| runs[0].0 += 1), "a cell more");
        assert!(!is_restored(&|runs| runs[0].1 = (1, 0)), "another gate");
        assert!(!is_restored(&|runs| runs[0].1 = (0, 2)), "a third side");
    }
}
