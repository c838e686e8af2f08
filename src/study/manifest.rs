//! Reading a manifest: one line after the other, so that a million of them need no room.

use super::error::StudyError;
use super::record::PlannedRun;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// The name of the file that lists a study's runs, in the study's folder.
pub const MANIFEST: &str = "manifest.jsonl";

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
pub(super) struct ManifestLine {
    pub run: PlannedRun,
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
    /// A hash of every line so far.
    seen: Vec<u64>,
}

impl Manifest {
    /// Opens the manifest of a study's folder.
    pub fn open(folder: &Path, selection: Selection) -> Result<Manifest, StudyError> {
        let path = folder.join(MANIFEST);
        let file = File::open(&path).map_err(|error| no_manifest(folder, &error))?;
        let (reader, previous, seen) = (BufReader::new(file), Vec::new(), Vec::new());
        Ok(Manifest { path, reader, selection, line: 0, at: 0, previous, seen })
    }

    /// How many lines were read.
    pub fn lines(&self) -> u64 {
        self.line
    }

    /// The run whose line begins at `at`.
    pub fn run_at(&mut self, at: u64) -> Result<PlannedRun, StudyError> {
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
    fn run(&self, line: &[u8]) -> Result<PlannedRun, StudyError> {
        let run: PlannedRun = serde_json::from_slice(line).map_err(|e| self.bad(e.to_string()))?;
        if run.id != run_id(&run) {
            return Err(
                self.bad(format!("its id does not match its content, which has the id {}", run_id(&run)))
            );
        }
        Ok(run)
    }

    /// An error where a line stands twice: its run would count twice in every mean.
    fn check_distinct(&mut self) -> Result<(), StudyError> {
        let mut seen = std::mem::take(&mut self.seen);
        seen.sort_unstable();
        match seen.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(()),
            Some(pair) => Err(self.repeated(pair[0])),
        }
    }

    /// The error for the line with this hash, which stands twice.
    fn repeated(&self, hash: u64) -> StudyError {
        let lines = File::open(&self.path).map(|file| BufReader::new(file).split(b'\n'));
        let is_it = |line: &io::Result<Vec<u8>>| line.as_ref().is_ok_and(|line| xxh3_64(line) == hash);
        let places = lines.into_iter().flatten().zip(1..).filter(|(line, _)| is_it(line));
        let mut places = places.map(|(_, place)| place);
        let (first, second) = (places.next().unwrap_or_default(), places.next().unwrap_or_default());
        StudyError::RepeatedRun { path: self.path.clone(), first, second }
    }

    /// The next line that is taken; none at the end.
    fn advance(&mut self) -> Result<Option<ManifestLine>, StudyError> {
        loop {
            let mut line = Vec::new();
            let read = self.reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
            self.line += 1;
            let length = read.map_err(|e| self.bad(e.to_string()))? as u64;
            if length == 0 {
                self.line -= 1;
                return self.check_distinct().map(|()| None);
            }
            // Not for a single run: of a million, each would sort a million.
            if !matches!(self.selection, Selection::Index(_)) {
                self.seen.push(xxh3_64(line.strip_suffix(b"\n").unwrap_or(&line)));
            }
            let at = self.at;
            self.at += length;
            let previous = std::mem::replace(&mut self.previous, line);
            if self.selection.takes(self.line) {
                let run = self.run(&self.previous)?;
                let before: Option<PlannedRun> = serde_json::from_slice(&previous).ok();
                let first_of_its_kind = before.is_none_or(|before| !differs_in_seed_only(&before, &run));
                return Ok(Some(ManifestLine { run, at, first_of_its_kind }));
            }
        }
    }
}

impl Iterator for Manifest {
    type Item = Result<ManifestLine, StudyError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance().transpose()
    }
}

fn differs_in_seed_only(a: &PlannedRun, b: &PlannedRun) -> bool {
    PlannedRun { id: String::new(), seed: 0, ..a.clone() }
        == PlannedRun { id: String::new(), seed: 0, ..b.clone() }
}

/// The runs of a study's folder, one after the other.
pub fn runs_of(folder: &Path) -> Result<impl Iterator<Item = Result<PlannedRun, StudyError>>, StudyError> {
    Ok(Manifest::open(folder, Selection::All)?.map(|line| line.map(|line| line.run)))
}

/// A hash of all that decides a run's result: its line in the manifest, but for the id.
pub(super) fn run_id(run: &PlannedRun) -> String {
    let nameless = PlannedRun { id: String::new(), ..run.clone() };
    format!("{:016x}", xxh3_64(manifest_line(&nameless).as_bytes()))
}

/// A run's line in the manifest. Fields and settings always stand in the same order.
pub(super) fn manifest_line(run: &PlannedRun) -> String {
    // Strings, numbers and a map of strings to numbers: nothing that JSON could not hold.
    serde_json::to_string(run).unwrap_or_default()
}

/// Why a manifest cannot be read.
pub(super) fn no_manifest(folder: &Path, error: &io::Error) -> StudyError {
    StudyError::NoManifest { folder: folder.to_path_buf(), reason: error.to_string() }
}
