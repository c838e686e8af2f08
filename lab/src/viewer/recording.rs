//! A recording of the window's worlds as an animation.

use super::pane::Pane;
use crate::export::{Entrant, ExportError, OpenPictures, PictureRecorder, RecordingOptions};
use std::path::Path;

/// An animation in progress.
pub(super) struct LiveRecording {
    recorder: Box<dyn PictureRecorder>,
    /// The name of the file.
    pub name: String,
}

/// Calls `use_them` with the worlds as a picture shows them.
fn with_entrants<T>(panes: &[Pane], use_them: impl FnOnce(&[Entrant]) -> T) -> T {
    let labels: Vec<String> = panes.iter().map(Pane::label).collect();
    let pairs = panes.iter().zip(&labels);
    let entrants: Vec<Entrant> = pairs
        .map(|(pane, label)| Entrant { label, world: pane.world(), measure: Some(pane.run().measure()) })
        .collect();
    use_them(&entrants)
}

impl LiveRecording {
    /// Begins a file with the worlds as they are now.
    pub fn begin(
        open: OpenPictures,
        folder: &Path,
        name: String,
        options: &RecordingOptions,
        panes: &[Pane],
    ) -> Result<LiveRecording, ExportError> {
        let mut recording = LiveRecording { recorder: open(&folder.join(&name), options)?, name };
        recording.record(panes)?;
        Ok(recording)
    }

    /// Adds the last tick.
    pub fn record(&mut self, panes: &[Pane]) -> Result<(), ExportError> {
        with_entrants(panes, |entrants| self.recorder.show(entrants))
    }

    /// Completes the file, and returns its name.
    pub fn end(self, panes: &[Pane]) -> Result<String, ExportError> {
        with_entrants(panes, |entrants| self.recorder.complete(entrants))?;
        Ok(self.name)
    }
}
