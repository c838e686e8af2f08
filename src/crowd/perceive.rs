//! Perceive: the neighbours of each unit, in parallel, in flat arrays with offsets.

use super::state::{CHUNK, State};
use crate::neighbours::{Candidates, KdTree, Near, Search};
use crate::steering::Neighbour;
use crate::steering::schedule::Due;
use crate::types::{Renumbering, Segment};
use crate::workers::Workers;

/// The largest number of neighbours. With more, only the nearest count.
pub(super) const MOST_NEIGHBOURS: usize = 20;

/// The perception of all units, in chunks of consecutive units.
#[derive(Clone)]
pub(super) struct Perception {
    pub chunks: Vec<Chunk>,
    /// Every unit as others see it, computed once per tick because many units see each one.
    pub visible: Vec<Neighbour>,
}

/// The perception of a chunk of units: one flat array, and where each unit's section ends.
#[derive(Clone)]
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
    /// Follows the units to their new slots. They keep the neighbours that are still there until they look again.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        let old = std::mem::replace(self, Perception::new(renumbering.count())).chunks;
        for chunk in &mut self.chunks {
            for slot in chunk.first..(chunk.first + CHUNK).min(renumbering.count()) {
                if let Some(before) = renumbering.kept.get(slot) {
                    let own = old[*before as usize / CHUNK].near_of(*before as usize % CHUNK);
                    let known = |near: &Near| {
                        Some(Near::new(near.distance_squared(), renumbering.slot_of(near.id())?))
                    };
                    chunk.near.extend(own.iter().filter_map(known));
                }
                chunk.ends.push(chunk.near.len());
            }
        }
    }
}

impl Chunk {
    /// The neighbours of the unit with this number in the chunk. None before the first look.
    fn near_of(&self, number: usize) -> &[Near] {
        let begin = if number == 0 { Some(&0) } else { self.ends.get(number - 1) };
        match (begin, self.ends.get(number)) {
            (Some(begin), Some(end)) => &self.near[*begin..*end],
            _ => &[],
        }
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

#[cfg(test)]
mod tests {
    use super::super::crowd::Crowd;
    use super::super::layout::Layout;
    use super::super::start::Start;
    use super::super::test_layouts::crowd_at;
    use super::*;
    use crate::navigation::Goal;
    use crate::steering::behaviours::Behaviour;
    use crate::steering::combine::Plan;
    use crate::types::Point;

    /// Ten centimetres apart, all of 30 are in reach.
    #[test]
    fn a_unit_perceives_twenty_others() {
        let points: Vec<(f32, f32)> = (0..30).map(|k| (0.1 * k as f32, 0.0)).collect();
        let (crowd, _) = crowd_at(&points);
        assert_eq!(crowd.perception.chunks[0].near_of(0).len(), MOST_NEIGHBOURS);
        assert_eq!(MOST_NEIGHBOURS, 20);
    }

    /// Those of the second chunk look in every other tick.
    #[test]
    fn a_chunk_looks_when_one_of_its_units_does() {
        let seek = Plan::single(Behaviour::named("seek").unwrap());
        let unit = |slot: usize| Start {
            position: Point::new(0.1 * slot as f32, 0.0),
            goal: Goal::Point { at: Point::new(30.0, 0.0), radius: 0.5, own: true },
            group: u16::from(slot == CHUNK),
            ..Start::default()
        };
        for (plan, looks) in [(None, false), (Some(seek), true)] {
            let starts = (0..2 * CHUNK).map(unit).collect();
            let mut crowd = Crowd::new(Layout { plans: vec![None, plan], ..Layout::new(starts) }, 1);
            crowd.state.schedule.look = 2;
            crowd.tick();
            let mut tree = KdTree::with_slack(0.0);
            tree.rebuild(&crowd.state.units.position);
            crowd.perception.chunks[1].near.clear();
            crowd.perception.chunks[1].ends.fill(0);
            perceive(&crowd.state, &tree, &mut crowd.perception, Due::After(0), Workers::new(None));
            assert_eq!(!crowd.perception.chunks[1].near.is_empty(), looks);
        }
    }

    /// Each of 40 units knows the next one, and the first of them goes.
    #[test]
    fn units_keep_the_neighbours_that_are_still_there() {
        let mut perception = Perception::new(40);
        for chunk in &mut perception.chunks {
            let slots = chunk.first..(chunk.first + CHUNK).min(40);
            chunk.near = slots.map(|slot| Near::new(1.0, (slot as u32 + 1) % 40)).collect();
            chunk.ends = (1..=chunk.near.len()).collect();
        }
        perception.renumber(&Renumbering { kept: (1..40).collect(), before: 40, added: 1 });
        let known = |slot: usize| {
            let near = perception.chunks[slot / CHUNK].near_of(slot % CHUNK).iter();
            near.map(|near| near.id()).collect::<Vec<_>>()
        };
        for slot in 0..38 {
            assert_eq!(known(slot), [slot as u32 + 1], "unit {slot}");
        }
        assert_eq!((known(38), known(39)), (vec![], vec![]), "its neighbour is gone, or it is new");
    }
}
