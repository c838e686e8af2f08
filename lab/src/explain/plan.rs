//! Writes a plan's behaviours as cases, with what each perceives and the settings in effect, so that the answer equals its
//! decision in the world.

use super::behaviour::MODEL;
use super::fields::{
    AlignFields, ArriveFields, BodyFields, CollisionFields, FormName, LawName, ObstacleFields,
    OrientationFields, OtherFields, PathFields, PredictionFields, RangeFields, SeparationFields, TimeFields,
    WallFields, WanderFields,
};
use super::values::{NotNegative, Number, Pair, Positive, wall_ends, without_nulls};
use serde::Serialize;
use serde_json::{Value, json};
use sidestep::steering::behaviours::align::align_settings;
use sidestep::steering::behaviours::arrive::arrive_settings;
use sidestep::steering::behaviours::collision_avoidance::{
    closest_approach_settings, cone_mean_settings, cone_nearest_settings, within_cone_length,
};
use sidestep::steering::behaviours::evade::{evade_range, evade_settings};
use sidestep::steering::behaviours::face::face_settings;
use sidestep::steering::behaviours::flee::flee_range;
use sidestep::steering::behaviours::follow_path::follow_path_settings;
use sidestep::steering::behaviours::look_where_going::look_settings;
use sidestep::steering::behaviours::pursue::pursue_settings;
use sidestep::steering::behaviours::separation::{inverse_square_settings, separation_settings};
use sidestep::steering::behaviours::velocity_match::velocity_match_settings;
use sidestep::steering::behaviours::wall_avoidance::{standing_obstacles, wall_settings};
use sidestep::steering::behaviours::wander::wander_settings;
use sidestep::steering::behaviours::way::next_aim;
use sidestep::steering::behaviours::{
    Align, Arrive, Body, Cone, Law, Memory, Other, Part, Rays, Seen, Separation, TINY, VelocityMatch,
};
use sidestep::steering::combine::{Actuated, AskedPart, Plan};
use sidestep::types::{Point, Vec2};

/// Returns one case for each behaviour that the plan asks. A case's id is `id` followed by the behaviour's name, and by a number
/// from the second behaviour of the same name on. The decisions are before weighting.
///
/// `avoid`, which the avoidance mode writes, and behaviours without a target or a path are left out.
pub(super) fn cases(plan: &Plan, id: &str, seen: &Seen<'_>) -> Vec<Value> {
    let mut names: Vec<&str> = Vec::new();
    let mut cases = Vec::new();
    for asked in plan.asked_parts(seen) {
        let Some(case) = case_of(&asked, seen) else { continue };
        let name = asked.part.behaviour.name;
        let before = names.iter().filter(|other| **other == name).count();
        let number = if before > 0 { format!("-{}", before + 1) } else { String::new() };
        names.push(name);
        cases.push(with(case, json!({ "id": format!("{id}-{name}{number}"), "model": MODEL })));
    }
    cases
}

/// Returns a part's decision as a case without an id, or none if the part has no target or path.
fn case_of(asked: &AskedPart<'_>, seen: &Seen<'_>) -> Option<Value> {
    let body = &asked.body;
    match asked.actuated {
        Some(Actuated::Arrive(arrive, to)) => return Some(arrive_at(body, &arrive, to)),
        Some(Actuated::Match(velocity)) => {
            return Some(match_velocity(body, &VelocityMatch::default(), velocity));
        }
        None => {}
    }
    let name = asked.part.behaviour.name;
    let write = WRITE.iter().find(|(behaviour, _)| *behaviour == name).map(|(_, write)| write)?;
    write(asked.part, body, seen, &asked.memory)
}

/// Writes a part's decision.
type Write = fn(&Part, &Body, &Seen<'_>, &Memory) -> Option<Value>;

/// The function that writes the decisions of each behaviour.
const WRITE: [(&str, Write); 18] = [
    ("seek", |part, body, seen, _| Some(seek_to(body, seen.target(part)?.position))),
    ("flee", flee),
    ("arrive", |part, body, seen, _| {
        Some(arrive_at(body, &arrive_settings(part, body), seen.target(part)?.position))
    }),
    ("way", path_case),
    ("align", align),
    ("velocity-match", |part, body, seen, _| {
        Some(match_velocity(body, &velocity_match_settings(part), seen.target(part)?.velocity))
    }),
    ("pursue", pursue),
    ("evade", evade),
    ("face", face),
    ("look-where-going", |part, body, _, _| {
        Some(with(case("look-where-going", body), align_fields(&look_settings(part))))
    }),
    ("wander", wander),
    ("follow-path", follow_path),
    ("separation", |part, body, seen, _| Some(separate(body, seen, &separation_settings(part, body)))),
    ("separation-inverse-square", |part, body, seen, _| {
        Some(separate(body, seen, &inverse_square_settings(part, body)))
    }),
    ("cone-mean", |part, body, seen, _| {
        Some(evade_cone(FormName::ConeMean, cone_mean_settings(part, body), body, seen))
    }),
    ("cone-nearest", |part, body, seen, _| {
        Some(evade_cone(FormName::ConeNearest, cone_nearest_settings(part, body), body, seen))
    }),
    ("closest-approach", closest_approach),
    ("wall-avoidance", wall_avoidance),
];

/// Adds fields to a case.
fn with(mut case: Value, more: impl Serialize) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut case, without_nulls(more)) {
        fields.extend(more);
    }
    case
}

/// Makes a case of this behaviour without a goal.
fn case(name: &str, body: &Body) -> Value {
    json!({ "behaviour": name, "unit": without_nulls(BodyFields::new(body, None)) })
}

/// Makes a case of this behaviour with a goal.
fn case_to(name: &str, body: &Body, goal: Point) -> Value {
    json!({ "behaviour": name, "unit": without_nulls(BodyFields::new(body, Some(goal))) })
}

fn target(other: &Other) -> Value {
    json!({ "target": without_nulls(OtherFields::from(other)) })
}

fn neighbours(others: &[Other]) -> Value {
    let others = others.iter().map(|other| without_nulls(OtherFields::from(other)));
    json!({ "neighbours": others.collect::<Vec<Value>>() })
}

fn align_fields(align: &Align) -> AlignFields {
    AlignFields::from(align)
}

fn seek_to(body: &Body, goal: Point) -> Value {
    case_to("seek", body, goal)
}

fn arrive_at(body: &Body, arrive: &Arrive, goal: Point) -> Value {
    with(case_to("arrive", body, goal), ArriveFields::from(arrive))
}

fn match_velocity(body: &Body, settings: &VelocityMatch, velocity: Vec2) -> Value {
    let target = OtherFields { velocity: Some(velocity.into()), ..OtherFields::default() };
    let case = with(case("velocity-match", body), json!({ "target": without_nulls(target) }));
    // A plan's 0 counts as this minimum.
    with(case, TimeFields { time_to_target: Some(Positive(settings.time_to_target.max(TINY))) })
}

fn flee(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let range = RangeFields { range: Some(NotNegative(flee_range(part))) };
    Some(with(case_to("flee", body, seen.target(part)?.position), range))
}

/// Writes seek to the next position on the path, or arrive at its end.
fn path_case(_: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let (aim, arrive) = next_aim(body, seen)?;
    Some(arrive.map_or_else(|| seek_to(body, aim), |arrive| arrive_at(body, &arrive, aim)))
}

fn align(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let target = OrientationFields { target_orientation: Number(seen.target(part)?.orientation) };
    Some(with(with(case("align", body), target), align_fields(&align_settings(part))))
}

fn pursue(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let settings = pursue_settings(part, body);
    let case = with(case("pursue", body), target(&seen.target(part)?));
    let case = with(case, prediction(settings.max_prediction));
    Some(match &settings.arrive {
        Some(arrive) => with(with(case, json!({ "arrive": true })), ArriveFields::from(arrive)),
        None => case,
    })
}

fn prediction(max_prediction: f32) -> PredictionFields {
    PredictionFields { max_prediction: Some(NotNegative(max_prediction)) }
}

fn evade(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let case = with(case("evade", body), target(&seen.target(part)?));
    let case = with(case, prediction(evade_settings(part).max_prediction));
    Some(with(case, RangeFields { range: Some(NotNegative(evade_range(part))) }))
}

fn face(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let case = with(case("face", body), target(&seen.target(part)?));
    Some(with(case, align_fields(&face_settings(part))))
}

fn wander(part: &Part, body: &Body, seen: &Seen<'_>, memory: &Memory) -> Option<Value> {
    let wander = wander_settings(part, body);
    let fields = WanderFields {
        angle: Some(Number(memory.wander)),
        random: Pair(seen.chance),
        distance: Some(NotNegative(wander.distance)),
        radius: Some(NotNegative(wander.radius)),
        rate: Some(NotNegative(wander.rate)),
    };
    Some(with(case("wander", body), fields))
}

fn follow_path(part: &Part, body: &Body, _: &Seen<'_>, memory: &Memory) -> Option<Value> {
    let (path, settings) = (part.path.as_ref()?, follow_path_settings(part, body));
    // The first search covers the whole path, because no position is remembered yet.
    let coherent = memory.along.zip(settings.coherence);
    let fields = PathFields {
        path: path.points().iter().map(|p| Pair::from(*p)).collect(),
        closed: Some(path.closed()),
        path_offset: Some(Number(settings.path_offset)),
        predict_time: Some(NotNegative(settings.predict_time)),
        last: coherent.map(|(last, _)| Number(last)),
        coherence: coherent.map(|(_, coherence)| Positive(coherence)),
    };
    Some(with(case("follow-path", body), fields))
}

fn separate(body: &Body, seen: &Seen<'_>, settings: &Separation) -> Value {
    let (law, decay) = match settings.law {
        Law::Linear => (LawName::Linear, None),
        Law::InverseSquare { decay } => (LawName::InverseSquare, Some(Positive(decay))),
    };
    let fields = SeparationFields { threshold: Some(Positive(settings.threshold)), law: Some(law), decay };
    with(with(case("separation", body), neighbours(&seen.others())), fields)
}

/// Includes only the neighbours within the cone's length.
fn evade_cone(form: FormName, (cone, length): (Cone, f32), body: &Body, seen: &Seen<'_>) -> Value {
    let fields = CollisionFields {
        form: Some(form),
        half_angle: Some(Positive(cone.half_angle)),
        max_prediction: Some(NotNegative(cone.evade.max_prediction)),
        horizon: None,
    };
    let others = neighbours(&within_cone_length(length, body, seen));
    with(with(case("collision-avoidance", body), others), fields)
}

fn closest_approach(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let fields = CollisionFields {
        form: Some(FormName::ClosestApproach),
        half_angle: None,
        max_prediction: None,
        horizon: Some(NotNegative(closest_approach_settings(part).horizon)),
    };
    Some(with(with(case("collision-avoidance", body), neighbours(&seen.others())), fields))
}

fn wall_avoidance(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let settings = wall_settings(part, body);
    // Walls without a length are left out: no ray meets them, and a case must not contain them.
    let walls = seen.around.walls.iter().filter(|wall| wall.from != wall.to);
    let whiskers = match settings.rays {
        Rays::One => None,
        Rays::Whiskers { angle, share } => Some((Positive(angle), Positive(share))),
    };
    let fields = WallFields {
        walls: Some(walls.map(wall_ends).collect()),
        obstacles: Some(standing_obstacles(body, seen).iter().map(ObstacleFields::from).collect()),
        lookahead: Some(Positive(settings.lookahead)),
        avoid_distance: Some(NotNegative(settings.avoid_distance)),
        whiskers: whiskers.map(|_| true),
        whisker_angle: whiskers.map(|(angle, _)| angle),
        whisker_share: whiskers.map(|(_, share)| share),
    };
    Some(with(case("wall-avoidance", body), fields))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep::steering::behaviours::BEHAVIOURS;

    #[test]
    fn every_behaviour_but_avoid_is_written() {
        let written: Vec<&str> = WRITE.iter().map(|(name, _)| *name).collect();
        let all = BEHAVIOURS.iter().map(|behaviour| behaviour.name).filter(|name| *name != "avoid");
        assert_eq!(all.collect::<Vec<_>>(), written);
    }
}
