//! Recordings of runs, which play again exactly. Unlike other files, a recording is written while the run goes on, so that a program
//! that is killed leaves one that plays.

use super::recorder::Recorder;
use crate::files::ExportError;
use crate::run::CompletedRun;
use sidestep::recording::{self, RecordError};
use sidestep::world::World;
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// Writes a recording.
pub struct RecordingFile {
    path: PathBuf,
    scene: Vec<u8>,
    state: State,
}

enum State {
    /// The file is open.
    Open(File),
    Recording(Box<recording::Recorder<BufWriter<File>>>),
    /// Writing has failed.
    Failed,
}

impl RecordingFile {
    /// Begins a file. `scene` is what it takes to make the layout again.
    ///
    /// # Errors
    ///
    /// The file cannot be created.
    pub fn create(path: &Path, scene: Vec<u8>) -> Result<RecordingFile, ExportError> {
        let file = File::create(path).map_err(|source| ExportError::Create { path: path.into(), source })?;
        Ok(RecordingFile { path: path.into(), scene, state: State::Open(file) })
    }

    fn error(&self, error: RecordError) -> ExportError {
        let source = match error {
            RecordError::Io(source) => source,
            other => io::Error::other(other),
        };
        ExportError::Write { path: self.path.clone(), source }
    }
}

impl Recorder for RecordingFile {
    fn record(&mut self, world: &World) -> Result<(), ExportError> {
        let recorder = match std::mem::replace(&mut self.state, State::Failed) {
            State::Open(file) => {
                recording::Recorder::new(BufWriter::new(file), &self.scene, world).map(Box::new)
            }
            State::Recording(mut recorder) => recorder.tick(world).map(|()| recorder),
            State::Failed => return Ok(()),
        };
        self.state = State::Recording(recorder.map_err(|error| self.error(error))?);
        Ok(())
    }

    fn finish(mut self: Box<Self>, _run: &CompletedRun) -> Result<(), ExportError> {
        match std::mem::replace(&mut self.state, State::Failed) {
            State::Recording(recorder) => recorder.finish().map(drop).map_err(|error| self.error(error)),
            State::Open(_) | State::Failed => Ok(()),
        }
    }
}
