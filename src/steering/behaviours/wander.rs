//! Wander: seek a target that moves at random on a circle ahead (Reynolds 1999; the random walk of its angle after
//! Millington).
//!
//! This is Reynolds' form, which passes the target to seek. Millington passes it to face and accelerates along the
//! orientation, which suits bodies that only move forwards. Our bodies are discs that move in any direction. For a
//! body with a front, add look-where-going.

use super::behaviour::{Behaviour, Needs, Part};
use super::body::{Body, Steer, TINY, later, wrap};
use super::case::{CaseForm, Inputs};
use super::fields::{Accepts, CaseField, CaseFields};
use super::mind::Mind;
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

/// The table entry of `wander`.
pub static WANDER: Behaviour = Behaviour {
    name: "wander",
    summary: "wanders at random, in smooth curves",
    settings: &[WANDER_DISTANCE, WANDER_RADIUS, WANDER_RATE],
    needs: Needs::Nothing,
    turns: false,
    steer: |part, body, seen, mind| {
        let (settings, angle) = (wander_settings(part, body), mind.memory.wander);
        mind.decide(body, WanderOn { settings, angle, random: seen.chance })
    },
    case: Some(CaseForm::new::<WanderOn>()),
};

/// Returns the settings of a part.
fn wander_settings(part: &Part, body: &Body) -> Wander {
    let own = Wander::for_body(body);
    let distance = given_or(part.settings.number(&WANDER_DISTANCE), own.distance);
    let radius = given_or(part.settings.number(&WANDER_RADIUS), own.radius * (distance / own.distance));
    Wander { distance, radius, rate: part.settings.number(&WANDER_RATE) }
}

/// The inputs of wander.
struct WanderOn {
    settings: Wander,
    /// The angle that the last decision returned, rad.
    angle: f32,
    random: [f32; 2],
}

impl Inputs for WanderOn {
    const NAME: &'static str = "wander";

    fn for_body(body: &Body) -> WanderOn {
        WanderOn { settings: Wander::for_body(body), angle: 0.0, random: [0.5; 2] }
    }

    fn fields(&mut self, _: &Body, case: &mut dyn CaseFields) {
        case.number("angle", &mut self.angle, Accepts::Any);
        case.field("random", CaseField::Pair(&mut self.random));
        case.not_negative("distance", &mut self.settings.distance);
        case.not_negative("radius", &mut self.settings.radius);
        case.not_negative("rate", &mut self.settings.rate);
        if self.random.iter().any(|r| !(0.0..=1.0).contains(r)) {
            case.reject("random", format!("expected two numbers from 0 to 1, not {:?}", self.random));
        }
    }

    fn steer(&self, body: &Body, mind: &mut Mind<'_>) -> Steer {
        let (settings, [r1, r2]) = (&self.settings, self.random);
        let wandered = settings.steer(body, self.angle, r1, r2);
        mind.memory.wander = wandered.angle;
        let centre = body.position + body.heading() * settings.distance;
        mind.mark(|| Mark::Ring(centre, settings.radius), Tint::Faint);
        mind.mark(|| Mark::Dot(wandered.target), Tint::Chosen);
        mind.tell("angle", wandered.angle);
        wandered.steer
    }
}

/// Settings of wander.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wander {
    /// The distance to the circle's centre ahead, m. Must exceed `radius`, or the body may be asked to reverse at
    /// once.
    pub distance: f32,
    /// The radius of the circle, m. A larger radius allows sharper turns.
    pub radius: f32,
    /// The largest change of the target's angle per decision, rad.
    pub rate: f32,
}

/// The turning speed that the defaults allow, rad/s. With faster turns a body walks in circles of its own size.
const HARDEST_TURN: f32 = 1.0;

/// What wander requests, and its state for the next decision.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wandered {
    /// The request.
    pub steer: Steer,
    /// The target's angle on the circle relative to the heading, rad, in (-π, π]. Pass it to the next decision.
    pub angle: f32,
    /// The target.
    pub target: Point,
}

impl Wander {
    /// The centre is as far ahead as the distance covered in a second (at least 4 R). The radius limits turns to
    /// about 1 rad/s and is at most half of the distance. The angle changes by up to 0.3 rad per decision, intended
    /// for 60 decisions a second.
    pub fn for_body(body: &Body) -> Wander {
        let distance = body.max_speed.max(4.0 * body.radius);
        // The sideways share of seek's a_max is radius/distance. At full speed a body turns by that acceleration
        // over its speed.
        let sideways = (HARDEST_TURN * body.max_speed / body.max_acceleration.max(TINY)).min(0.5);
        Wander { distance, radius: sideways * distance, rate: 0.3 }
    }

    /// Seeks the target after changing its previous angle `angle` by rate·(r₁ − r₂). The two random numbers are
    /// uniform in [0, 1), so small changes are the most likely.
    pub fn steer(&self, body: &Body, angle: f32, r1: f32, r2: f32) -> Wandered {
        let angle = wrap(wrap(angle) + wrap(self.rate * (r1 - r2).clamp(-1.0, 1.0)));
        let heading = body.heading();
        let centre = later(body.position, heading, self.distance);
        let target = later(centre, math::rotate(heading, angle), self.radius);
        Wandered { steer: seek(body, target), angle, target }
    }
}
