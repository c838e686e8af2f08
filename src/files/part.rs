//! Part files: files under a name of their own until they are complete, and those that killed programs have left.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};
use tempfile::NamedTempFile;

/// No file takes this long to write, even if the clocks of machines that share a folder differ.
const STALE: Duration = Duration::from_secs(24 * 3600);
/// A file name has at most 255 bytes in most systems; this leaves room for what makes it unique.
const LONGEST_NAME: usize = 200;

/// The part files that are being written now, and the files that they will be.
static OPEN: Mutex<BTreeMap<PathBuf, PathBuf>> = Mutex::new(BTreeMap::new());

fn open_parts() -> MutexGuard<'static, BTreeMap<PathBuf, PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all part files and keeps any more from being created or renamed: for a program that is about to exit. The files
/// that they would have been, as absolute paths.
pub fn abandon_all() -> Vec<PathBuf> {
    let open = open_parts();
    // A part that is no longer there has been renamed: its file is complete.
    let abandoned = open.iter().filter(|(part, _)| fs::remove_file(part).is_ok());
    let targets = abandoned.map(|(_, target)| target.clone()).collect();
    std::mem::forget(open);
    targets
}

/// A file under a name of its own until it is complete.
#[derive(Debug)]
pub(super) struct PartFile {
    pub writer: BufWriter<NamedTempFile>,
    target: PathBuf,
    entry: Entry,
}

impl PartFile {
    pub fn create(target: PathBuf) -> io::Result<PartFile> {
        // A rename would replace a file that must not be written.
        if target.exists() {
            File::options().write(true).open(&target)?;
        }
        let folder = target.parent().unwrap_or(Path::new("/"));
        let prefix = hidden(target.file_name().unwrap_or_default());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".part");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // Held while the file is created, so that an interrupt misses none.
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
            // Only its owner may keep a file's permissions; others get usual ones.
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

/// ".name.", shortened where it would be too long.
fn hidden(name: &OsStr) -> OsString {
    let mut hidden = OsString::from(".");
    if name.len() <= LONGEST_NAME {
        hidden.push(name);
        hidden.push(".");
    }
    hidden
}

/// A part file's place among those that an interrupt removes.
#[derive(Debug)]
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        open_parts().remove(&self.0);
    }
}

/// Removes what killed programs have left in a folder. Only files older than a day: another machine may be writing younger ones.
/// This is tidiness, so nothing here is an error.
pub fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if is_part(&entry.file_name()) && entry.metadata().is_ok_and(|metadata| is_stale(&metadata)) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether a file has a name that [`Partial::create`] gives.
fn is_part(name: &OsStr) -> bool {
    let name = name.as_encoded_bytes();
    name.starts_with(b".") && name.ends_with(b".part")
}

fn is_stale(metadata: &fs::Metadata) -> bool {
    let age = metadata.modified().ok().and_then(|written| SystemTime::now().duration_since(written).ok());
    metadata.is_file() && age.is_some_and(|age| age > STALE)
}
