//! Errors of planning, running and merging studies.

use super::file_names::MANIFEST;
use crate::document::{DocumentError, problems};
use crate::files::ExportError;
use crate::program;
use miette::Diagnostic;
use std::path::PathBuf;
use thiserror::Error;

problems! {
/// What is wrong with a study, its file or its folder.
pub enum StudyProblem {
    BadStudy { problem: String, help: String }
        "study::bad_study": ("{problem}")
        => ("{help}"),
    TooManyRuns { runs: u128, most: u64 }
        "study::too_many_runs": ("the study has {runs} runs; a manifest holds at most {most}")
        => ("use fewer values, or split it into several studies"),
    Folder { path: PathBuf, reason: String }
        "study::folder": ("cannot create the folder {}: {reason}", path.display())
        => ("check that you have write permission, or choose another folder with -o"),
    NoManifest { folder: PathBuf, reason: String }
        "study::no_manifest": ("there is no study in {}", folder.display())
        => ("create its manifest with `{} study plan -o {}` ({reason})", program::name(), folder.display()),
    BadManifest { path: PathBuf, line: u64, reason: String }
        "study::bad_manifest": ("line {line} of {} is not a valid run: {reason}", path.display())
        => ("plan the study again, in another folder"),
    RepeatedRun { path: PathBuf, first: u64, second: u64 }
        "study::repeated_run": ("lines {first} and {second} of {} are the same run", path.display())
        => ("remove one of the two lines"),
    AnotherStudy { folder: PathBuf }
        "study::another_study": ("{} already contains another study", folder.display())
        => ("choose another folder with -o, or continue the existing study: `{} study run {}`", program::name(), folder.display()),
    MapChanged { map: String }
        "study::map_changed": ("the map {map} has changed since the study was planned")
        => ("plan the study again in another folder, or restore the map"),
    OtherVersion { planned: String, own: &'static str }
        "study::other_version": ("the study was planned by version {planned}, but this is version {own}")
        => ("run it with version {planned}, or plan it again in another folder: -o NAME"),
    Executable { reason: String }
        "study::executable": ("cannot read this program's executable: {reason}")
        => ("this program registers its own models, so results are stored under a hash of its executable; start it from a readable file"),
    NoSuchRun { index: u64, runs: u64 }
        "study::no_such_run": ("there is no run {index}: the manifest has {runs} runs")
        => ("runs are numbered from 1"),
    Stopped { folder: PathBuf, kept: u64, runs: u64, error: String }
        "study::stopped": ("stopped: {error}; {kept} of {runs} runs are kept in {}", folder.display())
        => ("free some space or make the folder writable, then continue with `{} study run {}`: finished runs are not repeated", program::name(), folder.display()),
    DifferentStudies { first: PathBuf, second: PathBuf }
        "study::different_studies": ("{} and {} hold different studies", first.display(), second.display())
        => ("merge each separately; folders of the same study have the same {MANIFEST}"),
    Versions { versions: String }
        "study::versions": ("the results come from different versions of the program: {versions}")
        => ("run the whole study with one version, or merge results that are not comparable with --allow-versions"),
}
}

/// The reason why a study cannot be planned, run or merged.
#[derive(Debug, Error, Diagnostic)]
#[non_exhaustive]
pub enum StudyError {
    /// A map, the study or its folder: a [`StudyProblem`] or one of a map.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Document(#[from] DocumentError),
    /// A file could not be written.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Export(#[from] ExportError),
}

impl StudyProblem {
    /// A bad study, and what to do.
    pub(super) fn bad(problem: impl Into<String>, help: impl Into<String>) -> StudyProblem {
        StudyProblem::BadStudy { problem: problem.into(), help: help.into() }
    }
}

impl StudyError {
    /// Whether a folder holds another study, or this one as another version planned it.
    pub fn is_of_another_study(&self) -> bool {
        let StudyError::Document(error) = self else { return false };
        let problem = error.problem_as();
        matches!(problem, Some(StudyProblem::AnotherStudy { .. } | StudyProblem::OtherVersion { .. }))
    }
}

impl From<StudyProblem> for StudyError {
    fn from(problem: StudyProblem) -> Self {
        DocumentError::from(problem).into()
    }
}
