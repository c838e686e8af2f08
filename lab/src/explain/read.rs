//! Reads files of cases, of models and of behaviours.

use super::avoidance::AvoidanceCase;
use super::behaviour;
use super::error::{CaseError, CaseProblem};
use serde_json::{Map, Value};

/// The `model` of a case of a steering behaviour.
const BEHAVIOUR: &str = behaviour::MODEL;

/// A decision to explain.
#[derive(Debug, Clone, PartialEq)]
pub enum Case {
    /// A case of an avoidance model.
    Avoidance(Box<AvoidanceCase>),
    /// A case of a steering behaviour, with its decision, which is made when the case is read.
    Behaviour(Value),
}

impl Case {
    /// Returns the decision as a JSON object: the case's `id`, then what the model or behaviour found.
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
/// The text is not JSON, or a case is invalid. The error names the case, the field and what is accepted.
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
