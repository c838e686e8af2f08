//! Walls that rise where units stand, and units that leave their place.

use super::changes::BodyChanges;
use super::command::IfOccupied;
use super::crowd::Crowd;
use super::event::Event;
use super::ids::{OrderId, WallId};
use super::order::{Leg, LegAim};
use crate::geometry::Wall;
use crate::navigation::Goal;
use crate::neighbours::Walls;
use crate::types::Point;

/// Units in the place of a wall that is to rise are told to leave once in this many ticks.
const REMIND: u64 = 30;

impl Crowd {
    /// Lets all paths lead around the walls as they are now.
    pub(super) fn walls_changed(&mut self, changes: &mut BodyChanges) {
        let walls = self.state.placed_walls.closed();
        self.state.walls = Walls::new(walls.iter().flat_map(Wall::outline).collect());
        self.state.navigator.set_walls(&walls, &self.state.units.position);
        self.state.layout.walls = walls;
        self.state.narrow.reset();
        self.all_decide = true;
        changes.walls = true;
    }

    /// Lets units leave the place of a wall, or sets them aside.
    pub(super) fn clear_place(&mut self, id: WallId, changes: &mut BodyChanges) {
        let Some(wall) = self.state.placed_walls.get(id) else { return };
        let (how, shape) = (wall.wall.if_occupied, wall.wall.shape.clone());
        if wall.is_closed() {
            match how {
                IfOccupied::Refuse => {}
                IfOccupied::Clear => self.send_out(&shape),
                IfOccupied::Evict => self.evict(&shape, changes),
            }
        }
    }

    /// Lets the walls rise whose places are clear.
    pub(super) fn raise_walls(&mut self, changes: &mut BodyChanges) {
        let rising: Vec<(WallId, Wall)> =
            self.state.placed_walls.rising().map(|wall| (wall.id, wall.wall.shape.clone())).collect();
        for (id, shape) in rising {
            if self.slots_in(&shape).is_empty() {
                self.state.placed_walls.switch(id, false, false);
                self.events.push(Event::WallRose { wall: id });
                changes.walls = true;
            } else if self.state.ticks.is_multiple_of(REMIND) {
                self.send_out(&shape);
            }
        }
    }

    /// Sends units out of the place of a wall. Then they go on.
    fn send_out(&mut self, shape: &Wall) {
        let mut starting = Vec::new();
        for slot in self.slots_in(shape) {
            if self.orders[slot].leg.as_ref().is_some_and(|leg| leg.order == LEAVE) {
                continue;
            }
            let units = &self.state.units;
            let radius = units.radius[slot];
            let at = self.state.navigator.nearest_free(units.position[slot], |p| shape.gap(p) > radius);
            let goal = units.goal[slot];
            let orders = &mut self.orders[slot];
            let aim = LegAim::Goal(Goal::Point { at, radius: 0.5 * radius, own: false });
            let leave =
                Leg { order: LEAVE, aim, facing: None, pass: radius, repeats: false, speed: f32::INFINITY };
            let now = orders.leg.take().filter(|leg| !leg.repeats);
            let started = Leg { order: LEAVE, aim: LegAim::Goal(goal), ..leave.clone() };
            let walks = !matches!(goal, Goal::Stand | Goal::Roam);
            if let Some(leg) = now.or_else(|| walks.then_some(started)) {
                orders.queue.push_front(leg);
            }
            orders.queue.push_front(leave);
            starting.push(slot);
        }
        self.start_next(&starting);
    }

    /// Sets units in the place of a wall to the nearest free places.
    fn evict(&mut self, shape: &Wall, changes: &mut BodyChanges) {
        for slot in self.slots_in(shape) {
            let units = &self.state.units;
            let (radius, from) = (units.radius[slot], units.position[slot]);
            let is_free = |p: Point| {
                let touches = |other: usize| {
                    other != slot && (units.position[other] - p).norm() < units.radius[other] + radius
                };
                shape.gap(p) > radius && !(0..units.len()).any(touches)
            };
            let at = self.state.navigator.nearest_free(from, is_free);
            self.set_position(slot, at, changes);
            self.events.push(Event::Evicted { unit: self.ids.all()[slot] });
        }
    }
}

/// Stands for the order to leave the place of a wall.
const LEAVE: OrderId = OrderId(0);
