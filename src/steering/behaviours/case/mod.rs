//! A behaviour's decision as a JSON object: what one unit perceives, and the settings beside it; what the behaviour makes of it.
//!
//! `{"behaviour": "arrive", "unit": {"position": [0, 0], "max_speed": 5, "max_acceleration": 40, "goal": [9, 0]}}`. Which
//! settings there are for which behaviour, and their defaults, is in `docs/behaviours.md`.

mod fields;

use super::*;
use crate::text::did_you_mean;
use crate::types::Point;
use fields::Fields;
pub use fields::Problem;
use serde_json::{Value, json};

const ALIGN: [&str; 6] =
    ["target_radius", "slow_radius", "max_rotation", "max_angular_acceleration", "time_to_target", "brake"];
const ARRIVE: [&str; 4] = ["target_radius", "slow_radius", "time_to_target", "brake"];
const LAWS: [&str; 2] = ["linear", "inverse-square"];
const FORMS: [&str; 3] = ["closest-approach", "cone-mean", "cone-nearest"];

/// A behaviour that a case can name.
struct Named {
    name: &'static str,
    /// The fields that it takes beside those of every case.
    fields: &'static [&'static [&'static str]],
    explain: fn(&Situation) -> Result<Value, Problem>,
}

const fn named(
    name: &'static str,
    fields: &'static [&'static [&'static str]],
    explain: fn(&Situation) -> Result<Value, Problem>,
) -> Named {
    Named { name, fields, explain }
}

const BEHAVIOURS: [Named; 14] = [
    named("seek", &[], |s| s.seek()),
    named("flee", &[&["range"]], |s| s.flee()),
    named("arrive", &[&ARRIVE], |s| s.arrive()),
    named("align", &[&["target_orientation"], &ALIGN], |s| s.align()),
    named("velocity-match", &[&["target", "time_to_target"]], |s| s.velocity_match()),
    named("pursue", &[&["target", "max_prediction", "arrive"], &ARRIVE], |s| s.pursue()),
    named("evade", &[&["target", "max_prediction", "range"]], |s| s.evade()),
    named("face", &[&["target"], &ALIGN], |s| s.face()),
    named("look-where-going", &[&ALIGN], |s| s.look_where_going()),
    named("wander", &[&["angle", "random", "distance", "radius", "rate"]], |s| s.wander()),
    named("follow-path", &[&["path", "closed", "path_offset", "predict_time", "last", "coherence"]], |s| {
        s.follow_path()
    }),
    named("separation", &[&["neighbours", "threshold", "law", "decay"]], |s| s.separation()),
    named(
        "collision-avoidance",
        &[&["neighbours", "form", "half_angle", "max_prediction", "horizon"]],
        |s| s.collision_avoidance(),
    ),
    named(
        "wall-avoidance",
        &[&[
            "walls",
            "obstacles",
            "lookahead",
            "avoid_distance",
            "whiskers",
            "whisker_angle",
            "whisker_share",
        ]],
        |s| s.wall_avoidance(),
    ),
];

/// The names of the behaviours, as a case writes them.
pub fn names() -> Vec<&'static str> {
    BEHAVIOURS.iter().map(|b| b.name).collect()
}

/// What the case's behaviour decides: an object of `linear` (m/s²) or `angular` (rad/s²), and what it found: `neighbour`
/// and `time`, `hit`, `parameter`, `angle`. A case that is not right is refused, with the field and what would be right.
pub fn explain(case: &Value) -> Result<Value, Problem> {
    let fields = Fields::of(case, "")?;
    let named = behaviour(&fields)?;
    let common = ["id", "model", "behaviour", "unit", "expect"];
    let takes: Vec<&str> =
        common.into_iter().chain(named.fields.iter().flat_map(|f| f.iter().copied())).collect();
    fields.only(&takes, named.name)?;
    let unit = fields.required("unit", named.name, Fields::object)?;
    let body = unit.body()?;
    (named.explain)(&Situation { name: named.name, fields, unit, body })
}

fn behaviour(fields: &Fields) -> Result<&'static Named, Problem> {
    if fields.get("model").is_some_and(|model| model != "behaviour") {
        return Err(("model".into(), "is another model's; a behaviour's case says \"behaviour\"".into()));
    }
    let unknown = |problem: String| ("behaviour".to_string(), problem);
    match fields.get("behaviour") {
        Some(Value::String(name)) => BEHAVIOURS
            .iter()
            .find(|b| b.name == name)
            .ok_or_else(|| unknown(format!("unknown behaviour '{name}'; {}", did_you_mean(name, &names())))),
        Some(_) => {
            Err(unknown(format!("expected the name of a behaviour; there are: {}", names().join(", "))))
        }
        None => Err(unknown(format!("is missing; there are: {}", names().join(", ")))),
    }
}

/// A case whose common part has been read.
struct Situation<'a> {
    name: &'static str,
    fields: Fields<'a>,
    unit: Fields<'a>,
    body: Body,
}

impl Situation<'_> {
    fn goal(&self) -> Result<Point, Problem> {
        self.unit.required("goal", self.name, Fields::point)
    }

    /// The target, with all of the fields `needed`.
    fn target(&self, needed: &[&str]) -> Result<Other, Problem> {
        self.fields.required("target", self.name, Fields::object)?.other("a target", self.name, needed)
    }

    /// The neighbours, each with all of the fields `needed`.
    fn neighbours(&self, needed: &[&str]) -> Result<Vec<Other>, Problem> {
        self.fields.required("neighbours", self.name, |fields, name| {
            fields.list(name, |value, path| Fields::of(value, path)?.other("a neighbour", self.name, needed))
        })
    }

    /// How to evade, alone and by a cone.
    fn evade_settings(&self) -> Result<Evade, Problem> {
        let max_prediction = self.fields.not_negative("max_prediction")?;
        Ok(Evade { max_prediction: max_prediction.unwrap_or(Evade::default().max_prediction) })
    }

    /// What is asked for; nothing where what is fled from is further off than the `range`, if there is one.
    fn within_range(&self, from: Point, asked: Steer) -> Result<Steer, Problem> {
        let range = self.fields.not_negative("range")?.unwrap_or(0.0);
        let far = range > 0.0 && offset(self.body.position, from).norm() > range;
        Ok(if far { Steer::NOTHING } else { asked })
    }

    fn time_to_target(&self) -> Result<f32, Problem> {
        Ok(self.fields.positive("time_to_target")?.unwrap_or(TIME_TO_TARGET))
    }

    fn arrive_settings(&self) -> Result<Arrive, Problem> {
        let default = Arrive::of(&self.body);
        Ok(Arrive {
            target_radius: self.fields.not_negative("target_radius")?.unwrap_or(default.target_radius),
            slow_radius: self.fields.not_negative("slow_radius")?.unwrap_or(default.slow_radius),
            time_to_target: self.time_to_target()?,
            brake: self.fields.flag("brake")?,
        })
    }

    fn align_settings(&self) -> Result<Align, Problem> {
        let (default, fields) = (Align::default(), &self.fields);
        let most = fields.positive("max_angular_acceleration")?;
        Ok(Align {
            target_radius: fields.not_negative("target_radius")?.unwrap_or(default.target_radius),
            slow_radius: fields.not_negative("slow_radius")?.unwrap_or(default.slow_radius),
            max_rotation: fields.positive("max_rotation")?.unwrap_or(default.max_rotation),
            max_angular_acceleration: most.unwrap_or(default.max_angular_acceleration),
            time_to_target: self.time_to_target()?,
            brake: fields.flag("brake")?,
        })
    }

    fn seek(&self) -> Result<Value, Problem> {
        Ok(json!({ "linear": linear(seek(&self.body, self.goal()?)) }))
    }

    fn flee(&self) -> Result<Value, Problem> {
        let goal = self.goal()?;
        Ok(json!({ "linear": linear(self.within_range(goal, flee(&self.body, goal))?) }))
    }

    fn arrive(&self) -> Result<Value, Problem> {
        Ok(json!({ "linear": linear(self.arrive_settings()?.steer(&self.body, self.goal()?)) }))
    }

    fn align(&self) -> Result<Value, Problem> {
        let target = self.fields.required("target_orientation", self.name, Fields::number)?;
        Ok(json!({ "angular": self.align_settings()?.steer(&self.body, target).angular }))
    }

    fn velocity_match(&self) -> Result<Value, Problem> {
        let target = self.target(&["velocity"])?;
        let settings = VelocityMatch { time_to_target: self.time_to_target()? };
        Ok(json!({ "linear": linear(settings.steer(&self.body, target.velocity)) }))
    }

    fn pursue(&self) -> Result<Value, Problem> {
        let target = self.target(&["position"])?;
        let arrives = self.fields.flag("arrive")?;
        if let Some(name) = ARRIVE.iter().find(|name| !arrives && self.fields.get(name).is_some()) {
            return Err((name.to_string(), "is a setting of pursue with \"arrive\": true".into()));
        }
        let arrive = if arrives { Some(self.arrive_settings()?) } else { None };
        let max_prediction = self.fields.not_negative("max_prediction")?;
        let settings =
            Pursue { max_prediction: max_prediction.unwrap_or(Pursue::default().max_prediction), arrive };
        Ok(json!({ "linear": linear(settings.steer(&self.body, &target).steer) }))
    }

    fn evade(&self) -> Result<Value, Problem> {
        let target = self.target(&["position"])?;
        let evaded = self.evade_settings()?.steer(&self.body, &target).steer;
        Ok(json!({ "linear": linear(self.within_range(target.position, evaded)?) }))
    }

    fn face(&self) -> Result<Value, Problem> {
        let target = self.target(&["position"])?;
        Ok(json!({ "angular": face(&self.body, &self.align_settings()?, target.position).angular }))
    }

    fn look_where_going(&self) -> Result<Value, Problem> {
        Ok(json!({ "angular": look_where_going(&self.body, &self.align_settings()?).angular }))
    }

    fn wander(&self) -> Result<Value, Problem> {
        let (default, fields) = (Wander::of(&self.body), &self.fields);
        let settings = Wander {
            distance: fields.not_negative("distance")?.unwrap_or(default.distance),
            radius: fields.not_negative("radius")?.unwrap_or(default.radius),
            rate: fields.not_negative("rate")?.unwrap_or(default.rate),
        };
        let angle = fields.number("angle")?.unwrap_or(0.0);
        let random = fields.required("random", self.name, Fields::pair)?;
        if random.iter().any(|r| !(0.0..=1.0).contains(r)) {
            return Err(("random".into(), format!("expected two numbers from 0 to 1, not {random:?}")));
        }
        let wandered = settings.steer(&self.body, angle, random[0], random[1]);
        Ok(json!({ "angle": wandered.angle, "linear": linear(wandered.steer) }))
    }

    fn follow_path(&self) -> Result<Value, Problem> {
        let (default, fields) = (FollowPath::of(&self.body), &self.fields);
        let points = fields.required("path", self.name, |fields, name| fields.list(name, fields::point))?;
        let path = Path::new(points, fields.flag("closed")?).map_err(|e| ("path".into(), e.to_string()))?;
        let last = fields.number("last")?;
        let settings = FollowPath {
            path_offset: fields.number("path_offset")?.unwrap_or(default.path_offset),
            predict_time: fields.not_negative("predict_time")?.unwrap_or(default.predict_time),
            coherence: fields.positive("coherence")?,
        };
        if last.is_some() != settings.coherence.is_some() {
            let missing = if last.is_some() { "coherence" } else { "last" };
            return Err((
                missing.into(),
                "is missing; a coherent search needs 'last' and 'coherence'".into(),
            ));
        }
        let followed = settings.steer(&self.body, &path, last);
        Ok(json!({ "parameter": followed.parameter, "linear": linear(followed.steer) }))
    }

    fn separation(&self) -> Result<Value, Problem> {
        let fields = &self.fields;
        let decay = fields.positive("decay")?.unwrap_or(Separation::decay_of(&self.body));
        let settings = Separation {
            threshold: fields.positive("threshold")?.unwrap_or(Separation::of(&self.body).threshold),
            law: if fields.one_of("law", &LAWS)? == 0 { Law::Linear } else { Law::InverseSquare { decay } },
        };
        Ok(json!({ "linear": linear(settings.steer(&self.body, &self.neighbours(&["position"])?)) }))
    }

    fn collision_avoidance(&self) -> Result<Value, Problem> {
        let avoided = match self.fields.one_of("form", &FORMS)? {
            0 => self.closest_approach()?,
            1 => self.cone(ConeForm::Mean)?,
            _ => self.cone(ConeForm::Nearest)?,
        };
        Ok(json!({ "neighbour": avoided.neighbour, "time": avoided.time, "linear": linear(avoided.steer) }))
    }

    fn closest_approach(&self) -> Result<Avoided, Problem> {
        self.unit.required("radius", self.name, Fields::positive)?;
        let others = self.neighbours(&["position", "radius"])?;
        let horizon = self.fields.not_negative("horizon")?.unwrap_or(ClosestApproach::default().horizon);
        Ok(ClosestApproach { horizon }.steer(&self.body, &others))
    }

    fn cone(&self, form: ConeForm) -> Result<Avoided, Problem> {
        let others = self.neighbours(&["position"])?;
        let half_angle = self.fields.positive("half_angle")?.unwrap_or(Cone::new(form).half_angle);
        let evade = self.evade_settings()?;
        Ok(Cone { half_angle, form, evade }.steer(&self.body, &others))
    }

    fn wall_avoidance(&self) -> Result<Value, Problem> {
        let (default, fields) = (WallAvoidance::of(&self.body), &self.fields);
        let (walls, discs) = (fields.list("walls", fields::wall)?, fields.list("obstacles", fields::disc)?);
        if walls.is_none() && discs.is_none() {
            return Err(("walls".into(), "is missing; wall-avoidance needs it, or 'obstacles'".into()));
        }
        let settings = WallAvoidance {
            lookahead: fields.positive("lookahead")?.unwrap_or(default.lookahead),
            avoid_distance: fields.not_negative("avoid_distance")?.unwrap_or(default.avoid_distance),
            rays: self.rays()?,
        };
        let avoided = settings.steer(&self.body, &walls.unwrap_or_default(), &discs.unwrap_or_default());
        let hit = avoided.hit.map(|hit| [hit.point.x, hit.point.y]);
        Ok(json!({ "hit": hit, "linear": linear(avoided.steer) }))
    }

    fn rays(&self) -> Result<Rays, Problem> {
        let given = (self.fields.positive("whisker_angle")?, self.fields.positive("whisker_share")?);
        if !self.fields.flag("whiskers")? {
            return Ok(Rays::One);
        }
        let Rays::Whiskers { angle, share } = Rays::WHISKERS else { return Ok(Rays::One) };
        Ok(Rays::Whiskers { angle: given.0.unwrap_or(angle), share: given.1.unwrap_or(share) })
    }
}

/// The acceleration as [x, y], without the sign of a zero.
fn linear(steer: Steer) -> [f32; 2] {
    [steer.linear.x + 0.0, steer.linear.y + 0.0]
}
