//! Writes a recorded map with the start files that it names.

use super::problem::SaveError;
use crate::files;
use crate::scene::RecordedScene;
use std::collections::BTreeMap;
use std::path::{Component, Path};

impl RecordedScene {
    /// Writes the map to a file, and its start files next to it.
    ///
    /// # Errors
    ///
    /// The map's file exists, a start file exists with another content, or a file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), SaveError> {
        if path.exists() {
            return Err(SaveError::Exists { path: path.to_path_buf() });
        }
        write_start_files(&self.start_files, path)?;
        files::write(path, self.map.as_bytes())?;
        Ok(())
    }
}

/// Writes the start files of the map at `path`. Files with the same content stay.
pub(super) fn write_start_files(texts: &BTreeMap<String, String>, path: &Path) -> Result<(), SaveError> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let refused = |name: &str, why| SaveError::StartFile { name: name.to_string(), why };
    // All are checked before one is written.
    for (name, text) in texts {
        // A recording comes from anywhere, and must not write outside the map's folder.
        if !Path::new(name).components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(refused(name, "but the name leads out of the map's folder"));
        }
        let file = folder.join(name);
        if file.exists() && std::fs::read(&file).ok().as_deref() != Some(text.as_bytes()) {
            return Err(refused(name, "where another file has this name"));
        }
    }
    for (name, text) in texts {
        let file = folder.join(name);
        if file.exists() {
            continue;
        }
        if let Some(parent) = file.parent() {
            // If this fails, writing the file says why.
            let _ = std::fs::create_dir_all(parent);
        }
        files::write(&file, text.as_bytes())?;
    }
    Ok(())
}
