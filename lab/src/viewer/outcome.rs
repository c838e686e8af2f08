//! What a window leaves when it closes.

use super::memory::WindowMemory;
use super::steering_history::SteeringChange;
use crate::measure::Metrics;
use sidestep::world::World;

/// A run in the window.
pub struct WatchedRun {
    /// The last state of the world.
    pub world: World,
    /// The metrics of the run so far.
    pub metrics: Metrics,
    /// Changes of the steering during the run. With any, the metrics describe no single mode.
    pub changes: Vec<SteeringChange>,
    /// What distinguishes the run from others of the same map.
    pub label: String,
}

/// The outcome of a window session.
pub struct ViewerOutcome {
    /// The last run of each world.
    pub runs: Vec<WatchedRun>,
    /// What the next window should look like.
    pub memory: WindowMemory,
    /// Why the window was lost, if it was.
    pub lost: Option<String>,
}
