//! Routes: units that would wait long before a narrow passage go round it if that saves time.
//!
//! Each gate serves the units of a side one by one, at its flow. A unit compares when it would be at its goal on its own way and on the
//! shortest way without the first gate ahead. The last in the queues decide first, and those who go another way count there from then on.
//! Nobody gets through a gate that units of another team hold.
//! Times in s, lengths in m; constants are multiples of the crowd's mean radius R and of R/s_max.

mod held;
mod queue;

use super::active::ActiveMechanism;
use super::approach::{PathAhead, approach};
use super::explained::Explained;
use super::mechanism::{Mechanism, MechanismSetup};
use super::state::TrafficState;
use super::tick::{LOOK_TICKS, RouteTick};
use super::turns::flow;
use crate::math;
use crate::navigation::passages::{Gate, GateSide, Passages};
use crate::navigation::{Clearance, Navigator};
use crate::saved::{self, SnapshotError};
use crate::settings::settings;
use crate::steering::reasons::Reasons;
use crate::types::{DT, Point, Renumbering, Segment, Vec2};
use held::{Holder, Holders, closed_by};
use queue::{Queue, Queued};
use serde::{Deserialize, Serialize};

settings! { "routes":
    pub ON "on" switch(): "units go round a crowded passage";
}

/// Units go round narrow passages that are crowded.
pub static ROUTES: Mechanism = Mechanism {
    name: "routes",
    option: "routes",
    summary: "units go round a crowded passage where that saves time",
    settings: &[ON],
    acts_at_gates: true,
    make: |setup| {
        let acts = setup.is_on(&ROUTES) && setup.has_approaches;
        acts.then(|| Box::new(Routes::new(setup)) as Box<dyn ActiveMechanism>)
    },
};

/// The time between two looks at all queues, R/s_max.
const EVERY: f32 = 5.0;
/// A unit goes another way only if that saves this share of its time …
const SHARE: f32 = 0.2;
/// … and this time, R/s_max.
const LEAST: f32 = 10.0;
/// Units this close to a gate stay, R.
const NEAR: f32 = 11.0;
/// A unit changes its way this often until it has another goal …
const CHANGES: u8 = 2;
/// … and not again within this time, R/s_max.
const PAUSE: f32 = 50.0;
/// A unit that has found no better way does not look again within this time, R/s_max.
const REFLECT: f32 = 20.0;
/// A gate is closed to others once a line has held it for this time, R/s_max: 2 s for R = 0.5 m and 5 m/s.
const HELD: f32 = 20.0;
/// Of more waiting units than this, some decide in one look and the others in the next.
const MOST_DECIDING: usize = 256;
/// With more gates than this that have another way near, the ground is porous.
const MOST_NEAR: usize = 8;
/// The number of gates that a unit goes round.
const MOST_CLOSED: usize = 2;
/// No gate.
const NONE: u16 = u16::MAX;

/// The gates that a unit goes round, in ascending order, then `NONE`.
type Closed = [u16; MOST_CLOSED];

/// The way without closed gates.
const OPEN: Closed = [NONE; MOST_CLOSED];

/// What is remembered of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct OwnRoute {
    closed: Closed,
    changes: u8,
    /// The tick until which it keeps its way.
    until: u64,
}

impl Default for OwnRoute {
    fn default() -> OwnRoute {
        OwnRoute { closed: OPEN, changes: 0, until: 0 }
    }
}

/// The routes of a crowd.
#[derive(Clone)]
struct Routes {
    radius: f32,
    max_speed: f32,
    own: Vec<OwnRoute>,
    /// Whether so many gates have another way near that they are gaps among pillars, where detours gain nothing.
    is_porous: bool,
    /// The line that holds each gate.
    holders: Vec<Option<Holders>>,
    /// The team for which alone each gate is open. Made anew in each look.
    held_by: Vec<Option<u16>>,
    /// The queues before each gate, by the side on which their units come out. Made anew in each look.
    queues: Vec<[Queue; 2]>,
    /// The lines that close the gates. Empty before the first look.
    lines: Vec<Segment>,
    /// The path that is looked at. A buffer.
    corners: Vec<Point>,
}

/// A way to the goal.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Way {
    time: f32,
    /// The first gate on it, the side on which it comes out there, and the distance to it.
    first: Option<(u16, u8, f32)>,
}

/// Another way that a unit goes.
struct Choice {
    closed: Closed,
    detour: Option<u32>,
    way: Way,
}

/// A unit that may change its way.
#[derive(Clone, Copy)]
struct Chooser {
    slot: usize,
    position: Point,
    speed: f32,
    team: u16,
}

impl Routes {
    fn new(setup: &MechanismSetup<'_>) -> Routes {
        let detours = setup.passages.gates().iter().filter(|gate| gate.has_detour);
        Routes {
            radius: setup.mean.radius,
            max_speed: setup.mean.max_speed,
            own: Vec::new(),
            is_porous: detours.count() > MOST_NEAR,
            holders: vec![None; setup.passages.gates().len()],
            held_by: vec![None; setup.passages.gates().len()],
            queues: vec![Default::default(); setup.passages.gates().len()],
            lines: Vec::new(),
            corners: Vec::new(),
        }
    }

    fn ticks(&self, times: f32) -> u64 {
        ((times * self.radius / self.max_speed / DT) as u64).max(1)
    }

    /// Counts the units before all gates.
    fn count(&mut self, tick: &RouteTick<'_>, state: &TrafficState) {
        self.queues.iter_mut().flatten().for_each(Queue::clear);
        for (slot, own) in state.approaches.iter().enumerate() {
            if let Some(own) = own {
                let unit =
                    Queued { distance: own.distance, slot: slot as u32, speed: tick.units.max_speed[slot] };
                self.queues[usize::from(own.gate)][usize::from(own.side)].push(unit);
            }
        }
        for gate in 0..self.queues.len() {
            self.queues[gate].iter_mut().for_each(Queue::sort);
            self.serve(gate, state);
        }
    }

    /// Finds the gates that units hold.
    fn find_holders(&mut self, tick: &RouteTick<'_>, passages: &Passages) {
        let mut lines: Vec<Vec<Holder>> = vec![Vec::new(); self.holders.len()];
        for slot in (0..tick.units.position.len()).filter(|slot| (tick.units.holds)(*slot)) {
            let (position, radius) = (tick.units.position[slot], tick.units.radius[slot]);
            if let Some(place) = passages.at(position) {
                lines[usize::from(place.gate)].push(Holder { team: tick.units.team[slot], position, radius });
            }
        }
        for ((known, line), gate) in self.holders.iter_mut().zip(lines).zip(passages.gates()) {
            let new =
                closed_by(gate, &line, 2.0 * self.radius).map(|team| Holders { team, since: tick.ticks });
            let is_same = |known: &Holders| new.is_some_and(|new| new.team == known.team);
            *known = known.filter(is_same).or(new);
        }
        let least = self.ticks(HELD);
        let stands = |own: &Holders| tick.ticks >= own.since + least;
        self.held_by = self.holders.iter().map(|own| own.filter(stands).map(|own| own.team)).collect();
    }

    /// Finds out when the units before a gate enter it.
    fn serve(&mut self, gate: usize, state: &TrafficState) {
        let flow = flow(&state.passages.gates()[gate], self.radius, self.max_speed);
        queue::serve(&mut self.queues[gate], flow, state.turns[gate].holder);
    }

    /// When a unit is at its goal on the path in `corners`. None without a path, or if it leads through a gate that it avoids.
    fn way(&mut self, unit: &Chooser, closed: Closed, passages: &Passages) -> Option<Way> {
        let Routes { corners, queues, held_by, radius, .. } = self;
        let length: f32 = corners.windows(2).map(|leg| (leg[1] - leg[0]).norm()).sum();
        let (mut time, mut walked, mut cut_off) = (0.0_f32, 0.0, 0.0);
        let (mut first, mut last) = (None, NONE);
        let here = passages.at(unit.position);
        while let Some(own) =
            approach(passages, PathAhead { corners, is_cut: false, before: None }, length - cut_off, *radius)
        {
            let distance = cut_off + own.distance;
            // A unit before a line that holds a gate goes back.
            let goes_back = here == Some(GateSide { gate: own.gate, side: own.side });
            if closed.contains(&own.gate) && !goes_back {
                return None;
            }
            // A path may touch a region twice.
            if last != own.gate && !goes_back {
                last = own.gate;
                let queue = &queues[usize::from(own.gate)][usize::from(own.side)];
                let arrival = time + (distance - walked) / unit.speed;
                let is_held = is_held(held_by, own.gate, unit.team);
                let entry = || queue.entry(distance, unit.slot as u32, arrival);
                time = if is_held { f32::INFINITY } else { entry() };
                walked = distance;
                first = first.or(Some((own.gate, own.side, distance)));
            }
            cut_off += own.exit + *radius;
            cut(corners, own.exit + *radius);
            if corners.len() < 2 {
                break;
            }
        }
        (length > 0.0).then_some(Way { time: time + (length - walked) / unit.speed, first })
    }

    /// The units that wait long before gates, or in vain, the last one first.
    fn waiting(&self, team: &[u16], least: f32) -> Vec<(f32, u32)> {
        let mut waiting = Vec::new();
        for (gate, queue) in
            self.queues.iter().enumerate().flat_map(|(gate, both)| both.iter().map(move |q| (gate, q)))
        {
            let is_held = |slot: u32| is_held(&self.held_by, gate as u16, team[slot as usize]);
            let entries = queue
                .entries()
                .map(|(unit, entry)| (unit, if is_held(unit.slot) { f32::INFINITY } else { entry }));
            let late = entries.filter(|(unit, entry)| entry - unit.distance / unit.speed > least);
            waiting.extend(late.map(|(unit, entry)| (entry, unit.slot)));
        }
        waiting.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        waiting
    }

    /// The path of a unit round these gates. None while it is not known.
    fn detour(
        &self,
        unit: &Chooser,
        closed: Closed,
        navigator: &mut Navigator,
        now: u64,
    ) -> Option<Option<u32>> {
        if closed == OPEN {
            return Some(None);
        }
        let gates = closed.iter().filter_map(|gate| self.lines.get(usize::from(*gate)));
        let lines: Vec<Segment> = gates.copied().collect();
        navigator.ask_detour(unit.slot, unit.position, &lines, now).map(Some)
    }

    /// The other ways of a unit whose path leads to this gate, as far as they are known.
    fn others(
        &self,
        unit: &Chooser,
        gate: u16,
        navigator: &mut Navigator,
        now: u64,
    ) -> Vec<(Closed, Option<u32>)> {
        let closed = self.own[unit.slot].closed;
        let back = (closed != OPEN).then_some(OPEN);
        let ways = [and(closed, gate), back].into_iter().flatten();
        ways.filter_map(|closed| Some((closed, self.detour(unit, closed, navigator, now)?))).collect()
    }

    /// The best of these other ways of a unit. None if its own is good enough.
    fn choose(
        &mut self,
        unit: &Chooser,
        others: &[(Closed, Option<u32>)],
        passages: &Passages,
        navigator: &mut Navigator,
        now: u64,
    ) -> Option<Choice> {
        let closed = self.own[unit.slot].closed;
        let own = self.detour(unit, closed, navigator, now)?;
        navigator.corners(unit.slot, own, unit.position, &mut self.corners);
        let time = self.way(unit, OPEN, passages)?.time;
        let most = ((1.0 - SHARE) * time).min(time - LEAST * self.radius / self.max_speed);
        let mut best: Option<Choice> = None;
        for &(closed, detour) in others {
            navigator.corners(unit.slot, detour, unit.position, &mut self.corners);
            let Some(way) = self.way(unit, closed, passages) else { continue };
            if way.time < best.as_ref().map_or(most, |best| best.way.time) {
                best = Some(Choice { closed, detour, way });
            }
        }
        best
    }

    /// Lets a unit leave the queue of a gate and go another way.
    fn change(&mut self, unit: &Chooser, choice: &Choice, state: &mut TrafficState, now: u64) {
        let slot = unit.slot as u32;
        if let Some(own) = state.approaches[unit.slot] {
            self.queues[usize::from(own.gate)][usize::from(own.side)].remove(own.distance, slot);
            self.serve(usize::from(own.gate), state);
        }
        if let Some((gate, side, distance)) = choice.way.first {
            let queued = Queued { distance, slot, speed: unit.speed };
            self.queues[usize::from(gate)][usize::from(side)].insert(queued);
            self.serve(usize::from(gate), state);
        }
        state.forget(unit.slot);
        let changes = self.own[unit.slot].changes + 1;
        let until = now + self.ticks(PAUSE);
        self.own[unit.slot] = OwnRoute { closed: choice.closed, changes, until };
    }
}

/// Whether others hold a gate against units of a team, given the team for which alone each gate is open.
fn is_held(held_by: &[Option<u16>], gate: u16, team: u16) -> bool {
    held_by[usize::from(gate)].is_some_and(|own| own != team)
}

/// Cuts off the first metres of a path.
fn cut(corners: &mut Vec<Point>, length: f32) {
    let (mut left, mut legs) = (length, 0);
    while let Some([from, to]) = corners.get(legs..legs + 2) {
        let leg = to - from;
        if leg.norm() > left {
            corners[legs] += leg * (left / leg.norm());
            break;
        }
        left -= leg.norm();
        legs += 1;
    }
    corners.drain(..legs);
}

/// The line that closes a gate: across it, from wall to wall.
fn line(gate: &Gate, clearance: &Clearance) -> Segment {
    let end = |across: Vec2| {
        let mut at = 0.0;
        while at < gate.width && clearance.gap_at(gate.middle + across * at) > 0.0 {
            at += 0.25 * clearance.radius();
        }
        gate.middle + across * at
    };
    let across = math::right(gate.through);
    Segment { from: end(across), to: end(-across) }
}

/// These gates and another one. None if that are too many.
fn and(closed: Closed, gate: u16) -> Option<Closed> {
    let mut all = closed;
    let free = all.iter_mut().find(|known| **known == NONE).filter(|_| !closed.contains(&gate))?;
    *free = gate;
    all.sort_unstable();
    Some(all)
}

impl ActiveMechanism for Routes {
    fn reroute(&mut self, tick: &RouteTick<'_>, state: &mut TrafficState, navigator: &mut Navigator) {
        self.own.resize(state.approaches.len(), OwnRoute::default());
        let (every, now) = (self.ticks(EVERY), tick.ticks);
        // Once all units have looked for gates.
        if now % every != LOOK_TICKS % every {
            return;
        }
        if self.lines.is_empty() {
            self.lines = state.passages.gates().iter().map(|gate| line(gate, tick.clearance)).collect();
        }
        self.count(tick, state);
        self.find_holders(tick, &state.passages);
        let waiting = self.waiting(tick.units.team, LEAST * self.radius / self.max_speed);
        let groups = waiting.len().div_ceil(MOST_DECIDING).max(1);
        // Two directions that leave a gate at once would meet again on the other way.
        let mut leaving: Vec<Option<u8>> = vec![None; self.queues.len()];
        for (_, slot) in waiting.into_iter().skip((now / every) as usize % groups).step_by(groups) {
            let slot = slot as usize;
            let route = self.own[slot];
            let Some(own) = state.approaches[slot] else { continue };
            let is_near = own.distance < NEAR * self.radius;
            let leads_through_pillars =
                self.is_porous && state.passages.gates()[usize::from(own.gate)].has_detour;
            let meets = leaving[usize::from(own.gate)].is_some_and(|side| side != own.side);
            let keeps = meets || route.changes >= CHANGES || now < route.until;
            let (position, speed, team) =
                (tick.units.position[slot], tick.units.max_speed[slot], tick.units.team[slot]);
            let may_stay = !is_held(&self.held_by, own.gate, team);
            if may_stay && (is_near || leads_through_pillars) || keeps {
                continue;
            }
            let unit = Chooser { slot, position, speed, team };
            let others = self.others(&unit, own.gate, navigator, now);
            if others.is_empty() {
                continue;
            }
            match self.choose(&unit, &others, &state.passages, navigator, now) {
                Some(choice) => {
                    leaving[usize::from(own.gate)] = Some(own.side);
                    self.change(&unit, &choice, state, now);
                    navigator.take_detour(slot, choice.detour);
                }
                None => self.own[slot].until = now + self.ticks(REFLECT),
            }
        }
    }

    fn explain(&self, explained: &Explained<'_>, _state: &TrafficState, why: &mut Reasons) {
        let closed = self.own.get(explained.unit.id as usize).map_or(OPEN, |own| own.closed);
        for gate in closed.iter().filter(|gate| **gate != NONE) {
            why.say(format!("goes round gate {gate}, where it would wait longer"));
        }
    }

    fn forget(&mut self, slot: usize) {
        if let Some(own) = self.own.get_mut(slot) {
            *own = OwnRoute::default();
        }
    }

    fn renumber(&mut self, renumbering: &Renumbering) {
        self.own.resize(renumbering.before, OwnRoute::default());
        renumbering.apply(&mut self.own, OwnRoute::default);
    }

    fn store(&self) -> Vec<u8> {
        saved::bytes_of(&(&self.own, &self.holders))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let (own, holders): (Vec<OwnRoute>, Vec<Option<Holders>>) = saved::value_of(bytes)?;
        if holders.len() != self.holders.len() {
            return Err(SnapshotError::Unfit("it has other gates".into()));
        }
        (self.own, self.holders) = (own, holders);
        Ok(())
    }

    fn add_to_hash(&self, add: &mut dyn FnMut(u64)) {
        let is_changed = |(_, own): &(usize, &OwnRoute)| **own != OwnRoute::default();
        for (slot, own) in self.own.iter().enumerate().filter(is_changed) {
            let closed = own.closed.iter().fold(slot as u64, |bits, gate| bits << 16 | u64::from(*gate));
            [closed, own.changes.into(), own.until].into_iter().for_each(&mut *add);
        }
        for (gate, own) in self.holders.iter().enumerate().filter_map(|(gate, own)| Some((gate, (*own)?))) {
            [gate as u64, own.team.into(), own.since].into_iter().for_each(&mut *add);
        }
    }
}

#[cfg(test)]
mod tests;
