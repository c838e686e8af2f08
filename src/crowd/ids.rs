//! Ids that stay with a unit while slots change. An id is never given twice.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A unit's id: a place in the table of ids, and how often it was given away before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct UnitId {
    index: u32,
    generation: u32,
}

/// A wall's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct WallId(pub(super) u64);

/// The number of an order, counted from 1 in the order in which they were given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct OrderId(pub(super) u64);

impl UnitId {
    /// The place in the table of ids, and how often it was given away before.
    pub fn parts(self) -> (u32, u32) {
        (self.index, self.generation)
    }
}

impl fmt::Display for UnitId {
    /// Only an id whose place was given away before shows its generation.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.generation {
            0 => write!(f, "{}", self.index),
            generation => write!(f, "{}.{generation}", self.index),
        }
    }
}

impl fmt::Display for WallId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What a place in the table stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Entry {
    Free,
    /// Given out, without a slot yet.
    Promised,
    Slot(u32),
}

/// The ids in use and their slots.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Ids {
    /// What each place stands for, and its generation.
    entries: Vec<(Entry, u32)>,
    free: Vec<u32>,
    /// The ids of all slots.
    of_slot: Vec<UnitId>,
}

impl Ids {
    /// Ids for this many slots.
    pub fn new(slots: usize) -> Ids {
        let id = |index: u32| UnitId { index, generation: 0 };
        Ids {
            entries: (0..slots as u32).map(|slot| (Entry::Slot(slot), 0)).collect(),
            free: Vec::new(),
            of_slot: (0..slots as u32).map(id).collect(),
        }
    }

    /// Gives out an id that has no slot yet.
    pub fn promise(&mut self) -> UnitId {
        let index = self.free.pop().unwrap_or_else(|| {
            self.entries.push((Entry::Free, 0));
            self.entries.len() as u32 - 1
        });
        let (entry, generation) = &mut self.entries[index as usize];
        *entry = Entry::Promised;
        UnitId { index, generation: *generation }
    }

    fn entry(&self, id: UnitId) -> Entry {
        match self.entries.get(id.index as usize) {
            Some((entry, generation)) if *generation == id.generation => *entry,
            _ => Entry::Free,
        }
    }

    /// Whether the id is in use, with or without a slot.
    pub fn is_known(&self, id: UnitId) -> bool {
        self.entry(id) != Entry::Free
    }

    /// The slot of an id. None if the id is no longer in use, or has no slot yet.
    pub fn slot(&self, id: UnitId) -> Option<usize> {
        match self.entry(id) {
            Entry::Slot(slot) => Some(slot as usize),
            Entry::Free | Entry::Promised => None,
        }
    }

    /// The ids of all slots, in order.
    pub fn all(&self) -> &[UnitId] {
        &self.of_slot
    }

    /// The number of ids in use.
    pub fn count(&self) -> usize {
        self.entries.len() - self.free.len()
    }

    /// Takes back an id. Its slot, if it has one, keeps the former id until the next [`Ids::assign`].
    pub fn retire(&mut self, id: UnitId) {
        let (entry, generation) = &mut self.entries[id.index as usize];
        *entry = Entry::Free;
        *generation += 1;
        self.free.push(id.index);
    }

    /// Sets the ids of all slots.
    pub fn assign(&mut self, slots: Vec<UnitId>) {
        self.of_slot = slots;
        for (slot, id) in self.of_slot.iter().enumerate() {
            self.entries[id.index as usize].0 = Entry::Slot(slot as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_never_given_twice() {
        let mut ids = Ids::new(2);
        let [first, second] = [ids.all()[0], ids.all()[1]];
        let third = ids.promise();
        assert_eq!((ids.slot(second), ids.slot(third), ids.is_known(third)), (Some(1), None, true));
        ids.retire(first);
        ids.assign(vec![second, third]);
        assert_eq!([first, second, third].map(|id| ids.slot(id)), [None, Some(0), Some(1)]);
        let fourth = ids.promise();
        assert!(fourth != first && !ids.is_known(first) && ids.is_known(fourth));
        assert_eq!([first, second, third, fourth].map(|id| id.to_string()), ["0", "1", "2", "0.1"]);
        assert_eq!((ids.all(), ids.count()), (&[second, third][..], 3));
    }
}
