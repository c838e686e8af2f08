//! Regions that close a ring. A gate's region ends before it leads round an island, so that what is left of a ring would be another gate,
//! whose turns know nothing of those around it.

use super::find::{Finder, Found};
use super::regions::{Gate, NO_GATE};
use crate::navigation::grid::around;

impl Finder {
    /// Where a region with these cells `outside` touches that of a single other gate, if it does so in several places: together they lead
    /// round an island.
    pub(super) fn closes_ring(&self, outside: &[usize], region: &[(u16, u8)]) -> Option<Vec<usize>> {
        let touched = outside.iter().copied().filter(|cell| region[*cell].0 != NO_GATE);
        let mut touched: Vec<usize> = touched.collect();
        touched.sort_unstable();
        let other = region[*touched.first()?].0;
        let is_ring = touched.iter().all(|cell| region[*cell].0 == other) && self.parts(&touched) > 1;
        is_ring.then_some(touched)
    }

    /// Adds the region of `gate` to that which it has `touched`. Each cell is on the side of the nearest cell there.
    pub(super) fn join(
        &self,
        gate: Gate,
        cells: impl Iterator<Item = usize>,
        touched: &[usize],
        found: &mut Found,
    ) {
        for cell in cells {
            let distance = |other: &&usize| self.between(cell, **other).norm_squared();
            let nearest = touched.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
            found.region[cell] = nearest.map_or((NO_GATE, 0), |nearest| found.region[*nearest]);
        }
        let Some(number) = touched.first().map(|cell| found.region[*cell].0) else { return };
        let is_in = |cell: &usize| found.region[*cell].0 == number;
        let is_mouth = |cell: &usize| {
            self.is_free(*cell) && !is_in(cell) && around(&self.grid, *cell).any(|next| is_in(&next))
        };
        let mouths: Vec<usize> = (0..found.region.len()).filter(is_mouth).collect();
        let joined = &mut found.gates[usize::from(number)];
        joined.mouths = self.parts(&mouths);
        joined.is_door &= gate.is_door;
        joined.has_islands = true;
    }
}
