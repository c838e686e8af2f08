//! Wander: seek a target that strays on a circle set ahead (Reynolds 1999; the walk of its angle after Millington).
//!
//! Reynolds' form: the target is handed to seek. Millington's hands it to face and accelerates along the orientation,
//! which suits bodies that only move the way they look; ours are discs that move any way. For one with a face, add
//! look-where-going.

use super::behaviour::{Behaviour, CaseForm, Needs, Part};
use super::body::{Body, Steer, TINY, later, wrap};
use super::seek::seek;
use super::settings::{given_or, length};
use crate::math;
use crate::settings::Setting;
use crate::steering::reasons::{Mark, Tint};
use crate::types::Point;

const WANDER_DISTANCE: Setting =
    length("wander.distance", "how far ahead the circle's centre is; 0: the distance covered in 1 s");
const WANDER_RADIUS: Setting =
    length("wander.radius", "radius of the circle; 0: allows turns of about 1 rad/s");
const WANDER_RATE: Setting =
    Setting::number("wander.rate", 0.3, (0.0, 3.2), "rad", "largest change of its angle in a tick");

/// The entry of `wander` in the table of behaviours.
pub static WANDER: Behaviour = Behaviour {
    name: "wander",
    summary: "wanders at random, in smooth curves",
    settings: &[WANDER_DISTANCE, WANDER_RADIUS, WANDER_RATE],
    needs: Needs::Nothing,
    turns: false,
    steer: |part, body, seen, mind| {
        let wander = wander_settings(part, body);
        let [r1, r2] = seen.chance;
        let wandered = wander.steer(body, mind.memory.wander, r1, r2);
        mind.memory.wander = wandered.angle;
        let centre = body.position + body.heading() * wander.distance;
        mind.mark(|| Mark::Ring(centre, wander.radius), Tint::Faint);
        mind.mark(|| Mark::Dot(wandered.target), Tint::Chosen);
        wandered.steer
    },
    case: Some(CaseForm { name: "wander", fields: &["angle", "random", "distance", "radius", "rate"] }),
};

/// The settings of a part.
pub fn wander_settings(part: &Part, body: &Body) -> Wander {
    let own = Wander::for_body(body);
    let distance = given_or(part.settings.get(&WANDER_DISTANCE), own.distance);
    let radius = given_or(part.settings.get(&WANDER_RADIUS), own.radius * (distance / own.distance));
    Wander { distance, radius, rate: part.settings.get(&WANDER_RATE) }
}

/// Settings of wander.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wander {
    /// How far ahead the circle's centre is, m. Larger than `radius`, else the body may be asked to turn back at once.
    pub distance: f32,
    /// The circle's radius, m: how hard it turns.
    pub radius: f32,
    /// The most that the target's angle changes in one decision, rad.
    pub rate: f32,
}

/// How fast the defaults let a body turn, rad/s: harder, and it walks in circles of its own size.
const HARDEST_TURN: f32 = 1.0;

/// What wander asks for, and its state for the next decision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wandered {
    /// What it asks for.
    pub steer: Steer,
    /// The target's angle on the circle from the heading, rad, in (-π, π]: give it to the next decision.
    pub angle: f32,
    /// The target.
    pub target: Point,
}

impl Wander {
    /// The centre as far ahead as the body gets in a second (at least 4 R); the radius such that the hardest turn is about
    /// 1 rad/s, but at most half of that; up to 0.3 rad a decision, which is meant for 60 decisions a second.
    pub fn for_body(body: &Body) -> Wander {
        let distance = body.max_speed.max(4.0 * body.radius);
        // Seek's a_max has the share radius/distance sideways, and a body at full speed turns by that over its speed.
        let sideways = (HARDEST_TURN * body.max_speed / body.max_acceleration.max(TINY)).min(0.5);
        Wander { distance, radius: sideways * distance, rate: 0.3 }
    }

    /// Seek the target after its angle, `angle` until now, has changed by rate·(r₁ − r₂), for two random numbers that are
    /// uniform in [0, 1): small changes are the likely ones.
    pub fn steer(&self, body: &Body, angle: f32, r1: f32, r2: f32) -> Wandered {
        let angle = wrap(wrap(angle) + wrap(self.rate * (r1 - r2).clamp(-1.0, 1.0)));
        let heading = body.heading();
        let centre = later(body.position, heading, self.distance);
        let target = later(centre, math::rotate(heading, angle), self.radius);
        Wandered { steer: seek(body, target), angle, target }
    }
}
