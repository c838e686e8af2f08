//! Queueing: units that pass a gate spread over its width if others come towards them, keep their order, and do not press.
//!
//! These three act only on units that may pass a gate. Away from gates, units that hold each other up in an arch between two walls
//! yield to those before them. Lengths are multiples of the crowd's mean radius R.

mod arches;

use super::active::ActiveMechanism;
use super::approach::GateApproach;
use super::explained::{Explained, PassageFacts};
use super::mechanism::{Mechanism, MechanismSetup};
use super::state::TrafficState;
use super::tick::TrafficTick;
use crate::math;
use crate::navigation::passages::Gate;
use crate::saved::{self, SnapshotError};
use crate::settings::{Settings, settings};
use crate::steering::reasons::Reasons;
use crate::steering::{Decision, Fact, Neighbour, Unit};
use crate::types::{Point, Renumbering, Vec2};
use crate::workers::Workers;
use arches::Arches;
use serde::{Deserialize, Serialize};
use std::slice;

settings! { "queueing":
    pub ON "on" switch(): "units queue at a narrow passage instead of pressing into it";
    pub GAP "gap" number(1.0, (0.1, 20.0), "R"): "gap below which a stuck unit stops pressing";
    pub ZONE "zone" number(14.0, (0.0, 500.0), "R"):
        "distance from a narrow passage within which units queue";
    pub PATIENCE "patience" whole(8.0, (1.0, 600.0)): "ticks that a stuck unit presses before it yields";
}

/// Units queue at a narrow passage instead of pressing into it.
pub static QUEUEING: Mechanism = Mechanism {
    name: "queueing",
    option: "queueing",
    summary: "units queue at a narrow passage instead of pressing into it",
    settings: &[ON, GAP, ZONE, PATIENCE],
    acts_at_gates: true,
    make: |setup| setup.is_on(&QUEUEING).then(|| Box::new(Queueing::new(setup)) as Box<dyn ActiveMechanism>),
};

/// The room that a unit needs to a door's edge, R.
const EDGE: f32 = 1.05;
/// Units this far before the middle of a door or nearer no longer spread over its width, R.
const AT_DOOR: f32 = 1.0;
/// Units this deep in the region of a gate no longer line up, R.
const THROUGH: f32 = 3.0;
/// In gates narrower than this, units line up, R: with room for at most two abreast.
const WIDEST_LINE: f32 = 6.3;
/// The distance between units that pass such a gate one by one, R.
const SPACING: f32 = 1.9;
/// The number of units that line up. The others spread around them, with the root of their rank.
const LINE: f32 = 5.0;
const SPREAD: f32 = 1.5;
/// A unit keeps its distance in the line only behind a unit that is nearer than this, R.
const FOLLOWS: f32 = 6.0;
/// The distance over which units brake to keep their order, R.
const BRAKE: f32 = 1.5;
/// The speed at which units go back that are too close, s_max.
const BACK: f32 = 0.3;
/// A unit is stuck below this share of its maximum speed …
const SLOW: f32 = 0.15;
/// … and a tick in which it is not counts this much.
const RECOVERY: f32 = 2.0;
/// The speed towards a unit in front at the gap of which units do not press, s_max …
const CLOSING: f32 = 0.5;
/// … and the gap at which they neither close up nor go back, as a share of it.
const CLOSE: f32 = 0.15;

/// How units queue in a crowd.
#[derive(Debug, Clone, Copy, PartialEq)]
struct QueueRules {
    /// The mean radius, m.
    radius: f32,
    gap: f32,
    /// The distance from a gate within which units queue, m.
    zone: f32,
    patience: f32,
}

impl QueueRules {
    /// The rules for units with this mean radius, m.
    fn new(settings: &Settings, radius: f32) -> QueueRules {
        QueueRules {
            radius,
            gap: settings.number(&GAP) * radius,
            zone: settings.number(&ZONE) * radius,
            patience: settings.number(&PATIENCE),
        }
    }

    /// Returns where a unit at `position` heads that passes a door: a point on its width that is its own, so that units
    /// neither meet at the corners nor cross in the door. None in the door and beyond it, or if the gate is a tunnel.
    fn aim(&self, gate: &Gate, unit: &GateApproach, position: Point) -> Option<Point> {
        let radius = self.radius;
        let through = if unit.side == 1 { gate.through } else { -gate.through };
        let across = math::right(through);
        let offset = position - gate.middle;
        let before = -offset.dot(&through);
        if !gate.is_door || gate.has_detour || unit.distance > self.zone || before <= AT_DOOR * radius {
            return None;
        }
        let half = (0.5 * gate.width - EDGE * radius).max(0.0);
        // From afar by the direction from which it comes; near the door where it is.
        let own = offset.dot(&across) * (half / offset.norm().max(f32::MIN_POSITIVE)).min(1.0);
        Some(gate.middle + across * own)
    }

    /// The mean number of units that pass a gate abreast. None if units do not line up, because it is wide or has a detour.
    fn abreast(&self, gate: &Gate) -> Option<f32> {
        let width = gate.width / self.radius;
        // Units that touch both walls by turns are 2 R apart, this much of it across the gate.
        let across = (width - 2.0).clamp(0.0, 2.0);
        let staggered = (2.0 / (4.0 - across * across).sqrt()).min(2.0);
        (width < WIDEST_LINE && !gate.has_detour).then_some(((width - 1.0) / 2.0).max(staggered))
    }

    /// Whether a unit lines up: it is near the gate, and was never deep in its region.
    fn is_queued(&self, unit: &GateApproach) -> bool {
        !unit.waits && !unit.is_through && unit.distance < self.zone
    }

    /// Whether a unit is so deep in the region that it no longer lines up.
    fn is_through(&self, unit: &GateApproach) -> bool {
        unit.is_inside() && unit.length - unit.exit > THROUGH * self.radius
    }

    /// Whether a unit at `position` that heads in direction `desired` follows one at `other` closely.
    fn is_behind(&self, position: Point, desired: Vec2, other: Point) -> bool {
        let apart = other - position;
        apart.norm() < FOLLOWS * self.radius && apart.dot(&desired) > 0.0
    }

    /// Returns the share of its preferred velocity at which a unit walks to a gate that units pass one by one. `ahead`
    /// is how much farther it has to go than the first in the queue, m, and `rank` its place in the queue, from 0. A row has
    /// `abreast` units.
    fn pace(&self, rank: usize, abreast: f32, ahead: f32) -> f32 {
        // A row is as full on average as the gate is wide.
        let rank = (rank as f32 + 1.0) / abreast - 1.0;
        if rank <= 0.0 {
            return 1.0;
        }
        let line = rank.min(LINE);
        let behind = SPACING * line + SPREAD * (rank.sqrt() - line.sqrt());
        ((ahead - behind * self.radius) / (BRAKE * self.radius) + 1.0).clamp(-BACK, 1.0)
    }

    /// Counts the ticks for which a unit on its way through a gate is stuck.
    fn stuck(&self, before: f32, velocity: Vec2, desired: Vec2, max_speed: f32) -> f32 {
        let is_slow = velocity.dot(&desired) < SLOW * max_speed;
        if is_slow { (before + 1.0).min(2.0 * self.patience) } else { (before - RECOVERY).max(0.0) }
    }

    /// Changes the decision of a unit on its way through a gate: if it is stuck, it does not press against units that are before it,
    /// or that have come out of the gate. `theirs` gives the approach of another unit.
    fn ease<'a>(
        &self,
        unit: &Unit,
        own: &GateApproach,
        neighbours: &[Neighbour],
        theirs: impl Fn(u32) -> Option<&'a GateApproach>,
        decision: &mut Decision,
    ) {
        // The force reaches a velocity in the time that a unit needs for its own radius.
        let response = unit.mass * unit.max_speed / unit.radius;
        let chosen = unit.velocity + decision.force / response;
        let mut velocity = chosen;
        let share = ((own.stuck - self.patience) / self.patience).clamp(0.0, 1.0);
        for other in neighbours.iter().filter(|other| share > 0.0 && self.is_close(unit, other)) {
            let is_first = match theirs(other.id) {
                Some(theirs) => {
                    (theirs.exit, other.id) < (own.exit, unit.id)
                        && (theirs.gate, theirs.side) == (own.gate, own.side)
                        && !theirs.waits
                }
                // It has come out of the gate, towards the unit.
                None => other.preferred.dot(&unit.desired) < 0.0,
            };
            if is_first {
                velocity = self.held_off(unit, other, share, velocity);
            }
        }
        if velocity != chosen {
            decision.force = math::clamp_length((velocity - unit.velocity) * response, unit.max_force);
        }
    }
}

impl QueueRules {
    /// Whether another unit is so close that a unit can press against it.
    fn is_close(&self, unit: &Unit, other: &Neighbour) -> bool {
        gap_to(unit, other) <= self.gap
    }

    /// The velocity at which a unit does not press against another one that is close, by this share, given the one chosen.
    fn held_off(&self, unit: &Unit, other: &Neighbour, share: f32, velocity: Vec2) -> Vec2 {
        let (toward, gap) = (math::normalize(other.position - unit.position), gap_to(unit, other));
        let most = other.velocity.dot(&toward).max(0.0) + CLOSING * unit.max_speed * (gap / self.gap - CLOSE);
        velocity - toward * ((velocity.dot(&toward) - most).max(0.0) * share)
    }
}

/// The free distance between two units, m.
fn gap_to(unit: &Unit, other: &Neighbour) -> f32 {
    (other.position - unit.position).norm() - unit.radius - other.radius
}

/// The queues at the gates of a crowd.
#[derive(Clone)]
struct Queueing {
    rules: QueueRules,
    /// The units that line up, by gate and side, from the first on.
    queue: Vec<Queued>,
    arches: Arches,
}

/// A unit in the queue of a gate.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Queued {
    gate: u16,
    side: u8,
    /// The number of units that pass the gate abreast.
    abreast: f32,
    /// The distance along the path to where it leaves the region, m.
    exit: f32,
    id: u32,
}

impl Queued {
    fn is_same_line(&self, other: &Queued) -> bool {
        (self.gate, self.side) == (other.gate, other.side)
    }
}

impl Queueing {
    fn new(setup: &MechanismSetup<'_>) -> Queueing {
        let rules = QueueRules::new(setup.settings(), setup.mean.radius);
        Queueing { rules, queue: Vec::new(), arches: Arches::default() }
    }

    /// Spreads units over the width of the doors that they pass while others come towards them.
    fn spread(&self, tick: &TrafficTick<'_>, state: &mut TrafficState) {
        let TrafficState { passages, turns, approaches, advice, .. } = state;
        for (slot, own) in approaches.iter().enumerate() {
            let spreads = |own: &GateApproach| !own.waits && turns[usize::from(own.gate)].is_contested;
            let Some(own) = own.filter(spreads) else { continue };
            let position = tick.units.position[slot];
            // The path of a unit whose goal is before the door leads back.
            if let Some(aim) = self.rules.aim(&passages.gates()[usize::from(own.gate)], &own, position)
                && (aim - position).dot(&tick.headings.direction[slot]) > 0.0
                && tick.clearance.sees(position, aim)
            {
                advice[slot].aim = Some(aim);
            }
        }
    }

    /// Slows down units on their way through gates that they pass one by one, so that each follows the one before it.
    fn line_up(&mut self, tick: &TrafficTick<'_>, state: &mut TrafficState) {
        let Queueing { rules, queue, .. } = self;
        let TrafficState { passages, turns, approaches, advice, .. } = state;
        queue.clear();
        queue.extend(approaches.iter().enumerate().filter_map(|(id, own)| {
            let own = own.filter(|own| rules.is_queued(own))?;
            let abreast = rules.abreast(&passages.gates()[usize::from(own.gate)])?;
            Some(Queued { gate: own.gate, side: own.side, abreast, exit: own.exit, id: id as u32 })
        }));
        queue.sort_unstable_by(|a, b| {
            (a.gate, a.side).cmp(&(b.gate, b.side)).then(a.exit.total_cmp(&b.exit)).then(a.id.cmp(&b.id))
        });
        let position = tick.units.position;
        for line in queue.chunk_by(Queued::is_same_line) {
            // A unit makes room only for units that come towards it.
            let is_contested = turns[usize::from(line[0].gate)].is_contested;
            let least = if is_contested { f32::NEG_INFINITY } else { 0.0 };
            for (rank, unit) in line.iter().enumerate() {
                let pace = rules.pace(rank, unit.abreast, unit.exit - line[0].exit).max(least);
                let id = unit.id as usize;
                // With free space ahead, it closes up.
                let is_held = |before: &Queued| {
                    let direction = advice[id].direction(position[id], tick.headings.direction[id]);
                    rules.is_behind(position[id], direction, position[before.id as usize])
                };
                if pace < 1.0 && line[..rank].iter().rev().any(is_held) {
                    advice[id].pace = pace;
                }
            }
        }
    }

    /// Changes the decision of a unit on its way through a gate, or in an arch.
    fn ease_with(
        &self,
        unit: &Unit,
        neighbours: &[Neighbour],
        state: &TrafficState,
        decision: &mut Decision,
    ) {
        let is_near = |own: &GateApproach| !own.waits && own.distance < self.rules.zone;
        let Some(own) = state.approaches[unit.id as usize].filter(is_near) else {
            return self.yield_in_arch(unit, neighbours, decision);
        };
        let theirs = |other: u32| state.approaches[other as usize].as_ref();
        self.rules.ease(unit, &own, neighbours, theirs, decision);
    }

    /// Lets a unit that is stuck away from gates yield to units before it.
    fn yield_in_arch(&self, unit: &Unit, neighbours: &[Neighbour], decision: &mut Decision) {
        let share = self.arches.share(unit.id as usize);
        if share > 0.0 {
            let response = unit.mass * unit.max_speed / unit.radius;
            let chosen = unit.velocity + decision.force / response;
            let close = neighbours.iter().filter(|other| self.rules.is_close(unit, other));
            let held_off = |other: &Neighbour, velocity| self.rules.held_off(unit, other, share, velocity);
            let velocity = arches::yielding(unit, close, chosen, held_off);
            if velocity != chosen {
                decision.force = math::clamp_length((velocity - unit.velocity) * response, unit.max_force);
            }
        }
    }

    /// A unit's place in the queue, from 1, and the number of units in it. None where units do not line up.
    fn place(&self, id: u32) -> Option<(usize, usize)> {
        self.queue.chunk_by(Queued::is_same_line).find_map(|line| {
            let index = line.iter().position(|unit| unit.id == id)?;
            Some((index + 1, line.len()))
        })
    }

    /// The neighbour against which a stuck unit presses least because of queueing.
    fn stuck_behind(&self, explained: &Explained<'_>, state: &TrafficState) -> Option<u32> {
        let Explained { unit, neighbours, alone, .. } = *explained;
        // The decision with a single neighbour shows what that neighbour changes.
        let change = |other: &Neighbour| {
            let mut eased = *alone;
            self.ease_with(unit, slice::from_ref(other), state, &mut eased);
            (eased.force - alone.force).norm()
        };
        let changes = neighbours.iter().map(|other| (change(other), other.id));
        changes.filter(|(change, _)| *change > 0.0).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, id)| id)
    }
}

impl ActiveMechanism for Queueing {
    fn store(&self) -> Vec<u8> {
        saved::bytes_of(&(&self.queue, &self.arches))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        (self.queue, self.arches) = saved::value_of(bytes)?;
        Ok(())
    }

    fn carry_over(&self, slot: usize, before: &GateApproach, own: &mut GateApproach, tick: &TrafficTick<'_>) {
        own.is_through = own.is_inside() && (before.is_through || self.rules.is_through(own));
        own.stuck = before.stuck;
        if !before.waits {
            let (velocity, max_speed) = (tick.units.velocity[slot], tick.units.max_speed[slot]);
            own.stuck = self.rules.stuck(before.stuck, velocity, tick.headings.direction[slot], max_speed);
        }
    }

    fn direct(&mut self, tick: &TrafficTick<'_>, state: &mut TrafficState, _workers: Workers<'_>) {
        self.spread(tick, state);
        self.line_up(tick, state);
        self.arches.count(tick);
        // Who gets nowhere tries something else.
        for (slot, advice) in state.advice.iter_mut().enumerate() {
            advice.pace = self.arches.pace(slot).unwrap_or(advice.pace);
        }
    }

    fn ease(&self, unit: &Unit, neighbours: &[Neighbour], state: &TrafficState, decision: &mut Decision) {
        self.ease_with(unit, neighbours, state, decision);
    }

    fn explain_passage(
        &self,
        explained: &Explained<'_>,
        _own: &GateApproach,
        state: &TrafficState,
        facts: &mut PassageFacts,
        why: &mut Reasons,
    ) {
        let unit = explained.unit;
        explained.add_force("queue", why);
        let queue = self.place(unit.id);
        let as_fact =
            |(place, count): (usize, usize)| Fact::record([("place", place.into()), ("units", count.into())]);
        facts.set("queue", queue.map(as_fact));
        if let Some((place, count)) = queue.filter(|(_, count)| *count > 1) {
            let pace = match state.advice[unit.id as usize].pace {
                pace if pace < 0.0 => ", steps back",
                pace if pace < 1.0 => ", holds back",
                _ => "",
            };
            why.say(format!("queues: {} of {count}{pace}", ordinal(place)));
        }
        let behind = self.stuck_behind(explained, state);
        facts.set("stuck_behind", behind);
        if let Some(other) = behind {
            why.say(format!("yields: stuck behind unit {other}"));
        }
    }

    fn explain(&self, explained: &Explained<'_>, state: &TrafficState, why: &mut Reasons) {
        if state.approaches[explained.unit.id as usize].is_none() && explained.changes_force() {
            explained.add_force("queue", why);
            let behind = self.stuck_behind(explained, state);
            why.tell("stuck_behind", behind);
            if let Some(other) = behind {
                why.say(format!("yields: stuck behind unit {other}"));
            }
        }
    }

    fn renumber(&mut self, renumbering: &Renumbering) {
        self.queue.clear();
        self.arches.renumber(renumbering);
    }

    fn add_to_hash(&self, add: &mut dyn FnMut(u64)) {
        self.arches.add_to_hash(add);
    }
}

/// The word for a place, from 1.
fn ordinal(place: usize) -> String {
    const WORDS: [&str; 10] =
        ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
    if let Some(word) = WORDS.get(place.wrapping_sub(1)) {
        return (*word).into();
    }
    let ending = match (place % 10, place % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

#[cfg(test)]
mod tests;
