//! Output files of a run. Each format is a module with an entry in [`FORMATS`]. A run calls [`Recorder::record`] before the
//! first tick and after every tick, then [`Recorder::finish`].
//!
//! Files are renamed into place once they are complete, so a killed run leaves no partial file. `-`, devices and pipes are
//! written directly.

pub mod csv;
mod film;
mod format;
mod formats;
mod frames;
pub mod gif;
pub mod json;
pub mod palette;
pub mod picture;
mod picture_recorder;
pub mod png;
mod recorder;
mod still;
pub mod svg;
pub mod video;
mod visible_area;

pub use crate::files::ExportError;
pub use csv::{CSV, CsvRecorder};
pub use format::{OpenPictures, OpenRecorder, OutputFormat, OutputKind, RecordingOptions};
pub use formats::{FORMATS, ending, format_of};
pub use gif::{GIF, GifOptions, GifRecorder};
pub use json::{JSON, JsonRecorder};
pub use picture::Picture;
pub use picture_recorder::{Entrant, PictureRecorder};
pub use png::{PNG, PngRecorder};
pub use recorder::{Recorder, Recorders};
pub use svg::{SVG, SvgRecorder};
pub use video::{MP4, VideoRecorder, WEBM};
pub use visible_area::VisibleArea;
