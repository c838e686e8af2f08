//! Orders become legs, and legs become goals.

use super::crowd::Crowd;
use super::event::Event;
use super::ids::{OrderId, UnitId};
use super::order::{Destination, Leg, LegAim, Order, Stance, Task};
use super::slots;
use super::units::Phase;
use crate::navigation::Goal;
use crate::types::Point;

/// A waypoint of n units is passed within this many radii times the root of n, and one radius more.
const PASS: f32 = 1.2;

impl Crowd {
    /// Gives an order to the units that still exist.
    pub(super) fn give_order(&mut self, id: OrderId, units: &[UnitId], order: &Order) {
        let mut slots: Vec<usize> = units.iter().filter_map(|unit| self.ids.slot(*unit)).collect();
        slots.sort_unstable();
        slots.dedup();
        if slots.is_empty() {
            return;
        }
        let mut starting = Vec::new();
        for (slot, legs) in slots.iter().zip(self.legs(id, &slots, order)) {
            let is_busy = order.queued && self.is_busy(*slot);
            let orders = &mut self.orders[*slot];
            if !is_busy {
                orders.queue.clear();
                starting.push(*slot);
            }
            orders.queue.extend(legs);
        }
        self.start_next(&starting);
    }

    /// Whether a unit has something to do before a queued order.
    fn is_busy(&self, slot: usize) -> bool {
        let orders = &self.orders[slot];
        let follows = orders.leg.as_ref().is_some_and(|leg| matches!(leg.aim, LegAim::Follow(..)));
        follows || !orders.queue.is_empty() || self.state.units.phase[slot] == Phase::Walking
    }

    /// The legs of an order for each unit.
    fn legs(&mut self, order: OrderId, slots: &[usize], given: &Order) -> Vec<Vec<Leg>> {
        let units = &self.state.units;
        let speeds = slots.iter().map(|slot| self.orders[*slot].own_speed);
        let speed = if given.together { speeds.fold(f32::INFINITY, f32::min) } else { f32::INFINITY };
        let largest = slots.iter().map(|slot| units.radius[*slot]).fold(0.0, f32::max);
        let pass = largest * (1.0 + PASS * (slots.len() as f32).sqrt());
        let mut facing = given.facing;
        let (aims, repeats) = match &given.task {
            Task::Stop => (vec![vec![LegAim::Stand(Stance::GiveWay)]; slots.len()], false),
            Task::Hold => (vec![vec![LegAim::Stand(Stance::Hold)]; slots.len()], false),
            Task::Follow { unit, gap } => (vec![vec![LegAim::Follow(*unit, *gap)]; slots.len()], false),
            Task::Patrol(points) => {
                let to = |slot: &usize| {
                    let radius = units.radius[*slot];
                    let aim = |at: &Point| LegAim::Goal(Goal::Point { at: *at, radius, own: false });
                    points.iter().map(aim).collect()
                };
                (slots.iter().map(to).collect(), true)
            }
            Task::Go(destination) => {
                if let Destination::Slots(slots) = destination {
                    facing = facing.or(slots.facing());
                }
                let goals = self.goals(slots, destination, given.queued);
                (goals.into_iter().map(|goal| vec![LegAim::Goal(goal)]).collect(), false)
            }
        };
        let leg = |aim: LegAim| Leg { order, aim, facing, pass, repeats, speed };
        aims.into_iter().map(|aims: Vec<LegAim>| aims.into_iter().map(leg).collect()).collect()
    }

    /// The goal of each unit at a destination.
    fn goals(&self, slots: &[usize], destination: &Destination, queued: bool) -> Vec<Goal> {
        let units = &self.state.units;
        let alone = slots.len() == 1;
        let at_point =
            |slot: &usize, at: Point, own: bool| Goal::Point { at, radius: units.radius[*slot], own };
        match destination {
            Destination::Point(at) => slots.iter().map(|slot| at_point(slot, *at, alone)).collect(),
            Destination::Disc { at, radius } => {
                vec![Goal::Point { at: *at, radius: *radius, own: false }; slots.len()]
            }
            Destination::Region(rect) => vec![Goal::Region(*rect); slots.len()],
            Destination::Line { from, to, toward } => {
                vec![Goal::Line { from: *from, to: *to, toward: *toward }; slots.len()]
            }
            Destination::Slots(formation) => {
                let from: Vec<Point> = slots.iter().map(|slot| self.before_queued(*slot, queued)).collect();
                let navigator = &self.state.navigator;
                // Any of them may take any place.
                let radius = |k: &usize| self.state.units.radius[slots[*k]];
                let largest = (0..slots.len()).max_by(|a, b| radius(a).total_cmp(&radius(b))).unwrap_or(0);
                let is_free = |at: Point| {
                    let slot = slots[largest];
                    navigator.fits(slot, at) && navigator.nearest_reachable(slot, from[largest], at).is_none()
                };
                let places = formation.places(slots.len(), is_free);
                let place_of = slots::assign(&from, &places);
                slots.iter().zip(place_of).map(|(slot, place)| at_point(slot, places[place], true)).collect()
            }
        }
    }

    /// Where a unit is when it begins an order: where it is now, or where the orders before it lead.
    fn before_queued(&self, slot: usize, queued: bool) -> Point {
        let orders = &self.orders[slot];
        let last = orders.queue.back().or(orders.leg.as_ref()).filter(|_| queued);
        let aim = last.and_then(|leg| match leg.aim {
            LegAim::Goal(goal) => goal.fixed_aim(),
            LegAim::Follow(..) | LegAim::Stand(_) => None,
        });
        aim.unwrap_or(self.state.units.position[slot])
    }

    /// Lets units begin the first leg of their queue.
    pub(super) fn start_next(&mut self, slots: &[usize]) {
        let mut goals = Vec::with_capacity(slots.len());
        for &slot in slots {
            let Some(leg) = self.orders[slot].queue.pop_front() else { continue };
            if leg.repeats {
                self.orders[slot].queue.push_back(leg.clone());
            }
            goals.push((slot, self.start_leg(slot, leg)));
        }
        if !goals.is_empty() {
            self.set_goals(&goals);
            self.shared_goals = super::shared_goals::SharedGoals::new(&self.state.units.goal);
        }
    }

    /// Lets a unit begin a leg, and returns its goal.
    pub(super) fn start_leg(&mut self, slot: usize, leg: Leg) -> Goal {
        let units = &mut self.state.units;
        let (position, radius) = (units.position[slot], units.radius[slot]);
        let (mut stance, mut phase) = (Stance::GiveWay, Phase::Walking);
        let mut stand = |new: Stance| {
            (stance, phase) = (new, Phase::Standing);
            Goal::Point { at: position, radius, own: new == Stance::Hold }
        };
        let mut goal = match leg.aim {
            LegAim::Goal(goal) => goal,
            LegAim::Stand(new) => stand(new),
            LegAim::Follow(unit, gap) => match self.ids.slot(unit) {
                Some(index) => Goal::Unit { index: index as u32, gap },
                None => stand(Stance::GiveWay),
            },
        };
        let nearest = goal.fixed_aim().filter(|_| phase == Phase::Walking);
        let nearest =
            nearest.and_then(|aim| self.state.navigator.nearest_reachable_again(slot, position, aim));
        if let Some(at) = nearest {
            goal = Goal::Point { at, radius, own: false };
            self.events.push(Event::NoPath { unit: self.ids.all()[slot], nearest: at });
        }
        units.phase[slot] = phase;
        units.arrived[slot] = phase == Phase::Standing;
        units.patience[slot] = 0;
        units.nearest[slot] = f32::INFINITY;
        let orders = &mut self.orders[slot];
        units.max_speed[slot] = orders.own_speed.min(leg.speed);
        orders.has_no_path = nearest.is_some();
        units.stance[slot] = stance;
        (orders.anchor, orders.since, orders.is_stuck) = (position, self.state.ticks, false);
        orders.leg = Some(leg);
        goal
    }
}

#[cfg(test)]
#[path = "giving_test.rs"]
mod tests;
