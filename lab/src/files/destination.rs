//! Distinguishes output paths: standard output, streams and regular files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The kind of output that a path names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// `-` or /dev/stdout.
    Stdout,
    /// A device, a pipe or an open file descriptor: written directly.
    Stream(PathBuf),
    /// A regular file or an unused name, with links resolved.
    File(PathBuf),
}

impl Destination {
    /// Returns the kind of output that `path` names.
    ///
    /// # Errors
    ///
    /// The path is a folder, or its folder does not exist.
    pub fn for_path(path: &Path) -> io::Result<Destination> {
        if path == Path::new("-") || path == Path::new("/dev/stdout") {
            return Ok(Destination::Stdout);
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => Err(is_a_folder()),
            Ok(metadata) if !metadata.is_file() || is_descriptor(path) => {
                Ok(Destination::Stream(path.to_path_buf()))
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => absolute(&without_links(path)?).map(Destination::File),
        }
    }
}

fn is_a_folder() -> io::Error {
    io::Error::new(io::ErrorKind::IsADirectory, "this is a folder")
}

/// Whether a path names an open file descriptor of this program, such as /dev/fd/63 from a shell's `>(command)`.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/dev/stderr", "/proc"].iter().any(|folder| path.starts_with(folder))
}

/// Resolves symbolic links, also if the file does not exist.
fn without_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..40 {
        let Ok(link) = fs::read_link(&path) else { return Ok(path) };
        path = path.parent().unwrap_or(Path::new("")).join(link);
    }
    Err(io::Error::other("too many symbolic links"))
}

fn absolute(path: &Path) -> io::Result<PathBuf> {
    if path.as_os_str().as_encoded_bytes().ends_with(b"/") {
        return Err(is_a_folder());
    }
    let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "this is not a file name");
    let name = path.file_name().ok_or_else(no_name)?;
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    Ok(fs::canonicalize(folder)?.join(name))
}
