//! Files about a run: a format is one file and its line in [`FORMATS`]. A run calls [`Recorder::record`]
//! before the first tick and after every tick, then [`Recorder::finish`].
//!
//! Every file is written under a temporary name beside its own and renamed at the end, so that a run that
//! is killed leaves no half of a file where a whole one is expected. `-`, devices and pipes are written directly.

pub mod csv;
mod format;
mod formats;
pub mod gif;
pub mod json;
pub mod palette;
pub mod picture;
pub mod png;
mod recorder;

pub use crate::files::ExportError;
pub use csv::{CSV, CsvRecorder};
pub use format::{OpenRecorder, OutputFormat, RecordingOptions};
pub use formats::{FORMATS, ending, format_of};
pub use gif::{GIF, GifOptions, GifRecorder};
pub use json::{JSON, JsonRecorder};
pub use picture::Picture;
pub use png::{PNG, PngRecorder};
pub use recorder::{Recorder, Recorders};
