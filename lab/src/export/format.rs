//! The definition of an output format.

use super::picture_recorder::PictureRecorder;
use super::recorder::Recorder;
use super::visible_area::VisibleArea;
use crate::draw::{Overlays, Theme};
use crate::files::ExportError;
use std::fmt;
use std::path::Path;

/// Begins a file of a format.
pub type OpenRecorder = fn(&Path, &RecordingOptions) -> Result<Box<dyn Recorder>, ExportError>;

/// Begins a file of pictures of one world, or of several side by side.
pub type OpenPictures = fn(&Path, &RecordingOptions) -> Result<Box<dyn PictureRecorder>, ExportError>;

/// What a format shows, and so which options apply to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum OutputKind {
    /// Numbers.
    Table,
    /// One moment as a picture.
    Still,
    /// The run as pictures.
    Animation {
        /// The most frames per second.
        most_fps: f32,
    },
}

/// An output format, listed in [`super::FORMATS`].
pub struct OutputFormat {
    /// The file extension without the dot, which is also the name of the option of `run`.
    pub ending: &'static str,
    /// The contents of the file, as the object of "write".
    pub meaning: &'static str,
    /// Whether the format is binary, so that a terminal cannot show it.
    pub is_binary: bool,
    /// What it shows.
    pub kind: OutputKind,
    /// Begins a file. Called before the run, so that a file that cannot be written is reported early.
    pub open: OpenRecorder,
    /// As `open`, for several worlds side by side; none if the format shows a single run.
    pub open_pictures: Option<OpenPictures>,
}

/// Options of pictures and animations.
#[derive(Debug, Clone, Default)]
pub struct RecordingOptions {
    /// Width and height in pixels; none uses the format's default.
    pub size: Option<(u32, u32)>,
    /// The overlays.
    pub overlays: Overlays,
    /// The unit shown by the overlays.
    pub selected: Option<usize>,
    /// The colours; none means the dark theme.
    pub theme: Option<&'static Theme>,
    /// The visible part of the world; none means all of it.
    pub visible: Option<VisibleArea>,
    /// The time of a still picture, s; none means the end of the run.
    pub at: Option<f32>,
    /// Frames per second of an animation; none uses the format's default.
    pub fps: Option<f32>,
    /// The time from which an animation records the run, s.
    pub from: Option<f32>,
    /// The time to which an animation records the run, s.
    pub to: Option<f32>,
}

impl PartialEq for OutputFormat {
    fn eq(&self, other: &OutputFormat) -> bool {
        self.ending == other.ending
    }
}

impl fmt::Debug for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OutputFormat({})", self.ending)
    }
}
