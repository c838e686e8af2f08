//! Cases of behaviours: what one unit perceives, with the behaviour's settings, and the behaviour's decision.
//!
//! Example: `{"behaviour": "arrive", "unit": {"position": [0, 0], "max_speed": 5, "max_acceleration": 40, "goal": [9, 0]}}`.
//! The table of behaviours lists the fields of each behaviour; `docs/behaviours.md` gives their meanings and defaults.

use super::error::{CaseProblem, read_fields};
use super::fields::{
    AlignFields, ArriveFields, CaseFields, CollisionFields, FormName, LawName, ObstacleFields,
    OrientationFields, OthersFields, PathFields, PredictionFields, RangeFields, SeparationFields,
    TargetFields, TimeFields, WallFields, WanderFields,
};
use super::values::{kind_of, segment};
use crate::text::did_you_mean;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use sidestep::math;
use sidestep::steering::behaviours::{
    Avoided, BEHAVIOURS, Body, CaseForm, ClosestApproach, Cone, ConeForm, Evade, FAR, FollowPath, Law, Other,
    Path, Pursue, Rays, Separation, Steer, VelocityMatch, WallAvoidance, Wander, face, flee,
    look_where_going, seek,
};
use sidestep::types::{Point, Segment};

/// The `model` of a case of a behaviour.
pub(super) const MODEL: &str = "behaviour";

/// The fields that every case of a behaviour accepts.
const COMMON: [&str; 5] = ["id", "model", "behaviour", "unit", "expect"];

/// Decides a case whose unit has been read.
type Decide = fn(&BehaviourCase<'_>) -> Result<Value, CaseProblem>;

/// The function that decides the cases of each behaviour.
const DECIDE: [(&str, Decide); 14] = [
    ("seek", |case| Ok(linear_of(seek(&case.body, case.goal()?)))),
    ("flee", |case| case.flee()),
    ("arrive", |case| case.arrive()),
    ("align", |case| case.align()),
    ("velocity-match", |case| case.velocity_match()),
    ("pursue", |case| case.pursue()),
    ("evade", |case| case.evade()),
    ("face", |case| case.face()),
    ("look-where-going", |case| case.look_where_going()),
    ("wander", |case| case.wander()),
    ("follow-path", |case| case.follow_path()),
    ("separation", |case| case.separation()),
    ("collision-avoidance", |case| case.collision_avoidance()),
    ("wall-avoidance", |case| case.wall_avoidance()),
];

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
    let accepted: Vec<&str> = COMMON.iter().chain(form.fields).copied().collect();
    if let Some(key) = given.keys().find(|key| !accepted.contains(&key.as_str())) {
        let hint = did_you_mean(key, &accepted);
        return Err(CaseProblem::new(key, format!("unknown field '{key}' of {}; {hint}", form.name)));
    }
    let CaseFields { unit } = read_fields(case, form.name)?;
    let goal = unit.goal.map(|goal| goal.point());
    let case = BehaviourCase { name: form.name, value: case, body: unit.body(), goal };
    let decide = DECIDE.iter().find(|(name, _)| *name == form.name).map(|(_, decide)| decide);
    decide.map_or_else(|| Err(CaseProblem::new("behaviour", "has no cases")), |decide| decide(&case))
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

/// A case whose unit has been read.
struct BehaviourCase<'a> {
    name: &'static str,
    value: &'a Value,
    body: Body,
    goal: Option<Point>,
}

impl BehaviourCase<'_> {
    /// Reads the fields of `T` from the case.
    fn read<T: DeserializeOwned>(&self) -> Result<T, CaseProblem> {
        read_fields(self.value, self.name)
    }

    fn goal(&self) -> Result<Point, CaseProblem> {
        self.goal.ok_or_else(|| CaseProblem::missing("unit.goal", self.name))
    }

    /// Reads the target, which must have all fields in `needed`.
    fn target(&self, needed: &[&str]) -> Result<Other, CaseProblem> {
        self.read::<TargetFields>()?.target.other("target", self.name, needed)
    }

    /// Reads the neighbours, which must have all fields in `needed`.
    fn neighbours(&self, needed: &[&str]) -> Result<Vec<Other>, CaseProblem> {
        let OthersFields { neighbours } = self.read()?;
        let other = |(index, n): (usize, &super::fields::OtherFields)| {
            n.other(&format!("neighbours[{index}]"), self.name, needed)
        };
        neighbours.iter().enumerate().map(other).collect()
    }

    /// Reads the settings of evade, also used by the cone.
    fn evasion(&self) -> Result<Evade, CaseProblem> {
        let PredictionFields { max_prediction } = self.read()?;
        Ok(Evade { max_prediction: max_prediction.map_or(Evade::default().max_prediction, |n| n.0) })
    }

    /// Returns the acceleration, or none if `from` is further away than the `range`, if there is one.
    fn within_range(&self, from: Point, asked: Steer) -> Result<Value, CaseProblem> {
        let range = self.read::<RangeFields>()?.range.map_or(0.0, |n| n.0);
        let far = range > 0.0 && math::clamp_length(from - self.body.position, FAR).norm() > range;
        Ok(linear_of(if far { Steer::NOTHING } else { asked }))
    }

    fn flee(&self) -> Result<Value, CaseProblem> {
        let goal = self.goal()?;
        self.within_range(goal, flee(&self.body, goal))
    }

    fn arrive(&self) -> Result<Value, CaseProblem> {
        let arrive = self.read::<ArriveFields>()?.arrive(&self.body);
        Ok(linear_of(arrive.steer(&self.body, self.goal()?)))
    }

    fn align(&self) -> Result<Value, CaseProblem> {
        let OrientationFields { target_orientation } = self.read()?;
        let align = self.read::<AlignFields>()?.align();
        Ok(angular_of(align.steer(&self.body, target_orientation.0)))
    }

    fn velocity_match(&self) -> Result<Value, CaseProblem> {
        let target = self.target(&["velocity"])?;
        let settings = VelocityMatch { time_to_target: self.read::<TimeFields>()?.time_to_target() };
        Ok(linear_of(settings.steer(&self.body, target.velocity)))
    }

    fn pursue(&self) -> Result<Value, CaseProblem> {
        #[derive(serde::Deserialize)]
        struct ArriveFlag {
            arrive: Option<bool>,
        }
        let target = self.target(&["position"])?;
        let ArriveFlag { arrive } = self.read()?;
        let settings: ArriveFields = self.read()?;
        let arrives = arrive.unwrap_or(false);
        if let Some(name) = settings.first_given().filter(|_| !arrives) {
            return Err(CaseProblem::new(name, "accepted only with \"arrive\": true"));
        }
        let PredictionFields { max_prediction } = self.read()?;
        let max_prediction = max_prediction.map_or(Pursue::default().max_prediction, |n| n.0);
        let settings = Pursue { max_prediction, arrive: arrives.then(|| settings.arrive(&self.body)) };
        Ok(linear_of(settings.steer(&self.body, &target).steer))
    }

    fn evade(&self) -> Result<Value, CaseProblem> {
        let target = self.target(&["position"])?;
        self.within_range(target.position, self.evasion()?.steer(&self.body, &target).steer)
    }

    fn face(&self) -> Result<Value, CaseProblem> {
        let target = self.target(&["position"])?;
        let align = self.read::<AlignFields>()?.align();
        Ok(angular_of(face(&self.body, &align, target.position)))
    }

    fn look_where_going(&self) -> Result<Value, CaseProblem> {
        let align = self.read::<AlignFields>()?.align();
        Ok(angular_of(look_where_going(&self.body, &align)))
    }

    fn wander(&self) -> Result<Value, CaseProblem> {
        let (default, given) = (Wander::for_body(&self.body), self.read::<WanderFields>()?);
        let settings = Wander {
            distance: given.distance.map_or(default.distance, |n| n.0),
            radius: given.radius.map_or(default.radius, |n| n.0),
            rate: given.rate.map_or(default.rate, |n| n.0),
        };
        let random = given.random.0;
        if random.iter().any(|r| !(0.0..=1.0).contains(r)) {
            return Err(CaseProblem::new(
                "random",
                format!("expected two numbers from 0 to 1, not {random:?}"),
            ));
        }
        let angle = given.angle.map_or(0.0, |n| n.0);
        let wandered = settings.steer(&self.body, angle, random[0], random[1]);
        Ok(json!({ "angle": wandered.angle, "linear": linear(wandered.steer) }))
    }

    fn follow_path(&self) -> Result<Value, CaseProblem> {
        let (default, given) = (FollowPath::for_body(&self.body), self.read::<PathFields>()?);
        let points = given.path.iter().map(|p| p.point()).collect();
        let path = Path::new(points, given.closed.unwrap_or(false))
            .map_err(|e| CaseProblem::new("path", e.to_string()))?;
        if given.last.is_some() != given.coherence.is_some() {
            let missing = if given.last.is_some() { "coherence" } else { "last" };
            let problem = "missing; a coherent search needs both 'last' and 'coherence'";
            return Err(CaseProblem::new(missing, problem));
        }
        let settings = FollowPath {
            path_offset: given.path_offset.map_or(default.path_offset, |n| n.0),
            predict_time: given.predict_time.map_or(default.predict_time, |n| n.0),
            coherence: given.coherence.map(|n| n.0),
        };
        let followed = settings.steer(&self.body, &path, given.last.map(|n| n.0));
        Ok(json!({ "parameter": followed.parameter, "linear": linear(followed.steer) }))
    }

    fn separation(&self) -> Result<Value, CaseProblem> {
        let given: SeparationFields = self.read()?;
        let decay = given.decay.map_or_else(|| Separation::decay_of(&self.body), |n| n.0);
        let settings = Separation {
            threshold: given.threshold.map_or_else(|| Separation::for_body(&self.body).threshold, |n| n.0),
            law: match given.law.unwrap_or_default() {
                LawName::Linear => Law::Linear,
                LawName::InverseSquare => Law::InverseSquare { decay },
            },
        };
        Ok(linear_of(settings.steer(&self.body, &self.neighbours(&["position"])?)))
    }

    fn collision_avoidance(&self) -> Result<Value, CaseProblem> {
        let given: CollisionFields = self.read()?;
        let avoided = match given.form.unwrap_or_default() {
            FormName::ClosestApproach => self.closest_approach(&given)?,
            FormName::ConeMean => self.cone(ConeForm::Mean, &given)?,
            FormName::ConeNearest => self.cone(ConeForm::Nearest, &given)?,
        };
        Ok(json!({ "neighbour": avoided.neighbour, "time": avoided.time, "linear": linear(avoided.steer) }))
    }

    fn closest_approach(&self, given: &CollisionFields) -> Result<Avoided, CaseProblem> {
        if self.value["unit"]["radius"].is_null() {
            return Err(CaseProblem::missing("unit.radius", self.name));
        }
        let others = self.neighbours(&["position", "radius"])?;
        let horizon = given.horizon.map_or(ClosestApproach::default().horizon, |n| n.0);
        Ok(ClosestApproach { horizon }.steer(&self.body, &others))
    }

    fn cone(&self, form: ConeForm, given: &CollisionFields) -> Result<Avoided, CaseProblem> {
        let others = self.neighbours(&["position"])?;
        let half_angle = given.half_angle.map_or(Cone::new(form).half_angle, |n| n.0);
        Ok(Cone { half_angle, form, evade: self.evasion()? }.steer(&self.body, &others))
    }

    fn wall_avoidance(&self) -> Result<Value, CaseProblem> {
        let (default, given) = (WallAvoidance::for_body(&self.body), self.read::<WallFields>()?);
        if given.walls.is_none() && given.obstacles.is_none() {
            return Err(CaseProblem::new("walls", "missing; wall-avoidance needs 'walls' or 'obstacles'"));
        }
        let settings = WallAvoidance {
            lookahead: given.lookahead.map_or(default.lookahead, |n| n.0),
            avoid_distance: given.avoid_distance.map_or(default.avoid_distance, |n| n.0),
            rays: rays(&given),
        };
        let walls: Vec<Segment> = given.walls.unwrap_or_default().into_iter().map(segment).collect();
        if let Some(index) = walls.iter().position(|wall| wall.from == wall.to) {
            let problem = "has no length: both ends are the same point";
            return Err(CaseProblem::new(format!("walls[{index}]"), problem));
        }
        let discs: Vec<_> = given.obstacles.iter().flatten().map(ObstacleFields::disc).collect();
        let avoided = settings.steer(&self.body, &walls, &discs);
        let hit = avoided.hit.map(|hit| [hit.point.x, hit.point.y]);
        Ok(json!({ "hit": hit, "linear": linear(avoided.steer) }))
    }
}

fn rays(given: &WallFields) -> Rays {
    match Rays::WHISKERS {
        Rays::Whiskers { angle, share } if given.whiskers.unwrap_or(false) => Rays::Whiskers {
            angle: given.whisker_angle.map_or(angle, |n| n.0),
            share: given.whisker_share.map_or(share, |n| n.0),
        },
        _ => Rays::One,
    }
}

/// Returns the acceleration as [x, y]. Zeros have no sign.
fn linear(steer: Steer) -> [f32; 2] {
    [steer.linear.x + 0.0, steer.linear.y + 0.0]
}

fn linear_of(steer: Steer) -> Value {
    json!({ "linear": linear(steer) })
}

fn angular_of(steer: Steer) -> Value {
    json!({ "angular": steer.angular })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_of_the_table_is_decided() {
        let decided: Vec<&str> = DECIDE.iter().map(|(name, _)| *name).collect();
        assert_eq!(names(), decided);
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
            for field in form.fields {
                // The fields without which the tested field is not read.
                let mut case = json!({
                    "behaviour": form.name, "unit": unit, "target": { "position": [1, 2], "velocity": [1, 0] },
                    "neighbours": [], "random": [0, 1], "path": [[0, 1], [9, 1]], "walls": [], "target_orientation": 1,
                });
                let accepted: Vec<&str> = COMMON.iter().chain(form.fields).copied().collect();
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
