//! Gates: where cores on different sides come together.

use super::islands::islands;
use super::regions::{Gate, NO_GATE, PassageRules};
use crate::math;
use crate::navigation::clearance::Clearance;
use crate::navigation::grid::{Grid, around};
use crate::types::{Point, Vec2};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::sync::Arc;

/// The clearance that a unit's centre needs, in radii.
pub(super) const FIT: f32 = 0.9;
/// Two cores are different if they are farther apart than this share of the width …
const APART: f32 = 0.15;
/// … and lie in directions whose cosine is below this. A core behind a corner lies in the direction in which the ground leads there …
const OPPOSITE: f32 = 0.3;
/// … as far as this, in radii.
const AHEAD: f32 = 4.0;
/// A core is behind a corner if the straight line to it comes closer to a wall than this, in radii.
const CORNER: f32 = 0.1;
/// With a detour, a passage is a gate only if it is narrower than this, in radii: two units abreast.
pub(super) const CLOSE: f32 = 6.3;
/// The way round a pillar is at least so much longer than the way between two, in radii.
const PILLAR: f32 = 2.0;
/// How far a region reaches beyond the gate, in radii.
const DEPTH: f32 = 2.5;
/// The depth up to which a region is looked at first, in radii; then up to twice this, and so on.
const FIRST_DEPTH: f32 = 16.0;
/// The accuracy of the depth at which a region ends before an island, in radii.
const CUT: f32 = 2.0;
/// A region also contains a tunnel's cells: cells farther inside than a core's edge can be, by this many radii.
const TUNNEL: f32 = 1.7;
/// Two neighbouring cells along walls lie on different sides of a thin wall if the free cells nearest to them are farther apart than this,
/// in radii.
const SEAM: f32 = 1.6;
/// No core.
const NONE: u32 = u32::MAX;

/// Cells in order of their distance, as bits, each with the cell that it is measured from.
pub(super) type CellHeap = BinaryHeap<Reverse<(u32, usize, usize)>>;

/// The gates found so far.
#[derive(Clone)]
pub(super) struct Found {
    pub gates: Vec<Gate>,
    /// For each cell, the gate in whose region it is, or `NO_GATE`, and the side.
    pub region: Vec<(u16, u8)>,
}

/// What is known of each cell.
#[derive(Clone)]
pub(super) struct Finder {
    clearance: Arc<Clearance>,
    pub grid: Grid,
    pub rules: PassageRules,
    /// Whether it looks for gates in tunnels that bend back, which lie between cores in similar directions.
    pub is_bent: bool,
    /// For each cell, the nearest core cell over free ground, and the distance to it, m.
    core: Vec<u32>,
    distance: Vec<f32>,
    /// The next cell on the way to that core cell.
    next: Vec<u32>,
    /// Whether a unit can get to each cell.
    pub reached: Vec<bool>,
    /// The number of cells over which detours were searched.
    pub searched: usize,
    /// The number of cells that were looked at for islands.
    pub looked: usize,
}

impl Finder {
    pub fn new(clearance: Arc<Clearance>, rules: PassageRules) -> Finder {
        let grid = clearance.grid;
        let count = grid.len();
        let (core, distance, next) = (vec![NONE; count], vec![f32::INFINITY; count], vec![NONE; count]);
        let reached = vec![false; count];
        Finder {
            clearance,
            grid,
            rules,
            is_bent: false,
            core,
            distance,
            next,
            reached,
            searched: 0,
            looked: 0,
        }
    }

    pub(super) fn forget_cores(&mut self) {
        self.core.fill(NONE);
        self.distance.fill(f32::INFINITY);
    }

    /// The point of the walls nearest to `p`.
    pub(super) fn nearest_wall(&self, p: Point) -> Option<Point> {
        self.clearance.nearest_wall(p)
    }

    pub fn gap(&self, cell: usize) -> f32 {
        self.clearance.distances.gap[cell]
    }

    /// Whether a unit fits in a cell: at its centre, or anywhere in it. The centres of a passage's cells can be closer to
    /// its walls than a unit that fits in the middle.
    pub fn fits(&self, cell: usize) -> bool {
        self.gap(cell) >= FIT * self.rules.radius || self.clearance.is_free(cell)
    }

    pub(super) fn is_free(&self, cell: usize) -> bool {
        self.reached[cell] && self.fits(cell)
    }

    fn is_core(&self, cell: usize) -> bool {
        self.core[cell] == cell as u32
    }

    fn has_room(&self, cell: usize) -> bool {
        self.gap(cell) >= 0.5 * self.rules.width || self.is_closest() && self.has_room_between_walls(cell)
    }

    pub(super) fn between(&self, a: usize, b: usize) -> Vec2 {
        self.grid.center(b) - self.grid.center(a)
    }

    /// Begins at a cell if it is a core cell.
    pub fn begin_at(&mut self, cell: usize, heap: &mut CellHeap) {
        if self.reached[cell] && self.has_room(cell) {
            (self.core[cell], self.distance[cell]) = (cell as u32, 0.0);
            if around(&self.grid, cell).any(|other| !self.reached[other] || !self.has_room(other)) {
                heap.push(Reverse((0, cell, cell)));
            }
        }
    }

    /// Tells the cells around one of its nearest core cell.
    pub fn spread_from(&mut self, key: u32, cell: usize, heap: &mut CellHeap) {
        let here = f32::from_bits(key);
        if here > self.distance[cell] {
            return;
        }
        let core = self.core[cell];
        for next in around(&self.grid, cell) {
            // Straight to the core, but never less than before: behind a corner the distance is too short, which
            // does no harm.
            let there = self.between(core as usize, next).norm().max(here);
            if self.is_free(next) && there < self.distance[next] - 1e-4 {
                (self.core[next], self.distance[next], self.next[next]) = (core, there, cell as u32);
                heap.push(Reverse((there.to_bits(), next, next)));
            }
        }
    }

    fn is_narrow(&self, cell: usize) -> bool {
        self.is_free(cell) && !self.is_core(cell) && self.core[cell] != NONE
    }

    /// Whether a cell is deep in a tunnel.
    pub(super) fn is_in_tunnel(&self, cell: usize) -> bool {
        let edge = 0.5 * self.rules.width + TUNNEL * self.rules.radius;
        self.is_narrow(cell) && self.distance[cell] + self.gap(cell) > edge
    }

    /// The direction from the core of a cell to that of its neighbour, of any length, if a passage between the two cores is narrowest there.
    fn parting(&self, a: usize, b: usize) -> Option<Vec2> {
        let (core_a, core_b) = (self.core[a] as usize, self.core[b] as usize);
        if core_a == core_b || !self.is_narrow(a) || !self.is_narrow(b) {
            return None;
        }
        let across = self.between(core_a, core_b);
        if across.norm() <= APART * self.rules.width {
            return None;
        }
        let are_opposite = |to_a: Vec2, to_b: Vec2| to_a.dot(&to_b) < OPPOSITE * to_a.norm() * to_b.norm();
        let is_straight = are_opposite(self.between(a, core_a), self.between(b, core_b));
        if !self.is_bent || is_straight {
            return (is_straight && !self.is_bent).then_some(across);
        }
        let (to_a, to_b) = (self.ahead(a), self.ahead(b));
        (are_opposite(to_a, to_b) && (self.is_hidden(a) || self.is_hidden(b))).then(|| to_b - to_a)
    }

    fn are_parted(&self, a: usize, b: usize) -> bool {
        self.parting(a, b).is_some()
    }

    /// Where the way from a cell to its core leads at first.
    fn ahead(&self, cell: usize) -> Vec2 {
        let mut at = cell;
        while at != self.core[cell] as usize && self.between(cell, at).norm() < AHEAD * self.rules.radius {
            at = self.next[at] as usize;
        }
        self.between(cell, at)
    }

    /// Whether the core of a cell is behind a corner.
    fn is_hidden(&self, cell: usize) -> bool {
        let ends = [cell, self.core[cell] as usize].map(|cell| self.grid.center(cell));
        self.clearance.trace(ends[0], ends[1], CORNER * self.clearance.radius()).is_err()
    }

    pub fn is_frontier(&self, cell: usize) -> bool {
        self.is_narrow(cell) && around(&self.grid, cell).any(|other| self.are_parted(cell, other))
    }

    /// A neighbour of a cell that belongs to another core, and the direction from the one core to the other.
    fn parted_neighbour(&self, cell: usize) -> Option<(usize, Vec2)> {
        around(&self.grid, cell).find_map(|other| Some((other, self.parting(cell, other)?)))
    }

    /// The gate that these cells between two cores form; none if there is enough room, on this way or another.
    pub fn gate(&mut self, cells: &[usize]) -> Option<Gate> {
        let widest = cells.iter().copied().max_by(|a, b| self.gap(*a).total_cmp(&self.gap(*b)))?;
        let gap = self.gap(widest);
        let deepest = cells.iter().map(|cell| self.distance[*cell]).fold(0.0, f32::max);
        if cells.len() < 2 || deepest < APART * self.rules.width || self.hangs_together(cells) {
            return None;
        }
        if !self.is_between_walls(widest) {
            return None;
        }
        let (mut through, mut middle) = (Vec2::zeros(), Vec2::zeros());
        let mut pairs = Vec::new();
        for cell in cells {
            let Some((other, across)) = self.parted_neighbour(*cell) else { continue };
            through += if across.dot(&through) < 0.0 { -across } else { across };
            middle += self.grid.center(*cell).coords / cells.len() as f32;
            pairs.push((self.core[*cell] as usize, self.core[other] as usize));
        }
        let (from, to) = *pairs.get(pairs.len() / 2)?;
        // In porous ground, units that do not pass between two pillars walk round one.
        if self.is_closest() && self.way_round(cells, from, to, PILLAR * self.rules.radius) {
            return None;
        }
        let has_detour = self.way_round(cells, from, to, self.rules.detour);
        // Between pillars there are gaps everywhere. Units jam only in gaps with room for one or two abreast.
        if has_detour && (self.is_bent || 2.0 * gap > CLOSE * self.rules.radius) {
            return None;
        }
        Some(Gate {
            middle: Point::from(middle),
            through: math::normalize(through),
            width: 2.0 * gap,
            is_door: false,
            has_detour,
            mouths: 0,
            has_islands: false,
        })
    }

    /// Whether a way from one core cell to another that avoids `cells` is at most `detour` m longer than the straight line.
    fn way_round(&mut self, cells: &[usize], from: usize, to: usize, detour: f32) -> bool {
        let most = self.between(from, to).norm() + detour;
        let blocked: std::collections::HashSet<usize> = cells.iter().copied().collect();
        let mut distance: HashMap<usize, f32> = HashMap::from([(from, 0.0)]);
        let mut heap = BinaryHeap::from([Reverse((0_u32, from))]);
        while let Some(Reverse((key, cell))) = heap.pop() {
            self.searched += 1;
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

    /// Marks the region of a gate: the cells near it, and those deep in its tunnel. Adds the gate with what follows from its region.
    /// A region that closes a ring becomes a part of the other one instead.
    pub fn mark(&mut self, cells: &[usize], gate: Gate, found: &mut Found) {
        let number = found.gates.len() as u16;
        let (depth, has_islands) = self.before_islands(cells, gate.has_detour, &found.region);
        let margin = self.margin(&depth, &found.region);
        let nearest = DEPTH * self.rules.radius + self.grid.cell();
        let is_door = depth.values().all(|depth| *depth <= nearest);
        let cores = if self.is_bent { self.sides(cells, gate.through) } else { Vec::new() };
        let side_of = |cell: usize| {
            let core = if self.core[cell] == NONE { cell } else { self.core[cell] as usize };
            // In a tunnel that bends back, the side of the nearest core whose side is known.
            let distance = |(known, _): &&(usize, u8)| self.between(core, *known).norm_squared();
            let nearest = cores.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
            let is_beyond = || (self.grid.center(core) - gate.middle).dot(&gate.through) > 0.0;
            nearest.map_or_else(|| u8::from(is_beyond()), |(_, side)| *side)
        };
        let region_edge: HashSet<usize> = depth.keys().flat_map(|cell| around(&self.grid, *cell)).collect();
        let tunnel = depth.into_keys().map(|cell| (cell, cell));
        let own: Vec<(usize, u8)> =
            margin.into_iter().chain(tunnel).map(|(cell, nearest)| (cell, side_of(nearest))).collect();
        for (cell, side) in &own {
            found.region[*cell] = (number, *side);
        }
        let is_outside = |cell: &usize| self.is_free(*cell) && found.region[*cell].0 != number;
        let outside: Vec<usize> = region_edge.into_iter().filter(is_outside).collect();
        let gate = Gate { is_door, mouths: self.parts(&outside), has_islands, ..gate };
        match self.closes_ring(&outside, &found.region) {
            Some(touched) => self.join(gate, own.into_iter().map(|(cell, _)| cell), &touched, found),
            None => found.gates.push(gate),
        }
    }

    /// The core cells on both sides of a gate that lie nearest to these `cells` of it, each with its side.
    fn sides(&self, cells: &[usize], through: Vec2) -> Vec<(usize, u8)> {
        let mut cores = Vec::new();
        for cell in cells {
            if let Some((other, across)) = self.parted_neighbour(*cell) {
                let own = u8::from(across.dot(&through) < 0.0);
                cores.push((self.core[*cell] as usize, own));
                cores.push((self.core[other] as usize, 1 - own));
            }
        }
        cores.sort_unstable();
        cores.dedup();
        cores
    }

    /// The free cells of the region around these cells of a gate, with their distances to them, m, as far as it leads round no
    /// island: units that go another way round do not pass the gate. Also returns whether it would lead round one.
    fn before_islands(
        &mut self,
        cells: &[usize],
        has_detour: bool,
        region: &[(u16, u8)],
    ) -> (HashMap<usize, f32>, bool) {
        let radius = self.rules.radius;
        let (mut low, mut high) = (DEPTH * radius, FIRST_DEPTH * radius);
        let within = |depth: &HashMap<usize, f32>, most: f32| -> HashMap<usize, f32> {
            depth.iter().filter(|(_, depth)| **depth <= most).map(|(cell, depth)| (*cell, *depth)).collect()
        };
        loop {
            let depth = self.depths(cells, has_detour, high, region);
            if self.leads_round(&depth, region) {
                while high - low > CUT * radius {
                    let middle = 0.5 * (low + high);
                    let is_round = self.leads_round(&within(&depth, middle), region);
                    *(if is_round { &mut high } else { &mut low }) = middle;
                }
                let depth = within(&depth, low);
                return (if has_detour { depth } else { self.with_tails(depth, region) }, true);
            }
            // Cells beyond are at most a diagonal farther.
            if depth.values().all(|depth| *depth < high - 2.0 * self.grid.cell()) {
                return (depth, false);
            }
            (low, high) = (high, 2.0 * high);
        }
    }

    /// Whether a region with these free cells leads round an island. That of a door does not, however small what it surrounds is.
    pub(super) fn leads_round(&mut self, depth: &HashMap<usize, f32>, region: &[(u16, u8)]) -> bool {
        let (radius, cell) = (self.rules.radius, self.grid.cell());
        if depth.values().all(|depth| *depth <= DEPTH * radius + cell) {
            return false;
        }
        let margin = self.margin(depth, region);
        // On the two sides of a thin wall, margins touch. They enclose nothing there.
        let is_seam = |cell: &usize, nearest: usize| {
            let others = around(&self.grid, *cell).filter_map(|other| margin.get(&other));
            others.copied().any(|other| self.between(nearest, other).norm() > SEAM * radius)
        };
        let solid = margin.iter().filter(|(cell, nearest)| !is_seam(cell, **nearest)).map(|(cell, _)| cell);
        let cells: Vec<usize> = depth.keys().chain(solid).copied().collect();
        let unit = std::f32::consts::PI * radius * radius / (cell * cell);
        islands(&self.grid, &cells, unit, &mut self.looked) > 0
    }

    /// The free cells of the region around these cells of a gate, up to a distance in m, with their distances to them.
    fn depths(
        &self,
        cells: &[usize],
        has_detour: bool,
        most: f32,
        region: &[(u16, u8)],
    ) -> HashMap<usize, f32> {
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
                let is_near = || there <= DEPTH * self.rules.radius && self.is_free(next);
                let is_in = || is_near() || !has_detour && self.is_in_tunnel(next);
                if region[next].0 != NO_GATE || there > most || !is_in() {
                    continue;
                }
                if depth.get(&next).is_none_or(|known| there < *known - 1e-4) {
                    depth.insert(next, there);
                    heap.push(Reverse((there.to_bits(), next)));
                }
            }
        }
        depth
    }

    /// The cells along walls next to the free cells of a region, each with the free cell that it is near: units pressed against a wall are in the
    /// region, too.
    fn margin(&self, depth: &HashMap<usize, f32>, region: &[(u16, u8)]) -> HashMap<usize, usize> {
        let mut edge: Vec<usize> = depth.keys().copied().collect();
        edge.sort_unstable();
        let mut margin = HashMap::new();
        for _ in 0..(FIT * self.rules.radius / self.grid.cell()).round() as usize {
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
        margin
    }

    /// The number of parts in which these cells hang together.
    pub(super) fn parts(&self, cells: &[usize]) -> usize {
        let mut cells: HashSet<usize> = cells.iter().copied().collect();
        let mut parts = 0;
        while let Some(first) = cells.iter().next().copied() {
            parts += 1;
            let mut open = vec![first];
            while let Some(cell) = open.pop() {
                if cells.remove(&cell) {
                    open.extend(around(&self.grid, cell));
                }
            }
        }
        parts
    }
}

/// The marked cells that hang together with `first`, across gaps of one cell.
pub(super) fn connected(grid: &Grid, marked: &[bool], seen: &mut [bool], first: usize) -> Vec<usize> {
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

/// Tells the cells around those on the `heap` how far a region is, at most. Returns the number of cells taken from the heap: `most` unless all is known.
pub(super) fn spread_away(grid: &Grid, away: &mut [f32], heap: &mut CellHeap, most: usize) -> usize {
    for taken in 0..most {
        let Some(Reverse((key, cell, source))) = heap.pop() else { return taken };
        if f32::from_bits(key) > away[cell] {
            continue;
        }
        for next in around(grid, cell) {
            let there = (grid.center(next) - grid.center(source)).norm();
            if there < away[next] {
                away[next] = there;
                heap.push(Reverse((there.to_bits(), next, source)));
            }
        }
    }
    most
}

/// Turns distances between centres into lower bounds: from anywhere in a cell to anywhere in the region's cell.
pub(super) fn lower_bounds(grid: &Grid, mut away: Vec<f32>) -> Vec<f32> {
    let slack = std::f32::consts::SQRT_2 * grid.cell();
    away.iter_mut().for_each(|distance| *distance = (*distance - slack).max(0.0));
    away
}
