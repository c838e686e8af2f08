//! What a run leaves behind: one trait, one file a format. Whoever runs a world calls [`Recorder::record`]
//! before the first tick and after every tick, then [`Recorder::finish`].
//!
//! Every file is written under a temporary name beside its own and renamed at the end, so that a run that
//! is killed leaves no half of a file where a whole one is expected. `-`, devices and pipes are written directly.

pub mod csv;
pub mod gif;
pub mod palette;
pub mod picture;
pub mod png;

pub use csv::CsvRecorder;
pub use gif::{GifOptions, GifRecorder};
pub use picture::Picture;
pub use png::PngRecorder;

use crate::files::ExportError;
use crate::measure::Measure;
use crate::run::Observer;
use crate::world::World;
use std::ops::ControlFlow;
use std::path::Path;

/// Watches a run and writes a file about it.
pub trait Recorder {
    /// Notes the world as it is now. To be called at the start and after every tick.
    fn record(&mut self, world: &World) -> Result<(), ExportError>;

    /// Completes the file. `world` is the world as the run ended.
    fn finish(self: Box<Self>, world: &World) -> Result<(), ExportError>;
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

    /// Completes all files. `world` is the world as the run ended.
    pub fn finish(mut self, world: &World) -> Result<(), ExportError> {
        self.take_failure()?;
        self.recorders.into_iter().try_for_each(|recorder| recorder.finish(world))
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

/// Sizes beyond this would take gigabytes.
const MOST_PIXELS: u32 = 16384;

fn check_size(path: &Path, (width, height): (u32, u32)) -> Result<(), ExportError> {
    if (1..=MOST_PIXELS).contains(&width) && (1..=MOST_PIXELS).contains(&height) {
        return Ok(());
    }
    Err(ExportError::Size { path: path.to_path_buf(), width, height, most: MOST_PIXELS })
}
