//! What can be wrong with the text of a document: its file, its keys and its values.

use super::limits::MAX_BYTES;

/// What can be wrong with a document. Its message is its `Display`.
pub trait Problem: std::error::Error + Send + Sync + 'static {
    /// A short name that does not change when the message does, `scene::unknown_key`.
    fn code(&self) -> &'static str;

    /// What is accepted, or what to do.
    fn help(&self) -> String;
}

/// Declares an enum of problems. Beside its message, each variant has a code and a help text, which may quote the
/// variant's fields.
macro_rules! problems {
    (
        $(#[$doc:meta])*
        pub enum $name:ident {
            $(
                $(#[$attribute:meta])*
                $variant:ident $({ $($(#[$field_doc:meta])* $field:ident: $type:ty),* $(,)? })?
                    => ($code:literal, $($help:tt)*)
            ),* $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, thiserror::Error)]
        #[non_exhaustive]
        pub enum $name {
            $($(#[$attribute])* $variant $({ $($(#[$field_doc])* $field: $type),* })?),*
        }

        impl $crate::document::Problem for $name {
            fn code(&self) -> &'static str {
                match self {
                    $($name::$variant { .. } => $code),*
                }
            }

            #[allow(unused_variables, reason = "most help texts quote some fields only")]
            fn help(&self) -> String {
                match self {
                    $($name::$variant $({ $($field),* })? => format!($($help)*)),*
                }
            }
        }
    };
}
pub(crate) use problems;

problems! {
/// What is wrong with the text of a document, without the position.
pub enum ReadProblem {
    /// The file cannot be read.
    #[error("cannot read the map {file}: {reason}")]
    Unreadable {
        /// The path.
        file: String,
        /// What the system said.
        reason: String,
    }
        => ("scene::unreadable", "give the path of a map file, or the name of a built-in map (`sidestep maps` lists them)"),
    /// More bytes than are read.
    #[error("the map {file} has {bytes} bytes; at most {MAX_BYTES} are read")]
    FileTooLarge {
        /// The file.
        file: String,
        /// Its size.
        bytes: u64,
    }
        => ("scene::file_too_large", "a formation with a count stands for any number of units in a few lines"),
    /// Not text.
    #[error("the map {file} is not UTF-8 text: byte {column} of line {line} cannot be read")]
    NotUtf8 {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The byte of that line, from 1.
        column: usize,
    }
        => ("scene::not_utf8", "save the file as UTF-8"),
    /// Not TOML.
    #[error("the map is not valid TOML: {reason}")]
    Syntax {
        /// What the parser said.
        reason: String,
    }
        => ("scene::syntax", "docs/scene-format.md has a whole map as an example"),
    /// A key that means nothing.
    #[error("unknown key '{key}' in {what}")]
    UnknownKey {
        /// The key.
        key: String,
        /// Where.
        what: String,
        /// The nearest key, or all of them.
        hint: String,
    }
        => ("scene::unknown_key", "{hint}"),
    /// A key that must be there.
    #[error("'{key}' is missing from {what}")]
    MissingKey {
        /// The key.
        key: String,
        /// Where.
        what: String,
        /// A line that would do.
        example: String,
    }
        => ("scene::missing_key", "add `{example}`"),
    /// A value of another type.
    #[error("'{key}' must be {expected}, not {found}")]
    WrongType {
        /// The key.
        key: String,
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: String,
        /// One that would do.
        example: &'static str,
    }
        => ("scene::wrong_type", "write {example}"),
    /// NaN, infinite, or too large to be written down.
    #[error("'{key}' is {value}, which is not a finite number")]
    NotFinite {
        /// The key.
        key: String,
        /// The value.
        value: String,
    }
        => ("scene::not_finite", "every number of a map must be finite"),
    /// Zero or negative.
    #[error("'{key}' is {value}; it must be above 0")]
    NotPositive {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The values that are taken.
        range: String,
    }
        => ("scene::not_positive", "{range} is taken"),
    /// Outside the values that are taken.
    #[error("'{key}' is {value}, which is out of range")]
    OutOfRange {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The values that are taken.
        range: String,
    }
        => ("scene::out_of_range", "{range} is taken"),
    /// Two keys of which only one can hold.
    #[error("{what} has '{first}' and '{second}' at once")]
    Conflict {
        /// Where.
        what: String,
        /// One.
        first: String,
        /// The other.
        second: String,
        /// All that exclude each other.
        choices: String,
    }
        => ("scene::conflict", "keep exactly one of {choices}"),
    /// None of several keys of which one must be there.
    #[error("{what} says nothing of what it is")]
    MissingChoice {
        /// Where.
        what: String,
        /// The keys.
        choices: String,
    }
        => ("scene::missing_choice", "give exactly one of {choices}"),
    /// Bounds, a wall's box or a region without an inside.
    #[error("'{key}' encloses nothing: its corners are {min} and {max}")]
    EmptyBox {
        /// The key.
        key: String,
        /// The first corner.
        min: String,
        /// The second corner.
        max: String,
    }
        => ("scene::empty_box", "write the lower left corner first, then the upper right one: [[-10, -5], [10, 5]]"),
}
}
