//! Reading a manifest: one line after the other, so that a million of them need no room.

use super::error::StudyError;
use super::plan::{self, MANIFEST, no_manifest};
use super::record::Run;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A line that is longer than this is no run's.
const MAX_LINE: u64 = 1 << 20;

/// Which of a manifest's runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Selection {
    /// All of them.
    #[default]
    All,
    /// The one on this line, from 1.
    Index(u64),
    /// Every `of`-th one, beginning with the `part`-th, from 1.
    Shard {
        /// Which part, 1 to `of`.
        part: u64,
        /// How many parts there are.
        of: u64,
    },
}

impl Selection {
    /// Whether it takes the run on this line, from 1.
    fn takes(self, line: u64) -> bool {
        match self {
            Selection::All => true,
            Selection::Index(index) => line == index,
            Selection::Shard { part, of } => line % of.max(1) == part % of.max(1),
        }
    }
}

/// A run and where its line begins in the manifest.
pub(super) struct Line {
    pub run: Run,
    pub at: u64,
    /// Whether the run before it is another one in more than its seed.
    pub first_of_its_kind: bool,
}

/// A manifest that is being read.
pub(super) struct Manifest {
    path: PathBuf,
    reader: BufReader<File>,
    selection: Selection,
    line: u64,
    at: u64,
    previous: Vec<u8>,
}

impl Manifest {
    /// Opens the manifest of a study's folder.
    pub fn open(folder: &Path, selection: Selection) -> Result<Manifest, StudyError> {
        let path = folder.join(MANIFEST);
        let file = File::open(&path).map_err(|error| no_manifest(folder, &error))?;
        let previous = Vec::new();
        Ok(Manifest { path, reader: BufReader::new(file), selection, line: 0, at: 0, previous })
    }

    /// How many lines were read.
    pub fn lines(&self) -> u64 {
        self.line
    }

    /// The run whose line begins at `at`.
    pub fn run_at(&mut self, at: u64) -> Result<Run, StudyError> {
        let mut line = Vec::new();
        let sought = self.reader.seek(SeekFrom::Start(at));
        let read = sought.and_then(|_| self.reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line));
        read.map_err(|e| self.bad(e.to_string()))?;
        self.run(&line)
    }

    fn bad(&self, reason: String) -> StudyError {
        StudyError::BadManifest { path: self.path.clone(), line: self.line, reason }
    }

    /// A line's run, if its id is what it must be.
    fn run(&self, line: &[u8]) -> Result<Run, StudyError> {
        let run: Run = serde_json::from_slice(line).map_err(|e| self.bad(e.to_string()))?;
        if run.id != plan::id(&run) {
            return Err(self.bad(format!("its id is not that of what it says, {}", plan::id(&run))));
        }
        Ok(run)
    }

    /// The next line that is taken; none at the end.
    fn advance(&mut self) -> Result<Option<Line>, StudyError> {
        loop {
            let mut line = Vec::new();
            let read = self.reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
            self.line += 1;
            let length = read.map_err(|e| self.bad(e.to_string()))? as u64;
            if length == 0 {
                self.line -= 1;
                return Ok(None);
            }
            let at = self.at;
            self.at += length;
            let previous = std::mem::replace(&mut self.previous, line);
            if self.selection.takes(self.line) {
                let run = self.run(&self.previous)?;
                let before: Option<Run> = serde_json::from_slice(&previous).ok();
                let first_of_its_kind = before.is_none_or(|before| !differs_in_seed_only(&before, &run));
                return Ok(Some(Line { run, at, first_of_its_kind }));
            }
        }
    }
}

impl Iterator for Manifest {
    type Item = Result<Line, StudyError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().transpose()
    }
}

fn differs_in_seed_only(a: &Run, b: &Run) -> bool {
    Run { id: String::new(), seed: 0, ..a.clone() } == Run { id: String::new(), seed: 0, ..b.clone() }
}

/// The runs of a study's folder, one after the other.
pub fn runs_of(folder: &Path) -> Result<impl Iterator<Item = Result<Run, StudyError>>, StudyError> {
    Ok(Manifest::open(folder, Selection::All)?.map(|line| line.map(|line| line.run)))
}
