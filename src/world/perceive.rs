//! Perceive: one neighbour query per unit, in parallel, into flat arrays with offsets.

use super::state::State;
use crate::neighbours::{Index, Near};
use crate::steering::Neighbour;
use crate::types::Segment;
use crate::workers::Workers;

/// The number of units that perceive and decide together. Fixed, so that nothing depends on the number of threads.
pub(super) const CHUNK: usize = 32;
/// The largest number of neighbours. With more, only the nearest count.
pub(super) const MOST_NEIGHBOURS: usize = 20;
/// A crowd rarely thins out by more than this factor from one tick to the next.
const ENOUGH_SLACK: f32 = 1.1;

/// The perception of all units, in chunks of consecutive units.
pub(super) struct Perception {
    pub chunks: Vec<Chunk>,
    /// Every unit as others see it, computed once per tick because many units see each one.
    pub visible: Vec<Neighbour>,
}

/// The perception of a chunk of units: one flat array, and where each unit's section ends.
pub(super) struct Chunk {
    pub first: usize,
    pub near: Vec<Near>,
    pub ends: Vec<usize>,
    /// The distance within which each unit found [`MOST_NEIGHBOURS`] in the last tick, m.
    enough: [f32; CHUNK],
    /// Buffers, to avoid allocations during a tick.
    found: Vec<Near>,
    pub neighbours: Vec<Neighbour>,
    pub walls: Vec<Segment>,
}

impl Perception {
    pub fn new(units: usize) -> Perception {
        let chunk = |first| Chunk {
            first,
            near: Vec::new(),
            ends: Vec::new(),
            enough: [f32::INFINITY; CHUNK],
            found: Vec::new(),
            neighbours: Vec::new(),
            walls: Vec::new(),
        };
        Perception {
            chunks: (0..units).step_by(CHUNK).map(chunk).collect(),
            visible: Vec::with_capacity(units),
        }
    }
}

/// Queries `index` for the neighbours of every unit.
pub(super) fn perceive(state: &State, index: &dyn Index, perception: &mut Perception, workers: Workers<'_>) {
    workers.each(&mut perception.chunks, |chunk| {
        chunk.near.clear();
        chunk.ends.clear();
        for id in chunk.first..(chunk.first + CHUNK).min(state.units.len()) {
            let reach = state.perception_radius(id);
            if reach > 0.0 {
                let enough = &mut chunk.enough[id - chunk.first];
                nearest_neighbours(state, index, id, reach, enough, &mut chunk.found);
                chunk.near.extend_from_slice(&chunk.found);
            }
            chunk.ends.push(chunk.near.len());
        }
    });
}

/// Finds the nearest neighbours of unit `id` within `reach`. In a crowd a smaller circle contains all that count:
/// `enough` is its radius in the last tick. If it contains too few, the whole circle is queried, so the result is
/// the same.
fn nearest_neighbours(
    state: &State,
    index: &dyn Index,
    id: usize,
    reach: f32,
    enough: &mut f32,
    found: &mut Vec<Near>,
) {
    let center = state.units.position[id];
    let first = reach.min(*enough * ENOUGH_SLACK);
    index.neighbours(id as u32, center, first, MOST_NEIGHBOURS, found);
    if found.len() < MOST_NEIGHBOURS && first < reach {
        index.neighbours(id as u32, center, reach, MOST_NEIGHBOURS, found);
    }
    *enough = match found.last() {
        Some(last) if found.len() == MOST_NEIGHBOURS => last.distance_squared().sqrt(),
        _ => f32::INFINITY,
    };
}
