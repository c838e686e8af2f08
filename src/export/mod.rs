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
use crate::world::World;
use std::path::Path;

/// Watches a run and writes a file about it.
pub trait Recorder {
    /// Notes the world as it is now. To be called at the start and after every tick.
    fn record(&mut self, world: &World) -> Result<(), ExportError>;

    /// Completes the file. `world` is the world as the run ended.
    fn finish(self: Box<Self>, world: &World) -> Result<(), ExportError>;
}

/// Sizes beyond this would take gigabytes.
const MOST_PIXELS: u32 = 16384;

fn check_size(path: &Path, (width, height): (u32, u32)) -> Result<(), ExportError> {
    if (1..=MOST_PIXELS).contains(&width) && (1..=MOST_PIXELS).contains(&height) {
        return Ok(());
    }
    Err(ExportError::Size { path: path.to_path_buf(), width, height, most: MOST_PIXELS })
}
