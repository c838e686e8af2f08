//! An avoidance model's decision as a case: what one unit perceives. Metres, seconds, newtons for a mass of 1 kg.

use super::behaviour::MODEL;
use super::error::{CaseProblem, read_fields};
use super::values::{Pair, Positive, WallEnds, segment, wall_ends};
use crate::math;
use crate::settings::Settings;
use crate::steering::avoidance::{Around, CaseNeeds, Mode};
use crate::steering::reasons::Reasons;
use crate::steering::{Neighbour, Steering, Unit, flocking};
use crate::text;
use crate::types::{Point, Segment, Side, Vec2};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What one unit perceives, and the model that decides. In a file the case has the settings of its model beside these fields,
/// by their own names.
#[derive(Debug, Clone, PartialEq)]
pub struct AvoidanceCase {
    id: Value,
    mode: Mode,
    settings: Settings,
    unit: UnitFields,
    neighbours: Vec<NeighbourFields>,
    walls: Vec<WallEnds>,
}

/// The fields of a case, but for its model's settings.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AvoidanceFields {
    /// A name to find the case by; any JSON string or number.
    #[serde(default)]
    id: Value,
    /// An avoidance mode; recognised by the content where it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    unit: UnitFields,
    /// The neighbours, in order.
    #[serde(default)]
    neighbours: Vec<NeighbourFields>,
    /// Pieces of walls that the unit perceives, each from a point to a point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    walls: Vec<WallEnds>,
    /// What another program found right; not read here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expect: Option<Value>,
}

/// The unit of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitFields {
    position: Pair,
    velocity: Pair,
    radius: Positive,
    max_speed: Positive,
    /// Where it heads for; every model but raycast needs it, or the preferred velocity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    goal: Option<Pair>,
    /// The velocity that it would have if it were alone; from the goal where it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    preferred_velocity: Option<Pair>,
    /// Its maximum force; raycast needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    max_force: Option<Positive>,
    /// Its mass; 1 where it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mass: Option<Positive>,
    /// The neighbour (by index) that it heads for, whom it does not avoid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    target: Option<u32>,
}

/// A neighbour of a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NeighbourFields {
    position: Pair,
    /// Zero where it is missing.
    #[serde(default)]
    velocity: Pair,
    radius: Positive,
    /// The side that it was turning to.
    #[serde(default)]
    turning: Option<Side>,
    /// Whether it stands for good: beyond the goal it is in no unit's way.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    standing: bool,
    /// Whether it is of the same group.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    same_group: bool,
}

impl AvoidanceCase {
    /// Reads a case.
    pub(super) fn read(mut value: Value) -> Result<AvoidanceCase, CaseProblem> {
        let mode = mode_of(&value)?;
        let settings = take_settings(mode, &mut value)?;
        let AvoidanceFields { id, unit, neighbours, walls, .. } = read_fields(&value, mode.name())?;
        let (field, is_given) = match mode.case_needs() {
            CaseNeeds::Goal => ("unit.goal", unit.goal.is_some() || unit.preferred_velocity.is_some()),
            CaseNeeds::MaxForce => ("unit.max_force", unit.max_force.is_some()),
        };
        if !is_given {
            return Err(CaseProblem::missing(field, mode.name()));
        }
        if let Some(target) = unit.target.filter(|target| *target as usize >= neighbours.len()) {
            return Err(CaseProblem::new(
                "unit.target",
                format!("there is no neighbour with index {target}"),
            ));
        }
        Ok(AvoidanceCase { id, mode, settings, unit, neighbours, walls })
    }

    fn unit(&self) -> Unit {
        let unit = &self.unit;
        let position = unit.position.point();
        let way = match (unit.goal, unit.preferred_velocity) {
            (Some(goal), _) => goal.point() - position,
            (None, Some(velocity)) => velocity.vector(),
            (None, None) => Vec2::zeros(),
        };
        let alone = Unit {
            id: u32::MAX,
            position,
            velocity: unit.velocity.vector(),
            heading: math::angle(unit.velocity.vector()),
            radius: unit.radius.0,
            mass: unit.mass.map_or(1.0, |mass| mass.0),
            max_speed: unit.max_speed.0,
            max_force: unit.max_force.unwrap_or(unit.max_speed).0,
            desired: math::normalize(way),
            distance: if unit.goal.is_some() { way.norm() } else { f32::INFINITY },
            target: unit.target,
            ..Unit::default()
        };
        let preferred =
            unit.preferred_velocity.map_or_else(|| flocking::arrive(&alone, alone.desired), Pair::vector);
        Unit { preferred, ..alone }
    }

    fn neighbours(&self) -> Vec<Neighbour> {
        let neighbour = |(id, n): (usize, &NeighbourFields)| {
            let velocity = n.velocity.vector();
            Neighbour {
                id: id as u32,
                position: n.position.point(),
                velocity,
                heading: math::angle(velocity),
                radius: n.radius.0,
                preferred: velocity,
                same_group: n.same_group,
                standing: n.standing,
                turning: n.turning,
            }
        };
        self.neighbours.iter().enumerate().map(neighbour).collect()
    }

    /// What the model decides, as a JSON object.
    pub(super) fn explain(&self) -> Value {
        let (unit, neighbours) = (self.unit(), self.neighbours());
        let walls: Vec<Segment> = self.walls.iter().copied().map(segment).collect();
        let mut why = Reasons::default();
        let around = Around { neighbours: &neighbours, walls: &walls };
        let choice = self.mode.make(&self.settings).choose(&unit, &around, Some(&mut why));
        let mut answer = Map::new();
        answer.insert("id".into(), self.id.clone());
        answer.insert("wanted".into(), json!(choice.velocity));
        answer.extend(why.facts);
        if !why.words.is_empty() {
            answer.insert("words".into(), json!(why.words));
        }
        Value::Object(answer)
    }
}

/// The mode that a case is for, recognised by its content where it does not say.
fn mode_of(value: &Value) -> Result<Mode, CaseProblem> {
    match value.get("model") {
        None | Some(Value::Null) => {
            let fields: &[&str] = &["stage", "personal_space"];
            let field = |name: &&str| value.get(*name).is_some();
            let rays = !fields.iter().any(field) && value["unit"].get("max_force").is_some();
            Ok(Mode::named(if rays { "raycast" } else { "cardioid" }).unwrap_or_default())
        }
        Some(name) => {
            let name =
                name.as_str().ok_or_else(|| CaseProblem::new("model", "expected the name of a model"))?;
            let known = [Mode::names(), vec![MODEL]].concat();
            let unknown = || format!("unknown model '{name}'; {}", text::did_you_mean(name, &known));
            Mode::named(name).ok_or_else(|| CaseProblem::new("model", unknown()))
        }
    }
}

/// The settings of the mode, taken out of `value`.
fn take_settings(mode: Mode, value: &mut Value) -> Result<Settings, CaseProblem> {
    let mut settings = Settings::default();
    let Value::Object(fields) = value else { return Ok(settings) };
    for setting in mode.settings() {
        if let Some(number) = fields.remove(setting.name()) {
            let wrong = |problem: String| CaseProblem::new(setting.name(), problem);
            let number = number.as_f64().ok_or_else(|| wrong(format!("expected a number, not {number}")))?;
            settings.set(setting, number as f32).map_err(wrong)?;
        }
    }
    Ok(settings)
}

/// A unit's situation as one case for its mode; where the mode has nothing to say of others ("none"), or is made of several,
/// one for each model that can.
pub(super) fn cases(
    id: &str,
    unit: &Unit,
    goal: Point,
    around: &Around<'_>,
    steering: &Steering,
) -> Vec<Value> {
    let case = |mode: Mode| {
        let mut case = json!(AvoidanceFields {
            id: format!("{id}-{mode}").into(),
            model: Some(mode.to_string()),
            unit: unit_fields(unit, goal, around),
            neighbours: around.neighbours.iter().map(neighbour_fields).collect(),
            walls: around.walls.iter().map(wall_ends).collect(),
            expect: None,
        });
        for setting in mode.settings() {
            case[setting.name()] = json!(steering.settings.get(setting));
        }
        case
    };
    steering.mode_of(unit.group).explained_by().into_iter().map(case).collect()
}

fn unit_fields(unit: &Unit, goal: Point, around: &Around<'_>) -> UnitFields {
    let index = |target: u32| around.neighbours.iter().position(|n| n.id == target);
    UnitFields {
        position: unit.position.into(),
        velocity: unit.velocity.into(),
        radius: Positive(unit.radius),
        max_speed: Positive(unit.max_speed),
        goal: Some(goal.into()),
        preferred_velocity: Some(unit.preferred.into()),
        max_force: Some(Positive(unit.max_force)),
        mass: Some(Positive(unit.mass)),
        target: unit.target.and_then(index).map(|index| index as u32),
    }
}

fn neighbour_fields(neighbour: &Neighbour) -> NeighbourFields {
    NeighbourFields {
        position: neighbour.position.into(),
        velocity: neighbour.velocity.into(),
        radius: Positive(neighbour.radius),
        turning: neighbour.turning,
        standing: neighbour.standing,
        same_group: neighbour.same_group,
    }
}
