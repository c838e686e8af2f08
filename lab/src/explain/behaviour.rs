//! Cases of behaviours: what one unit perceives, with the behaviour's settings, and the behaviour's decision.
//!
//! Example: `{"behaviour": "arrive", "unit": {"position": [0, 0], "max_speed": 5, "max_acceleration": 40, "goal": [9, 0]}}`.
//! The table of behaviours lists the fields of each behaviour; `docs/behaviours.md` gives their meanings and defaults.

use super::error::{CaseProblem, read_at};
use super::fields::{BodyFields, ObstacleFields, OtherFields};
use super::values::{Number, Pair, WallEnds, kind_of, named, segment};
use crate::text::did_you_mean;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use sidestep::steering::behaviours::{
    Accepts, BEHAVIOURS, CaseField, CaseFields, CaseForm, Memory, Mind, Other, body_of,
};
use sidestep::steering::{Fact, Unit};
use sidestep::types::Point;

/// The `model` of a case of a behaviour.
pub(super) const MODEL: &str = "behaviour";

/// The fields that every case of a behaviour accepts.
const COMMON: [&str; 5] = ["id", "model", "behaviour", "unit", "expect"];

/// Returns the forms of all behaviours' cases. Forms that share a name appear once.
fn forms() -> Vec<CaseForm> {
    let mut forms: Vec<CaseForm> = BEHAVIOURS.iter().filter_map(|behaviour| behaviour.case).collect();
    forms.dedup_by_key(|form| form.name);
    forms
}

/// Returns the names of the behaviours as used in cases.
pub fn names() -> Vec<&'static str> {
    forms().iter().map(|form| form.name).collect()
}

/// Returns the decision of the case's behaviour: an object with `linear` (m/s²) or `angular` (rad/s²), and with what the
/// behaviour found: `neighbour` and `time`, `hit`, `parameter`, `angle`.
///
/// # Errors
///
/// A field is invalid; the error names it and what is accepted.
pub fn decide_case(case: &Value) -> Result<Value, CaseProblem> {
    let Value::Object(given) = case else {
        return Err(CaseProblem::new("", format!("expected an object, not {}", kind_of(case))));
    };
    let form = form_of(case)?;
    let accepted = accepted(&form);
    if let Some(key) = given.keys().find(|key| !accepted.contains(&key.as_str())) {
        let hint = did_you_mean(key, &accepted);
        return Err(CaseProblem::new(key, format!("unknown field '{key}' of {}; {hint}", form.name)));
    }
    let unit = case.get("unit").ok_or_else(|| CaseProblem::missing("unit", form.name))?;
    let unit: BodyFields = read_at("unit", unit, form.name)?;
    let goal = unit.goal.map(Pair::point);
    let mut reader = CaseReader { form: form.name, case, goal, found: Map::new(), problem: None };
    let steer = (form.decide)(
        &unit.body(),
        &mut Mind { memory: Memory::default(), why: None, case: Some(&mut reader) },
    );
    let CaseReader { mut found, problem, .. } = reader;
    if let Some(problem) = problem {
        return Err(problem);
    }
    let turns = BEHAVIOURS.iter().any(|behaviour| behaviour.turns && behaviour.name == form.name);
    // Zeros have no sign.
    let [x, y] = [steer.linear.x + 0.0, steer.linear.y + 0.0];
    if turns {
        found.insert("angular".into(), json!(steer.angular))
    } else {
        found.insert("linear".into(), json!([x, y]))
    };
    Ok(Value::Object(found))
}

/// Returns the names of the fields that a case of this form accepts.
fn accepted(form: &CaseForm) -> Vec<&'static str> {
    let mut names = Names(COMMON.to_vec());
    let mut mind = Mind { memory: Memory::default(), why: None, case: Some(&mut names) };
    (form.decide)(&body_of(&Unit::default()), &mut mind);
    names.0
}

fn form_of(case: &Value) -> Result<CaseForm, CaseProblem> {
    let given = |name: &str| case.get(name).filter(|value| !value.is_null());
    if given("model").is_some_and(|model| model != MODEL) {
        return Err(CaseProblem::new("model", "must be \"behaviour\" in a case of a behaviour"));
    }
    let unknown = |problem: String| CaseProblem::new("behaviour", problem);
    match given("behaviour") {
        Some(Value::String(typed)) => forms().into_iter().find(|form| form.name == typed).ok_or_else(|| {
            unknown(format!("unknown behaviour '{typed}'; {}", did_you_mean(typed, &names())))
        }),
        Some(_) => {
            Err(unknown(format!("expected the name of a behaviour; use one of: {}", names().join(", "))))
        }
        None => Err(unknown(format!("missing; use one of: {}", names().join(", ")))),
    }
}

/// Collects the names of the fields at the top of a case.
struct Names(Vec<&'static str>);

impl CaseFields for Names {
    fn field(&mut self, name: &'static str, value: CaseField<'_>) {
        // The goal is a field of the unit.
        if !matches!(value, CaseField::Goal(_)) {
            self.0.push(name);
        }
    }
}

/// Reads the fields of a case.
struct CaseReader<'a> {
    form: &'static str,
    case: &'a Value,
    /// The goal of the case's unit.
    goal: Option<Point>,
    /// What the behaviour found.
    found: Map<String, Value>,
    /// The first problem.
    problem: Option<CaseProblem>,
}

impl CaseFields for CaseReader<'_> {
    fn field(&mut self, name: &'static str, value: CaseField<'_>) {
        if let Err(problem) = self.read(name, value) {
            self.problem.get_or_insert(problem);
        }
    }

    fn reject(&mut self, field: &str, problem: String) {
        self.problem.get_or_insert_with(|| CaseProblem::new(field, problem));
    }

    fn need_radii(&mut self) {
        let neighbours = self.case["neighbours"].as_array().into_iter().flatten().enumerate();
        let places =
            neighbours.map(|(index, other)| (format!("neighbours[{index}].radius"), &other["radius"]));
        let unit = ("unit.radius".to_string(), &self.case["unit"]["radius"]);
        let missing = [unit].into_iter().chain(places).find(|(_, radius)| radius.is_null());
        if let Some((field, _)) = missing {
            self.problem.get_or_insert_with(|| CaseProblem::missing(field, self.form));
        }
    }

    fn found(&mut self, name: &'static str, fact: Fact) {
        self.found.insert(name.into(), json!(fact));
    }
}

impl CaseReader<'_> {
    fn read(&self, name: &'static str, value: CaseField<'_>) -> Result<(), CaseProblem> {
        match value {
            CaseField::Number(to, accepts) => {
                let number = self.optional(name)?.map(|Number(number)| number);
                check(number, accepts).map_err(|problem| CaseProblem::new(name, problem))?;
                set_some(to, number);
            }
            CaseField::Flag(to) => set_some(to, self.optional(name)?),
            CaseField::Name(to, names) => {
                let names: Vec<(&str, usize)> = names.iter().zip(0..).map(|(name, i)| (*name, i)).collect();
                let index = |value: Value| named(&value, name, &names);
                let index = self.optional(name)?.map(index).transpose();
                *to = index.map_err(|problem| CaseProblem::new(name, problem))?.unwrap_or(*to);
            }
            CaseField::Angle(to) => Number(*to) = self.required(name)?,
            CaseField::Pair(to) => Pair(*to) = self.required(name)?,
            CaseField::Points(to) => {
                *to = self.required::<Vec<Pair>>(name)?.iter().map(|p| p.point()).collect()
            }
            CaseField::Goal(to) => {
                *to = self.goal.ok_or_else(|| CaseProblem::missing("unit.goal", self.form))?;
            }
            CaseField::Other(to) => *to = self.other(name, self.required(name)?)?,
            CaseField::Velocity(to) => {
                let velocity = self.required::<OtherFields>(name)?.velocity;
                let missing = || CaseProblem::missing(format!("{name}.velocity"), self.form);
                *to = velocity.ok_or_else(missing)?.vector();
            }
            CaseField::Others(to) => {
                let others = self.required::<Vec<OtherFields>>(name)?.into_iter().enumerate();
                let others = others.map(|(index, other)| self.other(&format!("{name}[{index}]"), other));
                *to = others.collect::<Result<Vec<Other>, CaseProblem>>()?;
            }
            CaseField::Walls(to) => {
                let walls = self.optional::<Vec<WallEnds>>(name)?;
                *to = walls.map(|walls| walls.into_iter().map(segment).collect());
            }
            CaseField::Obstacles(to) => {
                let discs = self.optional::<Vec<ObstacleFields>>(name)?;
                *to = discs.map(|discs| discs.iter().map(ObstacleFields::disc).collect());
            }
        }
        Ok(())
    }

    /// Reads a field that the case may lack.
    fn optional<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, CaseProblem> {
        let value = self.case.get(name).filter(|value| !value.is_null());
        value.map(|value| read_at(name, value, self.form)).transpose()
    }

    /// Reads a field that the case must have.
    fn required<T: DeserializeOwned>(&self, name: &str) -> Result<T, CaseProblem> {
        let value = self.case.get(name).ok_or_else(|| CaseProblem::missing(name, self.form))?;
        read_at(name, value, self.form)
    }

    /// Returns the body of a field, which must have a position.
    fn other(&self, field: &str, other: OtherFields) -> Result<Other, CaseProblem> {
        other.other().ok_or_else(|| CaseProblem::missing(format!("{field}.position"), self.form))
    }
}

/// Checks that a number is one that the field accepts.
fn check(number: Option<f32>, accepts: Accepts) -> Result<(), String> {
    match (number, accepts) {
        (Some(number), Accepts::Positive) if number <= 0.0 => Err(format!("must be above 0, not {number}")),
        (Some(number), Accepts::NotNegative) if number < 0.0 => {
            Err(format!("must be 0 or above, not {number}"))
        }
        _ => Ok(()),
    }
}

fn set_some<T>(to: &mut Option<T>, given: Option<T>) {
    if given.is_some() {
        *to = given;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_behaviours_but_the_delegating_ones_have_cases() {
        for behaviour in BEHAVIOURS {
            let is_elsewhere = ["way", "avoid"].contains(&behaviour.name);
            assert_eq!(behaviour.case.is_none(), is_elsewhere, "{}", behaviour.name);
        }
    }

    /// Checks that every field of the table is read: a value of the wrong type gives an error that names the field.
    #[test]
    fn every_field_of_the_table_is_read() {
        let unit = json!({ "position": [0, 0], "max_speed": 5, "max_acceleration": 40, "radius": 1, "goal": [9, 1] });
        for form in forms() {
            let accepted = accepted(&form);
            for field in &accepted[COMMON.len()..] {
                // The fields without which the tested field is not read.
                let mut case = json!({
                    "behaviour": form.name, "unit": unit, "target": { "position": [1, 2], "velocity": [1, 0] },
                    "neighbours": [], "random": [0, 1], "path": [[0, 1], [9, 1]], "walls": [], "target_orientation": 1,
                });
                if let Value::Object(fields) = &mut case {
                    fields.retain(|key, _| accepted.contains(&key.as_str()));
                }
                decide_case(&case).unwrap_or_else(|e| panic!("{}: {e:?}", form.name));
                case[*field] = json!("wrong");
                let problem = decide_case(&case).expect_err(field);
                assert_eq!(problem.field, *field, "{}: {problem:?}", form.name);
            }
        }
    }
}
