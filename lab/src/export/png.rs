//! Still pictures.

use super::format::{OutputFormat, OutputKind, RecordingOptions};
use super::frame_renderer::FrameRenderer;
use super::picture::{Picture, check_size};
use super::picture_recorder::{Entrant, PictureRecorder};
use super::still::Still;
use crate::files::{ExportError, Partial};
use std::io;
use std::path::Path;

/// A still picture.
pub static PNG: OutputFormat = OutputFormat {
    ending: "png",
    meaning: "a picture of the end of the run, or of the time given by `--at`",
    is_binary: true,
    kind: OutputKind::Still,
    open: |path, options| Ok(Box::new(PngRecorder::with_options(path, options)?)),
    open_pictures: Some(|path, options| Ok(Box::new(PngRecorder::with_options(path, options)?))),
};

/// Writes an RGBA buffer as a PNG.
pub fn write(path: &Path, size: (u32, u32), rgba: &[u8]) -> Result<(), ExportError> {
    check_size(path, size)?;
    write_to(Partial::create(path)?, size, rgba)
}

/// Writes an RGBA buffer as a PNG into a file that was begun before.
pub(crate) fn write_to(mut file: Partial, size: (u32, u32), rgba: &[u8]) -> Result<(), ExportError> {
    encode(&mut file, size, rgba).map_err(|error| {
        file.error(match error {
            png::EncodingError::IoError(source) => source,
            other => io::Error::other(other),
        })
    })?;
    file.commit()
}

fn encode(file: &mut Partial, (width, height): (u32, u32), rgba: &[u8]) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgba)?;
    writer.finish()
}

/// Writes one picture of a run.
#[derive(Debug)]
pub struct PngRecorder(Still);

impl PngRecorder {
    /// Begins a picture of the world at `at` seconds, or at the end of the run if it ends earlier or `at` is none.
    pub fn create(path: &Path, picture: Picture, at: Option<f32>) -> Result<PngRecorder, ExportError> {
        let write = |file: Partial, renderer: &mut FrameRenderer, entrants: &[Entrant]| {
            let size = renderer.picture.size;
            write_to(file, size, renderer.draw(entrants))
        };
        Still::create(path, picture, at, write).map(PngRecorder)
    }

    fn with_options(path: &Path, options: &RecordingOptions) -> Result<PngRecorder, ExportError> {
        PngRecorder::create(path, Picture::with_options(options, Picture::default().size), options.at)
    }
}

impl PictureRecorder for PngRecorder {
    fn show(&mut self, entrants: &[Entrant]) -> Result<(), ExportError> {
        self.0.show(entrants)
    }

    fn complete(mut self: Box<Self>, entrants: &[Entrant]) -> Result<(), ExportError> {
        self.0.shoot(entrants)
    }
}
