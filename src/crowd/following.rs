//! What becomes of orders after each tick: waypoints that are passed, goals that are reached, units that get nowhere.

use super::crowd::Crowd;
use super::event::{Event, Progress};
use super::ids::UnitId;
use super::order::LegAim;
use super::units::Phase;
use crate::math;
use crate::navigation::Goal;
use crate::types::{DT, Point};

/// A unit that has got nowhere for this long is stuck, in ticks: 5 s.
const STUCK: u64 = 300;
/// Whether a unit gets on is looked at once in this many ticks.
const WATCH: u64 = 8;
/// A unit that has got nowhere for this long is blocked, in ticks: 1 s.
const BLOCKED: u64 = 60;
/// A unit has got on once it is this far from where it was, in radii.
const GETS_ON: f32 = 1.0;
/// A unit that follows another one sets out again once the gap exceeds the one that was ordered by this many radii.
const FALLS_BEHIND: f32 = 1.0;
/// The rate at which a standing unit turns to the direction that it was ordered to face, rad/s.
const TURN_RATE: f32 = 6.0;
/// A unit is in the way if it is within this many radii, and within 60° of the direction ahead.
const IN_THE_WAY: f32 = 3.0;

impl Crowd {
    /// Passes waypoints, notes arrivals, and looks who gets on. `changed` has the units with another phase than before.
    pub(super) fn follow_orders(&mut self, changed: &[(usize, Phase)]) {
        let mut starting = Vec::new();
        for (slot, before) in changed {
            let unit = self.ids.all()[*slot];
            let order = self.orders[*slot].order();
            if *before == Phase::Walking {
                if self.orders[*slot].queue.is_empty() {
                    self.state.units.max_speed[*slot] = self.orders[*slot].own_speed;
                    self.events.push(Event::Arrived { unit, order });
                } else {
                    self.events.push(Event::Passed { unit, order });
                    starting.push(*slot);
                }
            }
            if *before == Phase::Settling && self.state.units.phase[*slot] == Phase::Standing {
                self.events.push(Event::Settled { unit });
            }
        }
        for slot in 0..self.orders.len() {
            if (self.state.ticks + slot as u64).is_multiple_of(WATCH) {
                self.watch(slot);
            }
            self.state.units.passes[slot] = !self.orders[slot].queue.is_empty();
            if self.orders[slot].leg.is_none() && self.orders[slot].queue.is_empty() {
                continue;
            }
            if self.passes(slot) && !starting.contains(&slot) {
                let (unit, order) = (self.ids.all()[slot], self.orders[slot].order());
                self.events.push(Event::Passed { unit, order });
                starting.push(slot);
            }
            self.follow_unit(slot);
            self.face(slot);
        }
        self.start_next(&starting);
    }

    /// Whether a walking unit is near enough to a waypoint to go on to the next.
    fn passes(&self, slot: usize) -> bool {
        let (orders, units) = (&self.orders[slot], &self.state.units);
        if orders.queue.is_empty() || units.phase[slot] != Phase::Walking {
            return false;
        }
        let pass = orders.leg.as_ref().map_or(units.radius[slot], |leg| leg.pass);
        let aim = units.goal[slot].point();
        aim.is_some_and(|aim| (aim - units.position[slot]).norm() < pass)
    }

    /// Lets a unit that stands by the one that it follows set out again, or stop if that one is gone.
    fn follow_unit(&mut self, slot: usize) {
        let Some(LegAim::Follow(unit, gap)) = self.orders[slot].leg.as_ref().map(|leg| leg.aim) else {
            return;
        };
        let units = &mut self.state.units;
        let Some(other) = self.ids.slot(unit) else { return };
        let between = (units.position[other] - units.position[slot]).norm();
        let near = units.radius[slot] * (1.0 + FALLS_BEHIND) + units.radius[other] + gap;
        if units.phase[slot] == Phase::Standing && between > near {
            (units.phase[slot], units.arrived[slot]) = (Phase::Walking, false);
        }
    }

    /// Turns a standing unit to the direction that it was ordered to face.
    fn face(&mut self, slot: usize) {
        let units = &mut self.state.units;
        let facing = self.orders[slot].leg.as_ref().and_then(|leg| leg.facing);
        if let Some(facing) = facing
            && units.phase[slot] == Phase::Standing
        {
            let turn = math::wrap(facing - units.heading[slot]);
            units.heading[slot] =
                math::wrap(units.heading[slot] + turn.clamp(-TURN_RATE * DT, TURN_RATE * DT));
        }
    }

    /// Notes whether a unit gets on. Net displacement decides, not speed.
    fn watch(&mut self, slot: usize) {
        let units = &self.state.units;
        let (position, ticks) = (units.position[slot], self.state.ticks);
        let waits = self.state.traffic.approach(slot).is_some_and(|own| own.waits);
        let gets_on = (position - self.orders[slot].anchor).norm() > GETS_ON * units.radius[slot];
        let unit = self.ids.all()[slot];
        if units.phase[slot] != Phase::Walking || waits || gets_on {
            let orders = &mut self.orders[slot];
            (orders.anchor, orders.since) = (position, ticks);
            if std::mem::replace(&mut orders.is_stuck, false) {
                self.events.push(Event::Freed { unit });
            }
        } else if ticks - self.orders[slot].since >= STUCK && !self.orders[slot].is_stuck {
            self.orders[slot].is_stuck = true;
            self.events.push(Event::Stuck { unit, by: self.in_the_way(slot) });
        }
    }

    /// The nearest unit ahead that unit `slot` touches, or nearly so.
    fn in_the_way(&self, slot: usize) -> Option<UnitId> {
        let units = &self.state.units;
        let (position, desired) = (units.position[slot], self.state.courses.desired[slot]);
        let ahead = |other: &usize| {
            let to: crate::types::Vec2 = units.position[*other] - position;
            let is_ahead = to.dot(&desired) > 0.5 * to.norm();
            *other != slot && is_ahead && to.norm() < IN_THE_WAY * units.radius[slot] + units.radius[*other]
        };
        let far = |other: &usize| (units.position[*other] - position).norm_squared();
        let nearest = (0..units.len()).filter(ahead).min_by(|a, b| far(a).total_cmp(&far(b)));
        nearest.map(|other| self.ids.all()[other])
    }

    /// What happened in the last tick, for each kind of event in the order of slots.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What a unit is doing. None if there is no such unit, or it has no slot yet.
    pub fn progress(&self, unit: UnitId) -> Option<Progress> {
        let slot = self.ids.slot(unit)?;
        let (units, orders) = (&self.state.units, &self.orders[slot]);
        let has_goal = |goal: &Goal| !matches!(goal, Goal::Stand | Goal::Roam);
        Some(match units.phase[slot] {
            Phase::Standing | Phase::Settling if orders.has_no_path => Progress::NoPath,
            Phase::Standing if !has_goal(&units.goal[slot]) => Progress::Idle,
            Phase::Standing if matches!(orders.leg.as_ref().map(|leg| leg.aim), Some(LegAim::Stand(_))) => {
                Progress::Idle
            }
            Phase::Standing => Progress::Arrived,
            Phase::Settling if units.arrived[slot] && self.is_displaced(slot) => Progress::Returning,
            Phase::Settling => Progress::Arrived,
            Phase::Walking => self.walking(slot),
        })
    }

    fn is_displaced(&self, slot: usize) -> bool {
        let units = &self.state.units;
        let aim: Option<Point> = units.goal[slot].point();
        aim.is_some_and(|aim| (aim - units.position[slot]).norm() > units.radius[slot])
    }

    fn walking(&self, slot: usize) -> Progress {
        let orders = &self.orders[slot];
        if let Some(own) = self.state.traffic.approach(slot) {
            if own.waits {
                return Progress::Waiting { gate: own.gate };
            }
            if self.state.traffic.advice(slot).pace < 1.0 {
                return Progress::Queued { gate: own.gate };
            }
        }
        if self.state.ticks.saturating_sub(orders.since) >= BLOCKED {
            return Progress::Blocked { by: self.in_the_way(slot), since: orders.since };
        }
        if orders.has_no_path { Progress::NoPath } else { Progress::Walking }
    }
}

#[cfg(test)]
#[path = "following_test.rs"]
mod tests;
