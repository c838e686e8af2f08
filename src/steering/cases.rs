//! Decisions as files: what one unit perceives, as JSON, and what a model decides from it. `sidestep explain` reads them,
//! the window saves them, the golden tests are made of them.

use super::avoidance::{Cardioid, raycast};
use super::reasons::Reasons;
use super::{Neighbour, Unit};
use crate::math;
use crate::settings::{Mode, Stage, Steering};
use crate::steering::avoidance::Avoidance;
use crate::types::{Point, Side, Vec2};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fmt;

/// The models that a case can name.
pub const MODELS: [&str; 2] = ["cardioid", "raycast"];

/// What one unit perceives. Metres, seconds, newtons for a mass of 1 kg.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// A name to find the case by; any JSON string or number.
    #[serde(default)]
    pub id: Value,
    /// "cardioid" or "raycast"; told by the content where it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The cardioid's stage, 1 to 4.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// The cardioid's κ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub personal_space: Option<f32>,
    /// The unit that decides.
    pub unit: CaseUnit,
    /// Whom it perceives, in order.
    #[serde(default)]
    pub neighbours: Vec<CaseNeighbour>,
    /// What somebody else found right; not read here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<Value>,
}

/// The unit of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseUnit {
    /// Where it is.
    pub position: [f32; 2],
    /// How it moves.
    pub velocity: [f32; 2],
    /// Its radius.
    pub radius: f32,
    /// Its maximum speed.
    pub max_speed: f32,
    /// Where it heads for; the cardioid needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<[f32; 2]>,
    /// Its maximum force; raycast needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_force: Option<f32>,
    /// The neighbour (by index) that it heads for, whom it does not avoid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
}

/// A neighbour of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseNeighbour {
    /// Where it is.
    pub position: [f32; 2],
    /// How it moves.
    #[serde(default)]
    pub velocity: [f32; 2],
    /// Its radius.
    pub radius: f32,
    /// The side that it was turning to.
    #[serde(default)]
    pub turning: Option<Side>,
    /// Whether it stands for good: beyond the goal it is in nobody's way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub standing: bool,
}

/// What is wrong with a file of cases.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseError {
    /// Which case: its index and its id where it has one; none when the file as a whole is no JSON.
    pub case: Option<(usize, Option<String>)>,
    /// Which field, as a path such as `unit.position`.
    pub field: Option<String>,
    /// What is wrong and what would be right.
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

/// Reads one case or an array of them.
pub fn read(text: &str) -> Result<Vec<Case>, CaseError> {
    let whole = |problem: String| CaseError { case: None, field: None, problem };
    let value: Value = serde_json::from_str(text).map_err(|e| whole(format!("not JSON: {e}")))?;
    let values = match value {
        Value::Array(values) => values,
        object @ Value::Object(_) => vec![object],
        _ => return Err(whole("expected one case (an object) or an array of cases".into())),
    };
    if values.is_empty() {
        return Err(whole("the array holds no case".into()));
    }
    values.into_iter().enumerate().map(|(index, value)| read_one(index, value)).collect()
}

fn read_one(index: usize, value: Value) -> Result<Case, CaseError> {
    let id =
        value.get("id").filter(|id| !id.is_null()).map(|id| id.as_str().map_or(id.to_string(), String::from));
    let fail = |field: Option<String>, problem: String| CaseError {
        case: Some((index, id.clone())),
        field,
        problem,
    };
    let case: Case = serde_path_to_error::deserialize(value).map_err(|e| {
        let path = e.path().to_string();
        fail((path != ".").then_some(path), in_json_terms(&e.inner().to_string()))
    })?;
    let wrong = |(field, problem): (String, String)| fail(Some(field), problem);
    let model = case.model_name().map_err(|problem| fail(Some("model".into()), problem))?;
    case.check(model).map_err(wrong)?;
    Ok(case)
}

/// What serde says of a wrong value, without the names of Rust's types.
fn in_json_terms(message: &str) -> String {
    let words = [
        ("expected f32", "expected a number"),
        ("expected u32", "expected a whole number"),
        ("expected u8", "expected a whole number"),
        ("expected an array of length 2", "expected two numbers, [x, y]"),
        ("expected struct CaseUnit", "expected an object"),
        ("expected struct CaseNeighbour", "expected an object"),
        ("expected struct Case", "expected an object"),
        ("expected a sequence", "expected an array"),
    ];
    words.iter().fold(message.to_string(), |text, (rust, json)| text.replace(rust, json))
}

impl Case {
    /// The model that the case is for, told by its content where it does not say.
    fn model_name(&self) -> Result<&'static str, String> {
        match &self.model {
            Some(name) => MODELS.into_iter().find(|m| m == name).ok_or_else(|| {
                format!("unknown model '{name}'; {}", crate::text::did_you_mean(name, &MODELS))
            }),
            None if self.stage.is_some() || self.personal_space.is_some() => Ok("cardioid"),
            None if self.unit.max_force.is_some() => Ok("raycast"),
            None => Ok("cardioid"),
        }
    }

    fn check(&self, model: &str) -> Result<(), (String, String)> {
        let unit = &self.unit;
        let missing = |field: &str| (field.to_string(), format!("is missing; {model} needs it"));
        if model == "cardioid" && unit.goal.is_none() {
            return Err(missing("unit.goal"));
        }
        if model == "raycast" && unit.max_force.is_none() {
            return Err(missing("unit.max_force"));
        }
        positive("unit.radius", unit.radius)?;
        positive("unit.max_speed", unit.max_speed)?;
        unit.max_force.map_or(Ok(()), |f| positive("unit.max_force", f))?;
        self.personal_space.map_or(Ok(()), |k| positive("personal_space", k))?;
        finite("unit.position", unit.position)?;
        finite("unit.velocity", unit.velocity)?;
        unit.goal.map_or(Ok(()), |g| finite("unit.goal", g))?;
        if let Some(target) = unit.target.filter(|t| *t as usize >= self.neighbours.len()) {
            return Err(("unit.target".into(), format!("there is no neighbour {target}")));
        }
        for (i, neighbour) in self.neighbours.iter().enumerate() {
            finite(&format!("neighbours[{i}].position"), neighbour.position)?;
            finite(&format!("neighbours[{i}].velocity"), neighbour.velocity)?;
            positive(&format!("neighbours[{i}].radius"), neighbour.radius)?;
        }
        Ok(())
    }

    fn unit(&self) -> Unit {
        let unit = &self.unit;
        let position = Point::from(unit.position);
        let way = unit.goal.map_or(Vec2::zeros(), |goal| Point::from(goal) - position);
        Unit {
            position,
            velocity: unit.velocity.into(),
            radius: unit.radius,
            max_speed: unit.max_speed,
            max_force: unit.max_force.unwrap_or(unit.max_speed),
            desired: math::normalize(way),
            distance: if unit.goal.is_some() { way.norm() } else { f32::INFINITY },
            target: unit.target,
        }
    }

    fn neighbours(&self) -> Vec<Neighbour> {
        let neighbour = |(id, n): (usize, &CaseNeighbour)| Neighbour {
            id: id as u32,
            position: n.position.into(),
            velocity: n.velocity.into(),
            radius: n.radius,
            wanted: n.velocity.into(),
            same_group: false,
            standing: n.standing,
            turning: n.turning,
        };
        self.neighbours.iter().enumerate().map(neighbour).collect()
    }

    /// What the case's model decides, as one JSON object: the case's `id`, then the model's reasons.
    pub fn explain(&self) -> Value {
        let (unit, neighbours) = (self.unit(), self.neighbours());
        let mut answer = Map::new();
        answer.insert("id".into(), self.id.clone());
        let reasons = match self.model_name() {
            Ok("raycast") => {
                let reasons = raycast::avoid(&unit, &neighbours);
                json!({ "hit": reasons.hit, "turn": reasons.turn, "force": reasons.force })
            }
            _ => {
                let mut why = Reasons::default();
                let stage = self.stage.unwrap_or_default();
                Cardioid::new(stage, self.personal_space).choose(&unit, &neighbours, Some(&mut why));
                json!(why.cardioid.unwrap_or_default())
            }
        };
        if let Value::Object(fields) = reasons {
            answer.extend(fields);
        }
        Value::Object(answer)
    }
}

fn finite(field: &str, numbers: [f32; 2]) -> Result<(), (String, String)> {
    if numbers.iter().all(|n| n.is_finite()) {
        Ok(())
    } else {
        Err((field.into(), "is too large for a 32-bit number".into()))
    }
}

fn positive(field: &str, number: f32) -> Result<(), (String, String)> {
    if number.is_finite() && number > 0.0 {
        Ok(())
    } else {
        Err((field.into(), format!("must be above 0, not {number}")))
    }
}

/// A unit's situation as a JSON array of cases: one for each model that the mode has a part of, all of them where it has
/// none.
pub fn situation(
    id: &str,
    unit: &Unit,
    goal: Point,
    neighbours: &[Neighbour],
    steering: &Steering,
) -> String {
    let models: &[&str] = match steering.mode {
        Mode::Raycast => &["raycast"],
        Mode::Cardioid => &["cardioid"],
        Mode::None | Mode::RaycastCardioid => &MODELS,
    };
    let case = |model: &&str| {
        let cardioid = *model == "cardioid";
        Case {
            id: format!("{id}-{model}").into(),
            model: Some(model.to_string()),
            stage: cardioid.then_some(steering.stage),
            personal_space: cardioid
                .then(|| steering.personal_space.unwrap_or(steering.stage.default_personal_space())),
            unit: CaseUnit {
                position: unit.position.into(),
                velocity: unit.velocity.into(),
                radius: unit.radius,
                max_speed: unit.max_speed,
                goal: Some(goal.into()),
                max_force: Some(unit.max_force),
                target: unit.target.and_then(|t| neighbours.iter().position(|n| n.id == t)).map(|i| i as u32),
            },
            neighbours: neighbours
                .iter()
                .map(|n| CaseNeighbour {
                    position: n.position.into(),
                    velocity: n.velocity.into(),
                    radius: n.radius,
                    turning: n.turning,
                    standing: n.standing,
                })
                .collect(),
            expect: None,
        }
    };
    let cases: Vec<Case> = models.iter().map(case).collect();
    // Numbers that were computed are finite, and everything else is a string: this cannot fail.
    serde_json::to_string_pretty(&cases).unwrap_or_default()
}
