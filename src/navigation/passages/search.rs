//! Finds the gates of a map, all at once or over several ticks.

use super::chambers::{ChamberGround, ChamberSearch};
use super::find::{CellHeap, FIT, Finder, Found, connected, lower_bounds, spread_away};
use super::halls::Halls;
use super::regions::{NO_GATE, PassageRules, Passages};
use crate::navigation::clearance::Clearance;
use crate::navigation::grid::around;
use crate::types::Point;
use std::cmp::Reverse;
use std::sync::Arc;

impl Passages {
    /// Finds the gates on the ground that a unit can reach from one of `starts`.
    pub fn find(clearance: &Arc<Clearance>, rules: &PassageRules, starts: &[Point]) -> Passages {
        let mut search = PassageSearch::new(clearance.clone(), *rules, starts);
        while !search.go_on(usize::MAX) {}
        search.into_passages()
    }
}

/// A search for gates that goes on over several ticks. How far it is depends on the amount of work, not on time.
#[derive(Clone)]
pub struct PassageSearch {
    finder: Finder,
    found: Found,
    stage: Stage,
    /// Cells to visit next.
    open: Vec<usize>,
    heap: CellHeap,
    frontier: Vec<bool>,
    seen: Vec<bool>,
    is_porous: bool,
    pass: Pass,
    halls: Halls,
    away: Vec<f32>,
    chambers: ChamberSearch,
}

/// Which gates are looked for.
#[derive(Clone, Copy, PartialEq)]
enum Pass {
    /// Those between cores on opposite sides.
    Straight,
    /// Those in tunnels that bend back.
    Bent,
    /// Places in porous ground and in halls that two units block.
    Closest,
}

/// What is done next, and from which cell on.
#[derive(Clone, Copy)]
enum Stage {
    Reach,
    Cores(usize),
    Spread,
    Frontier(usize),
    Gates(usize),
    Regions(usize),
    Away,
    Chambers,
    Done,
}

/// The work of a cell on a heap, on a stack and in a gate, in cells that are only looked at.
const HEAP_WORK: usize = 16;
const STACK_WORK: usize = 4;
const GATE_WORK: usize = 40;

impl PassageSearch {
    /// Begins to look for gates on the ground that a unit can reach from one of `starts`.
    pub fn new(clearance: Arc<Clearance>, rules: PassageRules, starts: &[Point]) -> PassageSearch {
        let grid = clearance.grid;
        let count = grid.len();
        PassageSearch {
            finder: Finder::new(clearance, rules),
            found: Found { gates: Vec::new(), region: vec![(NO_GATE, 0); count] },
            stage: Stage::Reach,
            open: starts.iter().map(|p| grid.nearest(*p)).collect(),
            heap: CellHeap::new(),
            frontier: vec![false; count],
            seen: Vec::new(),
            is_porous: false,
            pass: Pass::Straight,
            halls: Halls::default(),
            away: vec![f32::INFINITY; count],
            chambers: ChamberSearch::new(count),
        }
    }

    /// Goes on for about as much work as to look at this many cells. Returns whether all gates are found.
    pub fn go_on(&mut self, work: usize) -> bool {
        let mut left = work;
        while left > 0 && !matches!(self.stage, Stage::Done) {
            left = left.saturating_sub(self.step(left));
        }
        matches!(self.stage, Stage::Done)
    }

    /// The gates that were found.
    pub fn into_passages(self) -> Passages {
        let grid = self.finder.grid;
        let away = lower_bounds(&grid, self.away);
        let gates = self.found.gates;
        let chambers = self.chambers.into_chambers();
        Passages { grid, gates, region: self.found.region, chambers, away }
    }

    /// Goes on with one stage. Returns the work.
    fn step(&mut self, most: usize) -> usize {
        let count = self.finder.grid.len();
        match self.stage {
            Stage::Reach => self.reach(most),
            Stage::Cores(from) => {
                let to = from.saturating_add(most).min(count);
                (from..to).for_each(|cell| self.finder.begin_at(cell, &mut self.heap));
                self.stage = if to == count { Stage::Spread } else { Stage::Cores(to) };
                to - from
            }
            Stage::Spread => self.spread(most),
            Stage::Frontier(from) => {
                let to = from.saturating_add(most).min(count);
                (from..to).for_each(|cell| self.frontier[cell] = self.finder.is_frontier(cell));
                self.stage = Stage::Frontier(to);
                if to == count {
                    (self.seen, self.stage) = (vec![false; count], Stage::Gates(0));
                }
                2 * (to - from)
            }
            Stage::Gates(from) => self.gates(from, most),
            Stage::Regions(from) => {
                let to = from.saturating_add(most).min(count);
                for cell in (from..to).filter(|cell| self.found.region[*cell].0 != NO_GATE) {
                    self.away[cell] = 0.0;
                    self.heap.push(Reverse((0, cell, cell)));
                }
                self.stage = if to == count { Stage::Away } else { Stage::Regions(to) };
                to - from
            }
            Stage::Away => self.go_away(most),
            Stage::Chambers => {
                let (finder, region) = (&self.finder, &self.found.region);
                let ground = ChamberGround {
                    grid: &finder.grid,
                    gates: self.found.gates.len(),
                    gate_and_side: &|cell| Some(region[cell]).filter(|(gate, _)| *gate != NO_GATE),
                    is_ground: &|cell| finder.gap(cell) >= FIT * finder.rules.radius,
                };
                let (work, is_done) = self.chambers.go_on(&ground, most);
                self.stage = if is_done { Stage::Done } else { Stage::Chambers };
                work
            }
            Stage::Done => 0,
        }
    }

    /// Marks the ground that units can get to.
    fn reach(&mut self, most: usize) -> usize {
        let mut work = 0;
        while work < most {
            let Some(cell) = self.open.pop() else {
                self.stage = Stage::Cores(0);
                break;
            };
            work += STACK_WORK;
            if !std::mem::replace(&mut self.finder.reached[cell], true) {
                let finder = &self.finder;
                self.open.extend(around(&finder.grid, cell).filter(|next| finder.fits(*next)));
            }
        }
        work.max(1)
    }

    /// Finds every free cell's nearest core cell.
    fn spread(&mut self, most: usize) -> usize {
        let mut work = 0;
        while work < most {
            let Some(Reverse((key, cell, _))) = self.heap.pop() else {
                self.stage = Stage::Frontier(0);
                break;
            };
            work += HEAP_WORK;
            self.finder.spread_from(key, cell, &mut self.heap);
        }
        work.max(1)
    }

    /// Finds gates outside the regions of those found before.
    fn gates(&mut self, from: usize, most: usize) -> usize {
        let PassageSearch { finder, found, frontier, seen, halls, .. } = self;
        let only_halls = self.pass == Pass::Closest && !self.is_porous;
        let count = finder.grid.len();
        let mut work = 0;
        for first in from..count {
            work += 1;
            if frontier[first] && !seen[first] {
                let cells = connected(&finder.grid, frontier, seen, first);
                self.is_porous |= self.pass == Pass::Straight && finder.hangs_together(&cells);
                work += GATE_WORK * cells.len();
                let is_known = cells.iter().any(|cell| found.region[*cell].0 != NO_GATE);
                if found.gates.len() + 1 < usize::from(NO_GATE)
                    && !is_known
                    && (!only_halls || halls.hold(&cells))
                    && let Some(gate) = finder.gate(&cells)
                {
                    finder.mark(&cells, gate, found);
                }
            }
            work += 2 * HEAP_WORK * std::mem::take(&mut finder.searched) + std::mem::take(&mut finder.looked);
            if work >= most && first + 1 < count {
                self.stage = Stage::Gates(first + 1);
                return work;
            }
        }
        finder.is_bent = self.pass == Pass::Straight;
        match self.pass {
            Pass::Straight => {}
            Pass::Bent => *halls = Halls::open(found, finder.closest_width()),
            Pass::Closest => std::mem::take(halls).close(found),
        }
        (self.pass, self.stage) = match self.pass {
            Pass::Straight => (Pass::Bent, Stage::Frontier(0)),
            // Where narrow places hang together, the ones that two units block are still gates.
            Pass::Bent if self.is_porous || !halls.is_empty() => (Pass::Closest, Stage::Cores(0)),
            pass => (pass, Stage::Regions(0)),
        };
        if self.pass == Pass::Closest {
            finder.narrow_to_closest();
        }
        work.max(1)
    }

    /// Finds a lower bound of each cell's distance to the nearest region.
    fn go_away(&mut self, most: usize) -> usize {
        let grid = self.finder.grid;
        let cells = most.div_ceil(HEAP_WORK);
        let taken = spread_away(&grid, &mut self.away, &mut self.heap, cells);
        if taken < cells {
            self.stage = Stage::Chambers;
        }
        (taken * HEAP_WORK).max(1)
    }
}

#[cfg(test)]
mod tests;
