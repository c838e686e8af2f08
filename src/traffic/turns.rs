//! Whose turn it is at a gate.
//!
//! A few units pass each other in a gate. If many come from both sides, they take turns: the units of one side pass at a
//! time. A side keeps the turn while its units come, because every change costs time, but no longer than a limit while
//! the other side waits. In long tunnels and with short columns, each direction keeps to its part instead.

use super::approach::GateApproach;
use crate::navigation::passages::{Chambers, Gate};
use crate::types::{DT, Vec2};
use serde::{Deserialize, Serialize};

/// When the turn changes. Lengths in m, times in s.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TurnRules {
    /// Whether units take turns. Otherwise their traffic is only counted.
    pub is_on: bool,
    /// Whether each direction can keep to its part of a tunnel instead.
    pub can_share: bool,
    /// The mean radius of the units.
    pub radius: f32,
    /// The mean maximum speed of the units, m/s.
    pub speed: f32,
    /// The distance from the region at which units wait.
    pub wait: f32,
    /// Units this close to the region keep their side's turn, and still pass when it ends.
    pub near: f32,
    /// Units that are not near lose the turn to units that are nearer by this.
    pub margin: f32,
    /// The turn changes when the last unit has less than this to go.
    pub clear: f32,
    /// The longest turn while units of the other side wait, unless the way through the gate is long.
    pub longest: f32,
    /// The region counts as empty after this time in which no unit entered or left it.
    pub idle: f32,
    /// Units of both sides block each other if their mean progress over about this time is nearly zero. Those of the side without
    /// the turn then go back.
    pub blocked: f32,
}

/// The distance in which a unit stops, R.
const STOP: f32 = 2.0;
/// Units inside a region that advance by so much, R, keep it from counting as empty.
const ON: f32 = 2.0;
/// The width in radii at which two units can pass each other.
const TWO_ABREAST: f32 = 4.2;
/// In a junction, both sides cross rather than oppose each other on less than this share of their ways.
const CROSSING: f32 = 0.25;
/// In a junction whose paths are straight over this share of their length, as in a corridor with doors on its sides, both directions pass each
/// other. They jam where they turn.
const STRAIGHT_SHARE: f32 = 0.7;
/// Units of both sides block each other below this share of their maximum speed …
const STILL: f32 = 0.2;
/// … in junctions below this: there, some stand while others get through.
const STILL_IN_JUNCTION: f32 = 0.05;
/// Turns are suspended once the units with the turn have less than this share of their maximum speed.
const SLOW: f32 = 0.25;
/// Two directions that share a tunnel lose this much flow for each multiple of its width over which they oppose each other, beyond what
/// they lose in a door …
const LOSS: f32 = 0.5;
/// … in tunnels up to this width, R. The loss is 0 in wider ones …
const NARROW: f32 = 9.0;
/// … from this width on, R.
const WIDE: f32 = 14.0;
/// With keep-right on, two columns in a tunnel oppose each other over at most so many times the length of one of them.
const COLUMNS: f32 = 2.0;
/// A tunnel this many times as long as wide is better shared …
const LONG: f32 = 4.0;
/// … or longer by this for each R that it is narrower …
const LONGER: f32 = 8.0;
/// … than this, R: room for three units abreast and a little more.
const ROWS: f32 = 8.0;
/// Narrower tunnels than this are never shared, R.
const LEAST_WIDTH: f32 = 5.0;
/// With units for less than this time of its flow, a long tunnel needs no order, R/s_max.
const BUSY: f32 = 14.0;
/// Gates nearer to each other than this are neighbours, R: two directions often take one each.
const NEIGHBOURS: f32 = 60.0;
/// A turn may last so many times as long as the walk through the gate, which every change of turns costs.
const WALKS: f32 = 4.0;
/// A chamber is full if waiting units, each with a disc of this radius, R …
const SPACE: f32 = 1.5;
/// … cover this share of it.
const SHARE: f32 = 0.5;
/// The share of a gate's width that its flow uses.
const DENSITY: f32 = 0.9;

/// Whose turn it is at a gate. A side is that on which units come out.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Turns {
    /// The side whose turn it is. None if units do not take turns.
    pub holder: Option<u8>,
    /// Whether units come from both sides.
    pub is_contested: bool,
    /// Whether the turn is ending: only units near the gate still pass.
    pub is_ending: bool,
    /// The number of units in the region or about to enter it, by side.
    pub inside: [u32; 2],
    /// The number of other units on their way to the gate, by side.
    pub coming: [u32; 2],
    /// The tick in which the turn began, or in which units of the other side began to wait.
    since: u64,
    /// The tick in which a unit last entered or left the region, or the units inside with the turn had advanced by `ON` radii since.
    moved: u64,
    /// The mean distance that these units had to go then, m. Infinite without any.
    to_go: f32,
    /// Whether units of both sides block each other inside.
    is_blocked: bool,
    /// By how much the units in the region are slower than their maximum speed while they come from both sides: the mean share,
    /// smoothed.
    slowness: f32,
    /// By how much the units with the turn that are inside or about to enter are slower than their maximum speed: the mean share, smoothed.
    turn_slowness: f32,
    /// Whether there are no turns, because the units that waited were in the way of those with the turn.
    pub is_suspended: bool,
    /// Whether units only come out of the chamber behind it, because too many wait there.
    pub is_closed: bool,
    /// Whether each direction keeps to its part of the tunnel instead of taking turns.
    pub is_shared: bool,
    /// Whether there is another gate nearby.
    has_neighbour: bool,
    /// In the tick in which units begin to take turns, the distance of the first unit of the side with the turn, m.
    begins_with: Option<f32>,
    /// The units of this tick.
    arrivals: GateTraffic,
}

/// The units on their way to a gate, by the side on which they come out. Distances in m.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct GateTraffic {
    inside: [u32; 2],
    coming: [u32; 2],
    /// The number of coming units that are near the region.
    near: [u32; 2],
    /// The distance of the first unit, and of the first that is not near.
    first: [f32; 2],
    later: [f32; 2],
    /// The longest distance to go of the units inside, and the sum of these distances.
    last: [f32; 2],
    to_go: [f32; 2],
    /// The longest path through the region.
    length: f32,
    /// The sum of the shares of the paths' lengths that their longest straight legs have.
    straight: f32,
    /// The number of units that are in the region.
    within: [u32; 2],
    /// The sum of their progress in this tick.
    gone: f32,
    /// The same for the units that are inside or about to enter, by side.
    advance: [f32; 2],
    /// The sums of the directions in which the paths lead into the region and out of it.
    inwards: [Vec2; 2],
    outwards: [Vec2; 2],
}

impl Default for GateTraffic {
    fn default() -> GateTraffic {
        let never = [f32::INFINITY; 2];
        GateTraffic {
            inside: [0; 2],
            coming: [0; 2],
            near: [0; 2],
            first: never,
            later: never,
            last: [0.0; 2],
            to_go: [0.0; 2],
            length: 0.0,
            straight: 0.0,
            within: [0; 2],
            gone: 0.0,
            advance: [0.0; 2],
            inwards: [Vec2::zeros(); 2],
            outwards: [Vec2::zeros(); 2],
        }
    }
}

impl GateTraffic {
    fn add(&mut self, unit: &GateApproach, rules: &TurnRules) {
        let side = usize::from(unit.side);
        self.first[side] = self.first[side].min(unit.distance);
        self.length = self.length.max(unit.length);
        self.straight += unit.straight;
        self.inwards[side] += unit.inwards;
        self.outwards[side] += unit.outwards;
        if unit.is_inside() {
            self.within[side] += 1;
            self.gone += unit.gone;
        }
        if unit.is_inside() || is_committed(unit, rules) {
            self.inside[side] += 1;
            self.advance[side] += unit.gone;
            self.last[side] = self.last[side].max(unit.exit);
            self.to_go[side] += unit.exit;
        } else {
            self.coming[side] += 1;
            if unit.distance < rules.near {
                self.near[side] += 1;
            } else {
                self.later[side] = self.later[side].min(unit.distance);
            }
        }
    }

    /// The number of units, by side.
    fn units(&self) -> [f32; 2] {
        [0, 1].map(|side| (self.inside[side] + self.coming[side]) as f32)
    }

    /// The share of their ways through the region on which both sides oppose each other: 1 in a tunnel, 0.5 where they share one of two arms of
    /// a junction, 0 where they cross.
    fn opposed(&self) -> f32 {
        let units = self.units();
        let at_mouth = |enter: usize| {
            let against = -self.inwards[enter].dot(&self.outwards[1 - enter]);
            (against / (units[0] * units[1])).clamp(0.0, 1.0)
        };
        0.5 * (at_mouth(0) + at_mouth(1))
    }

    /// The mean distance that the units inside have to go. Infinite without any.
    fn mean_to_go(&self, side: u8) -> f32 {
        let side = usize::from(side);
        if self.inside[side] > 0 { self.to_go[side] / self.inside[side] as f32 } else { f32::INFINITY }
    }
}

/// Whether ticks take longer than a time in s.
fn is_longer(ticks: u64, seconds: f32) -> bool {
    ticks > (seconds / DT) as u64
}

/// Updates the share by which units are slower than their maximum speed, smoothed over a time in s. `share` is what they reach now.
fn smooth(slowness: &mut f32, share: f32, time: f32) {
    *slowness += (1.0 - share - *slowness) * (DT / time).min(1.0);
}

/// Whether a unit is too close to the region to stop before it.
fn is_committed(unit: &GateApproach, rules: &TurnRules) -> bool {
    !unit.waits && unit.distance < rules.near
}

impl Turns {
    /// `full` says whether the chamber that each side leads to has no room.
    fn update(&mut self, gate: &Gate, full: [bool; 2], now: u64, rules: &TurnRules) {
        let arrivals = std::mem::take(&mut self.arrivals);
        self.begins_with = None;
        let to_go = arrivals.mean_to_go(self.holder.unwrap_or(0));
        if arrivals.inside != self.inside || to_go < self.to_go - ON * rules.radius {
            (self.moved, self.to_go) = (now, to_go);
        }
        (self.inside, self.coming) = (arrivals.inside, arrivals.coming);
        let all = [0, 1].map(|side| self.inside[side] + self.coming[side]);
        self.watch(gate, &arrivals, rules);
        self.is_contested = all[0] > 0 && all[1] > 0;
        let only_out = self.only_out(full).filter(|_| rules.is_on);
        self.is_closed = only_out.is_some();
        if let Some(out) = only_out {
            self.since = now;
            if self.holder.is_none() || self.holder != Some(out) && self.is_clear(&arrivals, now, rules) {
                self.give(out, &arrivals, now);
            }
            self.is_ending = self.holder != Some(out);
            return;
        }
        if !self.is_contested || !rules.is_on {
            (self.holder, self.is_ending, self.is_shared, self.is_suspended) = (None, false, false, false);
            return;
        }
        self.suspend(&arrivals, rules);
        if self.is_suspended {
            return;
        }
        let Some(holder) = self.holder else {
            let units = 0.5 * (all[0] + all[1]) as f32;
            self.is_shared |= self.is_better_shared(gate, &arrivals, units, rules);
            if self.is_shared && !self.is_blocked {
                return;
            }
            let columns = if rules.can_share { COLUMNS } else { f32::INFINITY };
            if self.is_blocked || self.worth_it(gate, &arrivals, units, columns, rules) {
                let side_1 = (self.inside[1], -arrivals.first[1]) > (self.inside[0], -arrivals.first[0]);
                self.give(u8::from(side_1), &arrivals, now);
                self.begins_with = Some(arrivals.first[usize::from(side_1)]);
            }
            return;
        };
        let (own, other) = (usize::from(holder), usize::from(1 - holder));
        if self.coming[other] == 0 {
            (self.since, self.is_ending) = (now, false);
            return;
        }
        let longest = rules.longest.max(WALKS * arrivals.length / rules.speed);
        self.is_ending |= is_longer(now - self.since, longest);
        // The last units of the previous turn may still be inside. They must not win the turn back for their side.
        let first = arrivals.first[other].max(rules.wait);
        let is_later = arrivals.later[own] == f32::INFINITY || first + rules.margin < arrivals.later[own];
        if self.is_clear(&arrivals, now, rules) && (self.is_ending || (arrivals.near[own] == 0 && is_later)) {
            self.give(1 - holder, &arrivals, now);
        }
    }

    /// The side that units come out to from a full chamber, if units would go into it. None if both chambers are full, or neither.
    fn only_out(&self, full: [bool; 2]) -> Option<u8> {
        let into = usize::from(full[1]);
        let goes_in = full[0] != full[1] && self.inside[into] + self.coming[into] > 0;
        goes_in.then_some(1 - into as u8)
    }

    /// Whether no unit of the side with the turn is in the way of the others.
    fn is_clear(&self, arrivals: &GateTraffic, now: u64, rules: &TurnRules) -> bool {
        let own = self.holder.map_or(0, usize::from);
        // While units block each other inside, the last one does not get out.
        let is_leaving = !self.is_blocked && arrivals.last[own] < rules.clear;
        self.inside[own] == 0 || is_leaving || is_longer(now - self.moved, rules.idle)
    }

    /// The turns at gates for units with this mean radius, m.
    pub fn at(gates: &[Gate], radius: f32) -> Vec<Turns> {
        let is_near = |gate: &Gate, other: &Gate| {
            !std::ptr::eq(gate, other) && (gate.middle - other.middle).norm() < NEIGHBOURS * radius
        };
        let turns = |gate: &Gate| {
            let has_neighbour = gates.iter().any(|other| is_near(gate, other));
            Turns { has_neighbour, ..Turns::default() }
        };
        gates.iter().map(turns).collect()
    }

    /// Looks whether units of both sides block each other in the region.
    fn watch(&mut self, gate: &Gate, arrivals: &GateTraffic, rules: &TurnRules) {
        let [west, east] = arrivals.within;
        if west == 0 || east == 0 {
            (self.slowness, self.is_blocked) = (0.0, false);
            return;
        }
        let share = arrivals.gone / ((west + east) as f32 * rules.speed * DT);
        smooth(&mut self.slowness, share, rules.blocked);
        let still = if gate.mouths > 2 { STILL_IN_JUNCTION } else { STILL };
        self.is_blocked |= self.slowness > 1.0 - still;
    }

    /// Suspends the turns if the units with the turn do not get away, because those that wait are in their way. Units that then block each
    /// other in the region take turns again.
    fn suspend(&mut self, arrivals: &GateTraffic, rules: &TurnRules) {
        self.is_suspended &= !self.is_blocked;
        let Some(own) = self.holder.map(usize::from) else { return };
        let units = arrivals.inside[own];
        let share = if units > 0 { arrivals.advance[own] / (units as f32 * rules.speed * DT) } else { 1.0 };
        smooth(&mut self.turn_slowness, share, rules.idle);
        if self.turn_slowness > 1.0 - SLOW {
            (self.holder, self.is_ending, self.is_suspended) = (None, false, true);
        }
    }

    fn give(&mut self, side: u8, arrivals: &GateTraffic, now: u64) {
        (self.holder, self.is_ending, self.is_shared) = (Some(side), false, false);
        (self.since, self.moved, self.to_go) = (now, now, arrivals.mean_to_go(side));
        (self.turn_slowness, self.is_suspended) = (0.0, false);
    }

    fn lets_pass(&self, unit: &GateApproach, rules: &TurnRules) -> bool {
        if self.holder.is_none() {
            return true;
        }
        let is_holder = self.holder == Some(unit.side);
        if self.is_blocked && !is_holder {
            return false;
        }
        // At first, units of the other side are near, too. They would meet the first one in the gate.
        let meets = !is_holder && self.begins_with.is_some_and(|first| unit.exit > first);
        let goes_back = meets && unit.distance > STOP * rules.radius;
        unit.is_inside() || is_committed(unit, rules) && !goes_back || (is_holder && !self.is_ending)
    }

    /// The bits of its state, for hashes.
    pub fn bits(&self) -> [u64; 4] {
        let holder = self.holder.map_or(2, u64::from);
        let flags = [self.is_ending, self.is_blocked, self.is_shared, self.is_suspended].map(u64::from);
        let flags = holder | flags[0] << 2 | flags[1] << 3 | flags[2] << 4 | flags[3] << 5;
        [flags, self.since, self.moved, self.slowness.to_bits().into()]
    }

    /// Whether a tunnel has room for both directions side by side, and units enough for it.
    fn is_better_shared(&self, gate: &Gate, arrivals: &GateTraffic, units: f32, rules: &TurnRules) -> bool {
        let width = gate.width / rules.radius;
        let long = (LONG + LONGER * (ROWS - width).max(0.0)) * gate.width;
        if !rules.can_share
            || gate.is_door
            || gate.has_detour
            || gate.mouths != 2
            || self.has_neighbour
            || width < LEAST_WIDTH
            || gate.has_islands
        {
            return false;
        }
        let would_pay = self.worth_it(gate, arrivals, units, f32::INFINITY, rules);
        if arrivals.length > long {
            return would_pay
                || units / flow(gate, rules.radius, rules.speed) > BUSY * rules.radius / rules.speed;
        }
        let is_short = !self.worth_it(gate, arrivals, units, COLUMNS, rules);
        would_pay && is_short
    }

    /// Whether units wait less when they take turns. `units` is the mean number per side, who oppose each other over at most `columns` times
    /// the length of their column.
    ///
    /// With turns, half of the units wait for n/f, the time in which the other half passes, plus the time to walk through the
    /// gate and from the waiting distance. Without turns, each direction has about a third of the flow f in doors of 5 to 12 radii,
    /// and less in tunnels, the longer both sides oppose each other (both measured). In a net of streets, units come from more than two
    /// sides.
    fn worth_it(
        &self,
        gate: &Gate,
        arrivals: &GateTraffic,
        units: f32,
        columns: f32,
        rules: &TurnRules,
    ) -> bool {
        if gate.has_detour {
            return false;
        }
        if gate.width < TWO_ABREAST * rules.radius {
            return gate.mouths <= 2 || arrivals.opposed() >= CROSSING;
        }
        let is_straight = || arrivals.straight >= STRAIGHT_SHARE * arrivals.units().iter().sum::<f32>();
        if gate.has_islands || gate.mouths > 2 && is_straight() {
            return false;
        }
        let flow = flow(gate, rules.radius, rules.speed);
        let narrow = ((WIDE - gate.width / rules.radius) / (WIDE - NARROW)).clamp(0.0, 1.0);
        let is_tunnel = !gate.is_door && !self.has_neighbour;
        let column = units / flow * rules.speed;
        let opposed = arrivals.opposed() * arrivals.length.min(columns * column) / gate.width;
        let loss = if is_tunnel { 1.0 + LOSS * narrow * opposed } else { 1.0 };
        loss * units / flow > (arrivals.length + rules.wait) / rules.speed
    }
}

/// The flow of one direction alone through a gate, units per second, given their mean radius (m) and maximum speed (m/s).
pub(super) fn flow(gate: &Gate, radius: f32, speed: f32) -> f32 {
    let diameter = 2.0 * radius;
    let abreast = ((gate.width - radius) / diameter).max(0.5);
    DENSITY * abreast * speed / diameter
}

/// Counts the units that wait in each chamber for their next gate.
fn count_waiting(chambers: &Chambers, units: &[Option<GateApproach>], waiting: &mut Vec<u32>) {
    waiting.clear();
    waiting.resize(chambers.areas().len(), 0);
    // The chamber before units that pass a junction on one side of its gate is not known.
    let waits = |unit: &&GateApproach| unit.waits && !unit.is_inside() && unit.same_side.is_none();
    for unit in units.iter().flatten().filter(waits) {
        if let Some(chamber) = chambers.beyond(usize::from(unit.gate), usize::from(1 - unit.side)) {
            waiting[chamber] += 1;
        }
    }
}

/// Updates whose turn it is at each gate in tick `now`, and which units wait. `waiting` gets the number of units that wait in each
/// chamber.
pub fn take_turns(
    gates: &[Gate],
    chambers: &Chambers,
    waiting: &mut Vec<u32>,
    turns: &mut [Turns],
    units: &mut [Option<GateApproach>],
    now: u64,
    rules: &TurnRules,
) {
    count_waiting(chambers, units, waiting);
    for unit in units.iter().flatten() {
        turns[usize::from(unit.gate)].arrivals.add(unit, rules);
    }
    let space = SPACE * rules.radius;
    let room = std::f32::consts::PI * (space * space) / SHARE;
    let is_full = |chamber: usize| waiting[chamber] as f32 * room > chambers.areas()[chamber];
    for (index, (turns, gate)) in turns.iter_mut().zip(gates).enumerate() {
        let full = [0, 1].map(|side| chambers.beyond(index, side).is_some_and(is_full));
        turns.update(gate, full, now, rules);
    }
    for unit in units.iter_mut().flatten() {
        unit.waits = !turns[usize::from(unit.gate)].lets_pass(unit, rules);
    }
}

#[cfg(test)]
mod tests;
