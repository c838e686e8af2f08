//! Paths that avoid a narrow place: fields to the same goals on ground where it is closed. Units take them one by one.

use super::clearance::Clearance;
use super::lazy_field::{LazyField, SavedField};
use crate::types::{Point, Renumbering, Segment};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The largest number of cells in all grounds together, and in all fields.
const CELLS: usize = 1 << 21;
/// The largest numbers of grounds and of fields.
const MOST: usize = 32;
/// The number of cells by which a field grows in a tick.
const GROW_CELLS: usize = 2000;
/// The ticks for which a field is kept after it was last asked for.
const KEEP: u64 = 240;

/// The ground with narrow places closed.
#[derive(Clone)]
struct Ground {
    closed: Vec<Segment>,
    clearance: Arc<Clearance>,
}

/// A field on such a ground.
#[derive(Clone)]
struct Detour {
    ground: u32,
    field: LazyField,
    /// When it was last asked for.
    asked: u64,
    /// Whether the path that was asked for is not known yet.
    is_wanted: bool,
}

/// The detours of all units.
#[derive(Clone, Default)]
pub(super) struct Detours {
    grounds: Vec<Ground>,
    fields: Vec<Detour>,
    /// The field that each unit follows instead of its own. Empty until one does.
    taken: Vec<Option<u32>>,
}

/// What detours are made of again.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct SavedDetours {
    grounds: Vec<Vec<Segment>>,
    fields: Vec<(u32, SavedField, u64, bool)>,
    taken: Vec<Option<u32>>,
}

impl Detours {
    pub fn saved(&self) -> SavedDetours {
        let field = |own: &Detour| (own.ground, own.field.saved(), own.asked, own.is_wanted);
        SavedDetours {
            grounds: self.grounds.iter().map(|ground| ground.closed.clone()).collect(),
            fields: self.fields.iter().map(field).collect(),
            taken: self.taken.clone(),
        }
    }

    /// The detours that were saved, around the same walls as those that are `known`.
    pub fn restored(saved: SavedDetours, clearance: &Clearance, known: &Detours) -> Detours {
        let ground = |closed: Vec<Segment>| {
            let known = known.grounds.iter().find(|ground| ground.closed == closed).cloned();
            let new = |closed: Vec<Segment>| Ground { clearance: Arc::new(clearance.with(&closed)), closed };
            known.unwrap_or_else(|| new(closed))
        };
        let grounds: Vec<Ground> = saved.grounds.into_iter().map(ground).collect();
        let field = |(ground, field, asked, is_wanted): (u32, SavedField, u64, bool)| {
            let on = &grounds.get(ground as usize)?.clearance;
            let is_known = |own: &&Detour| {
                own.field.aim() == field.0 && Arc::ptr_eq(&known.grounds[own.ground as usize].clearance, on)
            };
            let known = known.fields.iter().find(is_known).map(|own| &own.field);
            let field = LazyField::restored(field, on, GROW_CELLS, known);
            Some(Detour { ground, field, asked, is_wanted })
        };
        let fields = saved.fields.into_iter().filter_map(field).collect();
        Detours { grounds, fields, taken: saved.taken }
    }

    /// Returns the field to `aim` where these places are closed, or begins to make it. None while the path from there is not known.
    pub fn ask(
        &mut self,
        clearance: &Clearance,
        (from, aim): (Point, Point),
        closed: &[Segment],
        now: u64,
    ) -> Option<u32> {
        let is_known =
            |own: &Detour| own.field.aim() == aim && self.grounds[own.ground as usize].closed == closed;
        if let Some(index) = self.fields.iter().position(is_known) {
            let own = &mut self.fields[index];
            let ground = &self.grounds[own.ground as usize].clearance;
            let is_known = own.field.knows(ground, from);
            // Of all that ask in a tick, one is enough.
            own.is_wanted = !is_known || own.is_wanted && own.asked == now;
            own.asked = now;
            return is_known.then_some(index as u32);
        }
        let most = (CELLS / clearance.grid.len()).clamp(2, MOST);
        let place = if self.fields.len() < most { self.fields.len() } else { self.oldest(now)? };
        let ground = self.ground(clearance, closed, most)?;
        let field = LazyField::spread_now(aim);
        let new = Detour { ground, field, asked: now, is_wanted: true };
        match self.fields.get_mut(place) {
            Some(own) => *own = new,
            None => self.fields.push(new),
        }
        None
    }

    /// The field that was not asked for for the longest time, if no unit takes it and that was long ago. Otherwise fields would take
    /// turns to be made, and none be complete.
    fn oldest(&self, now: u64) -> Option<usize> {
        let is_free = |index: &usize| {
            !self.taken.contains(&Some(*index as u32)) && self.fields[*index].asked + KEEP < now
        };
        (0..self.fields.len()).filter(is_free).min_by_key(|index| self.fields[*index].asked)
    }

    fn ground(&mut self, clearance: &Clearance, closed: &[Segment], most: usize) -> Option<u32> {
        if let Some(index) = self.grounds.iter().position(|ground| ground.closed == closed) {
            return Some(index as u32);
        }
        let is_used = |index: usize| self.fields.iter().any(|own| own.ground as usize == index);
        let free = (0..self.grounds.len()).find(|index| !is_used(*index));
        let new = |closed: &[Segment]| Ground {
            closed: closed.to_vec(),
            clearance: Arc::new(clearance.with(closed)),
        };
        match free {
            Some(index) => self.grounds[index] = new(closed),
            None if self.grounds.len() < most => self.grounds.push(new(closed)),
            None => return None,
        }
        Some(free.unwrap_or(self.grounds.len() - 1) as u32)
    }

    /// Goes on with the first field in which a path was asked for that is not known yet.
    pub fn grow(&mut self) {
        if let Some(own) = self.fields.iter_mut().find(|own| own.is_wanted && own.field.is_growing()) {
            own.field.grow(&self.grounds[own.ground as usize].clearance, GROW_CELLS);
        }
    }

    /// Lets one of `units` units follow a field, or its own.
    pub fn take(&mut self, id: usize, field: Option<u32>, units: usize) {
        if field.is_some() || id < self.taken.len() {
            self.taken.resize(units, None);
            self.taken[id] = field;
        }
    }

    /// A field with its ground.
    pub fn field(&self, index: u32) -> Option<(&Clearance, &LazyField)> {
        let own = self.fields.get(index as usize)?;
        Some((&self.grounds[own.ground as usize].clearance, &own.field))
    }

    /// The field that a unit follows instead of its own.
    pub fn field_of(&self, id: usize) -> Option<(&Clearance, &LazyField)> {
        self.field((*self.taken.get(id)?)?)
    }

    /// Follows the units to their new slots.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        if !self.taken.is_empty() {
            renumbering.apply(&mut self.taken, || None);
        }
    }
}

#[cfg(test)]
#[path = "detours_test.rs"]
mod tests;
