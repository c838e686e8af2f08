//! Errors of writing files.

use miette::Diagnostic;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// An error of writing a file.
#[derive(Debug, Error, Diagnostic)]
#[allow(missing_docs, reason = "the messages say what the variants and fields are")]
pub enum ExportError {
    #[error("cannot create {}", path.display())]
    #[diagnostic(
        code("sidestep_lab::export::create"),
        help("check that the folder exists and is writable, or use another file name")
    )]
    Create { path: PathBuf, source: io::Error },
    #[error("cannot write {}", shown(path))]
    #[diagnostic(
        code("sidestep_lab::export::write"),
        help("check that the disk has free space; an existing file of this name is unchanged")
    )]
    Write { path: PathBuf, source: io::Error },
    #[error("cannot write {}: {encoder} is not installed", path.display())]
    #[diagnostic(
        code("sidestep_lab::export::no_encoder"),
        help(
            "install {encoder} (such as with `apt install {encoder}` or `brew install {encoder}`), or record a GIF (--gif FILE), which needs no other program"
        )
    )]
    NoEncoder { path: PathBuf, encoder: &'static str },
    #[error("cannot write {}: {encoder} failed: {said}", path.display())]
    #[diagnostic(
        code("sidestep_lab::export::encoder"),
        help("an existing file of this name is unchanged; a GIF (--gif FILE) needs no {encoder}")
    )]
    Encoder { path: PathBuf, encoder: &'static str, said: String },
    #[error("the size of {} must be between 1 × 1 and {most} × {most} pixels, not {width} × {height}", path.display())]
    #[diagnostic(
        code("sidestep_lab::export::size"),
        help("use a width and a height between 1 and {most} pixels")
    )]
    Size { path: PathBuf, width: u32, height: u32, most: u32 },
}

/// An output's name in messages.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "standard output".into() } else { path.display().to_string() }
}
