//! The settings in effect: what a map says, and where it says nothing (or 0) what suits the body. What the behaviours compute
//! with, and what a case of them is written with.

use super::settings::*;
use super::{Body, Part, Seen};
use crate::settings::Setting;
use crate::steering::behaviours::{
    Align, Arrive, ClosestApproach, Cone, ConeForm, Disc, Evade, FollowPath, Law, Other, Pursue, Rays,
    Separation, VelocityMatch, WallAvoidance, Wander,
};
use crate::types::Point;

/// A setting of 0 is the body's own.
fn or(given: f32, own: f32) -> f32 {
    if given > 0.0 { given } else { own }
}

/// Bodies in the world coast: arrive and align brake where the source relies on friction.
pub fn arrive(part: &Part, body: &Body) -> Arrive {
    let own = Arrive::of(body);
    Arrive {
        target_radius: or(part.settings.get(&ARRIVE_RADIUS), own.target_radius),
        slow_radius: or(part.settings.get(&SLOW_RADIUS), own.slow_radius),
        time_to_target: or(part.settings.get(&ARRIVE_TIME), own.time_to_target),
        brake: true,
    }
}

/// The next place on the way round the walls, and how to arrive there; none of that where it is on the way only, and sought.
pub fn way(body: &Body, seen: &Seen<'_>) -> Option<(Point, Option<Arrive>)> {
    let aim = seen.aim?;
    let last = seen.goal.is_some_and(|goal| goal.position == aim);
    Some((aim, last.then(|| Arrive { brake: true, ..Arrive::of(body) })))
}

pub fn align(part: &Part) -> Align {
    turning(part, &ALIGN_ROTATION)
}

pub fn face(part: &Part) -> Align {
    turning(part, &FACE_ROTATION)
}

pub fn look_where_going(part: &Part) -> Align {
    turning(part, &LOOK_ROTATION)
}

fn turning(part: &Part, rotation: &Setting) -> Align {
    let max_rotation = part.settings.get(rotation);
    let max_angular_acceleration = 4.0 * max_rotation;
    Align { max_rotation, max_angular_acceleration, brake: true, slow_radius: 1.0, ..Align::default() }
}

/// Beyond this the target is let be, m; 0: never.
pub fn flee_range(part: &Part) -> f32 {
    part.settings.get(&FLEE_RANGE)
}

/// Beyond this the target is let be, m; 0: never.
pub fn evade_range(part: &Part) -> f32 {
    part.settings.get(&EVADE_RANGE)
}

pub fn velocity_match(part: &Part) -> VelocityMatch {
    VelocityMatch { time_to_target: part.settings.get(&MATCH_TIME) }
}

pub fn pursue(part: &Part, body: &Body) -> Pursue {
    let arrive = (part.settings.get(&PURSUE_ARRIVE) == 1.0).then(|| arrive(part, body));
    Pursue { max_prediction: part.settings.get(&PURSUE_MOST), arrive }
}

pub fn evade(part: &Part) -> Evade {
    Evade { max_prediction: part.settings.get(&EVADE_MOST) }
}

pub fn wander(part: &Part, body: &Body) -> Wander {
    let own = Wander::of(body);
    let distance = or(part.settings.get(&WANDER_DISTANCE), own.distance);
    let radius = or(part.settings.get(&WANDER_RADIUS), own.radius * (distance / own.distance));
    Wander { distance, radius, rate: part.settings.get(&WANDER_RATE) }
}

pub fn follow_path(part: &Part, body: &Body) -> FollowPath {
    let settings = FollowPath {
        path_offset: or(part.settings.get(&PATH_OFFSET), FollowPath::of(body).path_offset),
        predict_time: part.settings.get(&PATH_PREDICT),
        coherence: None,
    };
    let coherent = part.settings.get(&PATH_COHERENT) == 1.0;
    FollowPath { coherence: coherent.then(|| settings.coherence_of(body)), ..settings }
}

pub fn separation(part: &Part, body: &Body) -> Separation {
    let own = Separation::of(body);
    Separation { threshold: or(part.settings.get(&THRESHOLD), own.threshold), ..own }
}

pub fn separation_inverse_square(part: &Part, body: &Body) -> Separation {
    let threshold = or(part.settings.get(&INVERSE_THRESHOLD), Separation::of(body).threshold);
    let decay = or(part.settings.get(&DECAY), Separation::decay_of(body));
    Separation { threshold, law: Law::InverseSquare { decay } }
}

/// How long a cone is where nobody says, m: who is further ahead is nothing to flee from yet.
pub fn cone_length(given: f32, radius: f32, max_speed: f32) -> f32 {
    or(given, 2.0 * radius + 0.3 * max_speed)
}

/// The cone whose mean is evaded, and its length, m.
pub fn cone_mean(part: &Part, body: &Body) -> (Cone, f32) {
    cone(ConeForm::Mean, part, [&MEAN_ANGLE, &MEAN_LENGTH], body)
}

/// The cone whose nearest one is evaded, and its length, m.
pub fn cone_nearest(part: &Part, body: &Body) -> (Cone, f32) {
    cone(ConeForm::Nearest, part, [&NEAREST_ANGLE, &NEAREST_LENGTH], body)
}

fn cone(form: ConeForm, part: &Part, [half_angle, length]: [&Setting; 2], body: &Body) -> (Cone, f32) {
    let cone = Cone { half_angle: part.settings.get(half_angle).to_radians(), ..Cone::new(form) };
    (cone, cone_length(part.settings.get(length), body.radius, body.max_speed))
}

/// The neighbours that are no further off than a cone of this length, m, reaches.
pub fn within_cone_length(length: f32, body: &Body, seen: &Seen<'_>) -> Vec<Other> {
    let mut others = seen.others();
    others.retain(|other| (other.position - body.position).norm() <= length);
    others
}

pub fn closest_approach(part: &Part) -> ClosestApproach {
    ClosestApproach { horizon: part.settings.get(&HORIZON) }
}

pub fn walls(part: &Part, body: &Body) -> WallAvoidance {
    let own = WallAvoidance::of(body);
    let lookahead = or(part.settings.get(&LOOKAHEAD), own.lookahead);
    // A whisker reaches lookahead/4 aside. Nearer than that, the place keeps a body along the wall that it is to leave.
    let aside = own.avoid_distance.max(0.3 * lookahead);
    WallAvoidance {
        lookahead,
        avoid_distance: or(part.settings.get(&AVOID_DISTANCE), aside),
        rays: if part.settings.get(&WHISKERS) == 1.0 { Rays::WHISKERS } else { Rays::One },
    }
}

/// The round obstacles of wall avoidance: those who stand, as large as keeps the body's middle off them.
pub fn standing(body: &Body, seen: &Seen<'_>) -> Vec<Disc> {
    let standing = seen.around.neighbours.iter().filter(|n| n.standing && Some(n.id) != seen.unit.target);
    standing.map(|n| Disc { center: n.position, radius: n.radius + body.radius }).collect()
}
