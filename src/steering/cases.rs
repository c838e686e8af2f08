//! Decisions as files: what one unit perceives, as JSON, and what a model decides from it. `sidestep explain` reads them,
//! the window saves them, the golden tests are made of them.

use super::avoidance::Mode;
use super::avoidance::model::Around;
use super::configuration::Steering;
use super::reasons::Reasons;
use super::unit::{Neighbour, Unit};
use super::{behaviours, flocking};
use crate::math;
use crate::settings::Settings;
use crate::text;
use crate::types::{Point, Segment, Side, Vec2};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::fmt;

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

/// The name by which a case asks for a steering behaviour.
pub(super) const BEHAVIOUR: &str = "behaviour";

/// What one unit perceives. Metres, seconds, newtons for a mass of 1 kg. Beside these fields a case has the settings of
/// its model, by their own names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AvoidanceCase {
    /// A name to find the case by; any JSON string or number.
    #[serde(default)]
    pub id: Value,
    /// An avoidance mode; told by the content where it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The unit that decides.
    pub unit: CaseUnit,
    /// Whom it perceives, in order.
    #[serde(default)]
    pub neighbours: Vec<CaseNeighbour>,
    /// Pieces of walls that it perceives, each from a point to a point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<[[f32; 2]; 2]>,
    /// What somebody else found right; not read here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expect: Option<Value>,
    /// The model's settings.
    #[serde(skip)]
    settings: Settings,
}

/// The unit of a case.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
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
    /// Where it heads for; every model but raycast needs it, or the velocity that it prefers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<[f32; 2]>,
    /// The velocity that it would have if it were alone; from the goal where it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preferred_velocity: Option<[f32; 2]>,
    /// Its maximum force; raycast needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_force: Option<f32>,
    /// Its mass; 1 where it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mass: Option<f32>,
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
    /// Whether it is of the same group.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_group: bool,
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

fn read_one(index: usize, mut value: Value) -> Result<Case, CaseError> {
    let id =
        value.get("id").filter(|id| !id.is_null()).map(|id| id.as_str().map_or(id.to_string(), String::from));
    let fail = |field: Option<String>, problem: String| CaseError {
        case: Some((index, id.clone())),
        field,
        problem,
    };
    let wrong = |(field, problem): (String, String)| fail((!field.is_empty()).then_some(field), problem);
    if value.get("behaviour").is_some() || value["model"] == BEHAVIOUR {
        let found = behaviours::case::explain(&value).map_err(wrong)?;
        let mut answer = Map::new();
        answer.insert("id".into(), value["id"].take());
        answer.extend(found.as_object().cloned().unwrap_or_default());
        return Ok(Case::Behaviour(Value::Object(answer)));
    }
    let (mode, settings) = model(&mut value).map_err(wrong)?;
    let case: AvoidanceCase = serde_path_to_error::deserialize(value).map_err(|e| {
        let path = e.path().to_string();
        fail((path != ".").then_some(path), in_json_terms(&e.inner().to_string()))
    })?;
    let case = AvoidanceCase { model: Some(mode.name().to_string()), settings, ..case };
    case.check(mode).map_err(wrong)?;
    Ok(Case::Avoidance(Box::new(case)))
}

/// The model that a case is for, told by its content where it does not say, and its settings, taken out of `value`.
fn model(value: &mut Value) -> Result<(Mode, Settings), (String, String)> {
    let mode = match value.get("model") {
        None | Some(Value::Null) => {
            let fields: &[&str] = &["stage", "personal_space"];
            let field = |name: &&str| value.get(*name).is_some();
            let rays = !fields.iter().any(field) && value["unit"].get("max_force").is_some();
            Mode::named(if rays { "raycast" } else { "cardioid" }).unwrap_or_default()
        }
        Some(name) => {
            let name = name.as_str().ok_or(("model".to_string(), "expected a model's name".to_string()))?;
            let known = [Mode::names(), vec![BEHAVIOUR]].concat();
            let unknown = || format!("unknown model '{name}'; {}", text::did_you_mean(name, &known));
            Mode::named(name).ok_or_else(|| ("model".to_string(), unknown()))?
        }
    };
    let mut settings = Settings::default();
    let Value::Object(fields) = value else { return Ok((mode, settings)) };
    for setting in mode.settings() {
        if let Some(number) = fields.remove(setting.name()) {
            let wrong = |problem: String| (setting.name().to_string(), problem);
            let number = number.as_f64().ok_or_else(|| wrong(format!("expected a number, not {number}")))?;
            settings.set(setting, number as f32).map_err(wrong)?;
        }
    }
    Ok((mode, settings))
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
        ("expected struct AvoidanceCase", "expected an object"),
        ("expected a sequence", "expected an array"),
    ];
    words.iter().fold(message.to_string(), |text, (rust, json)| text.replace(rust, json))
}

impl AvoidanceCase {
    fn check(&self, mode: Mode) -> Result<(), (String, String)> {
        let unit = &self.unit;
        let missing = |field: &str| (field.to_string(), format!("is missing; {mode} needs it"));
        let raycast = mode.name() == "raycast";
        if !raycast && unit.goal.is_none() && unit.preferred_velocity.is_none() {
            return Err(missing("unit.goal"));
        }
        if raycast && unit.max_force.is_none() {
            return Err(missing("unit.max_force"));
        }
        positive("unit.radius", unit.radius)?;
        positive("unit.max_speed", unit.max_speed)?;
        unit.max_force.map_or(Ok(()), |f| positive("unit.max_force", f))?;
        unit.mass.map_or(Ok(()), |m| positive("unit.mass", m))?;
        finite("unit.position", unit.position)?;
        finite("unit.velocity", unit.velocity)?;
        unit.goal.map_or(Ok(()), |g| finite("unit.goal", g))?;
        unit.preferred_velocity.map_or(Ok(()), |v| finite("unit.preferred_velocity", v))?;
        if let Some(target) = unit.target.filter(|t| *t as usize >= self.neighbours.len()) {
            return Err(("unit.target".into(), format!("there is no neighbour {target}")));
        }
        for (i, neighbour) in self.neighbours.iter().enumerate() {
            finite(&format!("neighbours[{i}].position"), neighbour.position)?;
            finite(&format!("neighbours[{i}].velocity"), neighbour.velocity)?;
            positive(&format!("neighbours[{i}].radius"), neighbour.radius)?;
        }
        for (i, [from, to]) in self.walls.iter().enumerate() {
            finite(&format!("walls[{i}][0]"), *from)?;
            finite(&format!("walls[{i}][1]"), *to)?;
        }
        Ok(())
    }

    fn unit(&self) -> Unit {
        let unit = &self.unit;
        let position = Point::from(unit.position);
        let way = match (unit.goal, unit.preferred_velocity) {
            (Some(goal), _) => Point::from(goal) - position,
            (None, Some(velocity)) => velocity.into(),
            (None, None) => Vec2::zeros(),
        };
        let alone = Unit {
            id: u32::MAX,
            position,
            velocity: unit.velocity.into(),
            heading: math::angle(unit.velocity.into()),
            radius: unit.radius,
            mass: unit.mass.unwrap_or(1.0),
            max_speed: unit.max_speed,
            max_force: unit.max_force.unwrap_or(unit.max_speed),
            desired: math::normalize(way),
            distance: if unit.goal.is_some() { way.norm() } else { f32::INFINITY },
            target: unit.target,
            ..Unit::default()
        };
        let preferred =
            unit.preferred_velocity.map_or_else(|| flocking::arrive(&alone, alone.desired), Vec2::from);
        Unit { preferred, ..alone }
    }

    fn neighbours(&self) -> Vec<Neighbour> {
        let neighbour = |(id, n): (usize, &CaseNeighbour)| Neighbour {
            id: id as u32,
            position: n.position.into(),
            velocity: n.velocity.into(),
            heading: math::angle(n.velocity.into()),
            radius: n.radius,
            wanted: n.velocity.into(),
            same_group: n.same_group,
            standing: n.standing,
            turning: n.turning,
        };
        self.neighbours.iter().enumerate().map(neighbour).collect()
    }

    fn explain(&self) -> Value {
        let (unit, neighbours) = (self.unit(), self.neighbours());
        let walls: Vec<Segment> =
            self.walls.iter().map(|[a, b]| Segment { from: (*a).into(), to: (*b).into() }).collect();
        let mode = self.model.as_deref().and_then(Mode::named).unwrap_or_default();
        let mut why = Reasons::default();
        let around = Around { neighbours: &neighbours, walls: &walls };
        let choice = mode.make(&self.settings).choose(&unit, &around, Some(&mut why));
        let mut answer = Map::new();
        answer.insert("id".into(), self.id.clone());
        answer.insert("wanted".into(), json!(choice.wanted));
        answer.extend(why.facts);
        if !why.words.is_empty() {
            answer.insert("words".into(), json!(why.words));
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

/// A unit's situation as one case for its mode; where the mode says nothing of others ("none"), or is made of several, one
/// for each model that can.
pub fn situation(id: &str, unit: &Unit, goal: Point, around: &Around<'_>, steering: &Steering) -> Vec<Value> {
    let name = steering.mode_of(unit.group).name();
    let models: Vec<&str> =
        if name == "none" { vec!["raycast", "cardioid"] } else { name.split('+').collect() };
    let case = |mode: Mode| {
        let case = AvoidanceCase {
            id: format!("{id}-{mode}").into(),
            model: Some(mode.to_string()),
            unit: CaseUnit {
                position: unit.position.into(),
                velocity: unit.velocity.into(),
                radius: unit.radius,
                max_speed: unit.max_speed,
                goal: Some(goal.into()),
                preferred_velocity: Some(unit.preferred.into()),
                max_force: Some(unit.max_force),
                mass: Some(unit.mass),
                target: unit
                    .target
                    .and_then(|t| around.neighbours.iter().position(|n| n.id == t))
                    .map(|i| i as u32),
            },
            neighbours: around
                .neighbours
                .iter()
                .map(|n| CaseNeighbour {
                    position: n.position.into(),
                    velocity: n.velocity.into(),
                    radius: n.radius,
                    turning: n.turning,
                    standing: n.standing,
                    same_group: n.same_group,
                })
                .collect(),
            walls: around.walls.iter().map(|s| [s.from.into(), s.to.into()]).collect(),
            expect: None,
            settings: Settings::default(),
        };
        let mut case = json!(case);
        for setting in mode.settings() {
            case[setting.name()] = json!(steering.settings.get(setting));
        }
        case
    };
    models.into_iter().filter_map(Mode::named).map(case).collect()
}

/// Cases as a file that [`read`] reads: a JSON array.
pub fn write(cases: &[Value]) -> String {
    // Values and the names of their fields are JSON already: this cannot fail.
    serde_json::to_string_pretty(cases).unwrap_or_default()
}
