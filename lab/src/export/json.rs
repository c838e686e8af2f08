//! Every metric of a run as one JSON object.

use super::format::{OutputFormat, OutputKind};
use super::recorder::Recorder;
use crate::files::{ExportError, Partial};
use crate::run::CompletedRun;
use crate::text::escaped;
use serde::Serialize;
use sidestep::world::World;
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

/// The metrics as JSON.
pub static JSON: OutputFormat = OutputFormat {
    ending: "json",
    meaning: "every metric as one JSON object",
    is_binary: false,
    kind: OutputKind::Table,
    open: |path, _| Ok(Box::new(JsonRecorder::create(path)?)),
    open_pictures: None,
};

/// Writes the metrics of a run.
#[derive(Debug)]
pub struct JsonRecorder {
    file: Partial,
    /// Whether control characters are escaped.
    is_stdout: bool,
}

impl JsonRecorder {
    /// Begins a file of metrics. `-` is standard output.
    ///
    /// # Errors
    ///
    /// The file cannot be created.
    pub fn create(path: &Path) -> Result<JsonRecorder, ExportError> {
        Ok(JsonRecorder { file: Partial::create(path)?, is_stdout: path == Path::new("-") })
    }
}

impl Recorder for JsonRecorder {
    fn record(&mut self, _world: &World) -> Result<(), ExportError> {
        Ok(())
    }

    fn finish(self: Box<Self>, run: &CompletedRun) -> Result<(), ExportError> {
        self.complete(&run.metrics)
    }
}

impl JsonRecorder {
    /// Writes a value and completes the file.
    pub(crate) fn complete(mut self, value: &impl Serialize) -> Result<(), ExportError> {
        let text = serde_json::to_string_pretty(value);
        let text = text.map_err(|error| self.file.error(io::Error::other(error)))? + "\n";
        let text = if self.is_stdout { escaped(&text) } else { Cow::Borrowed(text.as_str()) };
        self.file.write_all(text.as_bytes()).map_err(|error| self.file.error(error))?;
        self.file.commit()
    }
}
