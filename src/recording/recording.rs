//! Reads a recording.

use super::part::{self, Next};
use super::tracks::{RecordedPlace, TrackPart};
use crate::saved::{self, VERSION};
use crate::world::Input;
use std::fmt;

/// Why bytes are not a recording.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordingError {
    /// They do not begin as a recording does.
    #[error("this is not a recording of Sidestep")]
    NotARecording,
    /// Its first parts are missing or damaged, so that nothing can be played.
    #[error("the recording is {0} before its first tick: nothing of it can be played")]
    Nothing(Ending),
    /// It has another format.
    #[error(
        "the recording has format {found}, written by Sidestep {version}; this version reads format {}",
        part::FORMAT
    )]
    OtherFormat {
        /// The number of the format.
        found: u32,
        /// The version that wrote it.
        version: String,
    },
}

/// How a recording ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It was finished.
    Finished,
    /// It was not finished, or its end is missing.
    Cut,
    /// Bytes have changed: what follows this byte is not used.
    Damaged(usize),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Finished => f.write_str("complete"),
            Ending::Cut => f.write_str("cut off"),
            Ending::Damaged(at) => write!(f, "damaged at byte {at}"),
        }
    }
}

/// A recording, as far as it is whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    version: String,
    scene: Vec<u8>,
    /// The snapshots, with the ticks after which they were made.
    pub(super) snapshots: Vec<(u64, Vec<u8>)>,
    /// What was commanded, with the ticks after which it was.
    pub(super) inputs: Vec<(u64, Vec<Input>)>,
    /// The tick after which the hashes begin.
    before_hashes: u64,
    /// The hashes after the ticks that follow.
    pub(super) hashes: Vec<u64>,
    /// Where the units were.
    tracks: Vec<TrackPart>,
    /// What the caller noted, with the ticks after which it did.
    notes: Vec<(u64, Vec<u8>)>,
    /// The number of bytes up to the last tick.
    whole_bytes: usize,
    ending: Ending,
}

impl Recording {
    /// Reads a recording. One that is cut off or damaged is read as far as it is whole.
    ///
    /// # Errors
    ///
    /// The bytes are not a recording, or nothing of it can be played.
    pub fn read(bytes: &[u8]) -> Result<Recording, RecordingError> {
        let mut rest = bytes.strip_prefix(part::MAGIC).ok_or(RecordingError::NotARecording)?;
        let nothing = RecordingError::Nothing(Ending::Cut);
        let format = part::take(&mut rest).map(u32::from_le_bytes).ok_or(nothing.clone())?;
        let [length] = part::take::<1>(&mut rest).ok_or(nothing.clone())?;
        let (version, mut rest) = rest.split_at_checked(usize::from(length)).ok_or(nothing)?;
        let version = String::from_utf8_lossy(version).into_owned();
        if format != part::FORMAT {
            return Err(RecordingError::OtherFormat { found: format, version });
        }
        let mut recording = Recording {
            version,
            scene: Vec::new(),
            snapshots: Vec::new(),
            inputs: Vec::new(),
            before_hashes: 0,
            hashes: Vec::new(),
            tracks: Vec::new(),
            notes: Vec::new(),
            whole_bytes: 0,
            ending: Ending::Cut,
        };
        let mut has_scene = false;
        loop {
            let at = bytes.len() - rest.len();
            match part::next(&mut rest) {
                None | Some(Next::Cut) => break,
                Some(Next::Part(part::END, _)) => {
                    recording.ending = Ending::Finished;
                    break;
                }
                Some(Next::Part(part::SCENE, content)) => {
                    recording.scene = content.to_vec();
                    has_scene = true;
                }
                Some(Next::Part(letter, content)) if recording.add(letter, content).is_some() => {
                    // What was commanded after the last tick may be commanded again, and the ticks whose hashes are missing are done again.
                    if ![part::INPUTS, part::TRACKS].contains(&letter) {
                        recording.whole_bytes = bytes.len() - rest.len();
                    }
                }
                Some(_) => {
                    recording.ending = Ending::Damaged(at);
                    break;
                }
            }
        }
        if !has_scene || recording.snapshots.is_empty() && recording.hashes.is_empty() {
            return Err(RecordingError::Nothing(recording.ending));
        }
        Ok(recording)
    }

    /// Adds a part. None if it does not fit to those before it.
    fn add(&mut self, letter: u8, mut content: &[u8]) -> Option<()> {
        let tick = u64::from_le_bytes(part::take(&mut content)?);
        match letter {
            part::STATE => {
                if self.hashes.is_empty() {
                    self.before_hashes = tick;
                }
                self.snapshots.push((tick, content.to_vec()));
            }
            // What another version has commanded may not be readable here.
            part::INPUTS => self.inputs.push((tick, saved::value_of(content).ok()?)),
            part::HASHES => {
                if self.snapshots.is_empty() && self.hashes.is_empty() {
                    // A brief recording: only its end is known.
                    self.before_hashes = tick.checked_sub(1)?;
                }
                if tick != self.last_tick() + 1 {
                    return None;
                }
                while let Some(hash) = part::take(&mut content) {
                    self.hashes.push(u64::from_le_bytes(hash));
                }
            }
            part::TRACKS => self.tracks.push(TrackPart::read(tick, content)?),
            part::NOTE => self.notes.push((tick, content.to_vec())),
            _ => return None,
        }
        Some(())
    }

    /// What the recorder was given to make the layout.
    pub fn scene(&self) -> &[u8] {
        &self.scene
    }

    /// The version of the engine that wrote it.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Whether this version of the engine wrote it.
    pub fn is_of_this_version(&self) -> bool {
        self.version == VERSION
    }

    /// The tick after which the recording begins.
    pub fn first_tick(&self) -> u64 {
        self.snapshots.first().map_or(0, |(tick, _)| *tick)
    }

    /// The last tick whose hash is known.
    pub fn last_tick(&self) -> u64 {
        self.before_hashes + self.hashes.len() as u64
    }

    /// How it ends.
    pub fn ending(&self) -> Ending {
        self.ending
    }

    /// The number of bytes that a recorder keeps that goes on with the recording: see [`Recorder::resume`](super::Recorder::resume).
    pub fn whole_bytes(&self) -> usize {
        self.whole_bytes
    }

    /// What the caller noted of the run, with the ticks after which it did, ascending.
    pub fn notes(&self) -> &[(u64, Vec<u8>)] {
        &self.notes
    }

    /// The ticks after which a snapshot was made, ascending.
    pub fn snapshot_ticks(&self) -> impl Iterator<Item = u64> {
        self.snapshots.iter().map(|(tick, _)| *tick)
    }

    /// What was commanded, with the ticks after which it was, ascending.
    pub fn all_inputs(&self) -> &[(u64, Vec<Input>)] {
        &self.inputs
    }

    /// Where the units were after a tick. None where that was not recorded, as in a [brief](super::brief) recording.
    pub fn places_after(&self, tick: u64) -> Option<Vec<RecordedPlace>> {
        self.tracks.iter().find(|part| part.has(tick))?.places(tick)
    }

    /// The hash after a tick. None where it is not known: a [brief](super::brief) recording has only the last.
    pub fn hash_after(&self, tick: u64) -> Option<u64> {
        let index = tick.checked_sub(self.before_hashes + 1)?;
        self.hashes.get(usize::try_from(index).ok()?).copied()
    }
}
