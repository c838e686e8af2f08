//! What can be wrong with the text of a document: its file, its keys and its values.

use super::limits::MAX_BYTES;
use miette::Diagnostic;

/// What is wrong with the text of a document, without the position.
#[derive(Debug, Clone, PartialEq, thiserror::Error, Diagnostic)]
#[non_exhaustive]
pub enum ReadProblem {
    /// The file cannot be read.
    #[error("cannot read the map {file}: {reason}")]
    #[diagnostic(
        code(scene::unreadable),
        help("give the path of a map file, or the name of a built-in map (`sidestep maps` lists them)")
    )]
    Unreadable {
        /// The path.
        file: String,
        /// What the system said.
        reason: String,
    },
    /// More bytes than are read.
    #[error("the map {file} has {bytes} bytes; at most {MAX_BYTES} are read")]
    #[diagnostic(
        code(scene::file_too_large),
        help("a formation with a count stands for any number of units in a few lines")
    )]
    FileTooLarge {
        /// The file.
        file: String,
        /// Its size.
        bytes: u64,
    },
    /// Not text.
    #[error("the map {file} is not UTF-8 text: byte {column} of line {line} cannot be read")]
    #[diagnostic(code(scene::not_utf8), help("save the file as UTF-8"))]
    NotUtf8 {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The byte of that line, from 1.
        column: usize,
    },
    /// Not TOML.
    #[error("the map is not valid TOML: {0}")]
    #[diagnostic(code(scene::syntax), help("docs/scene-format.md has a whole map as an example"))]
    Syntax(String),
    /// A key that means nothing.
    #[error("unknown key '{key}' in {what}")]
    #[diagnostic(code(scene::unknown_key), help("{hint}"))]
    UnknownKey {
        /// The key.
        key: String,
        /// Where.
        what: String,
        /// The nearest key, or all of them.
        hint: String,
    },
    /// A key that must be there.
    #[error("'{key}' is missing from {what}")]
    #[diagnostic(code(scene::missing_key), help("add `{example}`"))]
    MissingKey {
        /// The key.
        key: String,
        /// Where.
        what: String,
        /// A line that would do.
        example: String,
    },
    /// A value of another type.
    #[error("'{key}' must be {expected}, not {found}")]
    #[diagnostic(code(scene::wrong_type), help("write {example}"))]
    WrongType {
        /// The key.
        key: String,
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: String,
        /// One that would do.
        example: &'static str,
    },
    /// NaN, infinite, or too large to be written down.
    #[error("'{key}' is {value}, which is not a finite number")]
    #[diagnostic(code(scene::not_finite), help("every number of a map must be finite"))]
    NotFinite {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// Zero or negative.
    #[error("'{key}' is {value}; it must be above 0")]
    #[diagnostic(code(scene::not_positive), help("{range} is taken"))]
    NotPositive {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The values that are taken.
        range: String,
    },
    /// Outside the values that are taken.
    #[error("'{key}' is {value}, which is out of range")]
    #[diagnostic(code(scene::out_of_range), help("{range} is taken"))]
    OutOfRange {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The values that are taken.
        range: String,
    },
    /// Two keys of which only one can hold.
    #[error("{what} has '{first}' and '{second}' at once")]
    #[diagnostic(code(scene::conflict), help("keep exactly one of {choices}"))]
    Conflict {
        /// Where.
        what: String,
        /// One.
        first: String,
        /// The other.
        second: String,
        /// All that exclude each other.
        choices: String,
    },
    /// None of several keys of which one must be there.
    #[error("{what} says nothing of what it is")]
    #[diagnostic(code(scene::missing_choice), help("give exactly one of {choices}"))]
    MissingChoice {
        /// Where.
        what: String,
        /// The keys.
        choices: String,
    },
    /// Bounds, a wall's box or a region without an inside.
    #[error("'{key}' encloses nothing: its corners are {min} and {max}")]
    #[diagnostic(
        code(scene::empty_box),
        help("write the lower left corner first, then the upper right one: [[-10, -5], [10, 5]]")
    )]
    EmptyBox {
        /// The key.
        key: String,
        /// The first corner.
        min: String,
        /// The second corner.
        max: String,
    },
}
