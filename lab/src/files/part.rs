//! Part files: incomplete files under temporary names, and the removal of part files left by killed programs.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};
use tempfile::NamedTempFile;

/// Longer than writing any file takes, even if the clocks of machines that share a folder differ.
const STALE: Duration = Duration::from_secs(24 * 3600);
/// Most systems allow 255 bytes in a file name; this leaves room for the unique suffix.
const LONGEST_NAME: usize = 200;

/// The part files being written, each with the file that it becomes.
static OPEN: Mutex<BTreeMap<PathBuf, PathBuf>> = Mutex::new(BTreeMap::new());

fn open_parts() -> MutexGuard<'static, BTreeMap<PathBuf, PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all part files and prevents any more from being created or renamed, for a program about to exit. Returns the
/// absolute paths of the files that they would have become.
pub fn abandon_all() -> Vec<PathBuf> {
    let open = open_parts();
    // A part that no longer exists has been renamed, so its file is complete.
    let abandoned = open.iter().filter(|(part, _)| fs::remove_file(part).is_ok());
    let targets = abandoned.map(|(_, target)| target.clone()).collect();
    std::mem::forget(open);
    targets
}

/// A file under a temporary name until it is complete.
#[derive(Debug)]
pub(super) struct PartFile {
    pub writer: BufWriter<NamedTempFile>,
    target: PathBuf,
    entry: Entry,
}

impl PartFile {
    pub fn create(target: PathBuf) -> io::Result<PartFile> {
        // A rename would replace even a read-only file, so check that the file is writable.
        if target.exists() {
            File::options().write(true).open(&target)?;
        }
        let folder = target.parent().unwrap_or(Path::new("/"));
        let prefix = hidden(target.file_name().unwrap_or_default());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // Locked while the file is created, so that an interrupt also removes this file.
        let mut open = open_parts();
        let file = builder.tempfile_in(folder)?;
        let entry = Entry(file.path().to_path_buf());
        open.insert(entry.0.clone(), target.clone());
        Ok(PartFile { writer: BufWriter::new(file), target, entry })
    }

    pub fn commit(self) -> io::Result<()> {
        let PartFile { writer, target, entry } = self;
        let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        if let Ok(before) = fs::metadata(&target) {
            // Fails for users who do not own the file; it then gets the default permissions.
            let _ = file.as_file().set_permissions(before.permissions());
        }
        file.as_file().sync_all()?;
        {
            let _open = open_parts();
            file.persist(&target).map_err(|failed| failed.error)?;
        }
        drop(entry);
        Ok(())
    }
}

/// Returns ".name.", or "." for a name that is too long.
fn hidden(name: &OsStr) -> OsString {
    let mut hidden = OsString::from(".");
    if name.len() <= LONGEST_NAME {
        hidden.push(name);
        hidden.push(".");
    }
    hidden
}

/// Registers a part file for removal by an interrupt.
#[derive(Debug)]
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        open_parts().remove(&self.0);
    }
}

/// Removes part files that killed programs have left in a folder. Only files older than a day are removed, because another
/// machine may be writing newer ones. Failures are ignored.
pub fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if is_part(&entry.file_name()) && entry.metadata().is_ok_and(|metadata| is_stale(&metadata)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a name has the form of a part file's name.
fn is_part(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(b".") && name.ends_with(b".part")
}

fn is_stale(metadata: &fs::Metadata) -> bool {
    let age = metadata.modified().ok().and_then(|written| SystemTime::now().duration_since(written).ok());
    metadata.is_file() && age.is_some_and(|age| age > STALE)
}
