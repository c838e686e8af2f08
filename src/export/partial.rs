//! A file that gets its name only when it is complete.

use super::ExportError;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Nothing takes so long to write, whatever the clocks of the machines say that share a folder.
const STALE: Duration = Duration::from_secs(24 * 3600);

/// A file being written. Dropped before [`Partial::commit`], it vanishes.
#[derive(Debug)]
pub struct Partial {
    target: PathBuf,
    temporary: PathBuf,
    file: Option<BufWriter<File>>,
}

impl Partial {
    /// Begins a file that will be `target`.
    pub fn create(target: &Path) -> Result<Partial, ExportError> {
        let fail = |source| ExportError::Create { path: target.to_path_buf(), source };
        let Some(name) = target.file_name() else {
            return Err(fail(io::Error::new(io::ErrorKind::InvalidInput, "this is no file's name")));
        };
        if target.is_dir() {
            return Err(fail(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder")));
        }
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}.part", std::process::id()));
        let temporary = target.with_file_name(hidden);
        let file = File::create(&temporary).map_err(fail)?;
        Ok(Partial { target: target.to_path_buf(), temporary, file: Some(BufWriter::new(file)) })
    }

    /// An error of this file.
    pub fn error(&self, source: io::Error) -> ExportError {
        ExportError::Write { path: self.target.clone(), source }
    }

    /// Gives the file its name.
    pub fn commit(mut self) -> Result<(), ExportError> {
        let flushed = self.flush();
        // Closed before it is renamed: not every system renames an open file.
        self.file = None;
        flushed.and_then(|()| fs::rename(&self.temporary, &self.target)).map_err(|source| self.error(source))
    }
}

/// Removes from a folder what programs have left that were killed as they wrote. Only what is older than a day: younger files may
/// be another machine's that is writing now. It is a matter of tidiness, so that nothing here is an error.
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

impl Write for Partial {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        self.file = None;
        // After a commit nothing has this name any more, and then there is nothing to remove.
        let _ = fs::remove_file(&self.temporary);
    }
}
