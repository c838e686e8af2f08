//! A file that gets its name only when it is complete.
//!
//! A regular file, or a free name, is written under a unique name beside it, synced and renamed. Standard output, devices and
//! pipes are written directly: renaming a file over one of them would destroy it.

use miette::Diagnostic;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};
use tempfile::NamedTempFile;
use thiserror::Error;

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

/// Why a file could not be written.
#[derive(Debug, Error, Diagnostic)]
pub enum ExportError {
    /// The file could not be made.
    #[error("cannot create {}", path.display())]
    #[diagnostic(
        code("sidestep::export::create"),
        help("check that the folder exists and that you may write there, or name another file")
    )]
    Create {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Writing failed on the way.
    #[error("cannot write {}", path.display())]
    #[diagnostic(
        code("sidestep::export::write"),
        help("check that the disk has room; a file that was there before is unchanged")
    )]
    Write {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A picture of this size does not exist in the format.
    #[error("{} cannot be {width} × {height} pixels", path.display())]
    #[diagnostic(code("sidestep::export::size"), help("choose a width and height between 1 and {most}"))]
    Size {
        /// Which file.
        path: PathBuf,
        /// Asked for.
        width: u32,
        /// Asked for.
        height: u32,
        /// The largest that there is.
        most: u32,
    },
}

/// Writes a whole file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), ExportError> {
    let mut file = Partial::create(path)?;
    file.write_all(bytes).map_err(|source| file.error(source))?;
    file.commit()
}

/// What a path stands for as an output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// `-` or /dev/stdout.
    Stdout,
    /// A device, a pipe or an open file descriptor: written directly.
    Stream(PathBuf),
    /// A regular file or a free name, links resolved.
    File(PathBuf),
}

impl Destination {
    /// What `path` stands for. An error where it cannot be a file: a folder, or in a folder that does not exist.
    pub fn of(path: &Path) -> io::Result<Destination> {
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

/// Whether a path names an open descriptor of this program, such as the /dev/fd/63 of a shell's `>(command)`.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/fd", "/dev/stderr", "/proc"].iter().any(|folder| path.starts_with(folder))
}

/// The path behind symbolic links, whether or not there is a file.
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
    let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file");
    let name = path.file_name().ok_or_else(no_name)?;
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    Ok(fs::canonicalize(folder)?.join(name))
}

/// A file being written. Dropped before [`Partial::commit`], it vanishes; a stream keeps what it was given.
#[derive(Debug)]
pub struct Partial {
    path: PathBuf,
    sink: Sink,
}

#[derive(Debug)]
enum Sink {
    Part(PartFile),
    Stream(BufWriter<Stream>),
}

impl Partial {
    /// Begins a file that will be `path`.
    pub fn create(path: &Path) -> Result<Partial, ExportError> {
        let path = path.to_path_buf();
        match Sink::open(&path) {
            Ok(sink) => Ok(Partial { path, sink }),
            Err(source) => Err(ExportError::Create { path, source }),
        }
    }

    /// Whether a person reads what is written.
    pub fn is_terminal(&self) -> bool {
        match &self.sink {
            Sink::Part(_) => false,
            Sink::Stream(stream) => stream.get_ref().is_terminal(),
        }
    }

    /// An error of this file.
    pub fn error(&self, source: io::Error) -> ExportError {
        ExportError::Write { path: self.path.clone(), source }
    }

    /// Gives the file its name.
    pub fn commit(self) -> Result<(), ExportError> {
        let Partial { path, sink } = self;
        let committed = match sink {
            Sink::Part(part) => part.commit(),
            Sink::Stream(mut stream) => stream.flush(),
        };
        committed.map_err(|source| ExportError::Write { path, source })
    }
}

impl Write for Partial {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Part(part) => part.writer.write(bytes),
            Sink::Stream(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Part(part) => part.writer.flush(),
            Sink::Stream(stream) => stream.flush(),
        }
    }
}

impl Sink {
    fn open(path: &Path) -> io::Result<Sink> {
        let stream = |stream| Ok(Sink::Stream(BufWriter::new(stream)));
        match Destination::of(path)? {
            Destination::Stdout => stream(Stream::Stdout(io::stdout())),
            Destination::Stream(path) => {
                // A descriptor of a regular file may have other writers, whose lines stay.
                let is_file = fs::metadata(&path)?.is_file();
                stream(Stream::File(File::options().write(true).append(is_file).open(path)?))
            }
            Destination::File(path) => PartFile::create(path).map(Sink::Part),
        }
    }
}

/// A file under a name of its own until it is complete.
#[derive(Debug)]
struct PartFile {
    writer: BufWriter<NamedTempFile>,
    target: PathBuf,
    entry: Entry,
}

impl PartFile {
    fn create(target: PathBuf) -> io::Result<PartFile> {
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

    fn commit(self) -> io::Result<()> {
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

/// What is written directly. A reader that has closed its end has what it wanted: the rest is discarded.
#[derive(Debug)]
enum Stream {
    Stdout(io::Stdout),
    File(File),
}

impl Stream {
    fn is_terminal(&self) -> bool {
        match self {
            Stream::Stdout(stdout) => stdout.is_terminal(),
            Stream::File(file) => file.is_terminal(),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match self {
            Stream::Stdout(stdout) => stdout.write(bytes),
            Stream::File(file) => file.write(bytes),
        };
        unless_closed(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = match self {
            Stream::Stdout(stdout) => stdout.flush(),
            Stream::File(file) => file.flush(),
        };
        unless_closed(flushed, ())
    }
}

fn unless_closed<T>(result: io::Result<T>, closed: T) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(closed),
        other => other,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_files_of_one_name_do_not_mix() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut files = [Partial::create(&path).unwrap(), Partial::create(&path).unwrap()];
        for (file, text) in files.iter_mut().zip(["first", "second"]) {
            file.write_all(text.as_bytes()).unwrap();
        }
        let [first, second] = files;
        second.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second");
        first.commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_dropped_leaves_an_earlier_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "earlier").unwrap();
        let mut file = Partial::create(&path).unwrap();
        file.write_all(b"later").unwrap();
        file.flush().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        drop(file);
        assert_eq!(fs::read_to_string(&path).unwrap(), "earlier");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_name_as_long_as_the_system_allows_can_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("é".repeat(127));
        Partial::create(&path).unwrap().commit().unwrap();
        assert!(path.exists());
    }

    #[test]
    fn folders_are_no_files() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["", "a/", "missing/a", "a/.."] {
            assert!(Destination::of(&folder.path().join(name)).is_err(), "{name}");
        }
        assert!(Destination::of(Path::new("")).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn permissions_are_those_of_the_earlier_file_or_the_usual_ones() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (new, usual) = (folder.path().join("new"), folder.path().join("usual"));
        fs::write(&usual, "").unwrap();
        Partial::create(&new).unwrap().commit().unwrap();
        assert_eq!(mode(&new), mode(&usual));
        fs::set_permissions(&new, fs::Permissions::from_mode(0o640)).unwrap();
        Partial::create(&new).unwrap().commit().unwrap();
        assert_eq!(mode(&new), 0o640);
    }
}
