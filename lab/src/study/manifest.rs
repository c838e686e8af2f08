//! Reading a manifest line by line, so that memory use does not grow with the number of runs.

use super::error::{StudyError, StudyProblem};
use super::file_names::MANIFEST;
use super::record::PlannedRun;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::xxh3_64;

/// No valid line is longer than this, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// A selection of the runs in a manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Selection {
    /// All runs.
    #[default]
    All,
    /// The run on this line, from 1.
    Index(u64),
    /// A shard: every `of`-th run, beginning with the `part`-th.
    Shard {
        /// The number of the shard, from 1 to `of`.
        part: u64,
        /// The number of shards.
        of: u64,
    },
}

impl Selection {
    /// Whether it includes the run on this line, from 1.
    fn takes(self, line: u64) -> bool {
        match self {
            Selection::All => true,
            Selection::Index(index) => line == index,
            Selection::Shard { part, of } => line % of.max(1) == part % of.max(1),
        }
    }
}

/// A run with the position of its line in the manifest.
pub(super) struct ManifestLine {
    pub run: PlannedRun,
    pub at: u64,
    /// Whether it differs from the previous run in more than the seed.
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
    /// The hashes of all lines so far.
    seen: Vec<u64>,
}

impl Manifest {
    /// Opens the manifest in a study's folder.
    pub fn open(folder: &Path, selection: Selection) -> Result<Manifest, StudyError> {
        let path = folder.join(MANIFEST);
        let file = File::open(&path).map_err(|error| no_manifest(folder, &error))?;
        let (reader, previous, seen) = (BufReader::new(file), Vec::new(), Vec::new());
        Ok(Manifest { path, reader, selection, line: 0, at: 0, previous, seen })
    }

    /// Returns the number of lines read so far.
    pub fn lines(&self) -> u64 {
        self.line
    }

    /// Returns the run whose line begins at the byte `at`.
    pub fn run_at(&mut self, at: u64) -> Result<PlannedRun, StudyError> {
        let mut line = Vec::new();
        let sought = self.reader.seek(SeekFrom::Start(at));
        let read = sought.and_then(|_| self.reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line));
        read.map_err(|e| self.bad(e.to_string()))?;
        self.run(&line)
    }

    fn bad(&self, reason: String) -> StudyError {
        StudyProblem::BadManifest { path: self.path.clone(), line: self.line, reason }.into()
    }

    /// Parses the run of a line and checks its id.
    fn run(&self, line: &[u8]) -> Result<PlannedRun, StudyError> {
        let run: PlannedRun = serde_json::from_slice(line).map_err(|e| self.bad(e.to_string()))?;
        if run.id != run_id(&run) {
            return Err(
                self.bad(format!("its id does not match its content, which has the id {}", run_id(&run)))
            );
        }
        Ok(run)
    }

    /// Returns an error if the manifest contains a line twice, since its run would count twice in every mean.
    fn check_distinct(&mut self) -> Result<(), StudyError> {
        let mut seen = std::mem::take(&mut self.seen);
        seen.sort_unstable();
        match seen.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(()),
            Some(pair) => Err(self.repeated(pair[0])),
        }
    }

    /// Returns the error for the repeated line with this hash.
    fn repeated(&self, hash: u64) -> StudyError {
        let lines = File::open(&self.path).map(|file| BufReader::new(file).split(b'\n'));
        let is_it = |line: &io::Result<Vec<u8>>| line.as_ref().is_ok_and(|line| xxh3_64(line) == hash);
        let repeats = lines.into_iter().flatten().zip(1..).filter(|(line, _)| is_it(line));
        let mut numbers = repeats.map(|(_, number)| number);
        let (first, second) = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
        StudyProblem::RepeatedRun { path: self.path.clone(), first, second }.into()
    }

    /// Returns the next selected line; none at the end.
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
            // Skipped for a single run: in a study of a million single-run tasks, each would sort a million hashes.
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

/// Returns the runs of a study's folder, read one by one.
pub fn runs_of(folder: &Path) -> Result<impl Iterator<Item = Result<PlannedRun, StudyError>>, StudyError> {
    Ok(Manifest::open(folder, Selection::All)?.map(|line| line.map(|line| line.run)))
}

/// Returns the id of a run, a hash of all inputs that determine its result: its line in the manifest without the id.
pub(super) fn run_id(run: &PlannedRun) -> String {
    let nameless = PlannedRun { id: String::new(), ..run.clone() };
    format!("{:016x}", xxh3_64(manifest_line(&nameless).as_bytes()))
}

/// Returns a run's line in the manifest. Fields and settings are always in the same order.
pub(super) fn manifest_line(run: &PlannedRun) -> String {
    // Serialisation cannot fail: a run consists of strings, numbers and a map of strings to numbers.
    serde_json::to_string(run).unwrap_or_default()
}

/// Returns the error for a manifest that cannot be read.
pub(super) fn no_manifest(folder: &Path, error: &io::Error) -> StudyError {
    StudyProblem::NoManifest { folder: folder.to_path_buf(), reason: error.to_string() }.into()
}
