//! What lasts from one tick to the next.

use crate::steering::behaviours::Memory;
use crate::types::{Side, Vec2};

/// What units show each other and remember from one tick to the next; index = id.
pub(super) struct Recall {
    /// The velocity at which each unit would follow its path if it were alone, m/s; zero for one that does not walk.
    pub preferred: Vec<Vec2>,
    /// The side to which each unit turned.
    pub turning: Vec<Option<Side>>,
    /// What each unit's plan remembers.
    pub memory: Vec<Memory>,
}

impl Recall {
    pub fn new(units: usize) -> Recall {
        Recall {
            preferred: vec![Vec2::zeros(); units],
            turning: vec![None; units],
            memory: vec![Memory::default(); units],
        }
    }
}
