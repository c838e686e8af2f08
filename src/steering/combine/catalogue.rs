//! What a plan's parts can do, by the name that maps use: the behaviours of [`super::super::behaviours`], one entry each, and
//! the world's avoidance model as one more. The entry says which settings a map may give and what the behaviour needs; what
//! it computes stands in the behaviour's own file.

pub(super) mod effect;
mod settings;

pub use effect::cone_length;

use super::{Body, Memory, Mind, Part, Seen, case};
use crate::settings::Setting;
use crate::steering::behaviours::{self, Cone, Other, Path, Steer};
use crate::steering::reasons::{Mark, Tint};
use crate::steering::walk::walk;
use crate::types::Point;
use effect::*;
use serde_json::Value;
use settings::*;

/// What a part needs beside what every unit perceives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A target: a unit, or the goal.
    Target,
    /// A path.
    Path,
}

/// A behaviour that a plan can have.
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Its settings.
    pub settings: &'static [Setting],
    /// What it needs.
    pub needs: Needs,
    /// Whether it turns the body.
    pub turns: bool,
    steer: fn(&Part, &Body, &Seen<'_>, &mut Mind<'_>) -> Steer,
    case: case::Write,
}

impl Kind {
    /// What it asks for.
    pub fn steer(&self, part: &Part, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Steer {
        (self.steer)(part, body, seen, mind)
    }

    /// The decision that [`Kind::steer`] makes with this memory, as a case that `explain` reads, but for its name. None when
    /// there is nothing that it is about; and none of `avoid`, which is the avoidance mode's.
    pub fn case(&self, part: &Part, body: &Body, seen: &Seen<'_>, memory: &Memory) -> Option<Value> {
        (self.case)(part, body, seen, memory)
    }

    /// The behaviour of this name.
    pub fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// Every behaviour.
pub static KINDS: &[Kind] = &[
    Kind {
        name: "seek",
        summary: "full acceleration towards the target",
        settings: &[],
        needs: Needs::Target,
        turns: false,
        steer: |part, body, seen, mind| on_target(part, seen, mind, |at| behaviours::seek(body, at.position)),
        case: case::seek,
    },
    Kind {
        name: "flee",
        summary: "full acceleration away from the target",
        settings: &[FLEE_RANGE],
        needs: Needs::Target,
        turns: false,
        steer: |part, body, seen, mind| {
            on_target(part, seen, mind, |from| {
                within(flee_range(part), body, from, || behaviours::flee(body, from.position))
            })
        },
        case: case::flee,
    },
    Kind {
        name: "arrive",
        summary: "seek that slows down and stops at the target",
        settings: &[ARRIVE_RADIUS, SLOW_RADIUS, ARRIVE_TIME],
        needs: Needs::Target,
        turns: false,
        steer: |part, body, seen, mind| {
            on_target(part, seen, mind, |at| arrive(part, body).steer(body, at.position))
        },
        case: case::arrive,
    },
    Kind {
        name: "way",
        summary: "arrive along the way round the walls, by the flow field",
        settings: &[],
        needs: Needs::Target,
        turns: false,
        steer: |_, body, seen, mind| {
            let Some((aim, arrive)) = way(body, seen) else { return Steer::NOTHING };
            mind.mark(|| Mark::Dot(aim), Tint::Foreseen);
            arrive.map_or_else(|| behaviours::seek(body, aim), |arrive| arrive.steer(body, aim))
        },
        case: case::way,
    },
    Kind {
        name: "align",
        summary: "turns to look the way that the target looks",
        settings: &[ALIGN_ROTATION],
        needs: Needs::Target,
        turns: true,
        steer: |part, body, seen, mind| {
            on_target(part, seen, mind, |other| align(part).steer(body, other.orientation))
        },
        case: case::align,
    },
    Kind {
        name: "velocity-match",
        summary: "moves as the target does",
        settings: &[MATCH_TIME],
        needs: Needs::Target,
        turns: false,
        steer: |part, body, seen, mind| {
            on_target(part, seen, mind, |other| velocity_match(part).steer(body, other.velocity))
        },
        case: case::velocity_match,
    },
    Kind {
        name: "pursue",
        summary: "seeks where a moving target will be",
        settings: &[PURSUE_MOST, PURSUE_ARRIVE],
        needs: Needs::Target,
        turns: false,
        steer: |part, body, seen, mind| {
            let Some(target) = seen.target(part) else { return Steer::NOTHING };
            let pursuit = pursue(part, body).steer(body, &target);
            mind.mark(|| Mark::Line(target.position, pursuit.place), Tint::Foreseen);
            mind.mark(|| Mark::Ring(pursuit.place, target.radius), Tint::Foreseen);
            pursuit.steer
        },
        case: case::pursue,
    },
    Kind {
        name: "evade",
        summary: "flees from where a moving target will be",
        settings: &[EVADE_MOST, EVADE_RANGE],
        needs: Needs::Target,
        turns: false,
        steer: |part, body, seen, mind| {
            let Some(target) = seen.target(part) else { return Steer::NOTHING };
            within(evade_range(part), body, &target, || {
                let pursuit = evade(part).steer(body, &target);
                mind.mark(|| Mark::Ring(pursuit.place, target.radius), Tint::Against);
                pursuit.steer
            })
        },
        case: case::evade,
    },
    Kind {
        name: "face",
        summary: "turns to look at the target",
        settings: &[FACE_ROTATION],
        needs: Needs::Target,
        turns: true,
        steer: |part, body, seen, mind| {
            on_target(part, seen, mind, |at| behaviours::face(body, &face(part), at.position))
        },
        case: case::face,
    },
    Kind {
        name: "look-where-going",
        summary: "turns to look the way that it moves",
        settings: &[LOOK_ROTATION],
        needs: Needs::Nothing,
        turns: true,
        steer: |part, body, _, _| behaviours::look_where_going(body, &look_where_going(part)),
        case: case::look_where_going,
    },
    Kind {
        name: "wander",
        summary: "strays, without jerks",
        settings: &[WANDER_DISTANCE, WANDER_RADIUS, WANDER_RATE],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, mind| {
            let wander = wander(part, body);
            let [r1, r2] = seen.chance;
            let wandered = wander.steer(body, mind.memory.wander, r1, r2);
            mind.memory.wander = wandered.angle;
            let centre = body.position + body.heading() * wander.distance;
            mind.mark(|| Mark::Ring(centre, wander.radius), Tint::Faint);
            mind.mark(|| Mark::Dot(wandered.target), Tint::Chosen);
            wandered.steer
        },
        case: case::wander,
    },
    Kind {
        name: "follow-path",
        summary: "seeks a place on a path, a little further along",
        settings: &[PATH_OFFSET, PATH_PREDICT, PATH_COHERENT],
        needs: Needs::Path,
        turns: false,
        steer: |part, body, _, mind| {
            let Some(path) = &part.path else { return Steer::NOTHING };
            let (steer, target) = follow(part, path, body, mind);
            mind.mark(|| Mark::Dot(target), Tint::Chosen);
            steer
        },
        case: case::follow_path,
    },
    Kind {
        name: "separation",
        summary: "away from near neighbours, the nearer the harder (linear)",
        settings: &[THRESHOLD],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, _| separation(part, body).steer(body, &seen.others()),
        case: case::separation,
    },
    Kind {
        name: "separation-inverse-square",
        summary: "away from near neighbours, by one over the square of the distance",
        settings: &[INVERSE_THRESHOLD, DECAY],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, _| separation_inverse_square(part, body).steer(body, &seen.others()),
        case: case::separation_inverse_square,
    },
    Kind {
        name: "cone-mean",
        summary: "evades the mean of the neighbours in a cone ahead",
        settings: &[MEAN_ANGLE, MEAN_LENGTH],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, mind| evade_cone(cone_mean(part, body), body, seen, mind),
        case: case::cone_mean,
    },
    Kind {
        name: "cone-nearest",
        summary: "evades the nearest neighbour in a cone ahead",
        settings: &[NEAREST_ANGLE, NEAREST_LENGTH],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, mind| evade_cone(cone_nearest(part, body), body, seen, mind),
        case: case::cone_nearest,
    },
    Kind {
        name: "closest-approach",
        summary: "steers away from the neighbour that it would hit first, where that will be",
        settings: &[HORIZON],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, mind| {
            let others = seen.others();
            let avoided = closest_approach(part).steer(body, &others);
            if let (Some(index), Some(time)) = (avoided.neighbour, avoided.time) {
                let then = others[index].position + others[index].velocity * time;
                mind.mark(|| Mark::Ring(then, others[index].radius), Tint::Foreseen);
                mind.mark(|| Mark::Line(body.position, body.position + body.velocity * time), Tint::Foreseen);
                mind.say(|| format!("would hit a neighbour in {time:.2} s"));
            }
            avoided.steer
        },
        case: case::closest_approach,
    },
    Kind {
        name: "wall-avoidance",
        summary: "seeks a place off the wall or standing body that its rays hit",
        settings: &[LOOKAHEAD, AVOID_DISTANCE, WHISKERS],
        needs: Needs::Nothing,
        turns: false,
        steer: wall_avoidance,
        case: case::wall_avoidance,
    },
    Kind {
        name: "avoid",
        summary: "goes its way by the world's avoidance mode (--avoid)",
        settings: &[],
        needs: Needs::Target,
        turns: false,
        steer: |_, body, seen, mind| {
            let why = mind.why.as_deref_mut();
            let before = why.as_ref().map_or(0, |why| why.parts.len());
            let decision = walk(seen.unit, seen.around, seen.model, seen.weights, why);
            // The plan tells of its parts itself.
            if let Some(why) = mind.why.as_deref_mut() {
                why.parts.truncate(before);
                why.neighbours.clear();
            }
            Steer::linear(decision.force * (body.max_acceleration / seen.unit.max_force))
        },
        case: |_, _, _, _| None,
    },
];

fn on_target(
    part: &Part,
    seen: &Seen<'_>,
    mind: &mut Mind<'_>,
    steer: impl FnOnce(&Other) -> Steer,
) -> Steer {
    let Some(target) = seen.target(part) else { return Steer::NOTHING };
    mind.mark(|| Mark::Line(seen.unit.position, target.position), Tint::Faint);
    steer(&target)
}

fn within(range: f32, body: &Body, other: &Other, steer: impl FnOnce() -> Steer) -> Steer {
    let far = range > 0.0 && (other.position - body.position).norm() > range;
    if far { Steer::NOTHING } else { steer() }
}

/// What follow path asks for and where it aims; where it was is remembered.
pub(super) fn follow(part: &Part, path: &Path, body: &Body, mind: &mut Mind<'_>) -> (Steer, Point) {
    let followed = follow_path(part, body).steer(body, path, mind.memory.along);
    mind.memory.along = Some(followed.nearest);
    (followed.steer, followed.target)
}

fn evade_cone((cone, length): (Cone, f32), body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Steer {
    let others = within_cone_length(length, body, seen);
    let avoided = cone.steer(body, &others);
    if let Some(index) = avoided.neighbour {
        mind.mark(|| Mark::Ring(others[index].position, others[index].radius), Tint::Against);
    }
    let ahead = body.heading();
    for side in [-cone.half_angle, cone.half_angle] {
        let edge = crate::math::rotate(ahead, side) * length;
        mind.mark(|| Mark::Line(body.position, body.position + edge), Tint::Faint);
    }
    avoided.steer
}

fn wall_avoidance(part: &Part, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Steer {
    let settings = walls(part, body);
    let avoided = settings.steer(body, seen.around.walls, &standing(body, seen));
    if let Some(hit) = avoided.hit {
        mind.mark(|| Mark::Line(body.position, hit.point), Tint::Against);
        mind.mark(|| Mark::Dot(hit.point), Tint::Against);
        let place = hit.point + hit.normal * settings.avoid_distance;
        mind.mark(|| Mark::Ring(place, 0.3 * body.radius), Tint::Chosen);
    }
    avoided.steer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_settings_are_their_own() {
        for (k, kind) in KINDS.iter().enumerate() {
            assert!(KINDS[..k].iter().all(|other| other.name != kind.name), "{} is there twice", kind.name);
            for setting in kind.settings {
                assert_eq!(setting.key.split_once('.').unwrap().0, kind.name);
                setting.check(setting.default).unwrap();
            }
        }
    }
}
