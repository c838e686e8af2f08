//! Errors of planning, running and merging studies.

use super::file_names::MANIFEST;
use super::spec::MAX_RUNS;
use crate::files::ExportError;
use crate::program;
use crate::scene::DocumentError;
use miette::Diagnostic;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// The reason why a study cannot be planned, run or merged.
#[derive(Debug, Error, Diagnostic)]
#[non_exhaustive]
pub enum StudyError {
    /// A map or a study file is invalid.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Scene(#[from] DocumentError),
    /// A file could not be written.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Export(#[from] ExportError),
    /// The request is invalid.
    #[error("{problem}")]
    #[diagnostic(code(study::bad_study), help("{help}"))]
    Bad {
        /// What is wrong.
        problem: String,
        /// What to do.
        help: String,
    },
    /// The study has more runs than a manifest can hold.
    #[error("the study has {0} runs; a manifest holds at most {MAX_RUNS}")]
    #[diagnostic(code(study::too_many_runs), help("use fewer values, or split it into several studies"))]
    TooManyRuns(u128),
    /// The folder for results cannot be created.
    #[error("cannot create the folder {}", path.display())]
    #[diagnostic(
        code(study::folder),
        help("check that you have write permission, or choose another folder with -o")
    )]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The folder has no manifest.
    #[error("there is no study in {}", folder.display())]
    #[diagnostic(
        code(study::no_manifest),
        help("create its manifest with `{} study plan -o {}` ({reason})", program::name(), folder.display())
    )]
    NoManifest {
        /// The folder.
        folder: PathBuf,
        /// The system's error message.
        reason: String,
    },
    /// A line of the manifest is not a valid run.
    #[error("line {line} of {} is not a valid run: {reason}", path.display())]
    #[diagnostic(code(study::bad_manifest), help("plan the study again, in another folder"))]
    BadManifest {
        /// The manifest.
        path: PathBuf,
        /// The line number, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// The manifest contains a line twice.
    #[error("lines {first} and {second} of {} are the same run", path.display())]
    #[diagnostic(code(study::repeated_run), help("remove one of the two lines"))]
    RepeatedRun {
        /// The manifest.
        path: PathBuf,
        /// The number of the first line, from 1.
        first: u64,
        /// The number of the second line.
        second: u64,
    },
    /// The folder already contains another study.
    #[error("{} already contains another study", folder.display())]
    #[diagnostic(
        code(study::another_study),
        help("choose another folder with -o, or continue the existing study: `{} study run {}`", program::name(), folder.display())
    )]
    AnotherStudy {
        /// The folder.
        folder: PathBuf,
    },
    /// A map has changed since the study was planned.
    #[error("the map {map} has changed since the study was planned")]
    #[diagnostic(
        code(study::map_changed),
        help("plan the study again in another folder, or restore the map")
    )]
    MapChanged {
        /// The map.
        map: String,
    },
    /// The study was planned by another version of the program.
    #[error("the study was planned by version {planned}, but this is version {own}")]
    #[diagnostic(
        code(study::other_version),
        help("run it with version {planned}, or plan it again in another folder: -o NAME")
    )]
    OtherVersion {
        /// The version that planned it.
        planned: String,
        /// The version of this program.
        own: &'static str,
    },
    /// A program that registers its own models cannot read its executable, whose hash is part of the version under
    /// which results are stored.
    #[error("cannot read this program's executable: {0}")]
    #[diagnostic(
        code(study::executable),
        help(
            "this program registers its own models, so results are stored under a hash of its executable; start it from a readable file"
        )
    )]
    Executable(io::Error),
    /// The requested run does not exist.
    #[error("there is no run {index}: the manifest has {runs} runs")]
    #[diagnostic(code(study::no_such_run), help("runs are numbered from 1"))]
    NoSuchRun {
        /// The requested number.
        index: u64,
        /// The number of runs.
        runs: u64,
    },
    /// Results cannot be saved because the disk is full or the folder is not writable.
    #[error("stopped: {error}; {kept} of {runs} runs are kept in {}", folder.display())]
    #[diagnostic(
        code(study::stopped),
        help("free some space or make the folder writable, then continue with `{} study run {}`: finished runs are not repeated", program::name(), folder.display())
    )]
    Stopped {
        /// The folder.
        folder: PathBuf,
        /// The number of runs whose results are saved.
        kept: u64,
        /// The number of requested runs.
        runs: u64,
        /// What went wrong with which file.
        error: String,
    },
    /// The folders hold different studies.
    #[error("{} and {} hold different studies", first.display(), second.display())]
    #[diagnostic(
        code(study::different_studies),
        help("merge each separately; folders of the same study have the same {}", MANIFEST)
    )]
    DifferentStudies {
        /// One folder.
        first: PathBuf,
        /// The other folder.
        second: PathBuf,
    },
    /// The results come from different versions of the program.
    #[error("the results come from different versions of the program: {0}")]
    #[diagnostic(
        code(study::versions),
        help(
            "run the whole study with one version, or merge results that are not comparable with --allow-versions"
        )
    )]
    Versions(String),
}
