//! Problems with a document: its file, its keys and its values.

use super::limits::MAX_BYTES;
use super::problems::problems;

problems! {
/// A problem with the text of a document, without its position.
pub enum ReadProblem {
    Unreadable { file: String, reason: String }
        "scene::unreadable": ("cannot read {file}: {reason}")
        => ("give the path of a map file or the name of a built-in map (`sidestep maps` lists them)"),
    FileTooLarge { file: String, bytes: u64 }
        "scene::file_too_large": ("{file} is too large: {bytes} bytes; at most {MAX_BYTES} bytes are accepted")
        => ("describe many units by a formation with a `count` instead of listing each"),
    NotUtf8 { file: String, line: usize, column: usize }
        "scene::not_utf8": ("{file} is not UTF-8 text: invalid byte at line {line}, byte {column}")
        => ("save the file as UTF-8"),
    Syntax { reason: String }
        "scene::syntax": ("the file is not valid TOML: {reason}")
        => ("see docs/maps.md for a complete map, docs/studies.md for a study file"),
    UnknownKey { key: String, what: String, hint: String }
        "scene::unknown_key": ("unknown key '{key}' in {what}")
        => ("{hint}"),
    UnknownWord { what: &'static str, word: String, hint: String }
        "scene::unknown_word": ("unknown {what} '{word}'")
        => ("{hint}"),
    MissingKey { key: String, what: String, example: String }
        "scene::missing_key": ("missing key '{key}' in {what}")
        => ("add `{example}`"),
    WrongType { key: String, expected: &'static str, found: String, example: &'static str }
        "scene::wrong_type": ("'{key}' must be {expected}, not {found}")
        => ("write {example}"),
    NotFinite { key: String, value: String }
        "scene::not_finite": ("'{key}' must be a finite number, not {value}")
        => ("write a finite number such as 1.5"),
    NotPositive { key: String, value: String, range: String }
        "scene::not_positive": ("'{key}' must be above 0, not {value}")
        => ("use a value {range}"),
    OutOfRange { key: String, value: String, range: String }
        "scene::out_of_range": ("'{key}' must be {range}, not {value}")
        => ("change '{key}' to a value in this range"),
    Conflict { what: String, first: String, second: String, choices: String }
        "scene::conflict": ("{what} cannot have both '{first}' and '{second}'")
        => ("keep one of {choices}"),
    MissingChoice { what: String, choices: String }
        "scene::missing_choice": ("{what} needs exactly one of {choices}")
        => ("use one of these keys"),
    EmptyBox { key: String, min: String, max: String }
        "scene::empty_box": ("'{key}' encloses no area: its corners are {min} and {max}")
        => ("write the lower left corner first, then the upper right corner: [[-10, -5], [10, 5]]"),
}
}
