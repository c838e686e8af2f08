//! The state hash of every tick.

use super::format::{OutputFormat, OutputKind};
use super::recorder::Recorder;
use crate::files::{ExportError, Partial};
use crate::run::CompletedRun;
use sidestep::world::World;
use std::io::Write;
use std::path::Path;

/// One line per tick.
pub static HASH: OutputFormat = OutputFormat {
    ending: "hash",
    meaning: "the state hash of every tick, one per line",
    is_binary: false,
    kind: OutputKind::Table,
    open: |path, _options| Ok(Box::new(HashRecorder::create(path)?)),
    open_pictures: None,
};

struct HashRecorder {
    file: Partial,
}

impl HashRecorder {
    fn create(path: &Path) -> Result<HashRecorder, ExportError> {
        Ok(HashRecorder { file: Partial::create(path)? })
    }
}

impl Recorder for HashRecorder {
    fn record(&mut self, world: &World) -> Result<(), ExportError> {
        writeln!(self.file, "{:016x}", world.state_hash()).map_err(|error| self.file.error(error))
    }

    fn finish(self: Box<Self>, _run: &CompletedRun) -> Result<(), ExportError> {
        self.file.commit()
    }
}
