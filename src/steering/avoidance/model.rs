//! What an avoidance model is: what it is given, what it chooses, and what the program knows of it before it runs.

use crate::navigation::Heading;
use crate::settings::{Setting, Settings};
use crate::steering::reasons::{GridView, Reasons};
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{Point, Segment, Side, Vec2};
use crate::workers::Workers;
use std::fmt;

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
    /// Its name within a sentence, where that is not `name`.
    pub label: Option<&'static str>,
    /// What a unit costs roughly, jams included, in ms of a default study's run: how a study balances its work.
    pub cost: u64,
    /// What a case of `explain` must have.
    pub case_needs: CaseNeeds,
    /// The models whose cases a saved situation is made of; none: its own.
    pub explained_by: &'static [&'static str],
    /// Makes it.
    pub make: fn(&Settings) -> Box<dyn Avoidance>,
}

/// What the unit of a model's case must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseNeeds {
    /// A goal or a preferred velocity.
    Goal,
    /// A maximum force.
    MaxForce,
}

impl Model {
    /// A model with the sideways push, and with what most models have for the rest: `Model { push: false, ..Model::new(…) }`
    /// changes it. Its settings' keys begin with its name and a dot.
    pub const fn new(
        name: &'static str,
        summary: &'static str,
        settings: &'static [Setting],
        make: fn(&Settings) -> Box<dyn Avoidance>,
    ) -> Model {
        Model {
            name,
            summary,
            settings,
            push: true,
            label: None,
            cost: 8,
            case_needs: CaseNeeds::Goal,
            explained_by: &[],
            make,
        }
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
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
    /// Preferred velocities of the last tick, m/s; zero for a unit that stands.
    pub preferred: &'a [Vec2],
    /// Where each one's path turns next, or its goal where it sees that; its own position for one that has no goal.
    pub aim: &'a [Point],
    /// How the paths continue beyond that.
    pub paths: Paths<'a>,
    /// The outlines of all walls. They change only with the world.
    pub walls: &'a [Segment],
}

/// The paths to all units' goals, from any position.
#[derive(Clone, Copy)]
pub struct Paths<'a>(PathSource<'a>);

/// Finds the heading of a unit, by its id, from a position.
type Find<'a> = &'a (dyn Fn(usize, Point) -> Option<Heading> + Sync);

#[derive(Clone, Copy)]
enum PathSource<'a> {
    Find(Find<'a>),
    /// Each unit's goal.
    Straight(&'a [Point]),
}

impl<'a> Paths<'a> {
    /// Paths that `heading` knows, by a unit's id and a position.
    pub fn new(heading: Find<'a>) -> Self {
        Paths(PathSource::Find(heading))
    }

    /// Paths straight to each unit's goal; index = id.
    pub fn straight(goals: &'a [Point]) -> Self {
        Paths(PathSource::Straight(goals))
    }

    /// Where unit `id` would head for if it were at `position`; none when it has no goal.
    pub fn heading_from(self, id: usize, position: Point) -> Option<Heading> {
        match self.0 {
            PathSource::Find(heading) => heading(id, position),
            PathSource::Straight(goals) => {
                goals.get(id).map(|goal| Heading { aim: *goal, distance: (goal - position).norm() })
            }
        }
    }
}

impl fmt::Debug for Paths<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Paths")
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
    /// The chosen velocity, m/s.
    pub velocity: Vec2,
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
    fn predicted_positions(&self, _id: u32) -> Vec<Point> {
        Vec::new()
    }
}

/// Whether a neighbour stands beyond the goal: it is in nobody's way, and a unit that took it for an obstacle would
/// never take a place in a formation that fills up.
pub(super) fn beyond_goal(unit: &Unit, neighbour: &Neighbour) -> bool {
    neighbour.standing && (neighbour.position - unit.position).dot(&unit.desired) > unit.distance
}
