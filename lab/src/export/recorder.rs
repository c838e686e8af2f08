//! Recorders: they observe a run and write files.

use crate::files::ExportError;
use crate::measure::Measure;
use crate::run::{CompletedRun, Observer};
use sidestep::world::World;
use std::ops::ControlFlow;

/// Observes a run and writes a file.
pub trait Recorder {
    /// Records the current state of the world. Called at the start and after every tick.
    fn record(&mut self, world: &World) -> Result<(), ExportError>;

    /// Records how the run was measured up to the tick that was just recorded. Most files have no use for it.
    fn record_measure(&mut self, _world: &World, _measure: &Measure) -> Result<(), ExportError> {
        Ok(())
    }

    /// Completes the file.
    fn finish(self: Box<Self>, run: &CompletedRun) -> Result<(), ExportError>;
}

/// The recorders of one run, as its observer. The first error ends the run.
pub struct Recorders {
    recorders: Vec<Box<dyn Recorder>>,
    failure: Option<ExportError>,
}

impl Recorders {
    /// Makes the observer and records the world at the start.
    pub fn start(recorders: Vec<Box<dyn Recorder>>, world: &World) -> Result<Recorders, ExportError> {
        let mut all = Recorders::resume(recorders);
        all.record(world)?;
        Ok(all)
    }

    /// Makes the observer of a run that is resumed: the recorders have recorded its last tick.
    pub fn resume(recorders: Vec<Box<dyn Recorder>>) -> Recorders {
        Recorders { recorders, failure: None }
    }

    fn record(&mut self, world: &World) -> Result<(), ExportError> {
        self.recorders.iter_mut().try_for_each(|recorder| recorder.record(world))
    }

    /// Returns the error that ended the run, if there is one.
    pub fn take_failure(&mut self) -> Result<(), ExportError> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Completes all files.
    pub fn finish(mut self, run: &CompletedRun) -> Result<(), ExportError> {
        self.take_failure()?;
        self.recorders.into_iter().try_for_each(|recorder| recorder.finish(run))
    }
}

impl Observer for Recorders {
    fn observe(&mut self, world: &World, measure: &Measure) -> ControlFlow<()> {
        let measured = |recorder: &mut Box<dyn Recorder>| recorder.record_measure(world, measure);
        match self.record(world).and_then(|()| self.recorders.iter_mut().try_for_each(measured)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
