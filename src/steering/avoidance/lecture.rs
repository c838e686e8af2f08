//! The avoidance behaviours of the lecture (DM810, lecture 3) as avoidance modes: a unit heads for its goal,
//! and one behaviour of [`crate::steering::behaviours`] is added. Plans combine them in other ways.

use super::model::{Avoidance, Choice, Model, Surroundings};
use crate::math;
use crate::settings::{Settings, Weights};
use crate::steering::behaviours::behaviour::{Behaviour, Part, Seen, body_of};
use crate::steering::behaviours::body::Other;
use crate::steering::behaviours::collision_avoidance::{self, cone_length};
use crate::steering::behaviours::mind::{Memory, Mind};
use crate::steering::behaviours::separation;
use crate::steering::flocking;
use crate::steering::reasons::Reasons;
use crate::steering::unit::Unit;

pub(super) static SEPARATION: Model =
    model(&separation::SEPARATION, |settings| lecture(&separation::SEPARATION, settings));
pub(super) static INVERSE_SQUARE: Model = model(&separation::SEPARATION_INVERSE_SQUARE, |settings| {
    lecture(&separation::SEPARATION_INVERSE_SQUARE, settings)
});
pub(super) static CONE_MEAN: Model =
    model(&collision_avoidance::CONE_MEAN, |settings| lecture(&collision_avoidance::CONE_MEAN, settings));
pub(super) static CONE_NEAREST: Model = model(&collision_avoidance::CONE_NEAREST, |settings| {
    lecture(&collision_avoidance::CONE_NEAREST, settings)
});
pub(super) static CLOSEST_APPROACH: Model = model(&collision_avoidance::CLOSEST_APPROACH, |settings| {
    lecture(&collision_avoidance::CLOSEST_APPROACH, settings)
});

/// How far ahead in time neighbours are perceived, s.
const LOOK_AHEAD: f32 = 2.0;

/// The model of a behaviour, with its name, summary and settings.
const fn model(behaviour: &'static Behaviour, make: fn(&Settings) -> Box<dyn Avoidance>) -> Model {
    Model::new(behaviour.name, behaviour.summary, behaviour.settings, make)
}

fn lecture(behaviour: &'static Behaviour, settings: &Settings) -> Box<dyn Avoidance> {
    let mut part = Part::new(behaviour);
    for setting in behaviour.settings {
        // Cannot fail: the value was already checked.
        let _ = part.settings.set(setting, settings.get(setting));
    }
    Box::new(Lecture(part))
}

#[derive(Clone)]
struct Lecture(Part);

impl Avoidance for Lecture {
    fn reach(&self, radius: f32, max_speed: f32) -> f32 {
        let Lecture(part) = self;
        let given = |name| {
            let setting = part.behaviour.settings.iter().find(|setting| setting.name() == name);
            setting.map(|setting| part.settings.number(setting))
        };
        match (given("threshold"), given("length")) {
            (Some(0.0), _) => flocking::SEPARATION_RADII * radius,
            (Some(threshold), _) => threshold,
            (None, Some(length)) => cone_length(length, radius, max_speed),
            (None, None) => LOOK_AHEAD * max_speed + 2.0 * radius,
        }
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn choose(&self, unit: &Unit, around: &Surroundings<'_>, mut why: Option<&mut Reasons>) -> Choice {
        let no_other = |_: u32| Other::at(unit.position);
        let body = body_of(unit);
        let seen = Seen {
            unit,
            around,
            goal: None,
            aim: None,
            other: &no_other,
            chance: [0.5; 2],
            memory: Memory::default(),
            // These behaviours use neither the model nor the weights.
            model: self,
            weights: &Weights::default(),
        };
        let mut mind = Mind { memory: Memory::default(), why: why.as_deref_mut(), case: None };
        let asked = (self.0.behaviour.steer)(&self.0, &body, &seen, &mut mind);
        if let Some(why) = why {
            why.tell("linear", asked.linear);
        }
        let force = math::clamp_length(asked.linear, body.max_acceleration) * unit.mass;
        Choice { force, ..Choice::from_velocity(unit.preferred) }
    }
}
