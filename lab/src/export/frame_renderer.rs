//! The pictures of one file.

use super::picture::Picture;
use super::picture_recorder::Entrant;
use crate::draw::{Canvas, Trails};

/// The pictures of one file, and the trails of the worlds in them.
#[derive(Debug)]
pub(super) struct FrameRenderer {
    pub picture: Picture,
    trails: Vec<Trails>,
    pixels: Vec<u8>,
}

impl FrameRenderer {
    pub fn new(picture: Picture) -> FrameRenderer {
        FrameRenderer { picture, trails: Vec::new(), pixels: Vec::new() }
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
