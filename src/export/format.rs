//! What an output format is.

use super::recorder::Recorder;
use crate::draw::Overlays;
use crate::files::ExportError;
use std::fmt;
use std::path::Path;

/// Begins a file of a format.
pub type OpenRecorder = fn(&Path, &RecordingOptions) -> Result<Box<dyn Recorder>, ExportError>;

/// A format of files about a run: an entry of [`super::FORMATS`].
pub struct OutputFormat {
    /// How the names of its files end, without the dot; the option of `run` has this name, too.
    pub ending: &'static str,
    /// What it holds, after "write".
    pub meaning: &'static str,
    /// Whether it is bytes that a terminal cannot show.
    pub is_binary: bool,
    /// Begins a file, so that one that cannot be written shows before the run.
    pub open: OpenRecorder,
}

/// What files about a run show.
#[derive(Debug, Clone, Default)]
pub struct RecordingOptions {
    /// Width and height of pictures, pixels; none: the format's own.
    pub size: Option<(u32, u32)>,
    /// What pictures show over the units.
    pub overlays: Overlays,
    /// The unit that the overlays are about.
    pub selected: Option<usize>,
    /// When a still picture is taken, s; none: as the run ends.
    pub at: Option<f32>,
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
