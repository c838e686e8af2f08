//! Perceive: the neighbours of each unit, in parallel, in flat arrays with offsets.

use super::state::{CHUNK, State};
use crate::neighbours::{Candidates, KdTree, Near, Search};
use crate::steering::Neighbour;
use crate::steering::schedule::Due;
use crate::types::Segment;
use crate::workers::Workers;

/// The largest number of neighbours. With more, only the nearest count.
pub(super) const MOST_NEIGHBOURS: usize = 20;

/// The perception of all units, in chunks of consecutive units.
pub(super) struct Perception {
    pub chunks: Vec<Chunk>,
    /// Every unit as others see it, computed once per tick because many units see each one.
    pub visible: Vec<Neighbour>,
}

/// The perception of a chunk of units: one flat array, and where each unit's section ends.
pub(super) struct Chunk {
    pub first: usize,
    /// Whether any of the units decides in this tick.
    pub decides: bool,
    pub near: Vec<Near>,
    pub ends: Vec<usize>,
    candidates: Candidates,
    /// Buffers, to avoid allocations during a tick.
    reach: Vec<f32>,
    pub neighbours: Vec<Neighbour>,
    pub walls: Vec<Segment>,
}

impl Perception {
    pub fn new(units: usize) -> Perception {
        let chunk = |first: usize| Chunk {
            first,
            decides: true,
            near: Vec::new(),
            ends: Vec::new(),
            candidates: Candidates::new(first..(first + CHUNK).min(units)),
            reach: Vec::new(),
            neighbours: Vec::new(),
            walls: Vec::new(),
        };
        Perception {
            chunks: (0..units).step_by(CHUNK).map(chunk).collect(),
            visible: Vec::with_capacity(units),
        }
    }
}

impl Perception {
    /// Perceives anew, with another number of units.
    pub fn resize(&mut self, units: usize) {
        *self = Perception::new(units);
    }
}

/// Finds the neighbours of every unit that looks for them in this tick. The others keep theirs. `tree` has the
/// current positions.
pub(super) fn perceive(
    state: &State,
    tree: &KdTree,
    perception: &mut Perception,
    turn: Due,
    workers: Workers<'_>,
) {
    let count = state.units.len();
    workers.each(&mut perception.chunks, |chunk| {
        let Chunk { first, decides, near, ends, candidates, reach, .. } = chunk;
        let units = *first..(*first + CHUNK).min(count);
        *decides = units.clone().any(|id| state.decides(id, turn));
        let looks = units.clone().any(|id| state.looks(id, turn));
        if !looks && ends.len() == units.len() {
            return;
        }
        reach.clear();
        reach.extend(units.map(|id| state.perception_radius(id)));
        let every = state.schedule.look;
        let search = Search { tree, reach, most: MOST_NEIGHBOURS, every };
        candidates.neighbours(search, (*first / CHUNK) as u64, near, ends);
    });
}
