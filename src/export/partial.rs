//! A file that gets its name only when it is complete.

use super::ExportError;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

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
        let mut hidden = std::ffi::OsString::from(".");
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
