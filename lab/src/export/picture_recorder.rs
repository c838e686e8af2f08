//! What pictures show, one world or several side by side, and what records them.

use super::recorder::Recorder;
use crate::files::ExportError;
use crate::measure::{Measure, Metrics};
use crate::run::CompletedRun;
use sidestep::world::World;

/// A world in a picture.
#[derive(Clone, Copy)]
pub struct Entrant<'a> {
    /// Its name in the caption: a mode and the settings that differ.
    pub label: &'a str,
    /// The world.
    pub world: &'a World,
    /// The figures of its run so far, for the caption.
    pub measure: Option<&'a Measure>,
}

impl<'a> Entrant<'a> {
    /// A single world, which needs no caption.
    pub fn alone(world: &'a World) -> Entrant<'a> {
        Entrant { label: "", world, measure: None }
    }

    /// The metrics of its run so far, if measured.
    pub fn metrics(&self) -> Option<Metrics> {
        self.measure.map(|measure| measure.metrics(self.world))
    }
}

/// Records one world, or several that run in step, as pictures.
pub trait PictureRecorder {
    /// Records the current state. Called at the start and after every tick.
    fn show(&mut self, entrants: &[Entrant]) -> Result<(), ExportError>;

    /// Completes the file.
    fn complete(self: Box<Self>, entrants: &[Entrant]) -> Result<(), ExportError>;
}

impl<P: PictureRecorder> Recorder for P {
    fn record(&mut self, world: &World) -> Result<(), ExportError> {
        self.show(&[Entrant::alone(world)])
    }

    fn finish(self: Box<Self>, run: &CompletedRun) -> Result<(), ExportError> {
        self.complete(&[Entrant::alone(&run.world)])
    }
}

/// The time of the worlds: that of the one that runs the longest.
pub(super) fn clock<'a>(entrants: &[Entrant<'a>]) -> Option<&'a World> {
    entrants.iter().map(|entrant| entrant.world).max_by_key(|world| world.ticks())
}
