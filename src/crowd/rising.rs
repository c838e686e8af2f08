//! Walls that rise where units stand, and units that leave their place.

use super::command::IfOccupied;
use super::crowd::Crowd;
use super::event::Event;
use super::ids::{OrderId, WallId};
use super::order::{Leg, LegAim};
use super::pending::BodyChanges;
use super::shared_goals::SharedGoals;
use super::units::Phase;
use crate::geometry::Wall;
use crate::navigation::Goal;
use crate::neighbours::Walls;
use crate::types::Point;

/// Units leave the place of a wall by this many radii.
const CLEAR: f32 = 1.5;
/// Units in the place of a wall that is to rise are told to leave once in this many ticks.
const REMIND: u64 = 30;

impl Crowd {
    /// Lets all paths lead around the walls as they are now.
    pub(super) fn walls_changed(&mut self, changes: &mut BodyChanges) {
        let walls = self.state.placed_walls.closed();
        self.state.walls = Walls::new(walls.iter().flat_map(Wall::outline).collect());
        self.state.navigator.change_walls(&walls, &self.state.units.position);
        self.state.layout.walls = walls;
        self.state.traffic.change_walls();
        self.all_decide = true;
        changes.walls = true;
        self.try_again();
    }

    /// Lets units go on whose goals could not be reached and can be now.
    fn try_again(&mut self) {
        let mut goals = Vec::new();
        for slot in 0..self.orders.len() {
            let Some(leg) = self.orders[slot].leg.clone().filter(|_| self.orders[slot].has_no_path) else {
                continue;
            };
            let LegAim::Goal(goal) = leg.aim else { continue };
            let from = self.state.units.position[slot];
            let reaches = |aim| self.state.navigator.nearest_reachable_again(slot, from, aim).is_none();
            if goal.fixed_aim().is_some_and(reaches) {
                goals.push((slot, self.start_leg(slot, leg)));
            }
        }
        if !goals.is_empty() {
            self.set_goals(&goals);
            self.shared_goals = SharedGoals::new(&self.state.units.goal);
        }
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
        let mut taken: Vec<(Point, f32)> = Vec::new();
        for slot in self.slots_in(shape) {
            let is_leaving = self.orders[slot].leg.as_ref().is_some_and(|leg| leg.order == LEAVE);
            if is_leaving && self.state.units.phase[slot] == Phase::Walking {
                continue;
            }
            let units = &self.state.units;
            let radius = units.radius[slot];
            let is_clear = |p: Point| shape.gap(p) > CLEAR * radius;
            let is_taken = |p: Point| taken.iter().any(|(at, own)| (at - p).norm() < own + radius);
            let is_free = |p: Point| is_clear(p) && !is_taken(p);
            let at = self.state.navigator.nearest_free(slot, units.position[slot], is_free);
            taken.push((at, radius));
            // Where it was sent, which may not be reached now.
            let goal = match self.orders[slot].leg.as_ref().map(|leg| leg.aim) {
                Some(LegAim::Goal(goal)) => goal,
                _ => units.goal[slot],
            };
            let orders = &mut self.orders[slot];
            let aim = LegAim::Goal(Goal::Point { at, radius: 0.5 * radius, own: true });
            let leave =
                Leg { order: LEAVE, aim, facing: None, pass: radius, repeats: false, speed: f32::INFINITY };
            let now = orders.leg.take().filter(|leg| !leg.repeats);
            let started = Leg { order: LEAVE, aim: LegAim::Goal(goal), ..leave.clone() };
            // It does not return into the wall.
            if goal.fixed_aim().is_none_or(is_clear) {
                orders.queue.push_front(now.unwrap_or(started));
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
            let at = self.state.navigator.nearest_free(slot, from, is_free);
            self.set_position(slot, at, changes);
            self.events.push(Event::Evicted { unit: self.ids.all()[slot] });
        }
    }
}

/// Stands for the order to leave the place of a wall.
const LEAVE: OrderId = OrderId(0);

#[cfg(test)]
#[path = "rising_test.rs"]
mod tests;
