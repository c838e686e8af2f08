//! Why a study cannot be planned, run or merged, and how to go on.

use super::spec::MAX_RUNS;
use crate::files::ExportError;
use crate::program;
use crate::scene::DocumentError;
use miette::Diagnostic;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a study cannot go on.
#[derive(Debug, Error, Diagnostic)]
#[non_exhaustive]
pub enum StudyError {
    /// A map or a study file is wrong.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Scene(#[from] DocumentError),
    /// A file cannot be written.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Export(#[from] ExportError),
    /// What is asked for is no study.
    #[error("{problem}")]
    #[diagnostic(code(study::bad_study), help("{help}"))]
    Bad {
        /// What is wrong.
        problem: String,
        /// What would be right.
        help: String,
    },
    /// More runs than a manifest takes.
    #[error("the study has {0} runs; a manifest holds at most {MAX_RUNS}")]
    #[diagnostic(code(study::too_many_runs), help("use fewer values, or split it into several studies"))]
    TooManyRuns(u128),
    /// A folder for results cannot be made.
    #[error("cannot create the folder {}", path.display())]
    #[diagnostic(
        code(study::folder),
        help("check that you have write permission, or choose another folder with -o")
    )]
    Folder {
        /// Which folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A folder without a manifest.
    #[error("there is no study in {}", folder.display())]
    #[diagnostic(
        code(study::no_manifest),
        help("create its manifest with `{} study plan -o {}` ({reason})", program::name(), folder.display())
    )]
    NoManifest {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A line of the manifest that is no run.
    #[error("line {line} of {} is not a valid run: {reason}", path.display())]
    #[diagnostic(code(study::bad_manifest), help("plan the study again, in another folder"))]
    BadManifest {
        /// The manifest.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        reason: String,
    },
    /// A line that the manifest has twice.
    #[error("lines {first} and {second} of {} are the same run", path.display())]
    #[diagnostic(code(study::repeated_run), help("remove one of the two lines"))]
    RepeatedRun {
        /// The manifest.
        path: PathBuf,
        /// The first of the two lines, from 1.
        first: u64,
        /// The second one.
        second: u64,
    },
    /// The folder holds another study.
    #[error("{} already contains another study", folder.display())]
    #[diagnostic(
        code(study::another_study),
        help("choose another folder with -o, or continue the existing study: `{} study run {}`", program::name(), folder.display())
    )]
    AnotherStudy {
        /// The folder.
        folder: PathBuf,
    },
    /// A map is no longer what the study was planned for.
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
        /// Who planned it.
        planned: String,
        /// Who would run it.
        own: &'static str,
    },
    /// A program with models of its own cannot read its executable, whose hash is part of the version that results are stored under.
    #[error("cannot read this program's executable: {0}")]
    #[diagnostic(
        code(study::executable),
        help(
            "this program registers its own models, so results are stored under a hash of its executable; start it from a readable file"
        )
    )]
    Executable(io::Error),
    /// There is no such run.
    #[error("there is no run {index}: the manifest has {runs} runs")]
    #[diagnostic(code(study::no_such_run), help("runs are numbered from 1"))]
    NoSuchRun {
        /// What was asked for.
        index: u64,
        /// How many there are.
        runs: u64,
    },
    /// Results cannot be kept: the disk is full, or the folder may not be written.
    #[error("stopped: {error}; {kept} of {runs} runs are kept in {}", folder.display())]
    #[diagnostic(
        code(study::stopped),
        help("free some space or make the folder writable, then continue with `{} study run {}`: finished runs are not repeated", program::name(), folder.display())
    )]
    Stopped {
        /// The folder.
        folder: PathBuf,
        /// Runs whose results are there.
        kept: u64,
        /// Runs that were asked for.
        runs: u64,
        /// What went wrong, and with which file.
        error: String,
    },
    /// Folders that hold different studies.
    #[error("{} and {} hold different studies", first.display(), second.display())]
    #[diagnostic(
        code(study::different_studies),
        help("merge each separately; folders of the same study have the same {}", super::MANIFEST)
    )]
    DifferentStudies {
        /// One folder.
        first: PathBuf,
        /// Another one.
        second: PathBuf,
    },
    /// Results of different versions of the program.
    #[error("the results come from different versions of the program: {0}")]
    #[diagnostic(
        code(study::versions),
        help(
            "run the whole study with one version, or merge results that are not comparable with --allow-versions"
        )
    )]
    Versions(String),
}
