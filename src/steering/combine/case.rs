//! A plan's behaviours as cases, which `sidestep explain` reads: each with what it perceives and the settings in effect, so that
//! the answer is what it asks for in the world. One function a behaviour; `docs/behaviours.md` has the fields.

use super::catalogue::effect;
use super::{Body, Combine, Memory, Mind, Part, Plan, Seen, arbitration, body};
use crate::steering::behaviours::{
    Align, Arrive, Cone, Disc, Law, Other, Rays, Separation, TINY, VelocityMatch,
};
use crate::steering::cases::BEHAVIOUR;
use crate::types::{Point, Vec2};
use serde_json::{Value, json};

/// Writes a part's decision as a case without a name; none when there is nothing that it is about.
pub(super) type Write = fn(&Part, &Body, &Seen<'_>, &Memory) -> Option<Value>;

/// A case, and the name of the behaviour whose it is.
pub(super) type Named = (&'static str, Value);

impl Plan {
    /// The unit's decision, as one case for each behaviour of the plan, also for those of a priority's groups whose turn does
    /// not come. `id` begins the cases' names, the behaviours' names end them (and a number, from the second of a name on).
    /// What each asks for is before its weight. In an arbitration it is asked as if the body already moved otherwise, and the
    /// case has that velocity. Of a pipeline: what the actuator hands over to, or else the deadlock behaviour if it acts; and
    /// what turns the body. Its other stages name places, and ask for no acceleration.
    ///
    /// Left out are `avoid`, which is the avoidance mode's to write, and behaviours without a target or a path.
    pub fn cases(&self, id: &str, seen: &Seen<'_>) -> Vec<Value> {
        let body = body(seen.unit);
        let mut mind = Mind { memory: seen.memory, why: None };
        let mut cases = Vec::new();
        match &self.combine {
            Combine::Arbitration(parts) => {
                arbitration::combine_asking(parts, &body, seen, &mut mind, |part, body, memory| {
                    cases.extend(of(part, body, seen, memory));
                });
            }
            Combine::Pipeline(pipeline) => cases = pipeline.cases(&body, seen, &mut mind),
            Combine::Blending(_) | Combine::Priority { .. } => {
                for part in self.parts() {
                    cases.extend(of(part, &body, seen, &mind.memory));
                    // The next part remembers what this one leaves.
                    part.kind.steer(part, &body, seen, &mut mind);
                }
            }
        }
        named(id, cases)
    }

    /// Whether the world's avoidance mode is one of its behaviours.
    pub fn avoids(&self) -> bool {
        self.parts().iter().any(|part| part.kind.name == "avoid")
    }
}

/// A part's case, as [`super::Kind::case`] writes it, with the part's name.
pub(super) fn of(part: &Part, body: &Body, seen: &Seen<'_>, memory: &Memory) -> Option<Named> {
    part.kind.case(part, body, seen, memory).map(|case| (part.kind.name, case))
}

/// Gives each case its `model` and its own `id`.
fn named(id: &str, cases: Vec<Named>) -> Vec<Value> {
    let names: Vec<&str> = cases.iter().map(|(name, _)| *name).collect();
    let name = |(index, (name, case)): (usize, Named)| {
        let before = names[..index].iter().filter(|other| **other == name).count();
        let number = if before > 0 { format!("-{}", before + 1) } else { String::new() };
        with(case, json!({ "id": format!("{id}-{name}{number}"), "model": BEHAVIOUR }))
    };
    cases.into_iter().enumerate().map(name).collect()
}

/// A case with more fields.
fn with(mut case: Value, more: Value) -> Value {
    if let (Value::Object(fields), Value::Object(more)) = (&mut case, more) {
        fields.extend(more);
    }
    case
}

fn unit(body: &Body) -> Value {
    json!({
        "position": pair(body.position.coords),
        "velocity": pair(body.velocity),
        "orientation": body.orientation,
        "rotation": body.rotation,
        "radius": body.radius,
        "max_speed": body.max_speed,
        "max_acceleration": body.max_acceleration,
    })
}

/// The unit with a goal.
fn unit_to(body: &Body, goal: Point) -> Value {
    with(unit(body), json!({ "goal": pair(goal.coords) }))
}

fn pair(v: Vec2) -> [f32; 2] {
    v.into()
}

fn other(other: &Other) -> Value {
    let place = json!({
        "position": pair(other.position.coords),
        "velocity": pair(other.velocity),
        "orientation": other.orientation,
    });
    // A goal that is a place has none.
    if other.radius > 0.0 { with(place, json!({ "radius": other.radius })) } else { place }
}

fn others(others: &[Other]) -> Vec<Value> {
    others.iter().map(other).collect()
}

fn arrive_settings(arrive: &Arrive) -> Value {
    json!({
        "target_radius": arrive.target_radius,
        "slow_radius": arrive.slow_radius,
        "time_to_target": arrive.time_to_target,
        "brake": arrive.brake,
    })
}

fn align_settings(align: &Align) -> Value {
    json!({
        "target_radius": align.target_radius,
        "slow_radius": align.slow_radius,
        "max_rotation": align.max_rotation,
        "max_angular_acceleration": align.max_angular_acceleration,
        "time_to_target": align.time_to_target,
        "brake": align.brake,
    })
}

pub(super) fn seek_to(body: &Body, goal: Point) -> Value {
    json!({ "behaviour": "seek", "unit": unit_to(body, goal) })
}

pub(super) fn arrive_at(body: &Body, arrive: &Arrive, goal: Point) -> Value {
    with(json!({ "behaviour": "arrive", "unit": unit_to(body, goal) }), arrive_settings(arrive))
}

pub(super) fn match_velocity(body: &Body, settings: &VelocityMatch, velocity: Vec2) -> Value {
    json!({
        "behaviour": "velocity-match",
        "unit": unit(body),
        "target": { "velocity": pair(velocity) },
        // A plan may say 0, which counts as this.
        "time_to_target": settings.time_to_target.max(TINY),
    })
}

pub(super) fn seek(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    Some(seek_to(body, seen.target(part)?.position))
}

pub(super) fn flee(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    Some(json!({
        "behaviour": "flee",
        "unit": unit_to(body, seen.target(part)?.position),
        "range": effect::flee_range(part),
    }))
}

pub(super) fn arrive(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    Some(arrive_at(body, &effect::arrive(part, body), seen.target(part)?.position))
}

/// Seek, or at the end of the way arrive, with the next place on it for a goal.
pub(super) fn way(_: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let (aim, arrive) = effect::way(body, seen)?;
    Some(arrive.map_or_else(|| seek_to(body, aim), |arrive| arrive_at(body, &arrive, aim)))
}

pub(super) fn align(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let target = seen.target(part)?.orientation;
    let case = json!({ "behaviour": "align", "unit": unit(body), "target_orientation": target });
    Some(with(case, align_settings(&effect::align(part))))
}

pub(super) fn velocity_match(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    Some(match_velocity(body, &effect::velocity_match(part), seen.target(part)?.velocity))
}

pub(super) fn pursue(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let pursue = effect::pursue(part, body);
    let case = json!({
        "behaviour": "pursue",
        "unit": unit(body),
        "target": other(&seen.target(part)?),
        "max_prediction": pursue.max_prediction,
    });
    Some(match &pursue.arrive {
        Some(arrive) => with(with(case, json!({ "arrive": true })), arrive_settings(arrive)),
        None => case,
    })
}

pub(super) fn evade(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    Some(json!({
        "behaviour": "evade",
        "unit": unit(body),
        "target": other(&seen.target(part)?),
        "max_prediction": effect::evade(part).max_prediction,
        "range": effect::evade_range(part),
    }))
}

pub(super) fn face(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let case = json!({ "behaviour": "face", "unit": unit(body), "target": other(&seen.target(part)?) });
    Some(with(case, align_settings(&effect::face(part))))
}

pub(super) fn look_where_going(part: &Part, body: &Body, _: &Seen<'_>, _: &Memory) -> Option<Value> {
    let case = json!({ "behaviour": "look-where-going", "unit": unit(body) });
    Some(with(case, align_settings(&effect::look_where_going(part))))
}

pub(super) fn wander(part: &Part, body: &Body, seen: &Seen<'_>, memory: &Memory) -> Option<Value> {
    let wander = effect::wander(part, body);
    Some(json!({
        "behaviour": "wander",
        "unit": unit(body),
        "angle": memory.wander,
        "random": seen.chance,
        "distance": wander.distance,
        "radius": wander.radius,
        "rate": wander.rate,
    }))
}

pub(super) fn follow_path(part: &Part, body: &Body, _: &Seen<'_>, memory: &Memory) -> Option<Value> {
    let (path, settings) = (part.path.as_ref()?, effect::follow_path(part, body));
    let case = json!({
        "behaviour": "follow-path",
        "unit": unit(body),
        "path": path.points().iter().map(|p| pair(p.coords)).collect::<Vec<_>>(),
        "closed": path.closed(),
        "path_offset": settings.path_offset,
        "predict_time": settings.predict_time,
    });
    // The first search is over the whole path: nothing is remembered yet.
    Some(match (memory.along, settings.coherence) {
        (Some(last), Some(coherence)) => with(case, json!({ "last": last, "coherence": coherence })),
        _ => case,
    })
}

pub(super) fn separation(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    Some(keep_apart(body, seen, &effect::separation(part, body)))
}

pub(super) fn separation_inverse_square(
    part: &Part,
    body: &Body,
    seen: &Seen<'_>,
    _: &Memory,
) -> Option<Value> {
    Some(keep_apart(body, seen, &effect::separation_inverse_square(part, body)))
}

fn keep_apart(body: &Body, seen: &Seen<'_>, settings: &Separation) -> Value {
    let case = json!({
        "behaviour": "separation",
        "unit": unit(body),
        "neighbours": others(&seen.others()),
        "threshold": settings.threshold,
    });
    with(
        case,
        match settings.law {
            Law::Linear => json!({ "law": "linear" }),
            Law::InverseSquare { decay } => json!({ "law": "inverse-square", "decay": decay }),
        },
    )
}

pub(super) fn cone_mean(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    Some(evade_cone("cone-mean", effect::cone_mean(part, body), body, seen))
}

pub(super) fn cone_nearest(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    Some(evade_cone("cone-nearest", effect::cone_nearest(part, body), body, seen))
}

/// With those of the neighbours only that the cone is long enough for.
fn evade_cone(form: &str, (cone, length): (Cone, f32), body: &Body, seen: &Seen<'_>) -> Value {
    json!({
        "behaviour": "collision-avoidance",
        "form": form,
        "unit": unit(body),
        "neighbours": others(&effect::within_cone_length(length, body, seen)),
        "half_angle": cone.half_angle,
        "max_prediction": cone.evade.max_prediction,
    })
}

pub(super) fn closest_approach(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    Some(json!({
        "behaviour": "collision-avoidance",
        "form": "closest-approach",
        "unit": unit(body),
        "neighbours": others(&seen.others()),
        "horizon": effect::closest_approach(part).horizon,
    }))
}

pub(super) fn wall_avoidance(part: &Part, body: &Body, seen: &Seen<'_>, _: &Memory) -> Option<Value> {
    let settings = effect::walls(part, body);
    // No ray meets a wall without length, and no case may have one.
    let walls = seen.around.walls.iter().filter(|wall| wall.from != wall.to);
    let ends = walls.map(|wall| [pair(wall.from.coords), pair(wall.to.coords)]);
    let discs = effect::standing(body, seen);
    let obstacle = |disc: &Disc| json!({ "position": pair(disc.center.coords), "radius": disc.radius });
    let case = json!({
        "behaviour": "wall-avoidance",
        "unit": unit(body),
        "walls": ends.collect::<Vec<_>>(),
        "obstacles": discs.iter().map(obstacle).collect::<Vec<_>>(),
        "lookahead": settings.lookahead,
        "avoid_distance": settings.avoid_distance,
    });
    Some(match settings.rays {
        Rays::One => case,
        Rays::Whiskers { angle, share } => {
            with(case, json!({ "whiskers": true, "whisker_angle": angle, "whisker_share": share }))
        }
    })
}
