//! Still pictures as vector graphics.

use super::format::{OutputFormat, OutputKind};
use super::frame_renderer::FrameRenderer;
use super::picture::Picture;
use super::picture_recorder::{Entrant, PictureRecorder, clock};
use super::still::Still;
use crate::draw::{Canvas, SvgShapes};
use crate::files::{ExportError, Partial};
use std::io::Write;
use std::path::Path;

/// A still picture of shapes.
pub static SVG: OutputFormat = OutputFormat {
    ending: "svg",
    meaning: "the same picture as vector graphics, for papers",
    is_binary: false,
    kind: OutputKind::Still,
    open: |path, options| Ok(Box::new(SvgRecorder::with_options(path, options)?)),
    open_pictures: Some(|path, options| Ok(Box::new(SvgRecorder::with_options(path, options)?))),
};

/// Writes one picture of a run as SVG.
#[derive(Debug)]
pub struct SvgRecorder(Still);

impl SvgRecorder {
    /// Begins a picture of the world at `at` seconds, or at the end of the run if it ends earlier or `at` is none.
    pub fn create(path: &Path, picture: Picture, at: Option<f32>) -> Result<SvgRecorder, ExportError> {
        Still::create(path, picture, at, write).map(SvgRecorder)
    }

    fn with_options(
        path: &Path,
        options: &super::format::RecordingOptions,
    ) -> Result<SvgRecorder, ExportError> {
        SvgRecorder::create(path, Picture::with_options(options, Picture::default().size), options.at)
    }
}

impl PictureRecorder for SvgRecorder {
    fn show(&mut self, entrants: &[Entrant]) -> Result<(), ExportError> {
        self.0.show(entrants)
    }

    fn complete(mut self: Box<Self>, entrants: &[Entrant]) -> Result<(), ExportError> {
        self.0.shoot(entrants)
    }
}

fn write(mut file: Partial, renderer: &mut FrameRenderer, entrants: &[Entrant]) -> Result<(), ExportError> {
    let (size, mut shapes) = (renderer.picture.size, SvgShapes::default());
    renderer.paint(entrants, &mut Canvas::vector(size.0, size.1, &mut shapes));
    let title = clock(entrants)
        .map_or(String::new(), |world| format!("{} at {:.2} s", world.layout().name, world.time()));
    file.write_all(shapes.document(size, &title).as_bytes()).map_err(|error| file.error(error))?;
    file.commit()
}
