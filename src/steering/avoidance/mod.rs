//! How units avoid each other: one file a model, behind one trait. A model is added by its file and a line in [`MODELS`];
//! docs/adding-a-model.md walks through one.

pub mod cardioid;
pub mod continuum;
mod forces;
pub mod lanes;
mod lecture;
mod none;
pub mod orca;
pub mod power_law;
pub mod raycast;
mod raycast_cardioid;
pub mod social_force;

pub use cardioid::Cardioid;
pub use power_law::PowerLaw;
pub use raycast::Raycast;
pub use social_force::SocialForce;

use super::reasons::{GridView, Reasons};
use super::{Neighbour, Unit};
use crate::navigation::Heading;
use crate::settings::{Setting, Settings};
use crate::types::{Point, Segment, Side, Vec2};
use crate::workers::Workers;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Every model, in the order in which the window goes through them.
pub static MODELS: &[&Model] = &[
    &none::MODEL,
    &raycast::MODEL,
    &cardioid::MODEL,
    &raycast_cardioid::MODEL,
    &orca::MODEL,
    &social_force::MODEL,
    &power_law::MODEL,
    &continuum::MODEL,
    &lanes::MODEL,
    &lanes::CHEAP,
    &lecture::SEPARATION,
    &lecture::INVERSE_SQUARE,
    &lecture::CONE_MEAN,
    &lecture::CONE_NEAREST,
    &lecture::CLOSEST_APPROACH,
];

/// What the program knows of a model before it runs.
pub struct Model {
    /// The name that maps, `--avoid` and `explain` use.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Its numbers. The first half of their keys is the model's name, or that of a model which it is made of.
    pub settings: &'static [Setting],
    /// Whether the sideways push is on by default: where neither the map nor the user says otherwise.
    pub push: bool,
    /// Makes it.
    pub make: fn(&Settings) -> Box<dyn Avoidance>,
}

/// Everyone, as a model that reads grids rather than neighbours sees them: parallel arrays, index = id.
#[derive(Debug, Clone, Copy)]
pub struct Crowd<'a> {
    /// Where each unit is.
    pub position: &'a [Point],
    /// How each one moves, m/s.
    pub velocity: &'a [Vec2],
    /// Radii, m.
    pub radius: &'a [f32],
    /// Maximum speeds, m/s.
    pub max_speed: &'a [f32],
    /// Groups.
    pub group: &'a [u16],
    /// Unit vector of each one's way; zero when it has none.
    pub desired: &'a [Vec2],
    /// Where each one wants to be in the end: its goal's middle, its own place for one that stands.
    pub goal: &'a [Point],
    /// How far each one still has to go, m.
    pub distance: &'a [f32],
    /// Whether each one stands or takes its place: it has no way to go.
    pub standing: &'a [bool],
    /// The velocity that each one wanted in the last tick, m/s; zero for one that stands.
    pub wanted: &'a [Vec2],
    /// Where each one's way turns next, or its goal where it sees that; its own place for one that has no goal.
    pub aim: &'a [Point],
    /// How ways go on beyond that.
    pub ways: Ways<'a>,
    /// The outlines of all walls. They change only with the world.
    pub walls: &'a [Segment],
}

/// The ways to all units' goals, from wherever one asks.
#[derive(Clone, Copy)]
pub struct Ways<'a>(&'a (dyn Fn(usize, Point) -> Option<Heading> + Sync));

impl<'a> Ways<'a> {
    /// Ways that `heading` knows, by a unit's id and a place.
    pub fn new(heading: &'a (dyn Fn(usize, Point) -> Option<Heading> + Sync)) -> Self {
        Ways(heading)
    }

    /// Where unit `id` would head for if it were at `place`; none when it has no goal.
    pub fn from(self, id: usize, place: Point) -> Option<Heading> {
        (self.0)(id, place)
    }
}

impl fmt::Debug for Ways<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ways")
    }
}

/// What one unit perceives.
#[derive(Debug, Clone, Copy, Default)]
pub struct Around<'a> {
    /// Other units within the model's reach, sorted by (distance, id).
    pub neighbours: &'a [Neighbour],
    /// Pieces of walls within the model's wall reach, sorted by (distance, index).
    pub walls: &'a [Segment],
}

/// What an avoidance model chooses.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Choice {
    /// The velocity to go for, m/s.
    pub wanted: Vec2,
    /// A force beside it, N; the unit's total is clamped later.
    pub force: Vec2,
    /// The side that the unit turns to, for others to see in the next tick.
    pub turning: Option<Side>,
}

/// An avoidance model. Its choice depends on its arguments and on what `prepare` left alone, so that units may decide in
/// any order and on any number of threads.
pub trait Avoidance: Send + Sync {
    /// How far a unit of this radius (m) and maximum speed (m/s) looks for neighbours, m.
    fn reach(&self, radius: f32, max_speed: f32) -> f32;

    /// How far such a unit looks for walls, m; 0 for a model that leaves walls to the way and the bodies.
    fn wall_reach(&self, _radius: f32, _max_speed: f32) -> f32 {
        0.0
    }

    /// Whether HowToRTS's flocking acts beside the model. Not where the model is all that moves a unit.
    fn with_flocking(&self) -> bool {
        true
    }

    /// Called once a tick, before anyone chooses: here a model fills the grids that it reads.
    fn prepare(&mut self, _crowd: &Crowd<'_>, _workers: Workers<'_>) {}

    /// What `unit` goes for, given what it perceives. Reasons are filled when asked for.
    fn choose(&self, unit: &Unit, around: &Around<'_>, why: Option<&mut Reasons>) -> Choice;

    /// The grids that overlays show, as `unit` sees them. Several of one name are parts of one grid.
    fn grids(&self, _unit: &Unit) -> Vec<GridView<'_>> {
        Vec::new()
    }

    /// Where unit `id` will be, as the model predicts it, from soon to late. Nothing where it does not.
    fn foreseen(&self, _id: u32) -> Vec<Point> {
        Vec::new()
    }
}

/// A model by its name.
#[derive(Clone, Copy)]
pub struct Mode(&'static Model);

impl Mode {
    /// Every mode, in the order in which the window goes through them.
    pub fn all() -> impl ExactSizeIterator<Item = Mode> + Clone {
        MODELS.iter().map(|model| Mode(model))
    }

    /// The mode of this name.
    pub fn named(name: &str) -> Option<Mode> {
        Mode::all().find(|m| m.name() == name)
    }

    /// The names of all modes.
    pub fn names() -> Vec<&'static str> {
        Mode::all().map(Mode::name).collect()
    }

    /// The name that maps and `--avoid` use.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What it does, in a line.
    pub fn summary(self) -> &'static str {
        self.0.summary
    }

    /// Whether the sideways push is on where neither the map nor the user says otherwise.
    pub fn push(self) -> bool {
        self.0.push
    }

    /// The numbers that it has.
    pub fn settings(self) -> &'static [Setting] {
        self.0.settings
    }

    /// The model itself.
    pub fn make(self, settings: &Settings) -> Box<dyn Avoidance> {
        (self.0.make)(settings)
    }
}

impl Default for Mode {
    fn default() -> Self {
        Mode(&raycast_cardioid::MODEL)
    }
}

impl PartialEq for Mode {
    fn eq(&self, other: &Mode) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Mode {}

impl fmt::Debug for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Mode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Mode::named(text).ok_or_else(|| {
            format!("unknown avoidance mode '{text}'; {}", crate::text::did_you_mean(text, &Mode::names()))
        })
    }
}

/// The setting of this key, of whichever model.
pub fn setting(key: &str) -> Result<&'static Setting, String> {
    let all = || MODELS.iter().flat_map(|model| model.settings);
    all().find(|setting| setting.key == key).ok_or_else(|| {
        let model = key.split_once('.').and_then(|(model, _)| MODELS.iter().find(|m| m.name == model));
        let hint = match model {
            Some(model) => {
                let keys: Vec<&str> = model.settings.iter().map(|setting| setting.key).collect();
                crate::text::did_you_mean(key, &keys)
            }
            None => {
                let keys: Vec<&str> = all().map(|setting| setting.key).collect();
                let near = crate::text::most_alike(key, &keys, 3).join(", ");
                format!("did you mean one of {near}? `sidestep models MODEL` lists a model's settings")
            }
        };
        format!("unknown setting '{key}'; {hint}")
    })
}

/// Whether a neighbour stands beyond the goal: it is in nobody's way, and a unit that took it for an obstacle would
/// never take a place in a formation that fills up.
fn beyond_goal(unit: &Unit, neighbour: &Neighbour) -> bool {
    neighbour.standing && (neighbour.position - unit.position).dot(&unit.desired) > unit.distance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_settings_belong_to_their_model() {
        for (k, model) in MODELS.iter().enumerate() {
            assert!(
                MODELS[..k].iter().all(|other| other.name != model.name),
                "{} is there twice",
                model.name
            );
            for setting in model.settings {
                let (of, name) = setting.key.split_once('.').expect(setting.key);
                // A model that is made of others has theirs, and a cheap form those of the whole.
                let theirs = |part: &str| part == of || part.strip_suffix("-cheap") == Some(of);
                assert!(model.name.split('+').any(theirs), "{}: {}", model.name, setting.key);
                assert_eq!(name, setting.name());
                setting.check(setting.default).unwrap();
            }
        }
    }
}
