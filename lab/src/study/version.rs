//! The version under which a study's runs are planned and its results are stored.

use super::error::{StudyError, StudyProblem};
use crate::VERSION;
use sidestep::steering::avoidance;
use std::sync::OnceLock;
use xxhash_rust::xxh3::xxh3_64;

/// Returns [`VERSION`], which changes with what decides a run. If the program registers its own models, a hash
/// of the executable is appended, since `VERSION` does not cover their code.
pub(super) fn code_version() -> Result<&'static str, StudyError> {
    static WITH_EXECUTABLE: OnceLock<String> = OnceLock::new();
    if avoidance::registered().is_empty() {
        return Ok(VERSION);
    }
    if let Some(version) = WITH_EXECUTABLE.get() {
        return Ok(version);
    }
    let bytes = std::env::current_exe().and_then(std::fs::read);
    let bytes = bytes.map_err(|error| StudyProblem::Executable { reason: error.to_string() })?;
    let version = format!("{VERSION}.{:016x}", xxh3_64(&bytes));
    Ok(WITH_EXECUTABLE.get_or_init(|| version))
}
