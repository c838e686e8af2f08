//! Merging results in the order of the manifest. At most a few thousand are in memory at a time.

use super::error::{StudyError, StudyProblem};
use super::file_names::{MANIFEST, RESULTS, RUNS};
use super::flat;
use super::manifest::{Manifest, Selection, no_manifest};
use super::record::{PlannedRun, Record, RunOutcome};
use super::store::{self, Damaged, Stored};
use crate::files::{Destination, Partial};
use crate::program;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

/// The number of missing, failed or damaged runs that are listed.
const MOST_LISTED: usize = 5;

/// Options of [`merge`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MergeOptions {
    /// The JSON lines file; the CSV file gets the same name with another extension. The default is
    /// `results.jsonl` in the first folder. For `-`, or anything but a regular file, only JSON lines are written.
    pub out: Option<PathBuf>,
    /// Whether results of different versions of the program may be merged.
    pub allow_versions: bool,
}

/// The outcome of [`merge`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Merged {
    /// The files written.
    pub files: Vec<PathBuf>,
    /// The number of runs in the manifests.
    pub runs: u64,
    /// The number of runs in which all units arrived.
    pub arrived: u64,
    /// The number of runs that timed out.
    pub cut: u64,
    /// The number of failed runs.
    pub failed: u64,
    /// The first few failures: id and reason.
    pub failures: Vec<(String, String)>,
    /// The number of runs without a result.
    pub missing: u64,
    /// The first few of them: line in the manifest and id.
    pub first_missing: Vec<(u64, String)>,
    /// The number of damaged result files. Their runs are missing unless another folder has their results.
    pub damaged: u64,
    /// The first few damaged files.
    pub first_damaged: Vec<Damaged>,
}

/// Folders with results of the same manifest.
struct Part {
    folders: Vec<PathBuf>,
    hash: u64,
    version: String,
}

/// Merges the results of a study from one folder, or from several folders with the same manifest. `from` may also
/// contain files of results that were merged earlier from the same manifest.
pub fn merge(from: &[PathBuf], options: &MergeOptions) -> Result<Merged, StudyError> {
    let (files, folders): (Vec<_>, Vec<_>) = from.iter().cloned().partition(|path| path.is_file());
    let parts = parts(&folders, options.allow_versions)?;
    let Some(first) = parts.first().and_then(|part| part.folders.first()) else {
        let problem = "no folder given";
        let help = "give the study's folder too: its manifest lists the runs to merge";
        return Err(StudyProblem::bad(problem, help).into());
    };
    let mut before = files.iter().map(|file| Before::open(file)).collect::<Result<Vec<_>, _>>()?;
    let out = options.out.clone().unwrap_or_else(|| first.join(RESULTS));
    refuse_manifest(&out, &folders)?;
    let mut files = Files::create(out)?;
    let mut merged = Merged { files: files.names.clone(), ..Merged::default() };
    let mut versions = BTreeSet::new();
    for part in &parts {
        for line in Manifest::open(&part.folders[0], Selection::All)? {
            let run = line?.run;
            merged.runs += 1;
            let Some(record) = part.result(&run, &mut before, &mut merged)? else {
                merged.missing += 1;
                if merged.first_missing.len() < MOST_LISTED {
                    merged.first_missing.push((merged.runs, run.id));
                }
                continue;
            };
            merged.count(&record);
            versions.extend(record.metrics.get("version").and_then(|v| v.as_str()).map(str::to_string));
            versions.insert(run.version);
            if versions.len() > 1 && !options.allow_versions {
                return Err(versions_differ(versions));
            }
            files.push(record)?;
        }
    }
    before.iter().try_for_each(Before::is_over)?;
    files.finish()?;
    Ok(merged)
}

impl Part {
    /// Returns the result of a run from the first folder or merged file that has it. Damaged results found on the way
    /// are counted.
    fn result(
        &self,
        run: &PlannedRun,
        before: &mut [Before],
        merged: &mut Merged,
    ) -> Result<Option<Record>, StudyError> {
        let mut found = self.folders.iter().find_map(|folder| {
            match store::stored(&folder.join(RUNS), &run.id) {
                Stored::Whole(record) => return Some(*record),
                Stored::Damaged(damaged) => merged.count_damaged(damaged),
                Stored::Missing => {}
            }
            None
        });
        // All files advance, even if the result has been found already.
        for file in before {
            let own = file.take(run)?;
            found = found.or(own);
        }
        Ok(found)
    }
}

/// A file of results that were merged earlier. It is in the order of the manifest, so both are read in parallel, line
/// by line.
struct Before {
    path: PathBuf,
    records: Box<dyn Iterator<Item = Result<Record, StudyError>>>,
    next: Option<Record>,
    /// The line number of the next result, from 1.
    line: u64,
}

impl Before {
    fn open(path: &Path) -> Result<Before, StudyError> {
        let mut records = Box::new(read_results(path)?);
        let next = records.next().transpose()?;
        Ok(Before { path: path.to_path_buf(), records, next, line: 1 })
    }

    /// Takes the next result if it belongs to this run.
    fn take(&mut self, run: &PlannedRun) -> Result<Option<Record>, StudyError> {
        if self.next.as_ref().is_none_or(|next| next.run != *run) {
            return Ok(None);
        }
        let own = self.next.take();
        self.next = self.records.next().transpose()?;
        self.line += 1;
        Ok(own)
    }

    /// Returns an error if a result is left over, because the manifest lacks it or has it in another position.
    fn is_over(&self) -> Result<(), StudyError> {
        let Some(next) = &self.next else { return Ok(()) };
        let (line, name, id) = (self.line, self.path.display(), &next.run.id);
        let problem = format!(
            "line {line} of {name} is run {id}, which is not in the manifest or comes before the lines above it there"
        );
        let help = format!(
            "give only unchanged files that `{} study merge` wrote from the same manifest",
            program::name()
        );
        Err(StudyProblem::bad(problem, help).into())
    }
}

fn versions_differ(versions: impl IntoIterator<Item = String>) -> StudyError {
    StudyProblem::Versions { versions: versions.into_iter().collect::<Vec<_>>().join(", ") }.into()
}

impl Merged {
    fn count_damaged(&mut self, damaged: Damaged) {
        self.damaged += 1;
        if self.first_damaged.len() < MOST_LISTED {
            self.first_damaged.push(damaged);
        }
    }

    fn count(&mut self, record: &Record) {
        match &record.outcome {
            RunOutcome::Arrived => self.arrived += 1,
            RunOutcome::Cut => self.cut += 1,
            RunOutcome::Failed(why) => {
                self.failed += 1;
                if self.failures.len() < MOST_LISTED {
                    self.failures.push((record.run.id.clone(), why.clone()));
                }
            }
        }
    }
}

/// Groups the folders by manifest. Several manifests are allowed only if their versions differ and `allow_versions`
/// is set.
fn parts(folders: &[PathBuf], allow_versions: bool) -> Result<Vec<Part>, StudyError> {
    let mut parts: Vec<Part> = Vec::new();
    for folder in folders {
        let hash = manifest_hash(folder).map_err(|error| no_manifest(folder, &error))?;
        if let Some(part) = parts.iter_mut().find(|part| part.hash == hash) {
            part.folders.push(folder.clone());
            continue;
        }
        let first = Manifest::open(folder, Selection::All)?.next().transpose()?;
        let version = first.map(|line| line.run.version).unwrap_or_default();
        if let Some(other) = parts.iter().find(|part| part.version == version) {
            let first = other.folders[0].clone();
            return Err(StudyProblem::DifferentStudies { first, second: folder.clone() }.into());
        }
        parts.push(Part { folders: vec![folder.clone()], hash, version });
    }
    if parts.len() > 1 && !allow_versions {
        return Err(versions_differ(parts.into_iter().map(|part| part.version)));
    }
    Ok(parts)
}

fn manifest_hash(folder: &Path) -> io::Result<u64> {
    let mut file = File::open(folder.join(MANIFEST))?;
    let (mut hash, mut bytes) = (Xxh3::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(hash.digest()),
            read => hash.update(&bytes[..read]),
        }
    }
}

/// The files of the merged results.
struct Files {
    names: Vec<PathBuf>,
    lines: Partial,
    /// The same results as a table. None if the lines go to standard output, a device or a pipe, since the table would have no file name.
    csv: Option<Partial>,
}

impl Files {
    fn create(lines: PathBuf) -> Result<Files, StudyError> {
        if !matches!(Destination::for_path(&lines), Ok(Destination::Stdout | Destination::Stream(_))) {
            return Files::with_table(lines);
        }
        Ok(Files { lines: Partial::create(&lines)?, names: vec![lines], csv: None })
    }

    fn with_table(lines: PathBuf) -> Result<Files, StudyError> {
        let table = lines.with_extension("csv");
        if table == lines {
            let problem = format!("{} is also the name of the CSV results", lines.display());
            return Err(StudyProblem::bad(problem, "use a name that ends in .jsonl").into());
        }
        let mut csv = Partial::create(&table)?;
        csv.write_all(flat::csv_head().as_str().as_bytes()).map_err(|error| csv.error(error))?;
        Ok(Files { lines: Partial::create(&lines)?, csv: Some(csv), names: vec![lines, table] })
    }

    /// Adds a record without its replay, which is larger than everything else and stays in the run's own file.
    fn push(&mut self, mut record: Record) -> Result<(), StudyError> {
        if let Some(trace) = &mut record.trace {
            trace.replay = None;
        }
        let mut line = store::encode(&record).map_err(|error| self.lines.error(error.into()))?;
        line.push(b'\n');
        self.lines.write_all(&line).map_err(|error| self.lines.error(error))?;
        if let Some(csv) = &mut self.csv {
            csv.write_all(flat::csv_line(&record).as_str().as_bytes()).map_err(|error| csv.error(error))?;
        }
        Ok(())
    }

    fn finish(self) -> Result<(), StudyError> {
        self.csv.map_or(Ok(()), Partial::commit)?;
        Ok(self.lines.commit()?)
    }
}

/// Returns an error if the results would overwrite a manifest.
fn refuse_manifest(out: &Path, folders: &[PathBuf]) -> Result<(), StudyError> {
    let same = |folder: &PathBuf| {
        let manifest = Destination::for_path(&folder.join(MANIFEST)).ok();
        manifest.is_some() && manifest == Destination::for_path(out).ok()
    };
    if !folders.iter().any(same) {
        return Ok(());
    }
    let problem = format!("refusing to overwrite the manifest {}", out.display());
    Err(StudyProblem::bad(problem, "choose another file with -o, ending in .jsonl").into())
}

/// Adds the replays to records; merging leaves them in the runs' own files.
pub fn add_replays(folder: &Path, records: &mut [Record]) {
    for record in records {
        let Some(trace) = &mut record.trace else { continue };
        trace.replay = match store::stored(&folder.join(RUNS), &record.run.id) {
            Stored::Whole(kept) => kept.trace.and_then(|trace| trace.replay),
            _ => None,
        };
    }
}

/// Returns the records of a merged file, read one by one.
pub fn read_results(
    path: &Path,
) -> Result<impl Iterator<Item = Result<Record, StudyError>> + use<>, StudyError> {
    let bad = |problem: String| -> StudyError {
        let merge = format!("merge the study again with `{} study merge`", program::name());
        StudyProblem::bad(
            problem,
            format!("{merge}; if you changed a line on purpose, remove its \"checksum\""),
        )
        .into()
    };
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| bad(format!("cannot read {name}: {error}")))?;
    Ok(BufReader::new(file).lines().enumerate().map(move |(k, line)| {
        let record = line.map_err(|error| error.to_string()).and_then(|line| store::decode_line(&line));
        record.map_err(|error| bad(format!("line {} of {name} is not a result: {error}", k + 1)))
    }))
}
