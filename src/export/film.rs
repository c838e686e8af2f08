//! What pictures show: one world, or several side by side.

use super::picture::Picture;
use super::recorder::Recorder;
use crate::draw::{Canvas, Trails};
use crate::files::ExportError;
use crate::measure::{Measure, Metrics};
use crate::run::CompletedRun;
use crate::world::World;

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

/// The pictures of one file, and the trails of the worlds in them.
#[derive(Debug)]
pub(super) struct Film {
    pub picture: Picture,
    trails: Vec<Trails>,
    pixels: Vec<u8>,
}

impl Film {
    pub fn new(picture: Picture) -> Film {
        Film { picture, trails: Vec::new(), pixels: Vec::new() }
    }

    /// Records where the units are, for their trails.
    pub fn watch(&mut self, entrants: &[Entrant]) {
        self.trails.resize_with(entrants.len(), Trails::default);
        self.trails.iter_mut().zip(entrants).for_each(|(trails, entrant)| trails.record(entrant.world));
    }

    /// Draws a picture and returns its RGBA pixels.
    pub fn draw(&mut self, entrants: &[Entrant]) -> &[u8] {
        self.trails.resize_with(entrants.len(), Trails::default);
        let (width, height) = self.picture.size;
        self.pixels.resize(width as usize * height as usize * 4, 255);
        let canvas = &mut Canvas::new(width, height, &mut self.pixels);
        self.picture.paint(entrants, &self.trails, canvas);
        &self.pixels
    }

    /// Draws a picture onto a canvas of its size.
    pub fn paint(&mut self, entrants: &[Entrant], canvas: &mut Canvas) {
        self.trails.resize_with(entrants.len(), Trails::default);
        self.picture.paint(entrants, &self.trails, canvas);
    }
}

/// The time of the worlds: that of the one that runs the longest.
pub(super) fn clock<'a>(entrants: &[Entrant<'a>]) -> Option<&'a World> {
    entrants.iter().map(|entrant| entrant.world).max_by_key(|world| world.ticks())
}
