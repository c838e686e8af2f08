//! Errors in cases, in the terms of JSON instead of Rust.

use crate::text::did_you_mean;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt;

/// A problem with a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseProblem {
    /// The field, as a path such as `unit.position`; empty for the case as a whole.
    pub field: String,
    /// What is wrong with it, and what is accepted.
    pub problem: String,
}

impl CaseProblem {
    /// Makes a problem with a field.
    pub(super) fn new(field: impl Into<String>, problem: impl Into<String>) -> CaseProblem {
        CaseProblem { field: field.into(), problem: problem.into() }
    }

    /// Makes the problem of a missing field that `user` needs.
    pub(super) fn missing(field: impl Into<String>, user: &str) -> CaseProblem {
        CaseProblem::new(field, format!("missing; {user} needs it"))
    }
}

/// An error in a file of cases.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseError {
    /// The index and the id (if any) of the case; none if the error concerns the whole file.
    pub case: Option<(usize, Option<String>)>,
    /// The field, as a path such as `unit.position`.
    pub field: Option<String>,
    /// What is wrong, and what is accepted.
    pub problem: String,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((index, id)) = &self.case {
            write!(f, "case {}", index + 1)?;
            if let Some(id) = id {
                write!(f, " ({id})")?;
            }
            f.write_str(", ")?;
        }
        if let Some(field) = &self.field {
            write!(f, "field '{field}': ")?;
        }
        f.write_str(&self.problem)
    }
}

impl std::error::Error for CaseError {}

/// Reads the fields of `T` from `value`. `user` is the model or behaviour that needs them.
pub(super) fn read_fields<T: DeserializeOwned>(value: &Value, user: &str) -> Result<T, CaseProblem> {
    read_at("", value, user)
}

pub(super) fn read_at<T: DeserializeOwned>(field: &str, value: &Value, user: &str) -> Result<T, CaseProblem> {
    serde_path_to_error::deserialize(value).map_err(|error| {
        let inner = error.path().to_string();
        let path = match inner.as_str() {
            "." => field.to_string(),
            inner if field.is_empty() || inner.starts_with('[') => format!("{field}{inner}"),
            inner => format!("{field}.{inner}"),
        };
        in_json_terms(path, &error.inner().to_string(), user)
    })
}

/// Converts serde's message about the value at `path` to a problem.
fn in_json_terms(path: String, message: &str, user: &str) -> CaseProblem {
    let (said, expected) = message.rsplit_once(", expected ").unwrap_or((message, ""));
    let name = said.split('`').nth(1).unwrap_or_default();
    if said.starts_with("missing field") {
        let field = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
        CaseProblem::missing(field, user)
    } else if said.starts_with("unknown field") {
        CaseProblem::new(path, format!("unknown field '{name}'; {}", did_you_mean(name, &quoted(expected))))
    } else if said.starts_with("unknown variant") {
        CaseProblem::new(path, format!("unknown name '{name}'; {}", did_you_mean(name, &quoted(expected))))
    } else if let Some(found) = said.strip_prefix("invalid type: ") {
        CaseProblem::new(path, format!("expected {}, not {}", accepted(expected), found_kind(found)))
    } else if said.starts_with("invalid length") {
        CaseProblem::new(path, format!("expected {}", accepted(expected)))
    } else {
        CaseProblem::new(path, message)
    }
}

/// Returns the names between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Translates what serde expected.
fn accepted(expected: &str) -> &str {
    match expected {
        "a boolean" => "true or false",
        "a sequence" => "an array",
        "u32" => "a whole number",
        "an array of length 2" => "the two ends of a wall, [[x, y], [x, y]]",
        structure if structure.starts_with("struct ") => "an object",
        other => other,
    }
}

/// Translates what serde found.
fn found_kind(found: &str) -> String {
    match found.split_once(' ').unwrap_or((found, "")) {
        ("boolean", _) => "true or false".into(),
        ("integer" | "floating", _) => "a number".into(),
        ("string", text) => format!("a string, {text}"),
        ("sequence", _) => "an array".into(),
        ("map", _) => "an object".into(),
        _ => "null".into(),
    }
}
