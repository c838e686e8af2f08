//! A mechanism at work.

use super::approach::GateApproach;
use super::explained::{Explained, PassageFacts};
use super::state::TrafficState;
use super::tick::{RouteTick, TrafficTick};
use crate::navigation::Navigator;
use crate::saved::SnapshotError;
use crate::steering::reasons::Reasons;
use crate::steering::{Decision, Neighbour, Unit};
use crate::types::Renumbering;
use crate::workers::Workers;

/// Copies a mechanism with its state.
pub(super) trait CloneMechanism {
    fn boxed_clone(&self) -> Box<dyn ActiveMechanism>;
}

impl<M: ActiveMechanism + Clone + 'static> CloneMechanism for M {
    fn boxed_clone(&self) -> Box<dyn ActiveMechanism> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn ActiveMechanism> {
    fn clone(&self) -> Box<dyn ActiveMechanism> {
        // Not that of the box itself.
        (**self).boxed_clone()
    }
}

/// A mechanism that is on, with its state. What it remembers of single units is in their [`GateApproach`] and their
/// advice, which are shared.
pub(super) trait ActiveMechanism: CloneMechanism + Send + Sync {
    /// Carries over what it remembers of a unit that was on its way to the same gate in the tick before. Called before any
    /// mechanism directs.
    fn carry_over(
        &self,
        _slot: usize,
        _before: &GateApproach,
        _own: &mut GateApproach,
        _tick: &TrafficTick<'_>,
    ) {
    }

    /// Gives the units advice for this tick, after the mechanisms before it in the table.
    fn direct(&mut self, _tick: &TrafficTick<'_>, _state: &mut TrafficState, _workers: Workers<'_>) {}

    /// Changes which way units go to their goals from the next tick on. Called after all mechanisms have directed.
    fn reroute(&mut self, _tick: &RouteTick<'_>, _state: &mut TrafficState, _navigator: &mut Navigator) {}

    /// Forgets what it remembers of a unit, because it has another goal or is elsewhere.
    fn forget(&mut self, _slot: usize) {}

    /// Changes the decision of a walking unit.
    fn ease(&self, _unit: &Unit, _neighbours: &[Neighbour], _state: &TrafficState, _decision: &mut Decision) {
    }

    /// How near a wall units are pushed sideways while the push is off, m. 0 for nowhere.
    fn push_reach(&self) -> f32 {
        0.0
    }

    /// Adds what it does for a unit on its way to a gate: facts and lines.
    fn explain_passage(
        &self,
        _explained: &Explained<'_>,
        _own: &GateApproach,
        _state: &TrafficState,
        _facts: &mut PassageFacts,
        _why: &mut Reasons,
    ) {
    }

    /// Adds what it does for a walking unit anywhere, after what all of them do at gates.
    fn explain(&self, _explained: &Explained<'_>, _state: &TrafficState, _why: &mut Reasons) {}

    /// Follows the units to their new slots.
    fn renumber(&mut self, _renumbering: &Renumbering) {}

    /// What it remembers beside the shared state, as bytes for [`ActiveMechanism::restore`].
    fn store(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Takes over what a mechanism with the same setup has stored.
    fn restore(&mut self, _bytes: &[u8]) -> Result<(), SnapshotError> {
        Ok(())
    }

    /// Adds what it remembers beside the shared state to a hash.
    fn add_to_hash(&self, _add: &mut dyn FnMut(u64)) {}
}
