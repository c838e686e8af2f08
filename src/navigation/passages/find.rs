//! Finds gates: where cores on different sides come together.

use super::chambers::Chambers;
use super::regions::{Gate, NO_GATE, PassageRules, Passages};
use crate::math;
use crate::navigation::clearance::{Clearance, around};
use crate::navigation::grid::Grid;
use crate::types::{Point, Vec2};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// The clearance that a unit's centre needs, in radii.
const FIT: f32 = 0.9;
/// Two cores are different if they are farther apart than this share of the width …
const APART: f32 = 0.15;
/// … and lie in directions whose cosine is below this.
const OPPOSITE: f32 = 0.3;
/// Ground is porous rather than a gate if narrow places hang together over more than this share of the width.
const POROUS: f32 = 1.2;
/// With a detour, a passage is a gate only if it is narrower than this, in radii: two units abreast.
const CLOSE: f32 = 6.3;
/// Places narrower than this are gates even in porous ground, in radii: two units do not pass each other there.
const CLOSEST: f32 = 4.2;
/// How far a region reaches beyond the gate, in radii.
const DEPTH: f32 = 2.5;
/// A region also contains a tunnel's cells: cells farther inside than a core's edge can be, by this many radii.
const TUNNEL: f32 = 1.7;
/// No core.
const NONE: u32 = u32::MAX;

impl Passages {
    /// Finds the gates on the ground that a unit can reach from one of `starts`.
    pub fn find(clearance: &Clearance, rules: &PassageRules, starts: &[Point]) -> Passages {
        let grid = clearance.grid;
        let mut found = Found { gates: Vec::new(), region: vec![(NO_GATE, 0); grid.len()] };
        // Where narrow places hang together, the ones that two units block are still gates.
        if Finder::new(clearance, *rules, starts).find_all(&mut found) {
            let closest = PassageRules { width: rules.width.min(CLOSEST * rules.radius), ..*rules };
            Finder::new(clearance, closest, starts).find_all(&mut found);
        }
        let away = away(&grid, &found.region);
        let gate_and_side = |cell: usize| Some(found.region[cell]).filter(|(gate, _)| *gate != NO_GATE);
        let is_ground = |cell: usize| clearance.gap[cell] >= FIT * rules.radius;
        let chambers = Chambers::find(&grid, found.gates.len(), gate_and_side, is_ground);
        Passages { grid, gates: found.gates, region: found.region, chambers, away }
    }
}

/// The gates found so far.
struct Found {
    gates: Vec<Gate>,
    /// For each cell, the gate in whose region it is, or `NO_GATE`, and the side.
    region: Vec<(u16, u8)>,
}

struct Finder<'a> {
    clearance: &'a Clearance,
    grid: Grid,
    rules: PassageRules,
    /// For each cell, the nearest core cell over free ground, and the distance to it, m.
    core: Vec<u32>,
    distance: Vec<f32>,
    /// Whether a unit can get to each cell.
    reached: Vec<bool>,
}

impl<'a> Finder<'a> {
    fn new(clearance: &'a Clearance, rules: PassageRules, starts: &[Point]) -> Finder<'a> {
        let count = clearance.grid.len();
        let mut finder = Finder {
            clearance,
            grid: clearance.grid,
            rules,
            core: vec![NONE; count],
            distance: vec![f32::INFINITY; count],
            reached: vec![false; count],
        };
        finder.reach(starts);
        finder
    }

    /// Finds gates outside the regions of those found before. Returns whether there is porous ground.
    fn find_all(&mut self, found: &mut Found) -> bool {
        self.spread();
        let grid = self.grid;
        let frontier: Vec<bool> = (0..grid.len()).map(|cell| self.is_frontier(cell)).collect();
        let mut seen = vec![false; grid.len()];
        let mut is_porous = false;
        for first in 0..grid.len() {
            if !frontier[first] || seen[first] {
                continue;
            }
            let cells = connected(&grid, &frontier, &mut seen, first);
            is_porous |= self.hangs_together(&cells);
            let is_known = cells.iter().any(|cell| found.region[*cell].0 != NO_GATE);
            if found.gates.len() + 1 < usize::from(NO_GATE)
                && !is_known
                && let Some(gate) = self.gate(&cells)
            {
                let is_door = self.mark(&cells, &gate, found.gates.len() as u16, &mut found.region);
                found.gates.push(Gate { is_door, ..gate });
            }
        }
        is_porous
    }

    /// Marks the ground that units can get to.
    fn reach(&mut self, starts: &[Point]) {
        let grid = self.grid;
        let mut open: Vec<usize> = starts.iter().map(|p| grid.nearest(*p)).collect();
        while let Some(cell) = open.pop() {
            if !std::mem::replace(&mut self.reached[cell], true) {
                open.extend(around(&grid, cell).filter(|next| self.fits(*next)));
            }
        }
    }

    fn gap(&self, cell: usize) -> f32 {
        self.clearance.gap[cell]
    }

    /// Whether a unit fits in a cell: at its centre, or anywhere in it. The centres of a passage's cells can be closer to
    /// its walls than a unit that fits in the middle.
    fn fits(&self, cell: usize) -> bool {
        self.gap(cell) >= FIT * self.rules.radius || self.clearance.is_free(cell)
    }

    fn is_free(&self, cell: usize) -> bool {
        self.reached[cell] && self.fits(cell)
    }

    fn is_core(&self, cell: usize) -> bool {
        self.reached[cell] && self.gap(cell) >= 0.5 * self.rules.width
    }

    fn between(&self, a: usize, b: usize) -> Vec2 {
        self.grid.center(b) - self.grid.center(a)
    }

    /// Finds every free cell's nearest core cell.
    fn spread(&mut self) {
        let grid = self.grid;
        let mut heap = BinaryHeap::new();
        for cell in 0..grid.len() {
            if self.is_core(cell) {
                (self.core[cell], self.distance[cell]) = (cell as u32, 0.0);
                if around(&grid, cell).any(|other| !self.is_core(other)) {
                    heap.push(Reverse((0_u32, cell)));
                }
            }
        }
        while let Some(Reverse((key, cell))) = heap.pop() {
            let here = f32::from_bits(key);
            if here > self.distance[cell] {
                continue;
            }
            let core = self.core[cell];
            for next in around(&grid, cell) {
                // Straight to the core, but never less than before: behind a corner the distance is too short, which
                // does no harm.
                let there = self.between(core as usize, next).norm().max(here);
                if self.is_free(next) && there < self.distance[next] - 1e-4 {
                    (self.core[next], self.distance[next]) = (core, there);
                    heap.push(Reverse((there.to_bits(), next)));
                }
            }
        }
    }

    fn is_narrow(&self, cell: usize) -> bool {
        self.is_free(cell) && !self.is_core(cell) && self.core[cell] != NONE
    }

    /// Whether the cores of two neighbouring cells are different ones.
    fn are_parted(&self, a: usize, b: usize) -> bool {
        let (core_a, core_b) = (self.core[a] as usize, self.core[b] as usize);
        if core_a == core_b || !self.is_narrow(a) || !self.is_narrow(b) {
            return false;
        }
        let (to_a, to_b) = (self.between(a, core_a), self.between(b, core_b));
        self.between(core_a, core_b).norm() > APART * self.rules.width
            && to_a.dot(&to_b) < OPPOSITE * to_a.norm() * to_b.norm()
    }

    fn is_frontier(&self, cell: usize) -> bool {
        self.is_narrow(cell) && around(&self.grid, cell).any(|other| self.are_parted(cell, other))
    }

    /// Whether narrow places hang together over too long a way for one gate.
    fn hangs_together(&self, cells: &[usize]) -> bool {
        let none = (Point::from([f32::MAX; 2]), Point::from([f32::MIN; 2]));
        let centers = cells.iter().map(|cell| self.grid.center(*cell));
        let (min, max) = centers.fold(none, |(a, b), p| (a.inf(&p), b.sup(&p)));
        (max - min).norm() > POROUS * self.rules.width
    }

    /// The gate that these cells between two cores form; none if there is enough room, on this way or another.
    fn gate(&self, cells: &[usize]) -> Option<Gate> {
        let gap = cells.iter().map(|cell| self.gap(*cell)).fold(0.0, f32::max);
        let deepest = cells.iter().map(|cell| self.distance[*cell]).fold(0.0, f32::max);
        if cells.len() < 2 || deepest < APART * self.rules.width || self.hangs_together(cells) {
            return None;
        }
        let (mut through, mut middle) = (Vec2::zeros(), Vec2::zeros());
        let mut pairs = Vec::new();
        for cell in cells {
            let Some(other) = around(&self.grid, *cell).find(|other| self.are_parted(*cell, *other)) else {
                continue;
            };
            let across = self.between(self.core[*cell] as usize, self.core[other] as usize);
            through += if across.dot(&through) < 0.0 { -across } else { across };
            middle += self.grid.center(*cell).coords / cells.len() as f32;
            pairs.push((self.core[*cell] as usize, self.core[other] as usize));
        }
        let (from, to) = *pairs.get(pairs.len() / 2)?;
        let has_detour = self.way_round(cells, from, to);
        // Between pillars there are gaps everywhere. Units jam only in gaps with room for one or two abreast.
        if has_detour && 2.0 * gap > CLOSE * self.rules.radius {
            return None;
        }
        Some(Gate {
            middle: Point::from(middle),
            through: math::normalize(through),
            width: 2.0 * gap,
            is_door: false,
            has_detour,
        })
    }

    /// Whether a way from one core cell to another that avoids `cells` is short enough.
    fn way_round(&self, cells: &[usize], from: usize, to: usize) -> bool {
        let most = self.between(from, to).norm() + self.rules.detour;
        let blocked: std::collections::HashSet<usize> = cells.iter().copied().collect();
        let mut distance: HashMap<usize, f32> = HashMap::from([(from, 0.0)]);
        let mut heap = BinaryHeap::from([Reverse((0_u32, from))]);
        while let Some(Reverse((key, cell))) = heap.pop() {
            let here = f32::from_bits(key);
            if cell == to {
                return true;
            }
            if here > distance[&cell] {
                continue;
            }
            for next in around(&self.grid, cell) {
                let there = here + self.between(cell, next).norm();
                // No way is shorter than the straight line.
                if there + self.between(next, to).norm() > most
                    || !self.is_free(next)
                    || blocked.contains(&next)
                {
                    continue;
                }
                if distance.get(&next).is_none_or(|known| there < *known) {
                    distance.insert(next, there);
                    heap.push(Reverse((there.to_bits(), next)));
                }
            }
        }
        false
    }

    /// Marks the region of a gate: the cells near it, and those deep in its tunnel. Returns whether it is a door.
    fn mark(&self, cells: &[usize], gate: &Gate, number: u16, region: &mut [(u16, u8)]) -> bool {
        let (radius, half) = (self.rules.radius, 0.5 * self.rules.width);
        let mut heap = BinaryHeap::new();
        let mut depth: HashMap<usize, f32> = HashMap::new();
        for cell in cells {
            depth.insert(*cell, 0.0);
            heap.push(Reverse((0_u32, *cell)));
        }
        while let Some(Reverse((key, cell))) = heap.pop() {
            let here = f32::from_bits(key);
            if here > depth[&cell] {
                continue;
            }
            for next in around(&self.grid, cell) {
                let there = here + self.between(cell, next).norm();
                let is_tunnel =
                    !gate.has_detour && self.distance[next] + self.gap(next) > half + TUNNEL * radius;
                let is_taken = region[next].0 != NO_GATE;
                if is_taken
                    || !self.is_free(next)
                    || !(there <= DEPTH * radius || is_tunnel && self.is_narrow(next))
                {
                    continue;
                }
                if depth.get(&next).is_none_or(|known| there < *known - 1e-4) {
                    depth.insert(next, there);
                    heap.push(Reverse((there.to_bits(), next)));
                }
            }
        }
        // Units pressed against a wall are in the region, too.
        let mut edge: Vec<usize> = depth.keys().copied().collect();
        edge.sort_unstable();
        let mut margin = HashMap::new();
        for _ in 0..(FIT * radius / self.grid.cell()).round() as usize {
            let mut next_edge = Vec::new();
            for cell in &edge {
                for next in around(&self.grid, *cell) {
                    let is_margin = !self.is_free(next) && self.gap(next) >= 0.0 && region[next].0 == NO_GATE;
                    if is_margin && !margin.contains_key(&next) {
                        margin.insert(next, margin.get(cell).copied().unwrap_or(*cell));
                        next_edge.push(next);
                    }
                }
            }
            edge = next_edge;
        }
        let is_door = depth.values().all(|depth| *depth <= DEPTH * radius + self.grid.cell());
        let side_of = |cell: usize| {
            let core = if self.core[cell] == NONE { cell } else { self.core[cell] as usize };
            u8::from((self.grid.center(core) - gate.middle).dot(&gate.through) > 0.0)
        };
        for (cell, nearest) in margin {
            region[cell] = (number, side_of(nearest));
        }
        for cell in depth.into_keys() {
            region[cell] = (number, side_of(cell));
        }
        is_door
    }
}

/// The marked cells that hang together with `first`, across gaps of one cell.
fn connected(grid: &Grid, marked: &[bool], seen: &mut [bool], first: usize) -> Vec<usize> {
    let mut cells = vec![first];
    seen[first] = true;
    let mut at = 0;
    while at < cells.len() {
        for near in around(grid, cells[at]).collect::<Vec<_>>() {
            for next in around(grid, near).chain([near]) {
                if marked[next] && !std::mem::replace(&mut seen[next], true) {
                    cells.push(next);
                }
            }
        }
        at += 1;
    }
    cells
}

/// For each cell, a lower bound of the distance to the nearest region.
pub(super) fn away(grid: &Grid, region: &[(u16, u8)]) -> Vec<f32> {
    let mut away = vec![f32::INFINITY; grid.len()];
    let mut heap = BinaryHeap::new();
    for (cell, (gate, _)) in region.iter().enumerate() {
        if *gate != NO_GATE {
            away[cell] = 0.0;
            heap.push(Reverse((0_u32, cell as u32, cell as u32)));
        }
    }
    while let Some(Reverse((key, cell, origin))) = heap.pop() {
        let (cell, source) = (cell as usize, origin as usize);
        if f32::from_bits(key) > away[cell] {
            continue;
        }
        for next in around(grid, cell) {
            let there = (grid.center(next) - grid.center(source)).norm();
            if there < away[next] {
                away[next] = there;
                heap.push(Reverse((there.to_bits(), next as u32, origin)));
            }
        }
    }
    // From anywhere in the cell to anywhere in the region's cell.
    let slack = std::f32::consts::SQRT_2 * grid.cell();
    away.iter().map(|distance| (distance - slack).max(0.0)).collect()
}

#[cfg(test)]
mod tests;
