//! State that is carried from one tick to the next.

use crate::steering::behaviours::Memory;
use crate::types::{Renumbering, Side, Vec2};
use serde::{Deserialize, Serialize};

/// What units show each other and remember from one tick to the next, indexed by id.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Recall {
    /// The preferred velocity of each unit along its path, m/s. Zero for units that do not walk.
    pub preferred: Vec<Vec2>,
    /// The side to which each unit turned.
    pub turning: Vec<Option<Side>>,
    /// The memory of each unit's plan.
    pub memory: Vec<Memory>,
}

impl Recall {
    /// Follows the units to their new slots.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        renumbering.apply(&mut self.preferred, Vec2::zeros);
        renumbering.apply(&mut self.turning, || None);
        renumbering.apply(&mut self.memory, Memory::default);
    }

    pub fn new(units: usize) -> Recall {
        Recall {
            preferred: vec![Vec2::zeros(); units],
            turning: vec![None; units],
            memory: vec![Memory::default(); units],
        }
    }
}
