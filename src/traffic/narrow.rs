//! The narrow places of a crowd, and the mechanisms that are on.

use super::active::ActiveMechanism;
use super::advice::Advice;
use super::approach::{GateApproach, PathAhead, approach};
use super::gate_search::GateSearch;
use super::gates::GateLook;
use super::mean_unit::MeanUnit;
use super::mechanism::{Mechanism, MechanismSetup};
use super::route::Route;
use super::state::{SavedTraffic, TrafficState};
use super::table::MECHANISMS;
use super::tick::{LEAST_REACH, RouteTick, TrafficTick};
use super::traffic_units::TrafficUnits;
use crate::navigation::Navigator;
use crate::navigation::passages::{Passages, SavedPassages};
use crate::saved::{self, Packed, SnapshotError};
use crate::steering::Steering;
use crate::workers::Workers;
use std::sync::Arc;

/// How far a path is followed through a gate, as a multiple of the distance at which it is noticed.
const THROUGH: f32 = 2.0;

/// The mechanisms that are on, and what they share.
#[derive(Clone)]
pub(super) struct Narrow {
    /// None if no unit has to know of gates.
    pub look: Option<GateLook>,
    pub state: TrafficState,
    pub mechanisms: Vec<Box<dyn ActiveMechanism>>,
    /// Of the units that it was made for.
    pub mean: MeanUnit,
}

/// What remains of narrow places beside the steering: the mean unit, what mechanisms share, and the state of each.
type SavedNarrow = (MeanUnit, SavedPassages, SavedTraffic, Vec<Packed>);

impl Narrow {
    /// None if no mechanism is on, or there is no unit.
    pub fn new(navigator: &Navigator, units: &TrafficUnits<'_>, steering: &Steering) -> Option<Narrow> {
        let search = GateSearch::new(units, steering)?;
        let passages = search.find_all(navigator.clearance(search.mean.radius)?);
        Some(Narrow::around(passages, search.mean, steering, units.position.len()))
    }

    /// The narrow places with these gates, for `units` units.
    pub fn around(passages: Passages, mean: MeanUnit, steering: &Steering, units: usize) -> Narrow {
        Narrow::with(TrafficState::new(Arc::new(passages), units, mean.radius), mean, steering)
    }

    /// The mechanisms that are on, for these units.
    fn with(state: TrafficState, mean: MeanUnit, steering: &Steering) -> Narrow {
        let passages = &*state.passages;
        let acts = |mechanism: &Mechanism| steering.is_on(mechanism) && mechanism.acts_at_gates;
        let has_approaches = !passages.gates().is_empty() && MECHANISMS.iter().any(|own| acts(own));
        let setup = MechanismSetup { steering, passages, has_approaches, mean };
        Narrow {
            look: has_approaches.then(|| GateLook::new(&steering.settings, mean.radius)),
            mechanisms: MECHANISMS.iter().filter_map(|mechanism| (mechanism.make)(&setup)).collect(),
            state,
            mean,
        }
    }

    /// What a copy needs beside the steering, as bytes.
    pub fn store(&self) -> Vec<u8> {
        let mechanisms: Vec<Packed> =
            self.mechanisms.iter().map(|mechanism| Packed(mechanism.store())).collect();
        let TrafficState { passages, turns, routes, approaches, advice } = &self.state;
        let own = (turns, routes, approaches, advice);
        saved::bytes_of(&(self.mean, SavedPassages::from_passages(passages), own, mechanisms))
    }

    /// The narrow places that were stored. What is `known` of the passages is not prepared again.
    pub fn restore(
        bytes: &[u8],
        steering: &Steering,
        known: Option<&Narrow>,
    ) -> Result<Narrow, SnapshotError> {
        let (mean, passages, own, mechanisms): SavedNarrow = saved::value_of(bytes)?;
        let passages = passages.restored(known.map(|known| &known.state.passages))?;
        let mut narrow = Narrow::with(TrafficState::restored(passages, own), mean, steering);
        for (mechanism, bytes) in narrow.mechanisms.iter_mut().zip(&mechanisms) {
            mechanism.restore(&bytes.0)?;
        }
        Ok(narrow)
    }

    /// Lets all units look along their paths, then gives them advice.
    pub fn direct(&mut self, tick: &TrafficTick<'_>, workers: Workers<'_>) {
        let Narrow { look, state, mechanisms, .. } = self;
        let TrafficState { passages, routes, approaches, advice, .. } = state;
        let lookout = Lookout { look: *look, passages, mechanisms, tick };
        workers.each_of_three(routes, approaches, advice, |slot, route, approach, advice| {
            let before = approach.take();
            if !tick.is_guided(slot) {
                route.forget();
                *advice = Advice::default();
                return;
            }
            *advice = Advice { sideways: advice.sideways, ..Advice::default() };
            *approach = lookout.approach(slot, route, before);
        });
        for mechanism in mechanisms {
            mechanism.direct(tick, state, workers);
        }
    }
}

impl Narrow {
    /// Lets mechanisms change the units' routes.
    pub fn reroute(&mut self, tick: &RouteTick<'_>, navigator: &mut Navigator) {
        let Narrow { state, mechanisms, .. } = self;
        mechanisms.iter_mut().for_each(|mechanism| mechanism.reroute(tick, state, navigator));
    }

    /// Forgets the path and the approach of a unit, and the advice to it.
    pub fn forget(&mut self, slot: usize) {
        self.state.forget(slot);
        self.mechanisms.iter_mut().for_each(|mechanism| mechanism.forget(slot));
    }
}

/// What a unit needs to look for gates on its path.
struct Lookout<'a> {
    look: Option<GateLook>,
    passages: &'a Passages,
    mechanisms: &'a [Box<dyn ActiveMechanism>],
    tick: &'a TrafficTick<'a>,
}

impl Lookout<'_> {
    /// The first gate on a unit's path, given its approach in the tick before.
    fn approach(&self, slot: usize, route: &mut Route, before: Option<GateApproach>) -> Option<GateApproach> {
        let gone = route.walk_on(self.tick.headings.distance[slot]);
        let mut own = self.first_gate(slot, route, before, gone)?;
        own.gone = gone;
        if let Some(before) = before.filter(|before| before.gate == own.gate) {
            if own.is_inside() {
                (own.length, own.straight, own.inwards) = (before.length, before.straight, before.inwards);
            }
            for mechanism in self.mechanisms {
                mechanism.carry_over(slot, &before, &mut own, self.tick);
            }
        }
        Some(own)
    }

    /// Looks for the first gate on a unit's path. Unless the unit looks along its path in this tick, with the path that it knows. It has
    /// `gone` so far since the last tick, m.
    fn first_gate(
        &self,
        slot: usize,
        route: &mut Route,
        before: Option<GateApproach>,
        gone: f32,
    ) -> Option<GateApproach> {
        let Lookout { passages, tick, .. } = *self;
        let looks = tick.looks(slot);
        let to_gate = passages.away(tick.units.position[slot]);
        let look = self.look.filter(|look| to_gate <= look.distance);
        match (look, before) {
            (None, _) if !looks => None,
            // Far from a gate, the approach is as it was, but nearer.
            (Some(look), None) if !looks && to_gate > look.near => None,
            (Some(look), Some(before)) if !looks && before.distance - gone > look.near => {
                Some(GateApproach { distance: before.distance - gone, exit: before.exit - gone, ..before })
            }
            _ => {
                let least = LEAST_REACH * tick.units.radius[slot];
                let reach = look.map_or(least, |look| (THROUGH * look.distance).max(least));
                let path = PathAhead { before, ..route.look(slot, looks, reach, tick) };
                look.and_then(|look| approach(passages, path, look.distance, look.step))
            }
        }
    }
}
