//! The traffic of a crowd: what its units do about narrow places before they decide.

use super::advice::Advice;
use super::approach::GateApproach;
use super::explained::{Explained, PassageFacts};
use super::gate_search::GateSearch;
use super::headings::Headings;
use super::narrow::Narrow;
use super::tick::{RouteTick, TrafficTick};
use super::traffic_units::TrafficUnits;
use super::turns::Turns;
use crate::navigation::passages::Passages;
use crate::navigation::{Goal, Heading, Navigator};
use crate::saved::{self, Packed, SnapshotError};
use crate::steering::reasons::Reasons;
use crate::steering::{Decision, Fact, Neighbour, Steering, Unit};
use crate::types::{Point, Renumbering, Vec2};
use crate::workers::Workers;

/// The paths of a crowd's units, and what mechanisms advise the units to do. All arrays are indexed by slot.
///
/// In each tick, call [`Traffic::find_paths`], then [`Traffic::direct`].
#[derive(Default, Clone)]
pub struct Traffic {
    headings: Headings,
    /// None without walls, or if no mechanism is on.
    narrow: Option<Narrow>,
    /// Whether it was found out whether there is anything to do.
    is_ready: bool,
    /// Whether the walls have changed since the last tick.
    walls_changed: bool,
    /// The search for gates around walls that have changed. Until it ends, those before count.
    search: Option<GateSearch>,
}

/// The state of the traffic, in the order of its fields.
type SavedTraffic = (Headings, bool, Option<Packed>, bool, Option<GateSearch>);

impl Traffic {
    /// The traffic of this many units.
    pub fn new(units: usize) -> Traffic {
        Traffic { headings: Headings::new(units), ..Traffic::default() }
    }

    /// Finds the gates again in the next tick and forgets what mechanisms remember, because the walls or the steering have
    /// changed.
    pub fn reset(&mut self) {
        *self = Traffic { headings: std::mem::take(&mut self.headings), ..Traffic::default() };
    }

    /// The same because of walls that have changed in mid-run, but over several ticks.
    pub fn change_walls(&mut self) {
        self.walls_changed = true;
    }

    /// Follows the units to their new slots. Rules that are multiples of the mean radius stay those of the last reset.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        self.headings.renumber(renumbering);
        if let Some(narrow) = &mut self.narrow {
            narrow.state.renumber(renumbering);
            narrow.mechanisms.iter_mut().for_each(|mechanism| mechanism.renumber(renumbering));
        }
    }

    /// Forgets the path and the approach of a unit and the advice to it, because it has another goal or is elsewhere.
    pub fn forget(&mut self, slot: usize) {
        if let Some(narrow) = &mut self.narrow {
            narrow.forget(slot);
        }
    }

    /// What a copy needs beside the steering, as bytes.
    pub fn store(&self) -> Vec<u8> {
        let Traffic { headings, narrow, is_ready, walls_changed, search } = self;
        let narrow = narrow.as_ref().map(|narrow| Packed(narrow.store()));
        saved::bytes_of(&(headings, is_ready, narrow, walls_changed, search))
    }

    /// The traffic that was stored. What this one knows of the same narrow places is not prepared again.
    ///
    /// # Errors
    ///
    /// The bytes are not those of such a crowd.
    pub fn restored(&self, bytes: &[u8], steering: &Steering) -> Result<Traffic, SnapshotError> {
        let (headings, is_ready, narrow, walls_changed, search): SavedTraffic = saved::value_of(bytes)?;
        let narrow =
            narrow.map(|bytes| Narrow::restore(&bytes.0, steering, self.narrow.as_ref())).transpose()?;
        Ok(Traffic { headings, narrow, is_ready, walls_changed, search })
    }

    /// Finds where the units' paths lead first.
    pub fn find_paths(
        &mut self,
        position: &[Point],
        goal: &[Goal],
        navigator: &Navigator,
        workers: Workers<'_>,
    ) {
        self.headings.find(position, goal, navigator, workers);
    }

    /// Lets units look along their paths, take turns at gates, keep right and queue. `ticks` is the number of ticks
    /// simulated. Some units go another way from the next tick on.
    pub fn direct(
        &mut self,
        units: &TrafficUnits<'_>,
        navigator: &mut Navigator,
        steering: &Steering,
        ticks: u64,
        workers: Workers<'_>,
    ) {
        self.find_gates(units, navigator, steering);
        let Traffic { headings, narrow: Some(narrow), .. } = self else { return };
        // Narrow places are those of the units of mean size.
        if let Some(clearance) = navigator.clearance(narrow.mean.radius).cloned() {
            let clearance = &*clearance;
            narrow.direct(&TrafficTick { units, headings, navigator, clearance, ticks }, workers);
            narrow.reroute(&RouteTick { units, clearance, ticks }, navigator);
        }
    }

    /// How near a wall units are pushed sideways while the push is off, m. 0 for nowhere.
    pub fn push_reach(&self) -> f32 {
        let mechanisms = self.narrow.iter().flat_map(|narrow| &narrow.mechanisms);
        mechanisms.map(|mechanism| mechanism.push_reach()).fold(0.0, f32::max)
    }

    /// Finds the gates, if that was not done around these walls.
    fn find_gates(&mut self, units: &TrafficUnits<'_>, navigator: &mut Navigator, steering: &Steering) {
        if !navigator.has_ground() {
            if self.is_ready || self.walls_changed {
                self.reset();
                navigator.forget_detours();
            }
            return;
        }
        let walls_changed = std::mem::take(&mut self.walls_changed);
        if !std::mem::replace(&mut self.is_ready, true) {
            navigator.forget_detours();
            self.narrow = Narrow::new(navigator, units, steering);
        } else if walls_changed {
            self.search = GateSearch::new(units, steering);
        }
        let go_on =
            |own: &mut GateSearch| Some((own.go_on(navigator.clearance(own.mean.radius)?)?, own.mean));
        if let Some((passages, mean)) = self.search.as_mut().and_then(go_on) {
            self.search = None;
            navigator.forget_detours();
            self.narrow = Some(Narrow::around(passages, mean, steering, units.position.len()));
        }
    }

    /// The first leg of each unit's path in this tick.
    pub fn headings(&self) -> &Headings {
        &self.headings
    }

    /// The advice to all units. Empty if no mechanism acts.
    pub fn all_advice(&self) -> &[Advice] {
        self.narrow.as_ref().map_or(&[], |narrow| &narrow.state.advice)
    }

    /// The advice to a unit.
    pub fn advice(&self, slot: usize) -> Advice {
        self.all_advice().get(slot).copied().unwrap_or_default()
    }

    /// The preferred velocity of `unit`, given the one without mechanisms.
    pub fn preferred(&self, unit: &Unit, alone: Vec2) -> Vec2 {
        self.all_advice().get(unit.id as usize).map_or(alone, |advice| advice.preferred(unit, alone))
    }

    /// Where a unit's path leads from any position, on the unit's path or not. None without a goal. `others` holds the
    /// positions of all units.
    pub fn heading_from(
        &self,
        slot: usize,
        position: Point,
        goal: &Goal,
        others: &[Point],
        navigator: &Navigator,
    ) -> Option<Heading> {
        let route = self.narrow.as_ref().and_then(|narrow| narrow.state.routes.get(slot));
        // The path to a unit that moves is another one in each tick.
        let known =
            route.filter(|_| !matches!(goal, Goal::Unit { .. })).and_then(|route| route.beyond(position));
        known.or_else(|| navigator.heading(slot, position, goal, others))
    }

    /// Changes the decision of a walking unit on its way through a gate.
    pub fn ease(&self, unit: &Unit, neighbours: &[Neighbour], decision: &mut Decision) {
        if let Some(Narrow { state, mechanisms, .. }) = &self.narrow {
            mechanisms.iter().for_each(|mechanism| mechanism.ease(unit, neighbours, state, decision));
        }
    }

    /// Adds what mechanisms do for a walking unit. `alone` is its decision without them. `names` and `groups` are the names of
    /// the groups and the groups of all units.
    pub fn explain(
        &self,
        unit: &Unit,
        neighbours: &[Neighbour],
        (alone, decision): (&Decision, &Decision),
        (names, groups): (&[String], &[u16]),
        why: &mut Reasons,
    ) {
        let Some(Narrow { state, mechanisms, .. }) = &self.narrow else { return };
        let explained = Explained { unit, neighbours, alone, decision, names, groups };
        if let Some(own) = self.approach(unit.id as usize) {
            let mut facts = PassageFacts::new(vec![
                ("gate", own.gate.into()),
                ("distance", own.distance.into()),
                ("exit", own.exit.into()),
                ("waits", own.waits.into()),
                ("turn", Fact::Nothing),
                ("own_turn", false.into()),
                ("to_come", Fact::Nothing),
                ("queue", Fact::Nothing),
                ("pace", self.advice(unit.id as usize).pace.into()),
                ("stuck_behind", Fact::Nothing),
            ]);
            for mechanism in mechanisms {
                mechanism.explain_passage(&explained, own, state, &mut facts, why);
            }
            why.tell("passage", facts.into_fact());
        }
        mechanisms.iter().for_each(|mechanism| mechanism.explain(&explained, state, why));
    }

    /// The gates of the map and their regions. None without walls, or if no mechanism is on.
    pub fn passages(&self) -> Option<&Passages> {
        self.narrow.as_ref().map(|narrow| &*narrow.state.passages)
    }

    /// Whose turn it is at each gate.
    pub fn turns(&self) -> &[Turns] {
        self.narrow.as_ref().map_or(&[], |narrow| &narrow.state.turns)
    }

    /// The first gate on a unit's path. None if there is none nearby.
    pub fn approach(&self, slot: usize) -> Option<&GateApproach> {
        self.narrow.as_ref()?.state.approaches.get(slot)?.as_ref()
    }

    /// The group of all units on their way to each side of each gate, given all units' groups. None if there are no
    /// units, or units of several groups.
    pub fn side_groups(&self, groups: &[u16]) -> Vec<[Option<u16>; 2]> {
        self.narrow.as_ref().map_or_else(Vec::new, |narrow| narrow.state.side_groups(groups))
    }

    /// Adds the state that later ticks depend on to a hash.
    pub fn add_to_hash(&self, add: &mut dyn FnMut(u64)) {
        if let Some(Narrow { state, mechanisms, .. }) = &self.narrow {
            state.add_to_hash(add);
            mechanisms.iter().for_each(|mechanism| mechanism.add_to_hash(add));
        }
    }
}

#[cfg(test)]
#[path = "traffic_test.rs"]
mod tests;
