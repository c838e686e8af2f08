//! States of a world during its run, from which later moments are computed again.

use crate::measure::Measure;
use sidestep::world::World;

/// The first interval between states, ticks: 5 s.
const EVERY: u64 = 300;

/// A world and its measurement after one tick.
#[derive(Debug, Clone)]
pub(super) struct State {
    pub(super) tick: u64,
    /// A snapshot.
    pub(super) world: Vec<u8>,
    /// What [`Measure::store`] gives.
    pub(super) measure: Vec<u8>,
}

/// The states of a world, evenly spaced, oldest first.
#[derive(Debug, Clone)]
pub(super) struct States {
    kept: Vec<State>,
    every: u64,
}

impl Default for States {
    fn default() -> Self {
        States { kept: Vec::new(), every: EVERY }
    }
}

impl States {
    /// Keeps the world's state at each interval. Once the states take more than `memory` bytes, every other one is dropped and the
    /// interval doubles.
    pub(super) fn observe(&mut self, world: &World, measure: &Measure, memory: usize) {
        let tick = world.ticks();
        if !tick.is_multiple_of(self.every) {
            return;
        }
        // Never refused here: the modes of a window have names.
        let Ok(snapshot) = world.snapshot() else { return };
        self.kept.push(State { tick, world: snapshot, measure: measure.store() });
        while self.bytes() > memory && !self.kept.is_empty() {
            self.every *= 2;
            self.kept.retain(|state| state.tick.is_multiple_of(self.every));
        }
    }

    /// The last state at or before a tick.
    pub(super) fn before(&self, tick: u64) -> Option<&State> {
        self.kept.iter().rev().find(|state| state.tick <= tick)
    }

    /// Drops the states after a tick.
    pub(super) fn forget_after(&mut self, tick: u64) {
        self.kept.retain(|state| state.tick <= tick);
    }

    /// The memory in use, bytes.
    pub(super) fn bytes(&self) -> usize {
        self.kept.iter().map(|state| state.world.len() + state.measure.len() + size_of::<State>()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{LayoutOptions, Scene};

    #[test]
    fn states_are_thinned_to_the_memory_and_stay_evenly_spaced() {
        let layout = Scene::open("small-groups").unwrap().layout(&LayoutOptions::default()).unwrap();
        let mut world = World::new(layout, 1);
        let measure = Measure::new(&world);
        let (mut states, memory) = (States::default(), 200_000);
        for _ in 0..30 * EVERY {
            world.tick();
            states.observe(&world, &measure, memory);
            assert!(states.bytes() <= memory, "{} bytes", states.bytes());
        }
        let ticks: Vec<u64> = states.kept.iter().map(|state| state.tick).collect();
        assert!(states.every > EVERY && ticks.len() >= 2, "{ticks:?}");
        let expected: Vec<u64> = (1..=ticks.len() as u64).map(|k| k * states.every).collect();
        assert_eq!(ticks, expected);
        assert_eq!(states.before(ticks[1] - 1).map(|state| state.tick), Some(ticks[0]));
        assert!(states.before(ticks[0] - 1).is_none());
    }
}
