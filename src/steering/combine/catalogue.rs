//! What a plan's parts can do, by the name that maps use: the behaviours of [`super::super::behaviours`], one entry each, and
//! the world's avoidance model as one more. The entry says which settings a map may give and what the behaviour needs; what
//! it computes stands in the behaviour's own file.

mod settings;

use super::{Body, Mind, Part, Seen};
use crate::settings::Setting;
use crate::steering;
use crate::steering::behaviours::{
    self, Align, Arrive, ClosestApproach, Cone, ConeForm, Evade, FollowPath, Law, Other, Path, Pursue, Rays,
    Separation, Steer, VelocityMatch, WallAvoidance, Wander,
};
use crate::steering::reasons::{Mark, Tint};
use crate::types::Point;
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
}

impl Kind {
    /// What it asks for.
    pub fn steer(&self, part: &Part, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Steer {
        (self.steer)(part, body, seen, mind)
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
    },
    Kind {
        name: "flee",
        summary: "full acceleration away from the target",
        settings: &[FLEE_RANGE],
        needs: Needs::Target,
        turns: false,
        steer: |part, body, seen, mind| {
            let range = part.settings.get(&FLEE_RANGE);
            on_target(part, seen, mind, |from| {
                within(range, body, from, || behaviours::flee(body, from.position))
            })
        },
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
    },
    Kind {
        name: "way",
        summary: "arrive along the way round the walls, by the flow field",
        settings: &[],
        needs: Needs::Target,
        turns: false,
        steer: |_, body, seen, mind| {
            let Some(aim) = seen.aim else { return Steer::NOTHING };
            mind.mark(|| Mark::Dot(aim), Tint::Foreseen);
            let last = seen.goal.is_some_and(|goal| goal.position == aim);
            let settings = Arrive { brake: true, ..Arrive::of(body) };
            if last { settings.steer(body, aim) } else { behaviours::seek(body, aim) }
        },
    },
    Kind {
        name: "align",
        summary: "turns to look the way that the target looks",
        settings: &[ALIGN_ROTATION],
        needs: Needs::Target,
        turns: true,
        steer: |part, body, seen, mind| {
            on_target(part, seen, mind, |other| align(part, &ALIGN_ROTATION).steer(body, other.orientation))
        },
    },
    Kind {
        name: "velocity-match",
        summary: "moves as the target does",
        settings: &[MATCH_TIME],
        needs: Needs::Target,
        turns: false,
        steer: |part, body, seen, mind| {
            let settings = VelocityMatch { time_to_target: part.settings.get(&MATCH_TIME) };
            on_target(part, seen, mind, |other| settings.steer(body, other.velocity))
        },
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
    },
    Kind {
        name: "evade",
        summary: "flees from where a moving target will be",
        settings: &[EVADE_MOST, EVADE_RANGE],
        needs: Needs::Target,
        turns: false,
        steer: |part, body, seen, mind| {
            let Some(target) = seen.target(part) else { return Steer::NOTHING };
            let evade = Evade { max_prediction: part.settings.get(&EVADE_MOST) };
            within(part.settings.get(&EVADE_RANGE), body, &target, || {
                let pursuit = evade.steer(body, &target);
                mind.mark(|| Mark::Ring(pursuit.place, target.radius), Tint::Against);
                pursuit.steer
            })
        },
    },
    Kind {
        name: "face",
        summary: "turns to look at the target",
        settings: &[FACE_ROTATION],
        needs: Needs::Target,
        turns: true,
        steer: |part, body, seen, mind| {
            let align = align(part, &FACE_ROTATION);
            on_target(part, seen, mind, |at| behaviours::face(body, &align, at.position))
        },
    },
    Kind {
        name: "look-where-going",
        summary: "turns to look the way that it moves",
        settings: &[LOOK_ROTATION],
        needs: Needs::Nothing,
        turns: true,
        steer: |part, body, _, _| behaviours::look_where_going(body, &align(part, &LOOK_ROTATION)),
    },
    Kind {
        name: "wander",
        summary: "strays, without jerks",
        settings: &[WANDER_DISTANCE, WANDER_RADIUS, WANDER_RATE],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, mind| {
            let own = Wander::of(body);
            let distance = or(part.settings.get(&WANDER_DISTANCE), own.distance);
            let radius = or(part.settings.get(&WANDER_RADIUS), own.radius * (distance / own.distance));
            let wander = Wander { distance, radius, rate: part.settings.get(&WANDER_RATE) };
            let [r1, r2] = seen.chance;
            let wandered = wander.steer(body, mind.memory.wander, r1, r2);
            mind.memory.wander = wandered.angle;
            mind.mark(|| Mark::Ring(body.position + body.heading() * distance, radius), Tint::Faint);
            mind.mark(|| Mark::Dot(wandered.target), Tint::Chosen);
            wandered.steer
        },
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
    },
    Kind {
        name: "separation",
        summary: "away from near neighbours, the nearer the harder (linear)",
        settings: &[THRESHOLD],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, _| {
            let own = Separation::of(body);
            let threshold = or(part.settings.get(&THRESHOLD), own.threshold);
            Separation { threshold, ..own }.steer(body, &seen.others())
        },
    },
    Kind {
        name: "separation-inverse-square",
        summary: "away from near neighbours, by one over the square of the distance",
        settings: &[INVERSE_THRESHOLD, DECAY],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, _| {
            let threshold = or(part.settings.get(&INVERSE_THRESHOLD), Separation::of(body).threshold);
            let decay = or(part.settings.get(&DECAY), Separation::decay_of(body));
            Separation { threshold, law: Law::InverseSquare { decay } }.steer(body, &seen.others())
        },
    },
    Kind {
        name: "cone-mean",
        summary: "evades the mean of the neighbours in a cone ahead",
        settings: &[MEAN_ANGLE, MEAN_LENGTH],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, mind| {
            cone(ConeForm::Mean, part, [&MEAN_ANGLE, &MEAN_LENGTH], body, seen, mind)
        },
    },
    Kind {
        name: "cone-nearest",
        summary: "evades the nearest neighbour in a cone ahead",
        settings: &[NEAREST_ANGLE, NEAREST_LENGTH],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, mind| {
            cone(ConeForm::Nearest, part, [&NEAREST_ANGLE, &NEAREST_LENGTH], body, seen, mind)
        },
    },
    Kind {
        name: "closest-approach",
        summary: "steers away from the neighbour that it would hit first, where that will be",
        settings: &[HORIZON],
        needs: Needs::Nothing,
        turns: false,
        steer: |part, body, seen, mind| {
            let others = seen.others();
            let avoided = ClosestApproach { horizon: part.settings.get(&HORIZON) }.steer(body, &others);
            if let (Some(index), Some(time)) = (avoided.neighbour, avoided.time) {
                let then = others[index].position + others[index].velocity * time;
                mind.mark(|| Mark::Ring(then, others[index].radius), Tint::Foreseen);
                mind.mark(|| Mark::Line(body.position, body.position + body.velocity * time), Tint::Foreseen);
                mind.say(|| format!("would hit a neighbour in {time:.2} s"));
            }
            avoided.steer
        },
    },
    Kind {
        name: "wall-avoidance",
        summary: "seeks a place off the wall or standing body that its rays hit",
        settings: &[LOOKAHEAD, AVOID_DISTANCE, WHISKERS],
        needs: Needs::Nothing,
        turns: false,
        steer: wall_avoidance,
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
            let decision = steering::walk(seen.unit, seen.around, seen.model, seen.weights, why);
            // The plan tells of its parts itself.
            if let Some(why) = mind.why.as_deref_mut() {
                why.parts.truncate(before);
                why.neighbours.clear();
            }
            Steer::linear(decision.force * (body.max_acceleration / seen.unit.max_force))
        },
    },
];

/// A setting of 0 is the body's own.
fn or(given: f32, own: f32) -> f32 {
    if given > 0.0 { given } else { own }
}

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

/// Bodies in the world coast: arrive and align brake where the source relies on friction.
pub(super) fn arrive(part: &Part, body: &Body) -> Arrive {
    let own = Arrive::of(body);
    Arrive {
        target_radius: or(part.settings.get(&ARRIVE_RADIUS), own.target_radius),
        slow_radius: or(part.settings.get(&SLOW_RADIUS), own.slow_radius),
        time_to_target: or(part.settings.get(&ARRIVE_TIME), own.time_to_target),
        brake: true,
    }
}

fn align(part: &Part, rotation: &Setting) -> Align {
    let max_rotation = part.settings.get(rotation);
    let max_angular_acceleration = 4.0 * max_rotation;
    Align { max_rotation, max_angular_acceleration, brake: true, slow_radius: 1.0, ..Align::default() }
}

pub(super) fn pursue(part: &Part, body: &Body) -> Pursue {
    let arrive = (part.settings.get(&PURSUE_ARRIVE) == 1.0).then(|| arrive(part, body));
    Pursue { max_prediction: part.settings.get(&PURSUE_MOST), arrive }
}

/// What follow path asks for and where it aims; where it was is remembered.
pub(super) fn follow(part: &Part, path: &Path, body: &Body, mind: &mut Mind<'_>) -> (Steer, Point) {
    let own = FollowPath::of(body);
    let mut settings = FollowPath {
        path_offset: or(part.settings.get(&PATH_OFFSET), own.path_offset),
        predict_time: part.settings.get(&PATH_PREDICT),
        coherence: None,
    };
    if part.settings.get(&PATH_COHERENT) == 1.0 {
        settings.coherence = Some(settings.coherence_of(body));
    }
    let followed = settings.steer(body, path, mind.memory.along);
    mind.memory.along = Some(followed.nearest);
    (followed.steer, followed.target)
}

/// How long a cone is where nobody says, m: who is further ahead is nothing to flee from yet.
pub fn cone_length(given: f32, radius: f32, max_speed: f32) -> f32 {
    or(given, 2.0 * radius + 0.3 * max_speed)
}

fn cone(
    form: ConeForm,
    part: &Part,
    [half_angle, length]: [&Setting; 2],
    body: &Body,
    seen: &Seen<'_>,
    mind: &mut Mind<'_>,
) -> Steer {
    let cone = Cone { half_angle: part.settings.get(half_angle).to_radians(), ..Cone::new(form) };
    let length = cone_length(part.settings.get(length), body.radius, body.max_speed);
    let mut others = seen.others();
    others.retain(|other| (other.position - body.position).norm() <= length);
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
    let own = WallAvoidance::of(body);
    let lookahead = or(part.settings.get(&LOOKAHEAD), own.lookahead);
    // A whisker reaches lookahead/4 aside. Nearer than that, the place keeps a body along the wall that it is to leave.
    let aside = own.avoid_distance.max(0.3 * lookahead);
    let settings = WallAvoidance {
        lookahead,
        avoid_distance: or(part.settings.get(&AVOID_DISTANCE), aside),
        rays: if part.settings.get(&WHISKERS) == 1.0 { Rays::WHISKERS } else { Rays::One },
    };
    let standing = seen.around.neighbours.iter().filter(|n| n.standing && Some(n.id) != seen.unit.target);
    let discs: Vec<behaviours::Disc> =
        standing.map(|n| behaviours::Disc { center: n.position, radius: n.radius + body.radius }).collect();
    let avoided = settings.steer(body, seen.around.walls, &discs);
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
