//! Why a file could not be written.

use miette::Diagnostic;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a file could not be written.
#[derive(Debug, Error, Diagnostic)]
pub enum ExportError {
    /// The file could not be made.
    #[error("cannot create {}", path.display())]
    #[diagnostic(
        code("sidestep::export::create"),
        help("check that the folder exists and is writable, or use another file name")
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
        help("check that the disk has free space; an existing file of this name is unchanged")
    )]
    Write {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A picture of this size does not exist in the format.
    #[error("the size of {} must be between 1 × 1 and {most} × {most} pixels, not {width} × {height}", path.display())]
    #[diagnostic(code("sidestep::export::size"), help("use a width and a height in this range"))]
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
