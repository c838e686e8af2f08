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
