//! What mechanisms share.

use super::advice::Advice;
use super::approach::GateApproach;
use super::route::Route;
use super::turns::Turns;
use crate::navigation::passages::Passages;
use crate::types::Renumbering;
use std::sync::Arc;

/// What mechanisms share. Arrays of units are indexed by slot.
#[derive(Clone)]
pub(super) struct TrafficState {
    pub passages: Arc<Passages>,
    /// Whose turn it is at each gate.
    pub turns: Vec<Turns>,
    /// The units' paths as far as they have looked.
    pub routes: Vec<Route>,
    /// The first gate on each unit's path.
    pub approaches: Vec<Option<GateApproach>>,
    pub advice: Vec<Advice>,
}

/// What is saved of the state beside the passages, in the order of its fields.
pub(super) type SavedTraffic = (Vec<Turns>, Vec<Route>, Vec<Option<GateApproach>>, Vec<Advice>);

impl TrafficState {
    /// The state around these passages that was saved.
    pub fn restored(passages: Arc<Passages>, saved: SavedTraffic) -> TrafficState {
        let (turns, routes, approaches, advice) = saved;
        TrafficState { passages, turns, routes, approaches, advice }
    }

    /// The state of this many units with this mean radius, m.
    pub fn new(passages: Arc<Passages>, units: usize, radius: f32) -> TrafficState {
        TrafficState {
            turns: Turns::at(passages.gates(), radius),
            passages,
            routes: vec![Route::default(); units],
            approaches: vec![None; units],
            advice: vec![Advice::default(); units],
        }
    }

    /// Follows the units to their new slots. New ones know no path.
    pub fn renumber(&mut self, renumbering: &Renumbering) {
        renumbering.apply(&mut self.routes, Route::default);
        renumbering.apply(&mut self.approaches, || None);
        renumbering.apply(&mut self.advice, Advice::default);
    }

    /// Forgets a unit's path and approach, and the advice to it.
    pub fn forget(&mut self, slot: usize) {
        self.routes[slot].forget();
        self.approaches[slot] = None;
        self.advice[slot] = Advice::default();
    }

    /// The group of all units on their way to each side of each gate, given all units' groups. None if there are no
    /// units, or units of several groups.
    pub fn side_groups(&self, groups: &[u16]) -> Vec<[Option<u16>; 2]> {
        let mut found = vec![[None; 2]; self.turns.len()];
        for (own, group) in self.approaches.iter().zip(groups) {
            let Some(own) = own else { continue };
            let known: &mut Option<Option<u16>> = &mut found[usize::from(own.gate)][usize::from(own.side)];
            *known = Some(known.map_or(Some(*group), |known| known.filter(|known| known == group)));
        }
        found.into_iter().map(|sides| sides.map(Option::flatten)).collect()
    }

    /// Adds the state that later ticks depend on to a hash.
    pub fn add_to_hash(&self, add: &mut dyn FnMut(u64)) {
        self.turns.iter().flat_map(Turns::bits).for_each(&mut *add);
        for own in &self.approaches {
            let same_side = |own: GateApproach| own.same_side.map_or(0, |side| 1 + u64::from(side));
            add(own.map_or(2, |own| {
                u64::from(own.waits) | u64::from(own.is_through) << 2 | same_side(own) << 3
            }));
        }
        for ((own, advice), route) in self.approaches.iter().zip(&self.advice).zip(&self.routes) {
            let stuck = own.map_or(0.0, |own| own.stuck);
            [stuck, advice.sideways].iter().for_each(|value| add(value.to_bits().into()));
            route.bits().for_each(&mut *add);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::navigation::Grid;
    use crate::navigation::passages::Gate;
    use crate::types::{Point, Rect, Vec2};

    /// They are 45 m apart: 90 radii of 0.5 m, and 45 of 1 m.
    #[test]
    fn gates_are_neighbours_by_the_size_of_units() {
        let gates = [0.0, 45.0].map(|x| Gate {
            middle: Point::new(x, 0.0),
            through: Vec2::new(1.0, 0.0),
            width: 2.0,
            is_door: true,
            has_detour: false,
            mouths: 2,
            has_islands: false,
        });
        let area = Rect { min: Point::origin(), max: Point::new(1.0, 1.0) };
        let passages = Passages::drawn(Grid::covering(area, 0.5, 4), gates.to_vec(), |_| None, |_| 0.0);
        let state = TrafficState::new(passages.into(), 1, 0.5);
        assert_eq!(state.turns, Turns::at(&gates, 0.5));
        assert_ne!(state.turns, Turns::at(&gates, 1.0));
    }
}
