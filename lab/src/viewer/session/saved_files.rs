//! Where a session saves files, and the animation that it records.

use crate::export::{GIF, OutputFormat};
use crate::viewer::recording::LiveRecording;
use std::path::PathBuf;

/// Where a session saves files, and the animation that it records.
pub(super) struct SavedFiles {
    pub(super) folder: PathBuf,
    pub(super) recording: Option<LiveRecording>,
    pub(super) recording_format: &'static OutputFormat,
}

impl Default for SavedFiles {
    fn default() -> SavedFiles {
        SavedFiles { folder: PathBuf::from("."), recording: None, recording_format: &GIF }
    }
}

impl SavedFiles {
    /// A name in the folder that no file has yet.
    pub(super) fn free_name(&self, stem: &str, ending: &str) -> String {
        let numbered =
            |n: u32| if n == 1 { format!("{stem}.{ending}") } else { format!("{stem}-{n}.{ending}") };
        (1..).map(numbered).find(|name| !self.folder.join(name).exists()).unwrap_or_default()
    }
}
