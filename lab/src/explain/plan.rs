//! Writes the decisions of a plan's behaviours as cases, with what each perceives and the settings in effect, so that the answer
//! equals the decision in the world.

use super::behaviour::MODEL;
use super::fields::{BodyFields, ObstacleFields, OtherFields};
use super::values::{Pair, wall_ends, without_nulls};
use serde_json::{Value, json};
use sidestep::steering::behaviours::{Body, CaseField, CaseFields, Seen};
use sidestep::steering::combine::Plan;

/// Returns one case for each behaviour that the plan asks. A case's id is `id` followed by the behaviour's name, and by a number
/// from the second behaviour of the same name on. The decisions are before weighting.
///
/// `avoid`, which the avoidance mode writes, and behaviours without a target or a path are left out.
pub(super) fn cases(plan: &Plan, id: &str, seen: &Seen<'_>) -> Vec<Value> {
    let mut writer = CaseWriter { id, asked: "", names: Vec::new(), cases: Vec::new() };
    plan.write_cases(seen, &mut writer);
    writer.cases
}

struct CaseWriter<'a> {
    id: &'a str,
    /// The behaviour that decides.
    asked: &'static str,
    /// The behaviours of the cases.
    names: Vec<&'static str>,
    cases: Vec<Value>,
}

impl CaseFields for CaseWriter<'_> {
    fn ask(&mut self, behaviour: &'static str) {
        self.asked = behaviour;
    }

    fn begin(&mut self, form: &'static str, body: &Body) {
        let name = self.asked;
        let before = self.names.iter().filter(|other| **other == name).count();
        self.names.push(name);
        let number = if before > 0 { format!("-{}", before + 1) } else { String::new() };
        self.cases.push(json!({
            "id": format!("{}-{name}{number}", self.id), "model": MODEL, "behaviour": form,
            "unit": without_nulls(BodyFields::from(body)),
        }));
    }

    fn field(&mut self, name: &'static str, value: CaseField<'_>) {
        let Some(case) = self.cases.last_mut() else { return };
        let written = match value {
            CaseField::Goal(goal) => {
                case["unit"]["goal"] = json!(Pair::from(*goal));
                return;
            }
            CaseField::Number(number, _) => json!(number),
            CaseField::Flag(flag) => json!(flag),
            CaseField::Name(index, names) => json!(names[*index]),
            CaseField::Angle(angle) => json!(angle),
            CaseField::Pair(pair) => json!(pair),
            CaseField::Points(points) => points.iter().map(|p| json!(Pair::from(*p))).collect(),
            CaseField::Other(other) => without_nulls(OtherFields::from(&*other)),
            CaseField::Velocity(velocity) => json!({ "velocity": Pair::from(*velocity) }),
            CaseField::Others(others) => others.iter().map(|o| without_nulls(OtherFields::from(o))).collect(),
            CaseField::Walls(walls) => walls.iter().flatten().map(|wall| json!(wall_ends(wall))).collect(),
            CaseField::Obstacles(discs) => {
                discs.iter().flatten().map(|d| json!(ObstacleFields::from(d))).collect()
            }
        };
        if !written.is_null() {
            case[name] = written;
        }
    }
}
