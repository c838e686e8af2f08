//! The lecture's ways to keep clear of others (DM810, lecture 3), as avoidance modes: a unit goes its way, and one behaviour of
//! [`crate::steering::behaviours`] is added to that. In a plan they can be combined in other ways.

use super::model::{Around, Avoidance, Choice, Model};
use crate::settings::{Setting, Settings};
use crate::steering::behaviours::Other;
use crate::steering::combine::catalogue::{self, KINDS, Kind};
use crate::steering::combine::{self, Memory, Mind, Part, Seen};
use crate::steering::flocking;
use crate::steering::reasons::Reasons;
use crate::steering::unit::Unit;
use crate::types::Vec2;
use serde_json::json;

pub(super) static SEPARATION: Model = model("separation", |s| lecture("separation", s));
pub(super) static INVERSE_SQUARE: Model =
    model("separation-inverse-square", |s| lecture("separation-inverse-square", s));
pub(super) static CONE_MEAN: Model = model("cone-mean", |s| lecture("cone-mean", s));
pub(super) static CONE_NEAREST: Model = model("cone-nearest", |s| lecture("cone-nearest", s));
pub(super) static CLOSEST_APPROACH: Model = model("closest-approach", |s| lecture("closest-approach", s));

/// How far ahead in time others are seen, s.
const LOOK_AHEAD: f32 = 2.0;

/// The model of a behaviour: its name, words and settings are the behaviour's.
const fn model(name: &'static str, make: fn(&Settings) -> Box<dyn Avoidance>) -> Model {
    let kind = find(name);
    Model { name, summary: kind.summary, settings: kind.settings, push: true, make }
}

const fn find(name: &str) -> &'static Kind {
    let mut at = 0;
    while !same(KINDS[at].name.as_bytes(), name.as_bytes()) {
        at += 1;
    }
    &KINDS[at]
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

fn lecture(name: &'static str, settings: &Settings) -> Box<dyn Avoidance> {
    let mut part = Part::new(find(name));
    for setting in part.kind.settings {
        // What was taken once is taken again.
        let _ = part.settings.set(setting, settings.get(setting));
    }
    Box::new(Lecture(part))
}

struct Lecture(Part);

impl Avoidance for Lecture {
    fn reach(&self, radius: f32, max_speed: f32) -> f32 {
        let find = |name| self.0.kind.settings.iter().find(|setting: &&Setting| setting.name() == name);
        let given = |name| find(name).map(|setting| self.0.settings.get(setting));
        match (given("threshold"), given("length")) {
            (Some(0.0), _) => flocking::SEPARATION_RADII * radius,
            (Some(threshold), _) => threshold,
            (None, Some(length)) => catalogue::cone_length(length, radius, max_speed),
            (None, None) => LOOK_AHEAD * max_speed + 2.0 * radius,
        }
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn choose(&self, unit: &Unit, around: &Around<'_>, mut why: Option<&mut Reasons>) -> Choice {
        let nobody = |_: u32| Other {
            position: unit.position,
            velocity: Vec2::zeros(),
            orientation: 0.0,
            radius: 0.0,
        };
        let body = combine::body(unit);
        let seen = Seen {
            unit,
            around,
            goal: None,
            aim: None,
            other: &nobody,
            chance: [0.5; 2],
            memory: Memory::default(),
            // Neither is asked by these behaviours.
            model: self,
            weights: &crate::settings::Weights::default(),
        };
        let mut mind = Mind { memory: Memory::default(), why: why.as_deref_mut() };
        let asked = self.0.kind.steer(&self.0, &body, &seen, &mut mind);
        if let Some(why) = why {
            why.tell(&json!({ "linear": asked.linear }));
        }
        let force = crate::math::clamp_length(asked.linear, body.max_acceleration) * unit.mass;
        Choice { wanted: unit.preferred, force, turning: None }
    }
}
