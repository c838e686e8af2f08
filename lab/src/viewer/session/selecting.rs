//! Selecting units. They are known by their ids, because slots change when units come and go.

use super::session::Session;
use crate::draw::Moment;
use sidestep::crowd::UnitId;
use sidestep::types::Point;

impl Session {
    /// The selected units.
    pub fn selection(&self) -> &[UnitId] {
        self.selection.units()
    }

    /// The slot of the only selected unit, in the active world at the moment that is shown.
    pub fn selected(&self) -> Option<usize> {
        self.selected_in(self.active)
    }

    /// The slot of the only selected unit in world `number` at the moment that is shown.
    pub fn selected_in(&self, number: usize) -> Option<usize> {
        self.slot_in(number, self.selection.single()?)
    }

    /// The slot of a unit in world `number` at the moment that is shown.
    pub(super) fn slot_in(&self, number: usize, unit: UnitId) -> Option<usize> {
        match (self.shown_world(number), self.moment(number)) {
            (Some(world), _) => world.slot(unit),
            (None, Some(moment)) => moment.ids.iter().position(|id| *id == unit),
            (None, None) => None,
        }
    }

    /// Whether units are selected that can be commanded. While their start is changed, they cannot.
    pub fn takes_orders(&self) -> bool {
        !self.selection().is_empty() && !self.placing()
    }

    /// Whether the next click sends the selected units on patrol.
    pub fn asks_patrol(&self) -> bool {
        self.selection.asks_patrol
    }

    /// Selects the unit at a pixel of the window, and makes its world the active one. Without a unit, a door there opens or shuts.
    pub(super) fn select_at(&mut self, at: (f32, f32)) {
        let Some((number, local)) = self.locate(at) else { return };
        if self.selection.asks_patrol {
            return self.patrol(at);
        }
        self.activate(number);
        let unit = self.unit_at(number, local).and_then(|slot| self.id_at(number, slot));
        let door = self.door_at(number, self.view.camera.to_world(local));
        match (unit, door) {
            (None, Some(door)) if !self.placing() => self.switch_door(door),
            (unit, _) => self.selection.select(unit.into_iter().collect(), false),
        }
    }

    /// Adds the unit at a pixel of the window to the selection, or takes it out.
    pub(super) fn add_at(&mut self, at: (f32, f32)) {
        let Some((number, local)) = self.locate(at) else { return };
        self.activate(number);
        if let Some(unit) = self.unit_at(number, local).and_then(|slot| self.id_at(number, slot)) {
            self.selection.toggle(unit);
        }
    }

    /// Selects a unit of the active world by its slot.
    pub(super) fn select_slot(&mut self, slot: Option<usize>) {
        let unit = slot.and_then(|slot| self.world().ids().get(slot).copied());
        self.selection.select(unit.into_iter().collect(), false);
    }

    /// Selects the units whose middles are in a rectangle of the window.
    pub(super) fn select_box(&mut self, from: (f32, f32), to: (f32, f32), add: bool) {
        let Some((number, _)) = self.locate(from) else { return };
        self.activate(number);
        let map = self.map_of(number);
        let (left, right) = (from.0.min(to.0) - map.x as f32, from.0.max(to.0) - map.x as f32);
        let (top, bottom) = (from.1.min(to.1) - map.y as f32, from.1.max(to.1) - map.y as f32);
        let is_inside = |(x, y): (f32, f32)| (left..=right).contains(&x) && (top..=bottom).contains(&y);
        let units = self.units_where(number, |session, slot| {
            is_inside(session.view.camera.to_screen(session.shown_position(number, slot)))
        });
        self.selection.select(units, add);
    }

    /// Selects all visible units of the group of the unit at a pixel of the window.
    pub(super) fn select_alike(&mut self, at: (f32, f32), add: bool) {
        let Some((number, local)) = self.locate(at) else { return };
        // Obstacles are of a group, too, but take no orders.
        let group = |session: &Session, slot: usize| match session.moment(number) {
            Some(moment) => (moment.groups[slot], moment.fixed[slot]),
            None => {
                let units = session.panes[number].world().units();
                (units.group[slot], units.is_fixed(slot))
            }
        };
        let Some(unit) = self.unit_at(number, local) else { return };
        let (own, seen) = (group(self, unit), self.view.camera.visible());
        let units = self.units_where(number, |session, slot| {
            group(session, slot) == own && seen.contains(session.shown_position(number, slot))
        });
        self.selection.select(units, add);
    }

    pub(super) fn recall(&mut self, number: usize) {
        let units = self.selection.stored(number).to_vec();
        if units.is_empty() {
            return self
                .say(format!("no units are kept under {number}: Ctrl+{number} keeps the selected ones"));
        }
        self.selection.select(units, false);
    }

    pub(super) fn store(&mut self, number: usize) {
        self.selection.store(number);
        self.say(format!("{number} selects these {} units again", self.selection().len()));
    }

    /// Forgets units that are in no world any more.
    pub(super) fn forget_the_gone(&mut self) {
        let Session { panes, selection, .. } = self;
        selection.retain(|unit| panes.iter().any(|pane| pane.world().slot(*unit).is_some()));
    }

    /// The positions and radii of the units that world `number` shows, by slot.
    pub(super) fn shown_units(&self, number: usize) -> (Vec<Point>, &[f32]) {
        let count = self
            .moment(number)
            .map_or(self.panes[number].world().units().len(), |moment| moment.positions.len());
        let positions = (0..count).map(|slot| self.shown_position(number, slot)).collect();
        let radii = self
            .moment(number)
            .map_or(&self.panes[number].world().units().radius[..], |moment: Moment| moment.radii);
        (positions, radii)
    }

    /// The ids of the units of world `number` of which something is true.
    fn units_where(&self, number: usize, is_true: impl Fn(&Session, usize) -> bool) -> Vec<UnitId> {
        let count = self.shown_units(number).1.len();
        (0..count).filter(|slot| is_true(self, *slot)).filter_map(|slot| self.id_at(number, slot)).collect()
    }

    /// The id of the unit in a slot of world `number` at the moment that is shown.
    fn id_at(&self, number: usize, slot: usize) -> Option<UnitId> {
        match self.moment(number) {
            Some(moment) => moment.ids.get(slot).copied(),
            None => self.panes[number].world().ids().get(slot).copied(),
        }
    }
}
