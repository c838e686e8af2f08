//! Still pictures: when they are taken.

use super::frame_renderer::FrameRenderer;
use super::picture::{Picture, check_size};
use super::picture_recorder::{Entrant, clock};
use crate::files::{ExportError, Partial};
use sidestep::types::DT;
use std::path::Path;

/// A picture of one moment of a run.
#[derive(Debug)]
pub(super) struct Still {
    /// None once the picture has been written.
    file: Option<Partial>,
    renderer: FrameRenderer,
    at: Option<f32>,
    write: fn(Partial, &mut FrameRenderer, &[Entrant]) -> Result<(), ExportError>,
}

impl Still {
    /// Begins a picture at `at` seconds, or at the end of the run if it ends earlier or `at` is none. `write` draws and writes it.
    pub fn create(
        path: &Path,
        picture: Picture,
        at: Option<f32>,
        write: fn(Partial, &mut FrameRenderer, &[Entrant]) -> Result<(), ExportError>,
    ) -> Result<Still, ExportError> {
        check_size(path, picture.size)?;
        // Created now, so that a path that cannot be written is reported before the run.
        let file = Some(Partial::create(path)?);
        Ok(Still { file, renderer: FrameRenderer::new(picture), at, write })
    }

    pub fn show(&mut self, entrants: &[Entrant]) -> Result<(), ExportError> {
        if self.file.is_none() {
            return Ok(());
        }
        self.renderer.watch(entrants);
        // Half a tick of tolerance, so that 2.0 s is tick 120 despite rounding.
        let time = clock(entrants).map_or(0.0, |world| world.time());
        match self.at {
            Some(at) if time + DT / 2.0 > at => self.shoot(entrants),
            _ => Ok(()),
        }
    }

    /// Takes the picture, unless it has been taken.
    pub fn shoot(&mut self, entrants: &[Entrant]) -> Result<(), ExportError> {
        let Some(file) = self.file.take() else { return Ok(()) };
        (self.write)(file, &mut self.renderer, entrants)
    }
}
