//! Carrying out commands at the beginning of a tick.

use super::check::TOUCHES;
use super::command::{Command, IfOccupied, Made, NewWall, Refusal, UnitChange};
use super::crowd::Crowd;
use super::event::Event;
use super::ids::{OrderId, UnitId, WallId};
use super::order::Order;
use super::orders::UnitOrders;
use super::pending::{BodyChanges, Pending};
use super::shared_goals::SharedGoals;
use super::start::Start;
use super::state::State;
use super::units::Phase;
use crate::navigation::Goal;
use crate::types::{Point, Renumbering, Vec2};

impl Crowd {
    /// Checks a command and puts it off until the beginning of the next tick.
    ///
    /// # Errors
    ///
    /// Why the command cannot be carried out. Then nothing has changed.
    pub fn apply(&mut self, command: Command) -> Result<Made, Refusal> {
        Ok(match command {
            Command::Spawn(start) => Made::Unit(self.spawn(start)?),
            Command::Remove(unit) => Made::from(self.remove(unit)?),
            Command::Order { units, order } => Made::Order(self.order(&units, order)?),
            Command::Change { unit, change } => Made::from(self.change(unit, change)?),
            Command::Steer(steering) => {
                self.pending.push(Pending::Steer(Box::new(steering)));
                Made::Nothing
            }
            Command::AddWall(wall) => Made::Wall(self.add_wall(wall)?),
            Command::RemoveWall(wall) => Made::from(self.remove_wall(wall)?),
            Command::Door { wall, open } => Made::from(self.set_door(wall, open)?),
        })
    }

    /// Adds a unit at the beginning of the next tick. Its id can be used in further commands at once. A unit without a goal stands,
    /// gives way, and waits for orders.
    ///
    /// # Errors
    ///
    /// Why there can be no such unit.
    pub fn spawn(&mut self, unit: Start) -> Result<UnitId, Refusal> {
        self.check_start(&unit)?;
        let id = self.ids.promise();
        self.pending.push(Pending::Spawn(id, unit));
        Ok(id)
    }

    /// Removes a unit at the beginning of the next tick. Its id is gone at once.
    ///
    /// # Errors
    ///
    /// There is no such unit.
    pub fn remove(&mut self, unit: UnitId) -> Result<(), Refusal> {
        self.check_unit(unit)?;
        self.ids.retire(unit);
        self.pending.push(Pending::Remove(unit));
        Ok(())
    }

    /// Tells units what to do from the next tick on.
    ///
    /// # Errors
    ///
    /// Why the order cannot be given. Then no unit has got it.
    pub fn order(&mut self, units: &[UnitId], order: Order) -> Result<OrderId, Refusal> {
        self.check_order(units, &order)?;
        self.orders_given += 1;
        let id = OrderId(self.orders_given);
        self.pending.push(Pending::Order(id, units.to_vec(), order));
        Ok(id)
    }

    /// Changes a unit from the next tick on.
    ///
    /// # Errors
    ///
    /// Why the unit cannot be changed like this. Then nothing has changed.
    pub fn change(&mut self, unit: UnitId, change: UnitChange) -> Result<(), Refusal> {
        self.check_change(unit, &change)?;
        self.pending.push(Pending::Change(unit, change));
        Ok(())
    }

    /// Adds a wall or a door at the beginning of the next tick.
    ///
    /// # Errors
    ///
    /// The wall is invalid, or units stand in its place and it is to be refused then.
    pub fn add_wall(&mut self, wall: NewWall) -> Result<WallId, Refusal> {
        self.check_wall(&wall)?;
        let id = self.state.placed_walls.promise();
        self.pending.push(Pending::AddWall(id, wall));
        Ok(id)
    }

    /// Removes a wall or a door at the beginning of the next tick.
    ///
    /// # Errors
    ///
    /// There is no such wall.
    pub fn remove_wall(&mut self, wall: WallId) -> Result<(), Refusal> {
        self.check_known_wall(wall)?;
        self.pending.push(Pending::RemoveWall(wall));
        Ok(())
    }

    /// Opens or shuts a door at the beginning of the next tick.
    ///
    /// # Errors
    ///
    /// There is no such wall, it is not a door, or units stand in its place and it is to be refused then.
    pub fn set_door(&mut self, wall: WallId, open: bool) -> Result<(), Refusal> {
        self.check_door(wall, open)?;
        self.pending.push(Pending::Door(wall, open));
        Ok(())
    }

    /// Carries out the commands that were put off.
    pub(crate) fn carry_out(&mut self) {
        let mut changes = std::mem::take(&mut self.body_changes);
        self.carry_out_into(&mut changes);
        self.body_changes = changes;
    }

    fn carry_out_into(&mut self, changes: &mut BodyChanges) {
        self.raise_walls(changes);
        self.follow_script();
        if self.pending.is_empty() {
            return;
        }
        let pending = std::mem::take(&mut self.pending);
        changes.renumbering = self.renumber(&pending);
        for command in pending {
            match command {
                Pending::Spawn(..) | Pending::Remove(_) => {}
                Pending::Order(id, units, order) => self.give_order(id, &units, &order),
                Pending::Change(unit, change) => {
                    if let Some(slot) = self.ids.slot(unit) {
                        self.change_unit(slot, &change, changes);
                    }
                }
                Pending::Steer(steering) => self.set_steering(*steering),
                Pending::AddWall(id, wall) => self.place_wall(id, wall, changes),
                Pending::RemoveWall(id) => {
                    self.state.placed_walls.remove(id);
                    self.walls_changed(changes);
                }
                Pending::Door(id, open) => self.switch_door(id, open, changes),
            }
        }
        self.shared_goals = SharedGoals::new(&self.state.units.goal);
    }

    /// Begins a tick whose bodies move within it: carries out commands, and returns what has changed for the bodies.
    pub(crate) fn begin_tick(&mut self) -> BodyChanges {
        self.events.clear();
        self.carry_out();
        self.begin();
        std::mem::take(&mut self.body_changes)
    }

    /// Removes and adds units. None if the units are the same.
    fn renumber(&mut self, pending: &[Pending]) -> Option<Renumbering> {
        let is_removed = |id: &UnitId| !self.ids.is_known(*id);
        let slots = self.ids.all();
        let kept: Vec<u32> =
            (0..slots.len() as u32).filter(|slot| !is_removed(&slots[*slot as usize])).collect();
        let spawned: Vec<(UnitId, &Start)> = pending
            .iter()
            .filter_map(|command| match command {
                Pending::Spawn(id, start) if self.ids.is_known(*id) => Some((*id, start)),
                _ => None,
            })
            .collect();
        let renumbering = Renumbering { before: slots.len(), added: spawned.len(), kept };
        for command in pending {
            if let Pending::Remove(unit) = command {
                self.events.push(Event::Removed { unit: *unit });
            }
        }
        if renumbering.added == 0 && renumbering.kept.len() == renumbering.before {
            return None;
        }
        let ids = renumbering.kept.iter().map(|slot| slots[*slot as usize]);
        let ids: Vec<UnitId> = ids.chain(spawned.iter().map(|(id, _)| *id)).collect();
        let starts: Vec<Start> = spawned.into_iter().map(|(_, start)| idle(start)).collect();
        self.ids.assign(ids);
        self.renumber_units(&renumbering, &starts);
        Some(renumbering)
    }

    /// Renumbers everything that is kept by slot.
    fn renumber_units(&mut self, renumbering: &Renumbering, starts: &[Start]) {
        let Crowd { state, perception, decisions, motions, orders, .. } = self;
        let was_empty = state.units.is_empty();
        state.units.renumber(renumbering, starts, &state.layout);
        let units = &mut state.units;
        let ticks = state.ticks;
        let mut new = starts.iter().map(|start| UnitOrders::new(start.max_speed, start.position, ticks));
        renumbering
            .apply(orders, || new.next().unwrap_or_else(|| UnitOrders::new(0.0, Point::origin(), ticks)));
        renumbering.apply(decisions, Default::default);
        motions.renumber(renumbering);
        state.courses.renumber(renumbering);
        state.recall.renumber(renumbering);
        state.layout.plans.iter_mut().flatten().for_each(|plan| plan.renumber(renumbering));
        for slot in renumbering.new_slots() {
            if units.goal[slot].point() == Some(units.position[slot]) {
                (units.phase[slot], units.arrived[slot]) = (Phase::Standing, true);
            }
        }
        perception.renumber(renumbering);
        state.navigator.renumber(renumbering, &units.goal);
        let new: Vec<usize> = renumbering.new_slots().collect();
        if state.navigator.suit(&new, &units.radius, &state.layout.walls, &units.position) {
            state.traffic.reset();
        }
        state.largest_radius = units.radius.iter().copied().fold(0.0, f32::max);
        state.traffic.renumber(renumbering);
        if was_empty {
            state.traffic.reset();
        }
        state.models.renumber(renumbering, &state.units, &state.layout);
        self.tree.set_slack(super::crowd::tree_slack(&self.state.units));
    }

    fn change_unit(&mut self, slot: usize, change: &UnitChange, changes: &mut BodyChanges) {
        let units = &mut self.state.units;
        let set = |value: &mut f32, to: Option<f32>| *value = to.unwrap_or(*value);
        set(&mut units.radius[slot], change.radius);
        set(&mut units.mass[slot], change.mass);
        set(&mut units.max_force[slot], change.max_force);
        let orders = &mut self.orders[slot];
        if let Some(speed) = change.max_speed {
            orders.own_speed = speed;
            units.max_speed[slot] = orders.leg.as_ref().map_or(speed, |leg| speed.min(leg.speed));
        }
        units.team[slot] = change.team.unwrap_or(units.team[slot]);
        units.stance[slot] = change.stance.unwrap_or(units.stance[slot]);
        units.group[slot] = change.group.unwrap_or(units.group[slot]);
        units.mode[slot] = change.mode.or(units.mode[slot]);
        if let Some(position) = change.position {
            self.set_position(slot, position, changes);
        }
        if let Some(push) = change.push {
            self.state.units.velocity[slot] += push;
            changes.pushed.push((slot, push));
        }
        if change.radius.is_some() || change.mass.is_some() || change.max_speed.is_some() {
            changes.reshaped.push(slot);
        }
        if change.group.is_some() || change.mode.is_some() {
            self.state.models.complete(&self.state.units, &self.state.layout);
        }
        if change.radius.is_some() {
            let State { units, navigator, layout, traffic, largest_radius, .. } = &mut self.state;
            *largest_radius = units.radius.iter().copied().fold(0.0, f32::max);
            if navigator.suit(&[slot], &units.radius, &layout.walls, &units.position) {
                traffic.reset();
            }
        }
    }

    /// Sets a unit to another position, where it stands still.
    pub(super) fn set_position(&mut self, slot: usize, position: Point, changes: &mut BodyChanges) {
        let units = &mut self.state.units;
        (units.position[slot], units.previous[slot]) = (position, position);
        units.velocity[slot] = Vec2::zeros();
        changes.moved.push((slot, position));
        self.orders[slot].anchor = position;
        self.state.traffic.forget(slot);
        self.state.navigator.take_detour(slot, None);
        // A standing unit stands where it is now.
        if units.phase[slot] != Phase::Walking
            && self.orders[slot].leg.is_none()
            && units.goal[slot] != Goal::Stand
        {
            let radius = units.radius[slot];
            self.set_goals(&[(slot, Goal::Point { at: position, radius, own: false })]);
            self.state.units.phase[slot] = Phase::Standing;
        }
    }

    /// Gives units other goals, without a change of their phase.
    pub(super) fn set_goals(&mut self, goals: &[(usize, Goal)]) {
        let State { units, navigator, traffic, models, layout, .. } = &mut self.state;
        for (slot, goal) in goals {
            units.goal[*slot] = *goal;
            units.ordered[*slot] = *goal != Goal::Roam;
            traffic.forget(*slot);
        }
        if !layout.plans.is_empty() {
            models.complete(units, layout);
        }
        navigator.set_goals(goals, &units.position);
    }

    /// The slots of all units that touch a wall of this shape.
    pub(super) fn slots_in(&self, shape: &crate::geometry::Wall) -> Vec<usize> {
        let units = &self.state.units;
        let touches = |slot: &usize| shape.gap(units.position[*slot]) < (1.0 - TOUCHES) * units.radius[*slot];
        (0..units.len()).filter(touches).collect()
    }

    fn place_wall(&mut self, id: WallId, wall: NewWall, changes: &mut BodyChanges) {
        let is_rising = !wall.is_open && wall.if_occupied == IfOccupied::Clear;
        self.state.placed_walls.add(id, wall, is_rising);
        self.walls_changed(changes);
        self.clear_place(id, changes);
    }

    fn switch_door(&mut self, id: WallId, open: bool, changes: &mut BodyChanges) {
        let Some(door) = self.state.placed_walls.get(id) else { return };
        if door.wall.is_open == open {
            return;
        }
        let is_rising = !open && door.wall.if_occupied == IfOccupied::Clear;
        self.state.placed_walls.switch(id, open, is_rising);
        self.walls_changed(changes);
        self.clear_place(id, changes);
    }
}

/// A unit that is to be added. Without a goal, it has its own place as one.
fn idle(start: &Start) -> Start {
    let goal = match start.goal {
        Goal::Stand => Goal::Point { at: start.position, radius: start.radius, own: false },
        goal => goal,
    };
    Start { goal, ..start.clone() }
}

#[cfg(test)]
#[path = "changes_test.rs"]
mod tests;

#[cfg(test)]
#[path = "caches_test.rs"]
mod caches;
