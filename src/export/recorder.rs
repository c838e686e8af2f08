//! What watches a run and writes files about it.

use crate::files::ExportError;
use crate::measure::Measure;
use crate::run::{CompletedRun, Observer};
use crate::world::World;
use std::ops::ControlFlow;

/// Watches a run and writes a file about it.
pub trait Recorder {
    /// Records the world as it is now. To be called at the start and after every tick.
    fn record(&mut self, world: &World) -> Result<(), ExportError>;

    /// Completes the file.
    fn finish(self: Box<Self>, run: &CompletedRun) -> Result<(), ExportError>;
}

/// The recorders of one run, as its observer. The first error ends the run.
pub struct Recorders {
    recorders: Vec<Box<dyn Recorder>>,
    failure: Option<ExportError>,
}

impl Recorders {
    /// Records the world at its start.
    pub fn start(recorders: Vec<Box<dyn Recorder>>, world: &World) -> Result<Recorders, ExportError> {
        let mut all = Recorders { recorders, failure: None };
        all.record(world)?;
        Ok(all)
    }

    fn record(&mut self, world: &World) -> Result<(), ExportError> {
        self.recorders.iter_mut().try_for_each(|recorder| recorder.record(world))
    }

    /// The error that ended the run, if one did.
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
    fn observe(&mut self, world: &World, _measure: &Measure) -> ControlFlow<()> {
        match self.record(world) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}
