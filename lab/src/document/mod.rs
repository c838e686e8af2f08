//! Reads TOML documents whose values know their positions, and reports errors that point into the text.

mod diagnostic;
mod error;
mod excerpt;
mod file;
mod limits;
mod numbers;
pub(crate) mod origin;
mod problem;
mod problems;
mod read;
mod read_problem;

pub use error::DocumentError;
pub(crate) use error::SourceText;
pub use error::{Label, Quote};
pub(crate) use excerpt::Span;
pub(crate) use file::{check_size, read_file, utf8};
pub use limits::MAX_BYTES;
pub(crate) use numbers::NumberRange;
pub use origin::OnMap;
pub use problem::Problem;
pub(crate) use problems::problems;
pub(crate) use read::{Table, Value};
pub use read_problem::ReadProblem;
