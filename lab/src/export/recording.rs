//! Recordings of runs, which play again exactly. Unlike other files, a recording is written while the run goes on, so that a program
//! that is killed leaves one that plays.

use super::recorder::Recorder;
use crate::files::ExportError;
use crate::measure::Measure;
use crate::run::CompletedRun;
use sidestep::recording::{self, RecordError, Recording};
use sidestep::world::World;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A measurement is noted once the file has grown by this many times its size.
const NOTES: u64 = 8;

/// Writes a recording.
pub struct RecordingFile {
    path: PathBuf,
    scene: Vec<u8>,
    state: State,
    /// The tick of the last snapshot, and the file's size, at which the measurement was considered.
    looked: u64,
    noted: u64,
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
        Ok(RecordingFile { path: path.into(), scene, state: State::Open(file), looked: 0, noted: 0 })
    }

    /// Goes on with a file that was not finished. `world` has repeated it up to its last tick. What follows that tick is cut off.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn resume(path: &Path, recording: &Recording, world: &World) -> Result<RecordingFile, ExportError> {
        let open = || {
            let mut file = File::options().write(true).open(path)?;
            file.set_len(recording.whole_bytes() as u64)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(|source| ExportError::Write { path: path.into(), source })?;
        let recorder = recording::Recorder::resume(BufWriter::new(file), world);
        let state = State::Recording(Box::new(recorder));
        Ok(RecordingFile { path: path.into(), scene: Vec::new(), state, looked: world.ticks(), noted: 0 })
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

    fn record_measure(&mut self, world: &World, measure: &Measure) -> Result<(), ExportError> {
        let State::Recording(recorder) = &mut self.state else { return Ok(()) };
        // Only beside a snapshot is it of use.
        if recorder.last_snapshot() != world.ticks() || self.looked == world.ticks() {
            return Ok(());
        }
        self.looked = world.ticks();
        let note = measure.store();
        if recorder.written() - self.noted < NOTES * note.len() as u64 {
            return Ok(());
        }
        let noted = recorder.note(&note);
        self.noted = recorder.written();
        noted.map_err(|error| self.error(error))
    }

    fn finish(mut self: Box<Self>, _run: &CompletedRun) -> Result<(), ExportError> {
        match std::mem::replace(&mut self.state, State::Failed) {
            State::Recording(recorder) => recorder.finish().map(drop).map_err(|error| self.error(error)),
            State::Open(_) | State::Failed => Ok(()),
        }
    }
}
