//! The version that a study's runs are planned under and its results are stored under.

use super::error::StudyError;
use crate::VERSION;
use crate::steering::avoidance;
use std::sync::OnceLock;
use xxhash_rust::xxh3::xxh3_64;

/// [`VERSION`], which changes with the sources of this crate. A program that registers models of its own has code that `VERSION`
/// knows nothing of: a hash of the executable is appended.
pub(super) fn code_version() -> Result<&'static str, StudyError> {
    static WITH_EXECUTABLE: OnceLock<String> = OnceLock::new();
    if avoidance::registered().is_empty() {
        return Ok(VERSION);
    }
    if let Some(version) = WITH_EXECUTABLE.get() {
        return Ok(version);
    }
    let bytes = std::env::current_exe().and_then(std::fs::read).map_err(StudyError::Executable)?;
    let version = format!("{VERSION}.{:016x}", xxh3_64(&bytes));
    Ok(WITH_EXECUTABLE.get_or_init(|| version))
}
