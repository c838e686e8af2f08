//! Which units are selected.

use sidestep::crowd::UnitId;

/// The number of selections that can be kept.
const STORED: usize = 9;

/// The selected units, and the selections that are kept.
#[derive(Debug, Default)]
pub(super) struct Selection {
    /// The selected units, without repetition.
    units: Vec<UnitId>,
    stored: [Vec<UnitId>; STORED],
    /// Whether the next click sends the selected units on patrol.
    pub(super) asks_patrol: bool,
}

impl Selection {
    /// Only this unit, if there is one.
    pub(super) fn of_unit(unit: Option<UnitId>) -> Selection {
        Selection { units: unit.into_iter().collect(), ..Selection::default() }
    }

    /// The selected units.
    pub(super) fn units(&self) -> &[UnitId] {
        &self.units
    }

    /// The selected unit, if it is the only one.
    pub(super) fn single(&self) -> Option<UnitId> {
        if let [unit] = self.units[..] { Some(unit) } else { None }
    }

    /// Selects these units, or adds them to those selected before.
    pub(super) fn select(&mut self, units: Vec<UnitId>, add: bool) {
        self.asks_patrol = false;
        if !add {
            self.units.clear();
        }
        self.units.extend(units);
        self.units.sort_unstable();
        self.units.dedup();
    }

    /// Adds a unit, or takes it out.
    pub(super) fn toggle(&mut self, unit: UnitId) {
        match self.units.iter().position(|selected| *selected == unit) {
            Some(at) => _ = self.units.remove(at),
            None => self.select(vec![unit], true),
        }
    }

    /// Keeps the selection under a number from 1.
    pub(super) fn store(&mut self, number: usize) {
        if let Some(stored) = number.checked_sub(1).and_then(|at| self.stored.get_mut(at)) {
            stored.clone_from(&self.units);
        }
    }

    /// The units that are kept under a number from 1.
    pub(super) fn stored(&self, number: usize) -> &[UnitId] {
        number.checked_sub(1).and_then(|at| self.stored.get(at)).map_or(&[], Vec::as_slice)
    }

    /// Forgets units that are gone.
    pub(super) fn retain(&mut self, exists: impl Fn(&UnitId) -> bool) {
        self.units.retain(&exists);
        self.stored.iter_mut().for_each(|stored| stored.retain(&exists));
        self.asks_patrol &= !self.units.is_empty();
    }
}
