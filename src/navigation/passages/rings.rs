//! Regions in rings. A gate's region ends before it leads round an island, so that what is left of a ring would be another gate,
//! whose turns know nothing of those around it, and tunnels beyond it would belong to no gate.

use super::find::{Finder, Found};
use super::regions::{Gate, NO_GATE};
use crate::navigation::grid::around;
use std::collections::{HashMap, HashSet};

/// Tunnels with more cells than this do not continue a region: nets of streets are large.
const MOST_CELLS: usize = 1 << 13;
/// With more tunnels than this, a ring is a roundabout, on which crowds pass each other.
const MOST_TAILS: usize = 2;

impl Finder {
    /// Adds to the free cells of a region, which ended before an island, the tunnels that go on from it, if there are at most two: whoever comes
    /// through one passes the island. Those that lead back to it, round another island or to another gate do not count.
    pub(super) fn with_tails(
        &mut self,
        mut depth: HashMap<usize, f32>,
        region: &[(u16, u8)],
    ) -> HashMap<usize, f32> {
        let is_outside = |cell: &usize| !depth.contains_key(cell);
        let edge = depth.keys().flat_map(|cell| around(&self.grid, *cell)).filter(is_outside);
        let mut edge: Vec<usize> = edge.collect();
        edge.sort_unstable();
        let (mut seen, mut tails) = (HashSet::new(), Vec::new());
        for first in edge {
            if let Some(tail) = self.tail(first, &depth, region, &mut seen)
                && !self.leads_round(&tail, region)
            {
                tails.push(tail);
            }
        }
        self.looked += seen.len();
        let leads_on = |tail: &&HashMap<usize, f32>| {
            let is_beyond =
                |cell: usize| self.is_free(cell) && !tail.contains_key(&cell) && !depth.contains_key(&cell);
            tail.keys().flat_map(|cell| around(&self.grid, *cell)).any(is_beyond)
        };
        if tails.iter().filter(leads_on).count() <= MOST_TAILS {
            depth.extend(tails.into_iter().flatten());
        }
        depth
    }

    /// The tunnel from `first` on, if it touches the region in one place, and no other. Adds its cells to those `seen`.
    fn tail(
        &self,
        first: usize,
        known: &HashMap<usize, f32>,
        region: &[(u16, u8)],
        seen: &mut HashSet<usize>,
    ) -> Option<HashMap<usize, f32>> {
        let (mut tail, mut touched, mut open) = (HashMap::new(), Vec::new(), vec![first]);
        let mut is_whole = true;
        while let Some(cell) = open.pop() {
            if known.contains_key(&cell) {
                touched.push(cell);
            } else if self.is_in_tunnel(cell) && !tail.contains_key(&cell) {
                is_whole &= region[cell].0 == NO_GATE && tail.len() < MOST_CELLS && seen.insert(cell);
                if is_whole {
                    tail.insert(cell, f32::INFINITY);
                    open.extend(around(&self.grid, cell));
                }
            }
        }
        (is_whole && self.parts(&touched) == 1).then_some(tail)
    }

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
