//! What observes a run.

use crate::measure::Measure;
use sidestep::world::World;
use std::ops::ControlFlow;

/// Observes a run tick by tick. Any `FnMut(&World)` is an observer.
pub trait Observer {
    /// Called after every tick, once `measure` has observed that tick. Returning [`ControlFlow::Break`] ends the run.
    fn observe(&mut self, world: &World, measure: &Measure) -> ControlFlow<()>;
}

impl<F: FnMut(&World)> Observer for F {
    fn observe(&mut self, world: &World, _measure: &Measure) -> ControlFlow<()> {
        self(world);
        ControlFlow::Continue(())
    }
}
