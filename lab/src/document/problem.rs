//! Problems with a document: its file, its keys and its values.

use super::limits::MAX_BYTES;

/// A problem with a document. `Display` is the message: what is wrong, then what is accepted.
pub trait Problem: std::error::Error + Send + Sync + 'static {
    /// A short, stable name of the problem, such as `scene::unknown_key`.
    fn code(&self) -> &'static str;

    /// What to do about it.
    fn help(&self) -> String;
}

/// Declares an enum of problems. Each variant has a message, a code and a help text. Message and help may quote its fields.
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
/// A problem with the text of a document, without its position.
pub enum ReadProblem {
    /// The file cannot be read.
    #[error("cannot read {file}: {reason}")]
    Unreadable {
        /// The path.
        file: String,
        /// The system's message.
        reason: String,
    }
        => ("scene::unreadable", "give the path of a map file or the name of a built-in map (`sidestep maps` lists them)"),
    /// The file is too large.
    #[error("{file} is too large: {bytes} bytes; at most {MAX_BYTES} bytes are accepted")]
    FileTooLarge {
        /// The file.
        file: String,
        /// Its size.
        bytes: u64,
    }
        => ("scene::file_too_large", "describe many units by a formation with a `count` instead of listing each"),
    /// The file is not text.
    #[error("{file} is not UTF-8 text: invalid byte at line {line}, byte {column}")]
    NotUtf8 {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The byte of that line, from 1.
        column: usize,
    }
        => ("scene::not_utf8", "save the file as UTF-8"),
    /// The text is not TOML.
    #[error("the file is not valid TOML: {reason}")]
    Syntax {
        /// The parser's message.
        reason: String,
    }
        => ("scene::syntax", "see docs/maps.md for a complete map, docs/studies.md for a study file"),
    /// An unknown key.
    #[error("unknown key '{key}' in {what}")]
    UnknownKey {
        /// The key.
        key: String,
        /// The table.
        what: String,
        /// The nearest key, or all keys.
        hint: String,
    }
        => ("scene::unknown_key", "{hint}"),
    /// A required key is missing.
    #[error("missing key '{key}' in {what}")]
    MissingKey {
        /// The key.
        key: String,
        /// The table.
        what: String,
        /// A valid line.
        example: String,
    }
        => ("scene::missing_key", "add `{example}`"),
    /// A value has the wrong type.
    #[error("'{key}' must be {expected}, not {found}")]
    WrongType {
        /// The key.
        key: String,
        /// The accepted type.
        expected: &'static str,
        /// The type found.
        found: String,
        /// A valid value.
        example: &'static str,
    }
        => ("scene::wrong_type", "write {example}"),
    /// A number is NaN, infinite, or too large.
    #[error("'{key}' must be a finite number, not {value}")]
    NotFinite {
        /// The key.
        key: String,
        /// The value.
        value: String,
    }
        => ("scene::not_finite", "write a finite number such as 1.5"),
    /// A number is zero or negative.
    #[error("'{key}' must be above 0, not {value}")]
    NotPositive {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The accepted values: "between 0.1 and 86400 s".
        range: String,
    }
        => ("scene::not_positive", "use a value {range}"),
    /// A number is out of range.
    #[error("'{key}' must be {range}, not {value}")]
    OutOfRange {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The accepted values: "between 0.1 and 86400 s".
        range: String,
    }
        => ("scene::out_of_range", "change '{key}' to a value in this range"),
    /// Two keys exclude each other.
    #[error("{what} cannot have both '{first}' and '{second}'")]
    Conflict {
        /// The table.
        what: String,
        /// One key.
        first: String,
        /// The other key.
        second: String,
        /// All keys that exclude each other.
        choices: String,
    }
        => ("scene::conflict", "keep one of {choices}"),
    /// None of several keys is given, but one is required.
    #[error("{what} needs exactly one of {choices}")]
    MissingChoice {
        /// The table.
        what: String,
        /// The keys.
        choices: String,
    }
        => ("scene::missing_choice", "use one of these keys"),
    /// Bounds, a wall's box or a region without an area.
    #[error("'{key}' encloses no area: its corners are {min} and {max}")]
    EmptyBox {
        /// The key.
        key: String,
        /// The first corner.
        min: String,
        /// The second corner.
        max: String,
    }
        => ("scene::empty_box", "write the lower left corner first, then the upper right corner: [[-10, -5], [10, 5]]"),
}
}
