//! The interface of avoidance models: their description, what they perceive, and what they choose.

use crate::navigation::Heading;
use crate::saved::SnapshotError;
use crate::settings::{Setting, Settings};
use crate::steering::reasons::{GridView, Reasons};
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{Point, Renumbering, Segment, Side, Vec2};
use crate::workers::Workers;
use std::fmt;

/// The description of a model.
pub struct Model {
    /// The name that maps, `--avoid` and `explain` use.
    pub name: &'static str,
    /// One line about what it does.
    pub summary: &'static str,
    /// Its settings. The first half of a key is the model's name, or the name of a model that it is made of.
    pub settings: &'static [Setting],
    /// Whether the sideways push is on by default, unless the map or the user sets it.
    pub push: bool,
    /// The names of the [mechanisms](crate::traffic) that are on by default, unless the map or the user sets their switches.
    pub mechanisms: &'static [&'static str],
    /// The name within a sentence, if it differs from `name`.
    pub label: Option<&'static str>,
    /// The approximate cost of a unit, jams included, in ms per run of a default study. Studies use it to
    /// balance their work.
    pub cost: u64,
    /// What a case of `explain` needs.
    pub case_needs: CaseNeeds,
    /// The models for which a saved situation contains cases; if empty, the model itself.
    pub explained_by: &'static [&'static str],
    /// Creates the model.
    pub make: fn(&Settings) -> Box<dyn Avoidance>,
}

/// What the unit in a case of `explain` needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseNeeds {
    /// A goal or a preferred velocity.
    Goal,
    /// A maximum force.
    MaxForce,
}

impl Model {
    /// A model with the sideways push on and common defaults for the rest. `Model { push: false,
    /// ..Model::new(…) }` changes them.
    ///
    /// The keys of its settings begin with its name and a dot.
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
            mechanisms: &[],
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

/// All units, for models that read grids rather than neighbours. All slices are indexed by unit id.
#[derive(Debug, Clone, Copy)]
pub struct Crowd<'a> {
    /// Positions.
    pub position: &'a [Point],
    /// Velocities, m/s.
    pub velocity: &'a [Vec2],
    /// Radii, m.
    pub radius: &'a [f32],
    /// Maximum speeds, m/s.
    pub max_speed: &'a [f32],
    /// Groups.
    pub group: &'a [u16],
    /// Desired directions, unit vectors; zero for a unit without one.
    pub desired: &'a [Vec2],
    /// Goals: the centre of the unit's goal, or its own position if it stands.
    pub goal: &'a [Point],
    /// Remaining distances to the goal, m.
    pub distance: &'a [f32],
    /// Whether the unit stands or is settling at its position, without a path to follow.
    pub standing: &'a [bool],
    /// Preferred velocities of the last tick, m/s; zero for a standing unit.
    pub preferred: &'a [Vec2],
    /// The next corner of the unit's path, or its goal if that is in sight; its own position if it has no
    /// goal.
    pub aim: &'a [Point],
    /// The continuation of the paths beyond that.
    pub paths: Paths<'a>,
    /// The outlines of all walls. They change only with the world.
    pub walls: &'a [Segment],
    /// How far each unit goes along its path before it waits, m; infinite if it does not. Empty if none waits.
    pub stop: &'a [f32],
    /// The number of ticks between two calls of [`Avoidance::prepare`].
    pub every: u64,
}

impl Crowd<'_> {
    /// Whether something that a model does in every `period` ticks is due after `ticks` ticks.
    pub fn is_due(&self, ticks: u64, period: u64) -> bool {
        ticks % period.max(1) < self.every
    }
}

/// The paths to all goals, from any position.
#[derive(Clone, Copy)]
pub struct Paths<'a>(PathSource<'a>);

/// Finds the heading of a unit, given its id, from a position.
type Find<'a> = &'a (dyn Fn(usize, Point) -> Option<Heading> + Sync);

#[derive(Clone, Copy)]
enum PathSource<'a> {
    Find(Find<'a>),
    /// The goal of each unit.
    Straight(&'a [Point]),
}

impl<'a> Paths<'a> {
    /// Paths given by `heading`, a function of a unit's id and a position.
    pub fn new(heading: Find<'a>) -> Self {
        Paths(PathSource::Find(heading))
    }

    /// Straight paths to the units' goals, indexed by id.
    pub fn straight(goals: &'a [Point]) -> Self {
        Paths(PathSource::Straight(goals))
    }

    /// The heading of unit `id` if it were at `position`; none if it has no goal.
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

/// What a unit perceives.
#[derive(Debug, Clone, Copy, Default)]
pub struct Surroundings<'a> {
    /// Other units as they are now: the nearest within the model's reach when the unit last looked for neighbours, sorted by
    /// (distance, id) at that moment. Units look at 30 Hz by default ([`PERCEPTION`](crate::steering::schedule::PERCEPTION)).
    pub neighbours: &'a [Neighbour],
    /// Wall segments within the model's wall reach, sorted by (distance, index).
    pub walls: &'a [Segment],
}

/// How a unit moves: models choose a velocity or a force.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Motion {
    /// A velocity, m/s. The unit approaches it with the force of [`Unit::force_to`].
    Velocity(Vec2),
    /// A force, N, which includes the drive to the goal.
    Force(Vec2),
}

impl Motion {
    /// The force that acts on `unit`, N.
    pub fn force(self, unit: &Unit) -> Vec2 {
        match self {
            Motion::Velocity(velocity) => unit.force_to(velocity),
            Motion::Force(force) => force,
        }
    }

    /// The velocity that `unit` heads for, m/s. A force leads to it in the time in which the unit's maximum force
    /// accelerates it to its maximum speed.
    pub fn velocity(self, unit: &Unit) -> Vec2 {
        match self {
            Motion::Velocity(velocity) => velocity,
            Motion::Force(force) => unit.velocity + force * (unit.max_speed / unit.max_force),
        }
    }
}

/// The choice of an avoidance model. The default is to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// The chosen velocity or force.
    pub motion: Motion,
    /// An additional force, N. The unit's total force is limited later.
    pub force: Vec2,
    /// The side to which the unit turns, shown to others in the next tick.
    pub turning: Option<Side>,
}

impl Choice {
    /// A velocity, m/s, and nothing else.
    pub fn from_velocity(velocity: Vec2) -> Choice {
        Choice { motion: Motion::Velocity(velocity), force: Vec2::zeros(), turning: None }
    }

    /// A force, N, and nothing else.
    pub fn from_force(force: Vec2) -> Choice {
        Choice { motion: Motion::Force(force), ..Choice::default() }
    }
}

impl Default for Choice {
    fn default() -> Choice {
        Choice::from_velocity(Vec2::zeros())
    }
}

/// Copies a model with its state. Every model that is `Clone` has it.
pub trait CloneModel {
    /// The copy.
    fn boxed_clone(&self) -> Box<dyn Avoidance>;
}

impl<M: Avoidance + Clone + 'static> CloneModel for M {
    fn boxed_clone(&self) -> Box<dyn Avoidance> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Avoidance> {
    fn clone(&self) -> Box<dyn Avoidance> {
        // Not that of the box itself.
        (**self).boxed_clone()
    }
}

/// An avoidance model.
///
/// A choice depends only on its arguments and on what `prepare` computed, so units may decide in any order
/// and on any number of threads.
pub trait Avoidance: CloneModel + Send + Sync {
    /// How far a unit of this radius (m) and maximum speed (m/s) looks for neighbours, m.
    fn reach(&self, radius: f32, max_speed: f32) -> f32;

    /// How far such a unit looks for walls, m; 0 for a model that leaves walls to paths and collisions.
    fn wall_reach(&self, _radius: f32, _max_speed: f32) -> f32 {
        0.0
    }

    /// Whether the model finds the walls that it needs among those of [`Crowd::walls`], which it gets in `prepare`. A world
    /// then leaves [`Surroundings::walls`] empty, which saves the search for the walls near each unit.
    fn finds_walls(&self) -> bool {
        false
    }

    /// Whether HowToRTS's flocking acts in addition to the model. False for a model that determines the whole
    /// motion.
    fn with_flocking(&self) -> bool {
        true
    }

    /// Called before units choose, once in [`Crowd::every`] ticks. Models that use grids fill them here.
    fn prepare(&mut self, _crowd: &Crowd<'_>, _workers: Workers<'_>) {}

    /// Follows the units to their new ids, after some were removed and before new ones choose. A model that keeps nothing by id
    /// from one call of `prepare` to the next has nothing to do.
    fn renumber(&mut self, _renumbering: &Renumbering) {}

    /// What the model keeps from one call of `prepare` to the next, as bytes for [`Avoidance::restore`]. A model that keeps
    /// nothing, or that computes all of it in every tick, has none.
    fn store(&self) -> Vec<u8> {
        Vec::new()
    }

    /// Takes over what a model with the same settings has stored, instead of what this one keeps.
    ///
    /// # Errors
    ///
    /// The bytes are not those of such a model.
    fn restore(&mut self, _bytes: &[u8]) -> Result<(), SnapshotError> {
        Ok(())
    }

    /// Returns the choice of `unit`, given what it perceives, and fills in the reasons if they are asked for.
    fn choose(&self, unit: &Unit, around: &Surroundings<'_>, why: Option<&mut Reasons>) -> Choice;

    /// The grids that overlays show, as `unit` sees them. Grids with the same name are parts of one grid.
    fn grids(&self, _unit: &Unit) -> Vec<GridView<'_>> {
        Vec::new()
    }

    /// The predicted positions of unit `id`, from earliest to latest; empty in a model without predictions.
    fn predicted_positions(&self, _id: u32) -> Vec<Point> {
        Vec::new()
    }
}

/// Whether a neighbour stands beyond the unit's goal. Such a neighbour is no obstacle; a unit that avoided it
/// would never reach its position in a formation that fills up.
pub(super) fn beyond_goal(unit: &Unit, neighbour: &Neighbour) -> bool {
    neighbour.standing && (neighbour.position - unit.position).dot(&unit.desired) > unit.distance
}
