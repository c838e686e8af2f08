//! Writes a recording while the run goes on.

use super::part;
use super::tracks::Tracks;
use crate::saved::{self, SnapshotError};
use crate::world::World;
use std::io::{self, Write};

/// The hashes are written every second, so that a program that is killed loses at most that.
const HASHES: usize = 60;
/// The ticks between two snapshots: 10 s.
const SNAPSHOTS: u64 = 600;

/// Why a recording cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The state cannot be saved.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// Ticks have passed without the recorder.
    #[error("tick {expected} was not recorded: call Recorder::tick after every tick")]
    Missed {
        /// The tick that is missing.
        expected: u64,
    },
}

/// Writes a recording. Call [`Recorder::tick`] after every tick of the world.
pub struct Recorder<W: Write> {
    out: W,
    /// The last tick that was recorded.
    last: u64,
    /// The hashes that are not written yet.
    hashes: Vec<u64>,
    /// Where the units were after the ticks that are not written yet.
    tracks: Tracks,
    /// The tick of the last snapshot.
    saved: u64,
    /// The bytes that were written.
    written: u64,
}

impl<W: Write> Recorder<W> {
    /// Begins a recording with the world as it is. `scene` is what you need to make the world's layout again.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or the units use a model of your own.
    pub fn new(out: W, scene: &[u8], world: &World) -> Result<Recorder<W>, RecordError> {
        let mut recorder = Recorder::resume(out, world);
        recorder.write(&part::header())?;
        recorder.write(&part::part(part::SCENE, scene))?;
        recorder.snapshot(world)?;
        recorder.tracks.add(world);
        recorder.out.flush()?;
        Ok(recorder)
    }

    /// Goes on with a recording that was not finished. `out` appends to its first [`Recording::whole_bytes`](super::Recording::whole_bytes),
    /// and `world` has repeated it up to its last tick.
    pub fn resume(out: W, world: &World) -> Recorder<W> {
        let (last, saved) = (world.ticks(), world.ticks());
        Recorder { out, last, hashes: Vec::new(), tracks: Tracks::default(), saved, written: 0 }
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// The tick of the last snapshot that was written; at first, the tick at which the recorder began.
    pub fn last_snapshot(&self) -> u64 {
        self.saved
    }

    /// The number of bytes that this recorder has written.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Adds what the caller wants to know of the run up to its last tick when the recording is read.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn note(&mut self, note: &[u8]) -> Result<(), RecordError> {
        let mut content = self.last.to_le_bytes().to_vec();
        content.extend(note);
        self.write(&part::part(part::NOTE, &content))?;
        Ok(())
    }

    fn snapshot(&mut self, world: &World) -> Result<(), RecordError> {
        let mut content = world.ticks().to_le_bytes().to_vec();
        content.extend(world.snapshot()?);
        self.write(&part::part(part::STATE, &content))?;
        self.saved = world.ticks();
        Ok(())
    }

    /// Records the tick that the world has just done, and what was commanded before it.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn tick(&mut self, world: &World) -> Result<(), RecordError> {
        if world.ticks() != self.last + 1 {
            return Err(RecordError::Missed { expected: self.last + 1 });
        }
        let inputs = world.inputs_of_last_tick();
        if !inputs.is_empty() {
            let mut content = self.last.to_le_bytes().to_vec();
            content.extend(saved::bytes_of(&inputs));
            self.write(&part::part(part::INPUTS, &content))?;
        }
        self.last += 1;
        self.hashes.push(world.state_hash());
        let before = self.tracks.add(world);
        self.write_tracks(before)?;
        if self.hashes.len() >= HASHES {
            self.write_hashes()?;
            self.out.flush()?;
        }
        if self.last.is_multiple_of(SNAPSHOTS) {
            // A recording that ends here has the ticks up to its last snapshot.
            self.write_hashes()?;
            self.snapshot(world)?;
        }
        Ok(())
    }

    fn write_hashes(&mut self) -> Result<(), RecordError> {
        // Whoever has the hashes of a tick has all of it.
        let tracks = self.tracks.take();
        self.write_tracks(tracks)?;
        if self.hashes.is_empty() {
            return Ok(());
        }
        let first = self.last + 1 - self.hashes.len() as u64;
        let mut content = first.to_le_bytes().to_vec();
        content.extend(self.hashes.drain(..).flat_map(u64::to_le_bytes));
        self.write(&part::part(part::HASHES, &content))?;
        Ok(())
    }

    fn write_tracks(&mut self, tracks: Option<Vec<u8>>) -> Result<(), RecordError> {
        match tracks {
            Some(content) => Ok(self.write(&part::part(part::TRACKS, &content))?),
            None => Ok(()),
        }
    }

    /// Completes the recording and returns what it was written to.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn finish(mut self) -> Result<W, RecordError> {
        self.write_hashes()?;
        self.write(&part::part(part::END, &[]))?;
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A recording of a run without commands that began with its layout and ended after `ticks` with this state hash. It plays and
/// verifies like others, in a few kilobytes, but has no state to seek to, and only its last hash is compared.
pub fn brief(scene: &[u8], ticks: u64, hash: u64) -> Vec<u8> {
    let end = [ticks.to_le_bytes(), hash.to_le_bytes()].concat();
    let parts = [part::part(part::SCENE, scene), part::part(part::HASHES, &end), part::part(part::END, &[])];
    [part::header(), parts.concat()].concat()
}
