//! What completes a path that is being typed.

use std::path::{Path, PathBuf};

/// A file or a folder that completes what the user typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its name, with a slash after that of a folder.
    pub name: String,
    /// What was typed, completed with it.
    pub path: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// The path that was typed, where `~` is the home folder.
pub(super) fn typed_path(typed: &str) -> PathBuf {
    let typed = typed.trim();
    match (typed.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(typed),
    }
}
