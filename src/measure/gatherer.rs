//! How metrics are gathered during a run.

use super::journeys::Journeys;
use super::metric::Metric;
use crate::world::World;

/// Gathers one or several metrics of a run, tick by tick.
pub trait Gatherer: Send + Sync {
    /// Takes in the tick that the world has just done. `journeys` are as before it, except for [`Journeys::touching`]: a unit that
    /// arrives in this tick is still under way.
    fn observe(&mut self, _world: &World, _journeys: &Journeys) {}

    /// The values so far.
    fn values(&self, world: &World, journeys: &Journeys) -> Vec<(&'static Metric, Option<f64>)>;
}

/// Metrics that are gathered together.
pub struct Family {
    /// The metrics, in the order in which the gatherer gives their values.
    pub metrics: &'static [&'static Metric],
    /// Begins to gather them in a world that has not ticked yet.
    pub begin: fn(&World, &Journeys) -> Box<dyn Gatherer>,
}

/// A sum over a count; 0 of nothing.
pub(super) fn per(sum: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}
