//! Still pictures.

use super::format::OutputFormat;
use super::picture::{Picture, check_size};
use super::recorder::Recorder;
use crate::draw::Trails;
use crate::files::{ExportError, Partial};
use crate::run::CompletedRun;
use crate::types::DT;
use crate::world::World;
use std::io;
use std::path::Path;

/// A still picture.
pub static PNG: OutputFormat = OutputFormat {
    ending: "png",
    meaning: "a picture of the end of the run, or of the time given by `--at`",
    is_binary: true,
    open: |path, options| {
        let picture = Picture::with_options(options, Picture::default().size);
        Ok(Box::new(PngRecorder::create(path, picture, options.at)?))
    },
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
pub struct PngRecorder {
    /// None once the picture has been written.
    file: Option<Partial>,
    picture: Picture,
    at: Option<f32>,
    trails: Trails,
    pixels: Vec<u8>,
}

impl PngRecorder {
    /// Begins a picture of the world at `at` seconds, or at the end of the run if it ends earlier or `at` is none.
    pub fn create(path: &Path, picture: Picture, at: Option<f32>) -> Result<PngRecorder, ExportError> {
        check_size(path, picture.size)?;
        // Created now, so that a path that cannot be written is reported before the run.
        let file = Some(Partial::create(path)?);
        Ok(PngRecorder { file, picture, at, trails: Trails::default(), pixels: Vec::new() })
    }

    fn shoot(&mut self, world: &World) -> Result<(), ExportError> {
        let Some(file) = self.file.take() else { return Ok(()) };
        self.picture.draw(world, &self.trails, &mut self.pixels);
        write_to(file, self.picture.size, &self.pixels)
    }
}

impl Recorder for PngRecorder {
    fn record(&mut self, world: &World) -> Result<(), ExportError> {
        if self.file.is_none() {
            return Ok(());
        }
        self.trails.record(world);
        // Half a tick of tolerance, so that 2.0 s is tick 120 despite rounding.
        match self.at {
            Some(at) if world.time() + DT / 2.0 > at => self.shoot(world),
            _ => Ok(()),
        }
    }

    fn finish(mut self: Box<Self>, run: &CompletedRun) -> Result<(), ExportError> {
        self.shoot(&run.world)
    }
}
