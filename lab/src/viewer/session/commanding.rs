//! Commanding: which units are selected, and what they are told to do while the run goes on.

use super::session::Session;
use crate::viewer::pane::Pane;
use sidestep::crowd::{Order, Slots, UnitId};
use sidestep::types::{Point, Vec2};

/// Neighbours in a row that was drawn stand this many of the largest radius apart.
const SPACING: f32 = 2.6;

impl Session {
    /// The units that orders go to.
    pub fn commanded(&self) -> &[UnitId] {
        &self.commanded
    }

    /// The slots of the commanded units of the active world.
    pub fn commanded_slots(&self) -> impl Iterator<Item = usize> + '_ {
        self.commanded.iter().filter_map(|unit| self.world().slot(*unit))
    }

    /// Commands a single unit, or none.
    pub(super) fn command_only(&mut self, slot: Option<usize>) {
        self.commanded = slot.and_then(|slot| self.world().ids().get(slot).copied()).into_iter().collect();
    }

    /// Commands the units between two pixels of the window.
    pub(super) fn command_box(&mut self, from: (f32, f32), to: (f32, f32), add: bool) {
        let Some((number, first)) = self.locate(from) else { return };
        self.activate(number);
        let map = self.map_of(number);
        let second = (to.0 - map.x as f32, to.1 - map.y as f32);
        let inside = |slot: &usize| {
            let (x, y) = self.view.camera.to_screen(self.shown_position(number, *slot));
            let between = |x: f32, a: f32, b: f32| x >= a.min(b) && x <= a.max(b);
            between(x, first.0, second.0) && between(y, first.1, second.1)
        };
        let found: Vec<usize> = (0..self.world().units().len()).filter(inside).collect();
        self.command_slots(&found, add);
    }

    /// Commands all units of the group of the unit at a pixel of the window.
    pub(super) fn command_group(&mut self, at: (f32, f32), add: bool) {
        let Some((number, local)) = self.locate(at) else { return };
        self.activate(number);
        let Some(unit) = self.unit_at(number, local) else { return };
        let groups = &self.world().units().group;
        let found: Vec<usize> = (0..groups.len()).filter(|slot| groups[*slot] == groups[unit]).collect();
        self.command_slots(&found, add);
    }

    fn command_slots(&mut self, slots: &[usize], add: bool) {
        let units: Vec<UnitId> = slots.iter().map(|slot| self.world().ids()[*slot]).collect();
        if !add {
            self.commanded.clear();
        }
        self.commanded.extend(units);
        self.commanded.sort_unstable();
        self.commanded.dedup();
        self.selected = if let [slot] = slots { Some(*slot) } else { None };
    }

    /// Sends the commanded units to a point, or lets them line up between two.
    pub(super) fn send(&mut self, from: Point, to: Point, queued: bool) {
        let radius = &self.world().units().radius;
        let largest = self.commanded_slots().map(|slot| radius[slot]).fold(0.0, f32::max);
        let order = if (to - from).norm() < SPACING * largest {
            Order::go(from)
        } else {
            // As drawn, the units come from below a line from left to right.
            let middle: Vec2 = self.middle_of_commanded() - from;
            let is_left = sidestep::math::cross(to - from, middle) > 0.0;
            let (left, right) = if is_left { (to, from) } else { (from, to) };
            Order::form(Slots::line(left, right, SPACING * largest))
        };
        self.give(&if queued { order.queued() } else { order });
    }

    fn middle_of_commanded(&self) -> Point {
        let position = &self.world().units().position;
        let all: Vec<Vec2> = self.commanded_slots().map(|slot| position[slot].coords).collect();
        Point::from(all.iter().sum::<Vec2>() / all.len().max(1) as f32)
    }

    /// Gives an order to the commanded units, in all worlds, and says why if it is refused.
    pub(super) fn give(&mut self, order: &Order) {
        if self.placing() {
            return self.say("end placing (F7) before you give orders".into());
        }
        if self.commanded.is_empty() {
            return self.say("select units first: click one, or shift+drag a box around them".into());
        }
        // Orders are for now, not for the past that is shown.
        self.clock.looking = None;
        let units = self.commanded.clone();
        let given: Result<Vec<()>, _> =
            self.panes.iter_mut().map(|pane: &mut Pane| pane.order(&units, order)).collect();
        if let Err(refusal) = given {
            return self.say(refusal.to_string());
        }
        self.result.clear();
        self.clock.concluded = false;
    }
}
