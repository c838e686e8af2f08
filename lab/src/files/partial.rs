//! An output that is being written: a part file or a stream.

use super::destination::Destination;
use super::error::ExportError;
use super::part::PartFile;
use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// A file that is being written. Unless [`Partial::commit`] is called, dropping it removes the file; a stream keeps what was
/// written.
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
    /// Begins a file that becomes `path`.
    pub fn create(path: &Path) -> Result<Partial, ExportError> {
        let path = path.to_path_buf();
        match Sink::open(&path) {
            Ok(sink) => Ok(Partial { path, sink }),
            Err(source) => Err(ExportError::Create { path, source }),
        }
    }

    /// Whether the output is a terminal.
    pub fn is_terminal(&self) -> bool {
        match &self.sink {
            Sink::Part(_) => false,
            Sink::Stream(stream) => stream.get_ref().is_terminal(),
        }
    }

    /// Where the file is until it is complete; none for a stream.
    pub fn part_path(&self) -> Option<&Path> {
        match &self.sink {
            Sink::Part(part) => Some(part.writer.get_ref().path()),
            Sink::Stream(_) => None,
        }
    }

    /// Makes an error of this file.
    pub fn error(&self, source: io::Error) -> ExportError {
        ExportError::Write { path: self.path.clone(), source }
    }

    /// Completes the file and renames it into place.
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
        match Destination::for_path(path)? {
            Destination::Stdout => stream(Stream::Stdout(io::stdout())),
            Destination::Stream(path) => {
                // Append, because a regular file behind a descriptor can have other writers.
                let is_file = fs::metadata(&path)?.is_file();
                stream(Stream::File(File::options().write(true).append(is_file).open(path)?))
            }
            Destination::File(path) => PartFile::create(path).map(Sink::Part),
        }
    }
}

/// An output that is written directly. Once the reader has closed its end, the rest is discarded.
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
