//! Where a session saves files, and the animation that it records.

use crate::export::{GIF, OutputFormat};
use crate::viewer::recording::LiveRecording;
use std::path::PathBuf;

/// Where a session saves files, and the animation that it records.
pub(super) struct SavedFiles {
    pub(super) folder: PathBuf,
    pub(super) recording: Option<LiveRecording>,
    pub(super) recording_format: &'static OutputFormat,
    /// The settings file that was saved last, and what was written.
    pub(super) settings: Option<(String, String)>,
}

impl Default for SavedFiles {
    fn default() -> SavedFiles {
        SavedFiles { folder: PathBuf::from("."), recording: None, recording_format: &GIF, settings: None }
    }
}

impl SavedFiles {
    /// A name in the folder that no file has yet.
    pub(super) fn free_name(&self, stem: &str, ending: &str) -> String {
        numbered(stem, ending).find(|name| !self.folder.join(name).exists()).unwrap_or_default()
    }

    /// The settings file to write for a map: the last one if it still holds what the session wrote, a new one
    /// otherwise.
    pub(super) fn settings_to_write(&self, map: &str) -> String {
        let last = self.settings_to_read(map);
        match &self.settings {
            Some((name, text))
                if *name == last
                    && std::fs::read_to_string(self.folder.join(name)).is_ok_and(|now| now == *text) =>
            {
                last
            }
            _ => self.free_name(&format!("settings-{map}"), "toml"),
        }
    }

    /// The settings file to read for a map: that with the highest number.
    pub(super) fn settings_to_read(&self, map: &str) -> String {
        let stem = format!("settings-{map}");
        let mut names = numbered(&stem, "toml");
        let first = names.next().unwrap_or_default();
        names.take_while(|name| self.folder.join(name).exists()).last().unwrap_or(first)
    }
}

/// A name, and the same name with the numbers 2, 3, ….
fn numbered(stem: &str, ending: &str) -> impl Iterator<Item = String> {
    (1..).map(move |n: u32| if n == 1 { format!("{stem}.{ending}") } else { format!("{stem}-{n}.{ending}") })
}
