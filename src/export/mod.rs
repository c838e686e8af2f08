//! What a run leaves behind: one trait, one file a format. Whoever runs a world calls [`Recorder::record`]
//! before the first tick and after every tick, then [`Recorder::finish`].
//!
//! Every file is written under a temporary name beside its own and renamed at the end, so that a run that
//! is killed leaves no half of a file where a whole one is expected. `-`, devices and pipes are written directly.

pub mod csv;
pub mod gif;
pub mod palette;
pub(crate) mod partial;
pub mod picture;
pub mod png;

pub use csv::CsvRecorder;
pub use gif::{GifOptions, GifRecorder};
pub(crate) use partial::{Destination, Partial};
pub use picture::Picture;
pub use png::PngRecorder;

use crate::world::World;
use miette::Diagnostic;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Watches a run and writes a file about it.
pub trait Recorder {
    /// Notes the world as it is now. To be called at the start and after every tick.
    fn record(&mut self, world: &World) -> Result<(), ExportError>;

    /// Completes the file. `world` is the world as the run ended.
    fn finish(self: Box<Self>, world: &World) -> Result<(), ExportError>;
}

/// Why a file could not be written.
#[derive(Debug, Error, Diagnostic)]
pub enum ExportError {
    /// The file could not be made.
    #[error("cannot create {}", path.display())]
    #[diagnostic(
        code(sidestep::export::create),
        help("check that the folder exists and that you may write there, or name another file")
    )]
    Create {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Writing failed on the way.
    #[error("cannot write {}", path.display())]
    #[diagnostic(
        code(sidestep::export::write),
        help("check that the disk has room; a file that was there before is unchanged")
    )]
    Write {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A picture of this size does not exist in the format.
    #[error("{} cannot be {width} × {height} pixels", path.display())]
    #[diagnostic(code(sidestep::export::size), help("choose a width and height between 1 and {most}"))]
    Size {
        /// Which file.
        path: PathBuf,
        /// Asked for.
        width: u32,
        /// Asked for.
        height: u32,
        /// The largest that there is.
        most: u32,
    },
}

/// Writes a whole file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), ExportError> {
    let mut file = Partial::create(path)?;
    file.write_all(bytes).map_err(|source| file.error(source))?;
    file.commit()
}

/// Sizes beyond this would take gigabytes.
const MOST_PIXELS: u32 = 16384;

fn check_size(path: &Path, (width, height): (u32, u32)) -> Result<(), ExportError> {
    if (1..=MOST_PIXELS).contains(&width) && (1..=MOST_PIXELS).contains(&height) {
        return Ok(());
    }
    Err(ExportError::Size { path: path.to_path_buf(), width, height, most: MOST_PIXELS })
}
