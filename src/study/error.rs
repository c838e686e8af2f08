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
    #[error("the study comes to {0} runs; a manifest holds at most {MAX_RUNS}")]
    #[diagnostic(code(study::too_many_runs), help("fewer values, or several studies"))]
    TooManyRuns(u128),
    /// A folder for results cannot be made.
    #[error("cannot make the folder {}", path.display())]
    #[diagnostic(code(study::folder), help("check that you may write there, or name another folder with -o"))]
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
        help("`{} study plan -o {}` makes its manifest ({reason})", program::name(), folder.display())
    )]
    NoManifest {
        /// The folder.
        folder: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A line of the manifest that is no run.
    #[error("line {line} of {} is no run: {reason}", path.display())]
    #[diagnostic(code(study::bad_manifest), help("plan the study again, into another folder"))]
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
    #[error("{} has the manifest of another study", folder.display())]
    #[diagnostic(
        code(study::another_study),
        help("name another folder with -o, or go on with the one that is there: `{} study run {}`", program::name(), folder.display())
    )]
    AnotherStudy {
        /// The folder.
        folder: PathBuf,
    },
    /// A map is no longer what the study was planned for.
    #[error("the map {map} has changed since the study was planned")]
    #[diagnostic(
        code(study::map_changed),
        help("plan the study again, into another folder; or bring the map back")
    )]
    MapChanged {
        /// The map.
        map: String,
    },
    /// The study was planned by another version of the program.
    #[error("the study was planned by version {planned}, and this is {own}")]
    #[diagnostic(
        code(study::other_version),
        help("run it with version {planned}, or plan it again into another folder: -o NAME")
    )]
    OtherVersion {
        /// Who planned it.
        planned: String,
        /// Who would run it.
        own: &'static str,
    },
    /// A program with models of its own cannot read its executable, whose hash is part of the version that results are stored under.
    #[error("cannot read the executable of this program: {0}")]
    #[diagnostic(
        code(study::executable),
        help(
            "results are stored under a hash of it, since the program has models of its own; start it from a file that it may read"
        )
    )]
    Executable(io::Error),
    /// There is no such run.
    #[error("there is no run {index}: the manifest has {runs}")]
    #[diagnostic(code(study::no_such_run), help("the first one is 1"))]
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
        help("make room, or the folder writable, and go on with `{} study run {}`: what is kept isn't repeated", program::name(), folder.display())
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
        help("merge each by itself; folders of one study have the same {}", super::MANIFEST)
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
        help("run the study again with one version, or merge what cannot be compared with --allow-versions")
    )]
    Versions(String),
}
