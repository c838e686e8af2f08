//! Errors of writing files.

use miette::Diagnostic;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error of writing a file.
#[derive(Debug, Error, Diagnostic)]
pub enum ExportError {
    /// The file could not be created.
    #[error("cannot create {}", path.display())]
    #[diagnostic(
        code("sidestep_lab::export::create"),
        help("check that the folder exists and is writable, or use another file name")
    )]
    Create {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Writing failed.
    #[error("cannot write {}", shown(path))]
    #[diagnostic(
        code("sidestep_lab::export::write"),
        help("check that the disk has free space; an existing file of this name is unchanged")
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The program that encodes videos is not installed.
    #[error("cannot write {}: {encoder} is not installed", path.display())]
    #[diagnostic(
        code("sidestep_lab::export::no_encoder"),
        help(
            "install {encoder} (such as with `apt install {encoder}` or `brew install {encoder}`), or record a GIF (--gif FILE), which needs no other program"
        )
    )]
    NoEncoder {
        /// The file.
        path: PathBuf,
        /// The program.
        encoder: &'static str,
    },
    /// The program that encodes videos failed.
    #[error("cannot write {}: {encoder} failed: {said}", path.display())]
    #[diagnostic(
        code("sidestep_lab::export::encoder"),
        help("an existing file of this name is unchanged; a GIF (--gif FILE) needs no {encoder}")
    )]
    Encoder {
        /// The file.
        path: PathBuf,
        /// The program.
        encoder: &'static str,
        /// Its last words.
        said: String,
    },
    /// The picture's size is out of range.
    #[error("the size of {} must be between 1 × 1 and {most} × {most} pixels, not {width} × {height}", path.display())]
    #[diagnostic(
        code("sidestep_lab::export::size"),
        help("use a width and a height between 1 and {most} pixels")
    )]
    Size {
        /// The file.
        path: PathBuf,
        /// The requested width, pixels.
        width: u32,
        /// The requested height, pixels.
        height: u32,
        /// The largest accepted width and height, pixels.
        most: u32,
    },
}

/// An output's name in messages.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "standard output".into() } else { path.display().to_string() }
}
