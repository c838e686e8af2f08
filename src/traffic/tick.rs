//! What mechanisms read in a tick.

use super::headings::Headings;
use super::traffic_units::TrafficUnits;
use crate::navigation::{Clearance, Navigator};
use crate::types::Vec2;

/// A unit looks along its path once in this many ticks.
pub(super) const LOOK_TICKS: u64 = 4;
/// How far a unit looks along its path at least, in its own radii.
pub(super) const LEAST_REACH: f32 = 20.0;

/// What mechanisms read in a tick: the units, and where their paths lead.
#[derive(Clone, Copy)]
pub(super) struct TrafficTick<'a> {
    pub units: &'a TrafficUnits<'a>,
    pub headings: &'a Headings,
    pub navigator: &'a Navigator,
    pub clearance: &'a Clearance,
    /// The number of ticks simulated.
    pub ticks: u64,
}

/// What mechanisms read that change the routes of units.
#[derive(Clone, Copy)]
pub(super) struct RouteTick<'a> {
    pub units: &'a TrafficUnits<'a>,
    pub clearance: &'a Clearance,
    /// The number of ticks simulated.
    pub ticks: u64,
}

impl TrafficTick<'_> {
    /// Whether a unit looks along its path in this tick.
    pub fn looks(&self, slot: usize) -> bool {
        (self.ticks + slot as u64).is_multiple_of(LOOK_TICKS)
    }

    /// The units that look along their paths in this tick.
    pub fn lookers(&self) -> impl Iterator<Item = usize> {
        let first = (LOOK_TICKS - self.ticks % LOOK_TICKS) % LOOK_TICKS;
        (first as usize..self.units.position.len()).step_by(LOOK_TICKS as usize)
    }

    /// Whether a unit walks to a goal.
    pub fn walks(&self, slot: usize) -> bool {
        !self.units.standing[slot] && self.headings.direction[slot] != Vec2::zeros()
    }

    /// Whether mechanisms act on a unit.
    pub fn is_guided(&self, slot: usize) -> bool {
        self.walks(slot) && !(self.units.follows_plan)(slot)
    }
}
