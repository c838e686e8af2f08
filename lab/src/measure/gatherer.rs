//! How metrics are gathered during a run.

use super::journeys::Journeys;
use super::metric::Metric;
use super::stored::Stored;
use sidestep::world::World;

/// Gathers one or more metrics of a run, tick by tick. Its state can be stored, so that a run can be resumed.
pub trait Gatherer: Stored + Send + Sync {
    /// Observes the tick that the world has just run. `journeys` describe the state before that tick, except for
    /// [`Journeys::touching`]: a unit that arrives in this tick still counts as under way.
    fn observe(&mut self, _world: &World, _journeys: &Journeys) {}

    /// The values so far.
    fn values(&self, world: &World, journeys: &Journeys) -> Vec<(&'static Metric, Option<f64>)>;
}

/// Metrics that are gathered together.
pub struct Family {
    /// The metrics, in the order in which the gatherer returns their values.
    pub metrics: &'static [&'static Metric],
    /// Starts gathering them in a world that has not ticked yet.
    pub begin: fn(&World, &Journeys) -> Box<dyn Gatherer>,
}

/// Divides a sum by a count; 0 if the count is 0.
pub(super) fn per(sum: f64, count: u64) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}
