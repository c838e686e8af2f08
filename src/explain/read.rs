//! Reading a file of cases: one reader for those of models and those of behaviours.

use super::avoidance::AvoidanceCase;
use super::behaviour;
use super::error::{CaseError, CaseProblem};
use serde_json::{Map, Value};

/// The name by which a case asks for a steering behaviour.
const BEHAVIOUR: &str = behaviour::MODEL;

/// A decision to be explained.
#[derive(Debug, Clone, PartialEq)]
pub enum Case {
    /// An avoidance model's.
    Avoidance(Box<AvoidanceCase>),
    /// A steering behaviour's: what it found, which is known once the case was read.
    Behaviour(Value),
}

impl Case {
    /// What the case's model decides, as one JSON object: the case's `id`, then what the model found.
    pub fn explain(&self) -> Value {
        match self {
            Case::Avoidance(case) => case.explain(),
            Case::Behaviour(found) => found.clone(),
        }
    }
}

/// Reads one case or an array of them.
///
/// # Errors
///
/// Says which case is wrong, which field of it, and what is accepted.
pub fn read(text: &str) -> Result<Vec<Case>, CaseError> {
    let whole = |problem: String| CaseError { case: None, field: None, problem };
    let value: Value = serde_json::from_str(text).map_err(|e| whole(format!("invalid JSON: {e}")))?;
    let values = match value {
        Value::Array(values) => values,
        object @ Value::Object(_) => vec![object],
        _ => return Err(whole("expected one case (an object) or an array of cases".into())),
    };
    if values.is_empty() {
        return Err(whole("the array is empty; expected at least one case".into()));
    }
    let numbered = |(index, value): (usize, Value)| {
        let id = value.get("id").filter(|id| !id.is_null());
        let id = id.map(|id| id.as_str().map_or(id.to_string(), String::from));
        read_case(value).map_err(|CaseProblem { field, problem }| CaseError {
            case: Some((index, id)),
            field: (!field.is_empty()).then_some(field),
            problem,
        })
    };
    values.into_iter().enumerate().map(numbered).collect()
}

fn read_case(mut value: Value) -> Result<Case, CaseProblem> {
    if value.get("behaviour").is_none() && value.get("model").is_none_or(|model| model != BEHAVIOUR) {
        return AvoidanceCase::read(value).map(|case| Case::Avoidance(Box::new(case)));
    }
    let found = behaviour::decide_case(&value)?;
    let mut answer = Map::new();
    answer.insert("id".into(), value["id"].take());
    answer.extend(found.as_object().cloned().unwrap_or_default());
    Ok(Case::Behaviour(Value::Object(answer)))
}
