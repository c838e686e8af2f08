//! The interface of a behaviour: its inputs, its memory, and its entry in the table of behaviours.

use super::body::{Body, Other, Steer, offset};
use super::case::CaseForm;
use super::mind::{Memory, Mind};
use super::path::Path;
use crate::settings::{Setting, Settings, Weights};
use crate::steering::avoidance::model::{Avoidance, Surroundings};
use crate::steering::reasons::{Mark, Tint};
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{Point, Vec2};

/// What a part needs in addition to a unit's perception.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A target: a unit, or the goal.
    Target,
    /// A path.
    Path,
}

/// A behaviour that a plan can use.
pub struct Behaviour {
    /// The name.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The settings.
    pub settings: &'static [Setting],
    /// What it needs.
    pub needs: Needs,
    /// Whether it turns the body.
    pub turns: bool,
    /// Computes the requested acceleration.
    pub steer: fn(&Part, &Body, &Seen<'_>, &mut Mind<'_>) -> Steer,
    /// How `explain` names its decisions. None if it only delegates to another behaviour or model.
    pub case: Option<CaseForm>,
}

impl PartialEq for Behaviour {
    fn eq(&self, other: &Behaviour) -> bool {
        self.name == other.name
    }
}

impl std::fmt::Debug for Behaviour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// One behaviour of a plan (or a stage of its pipeline), with its weight and settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// The behaviour.
    pub behaviour: &'static Behaviour,
    /// The weight in a blend.
    pub weight: f32,
    /// The settings.
    pub settings: Settings,
    /// The index of the target unit. None for the unit's own goal.
    pub target: Option<u32>,
    /// The path to follow.
    pub path: Option<Path>,
}

impl Part {
    /// A part with default settings and without a target or path.
    pub fn new(behaviour: &'static Behaviour) -> Part {
        Part { behaviour, weight: 1.0, settings: Settings::default(), target: None, path: None }
    }
}

/// A unit's perception, as far as behaviours need it.
pub struct Seen<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// Neighbours and walls.
    pub around: &'a Surroundings<'a>,
    /// Its final destination. None without a goal.
    pub goal: Option<Other>,
    /// The next point on its path around the walls. None without a goal.
    pub aim: Option<Point>,
    /// Looks up any unit by its index.
    pub other: &'a dyn Fn(u32) -> Other,
    /// Two random numbers, uniform in [0, 1).
    pub chance: [f32; 2],
    /// The unit's memory.
    pub memory: Memory,
    /// The world's avoidance model.
    pub model: &'a dyn Avoidance,
    /// The world's flocking weights.
    pub weights: &'a Weights,
}

impl Seen<'_> {
    /// Returns the target of a part: a unit or the goal.
    pub fn target(&self, part: &Part) -> Option<Other> {
        part.target.map(self.other).or(self.goal)
    }

    /// Returns the neighbours as behaviours see them, without the unit's own target.
    pub fn others(&self) -> Vec<Other> {
        let avoided = |n: &&Neighbour| Some(n.id) != self.unit.target;
        self.around.neighbours.iter().filter(avoided).map(other_of).collect()
    }
}

impl Mind<'_> {
    /// Returns what a part requests.
    pub(crate) fn ask(&mut self, part: &Part, body: &Body, seen: &Seen<'_>) -> Steer {
        self.announce(part);
        (part.behaviour.steer)(part, body, seen, self)
    }

    /// Tells the case, if there is one, which part decides next.
    pub(crate) fn announce(&mut self, part: &Part) {
        if let Some(case) = self.case.as_deref_mut() {
            case.ask(part.behaviour.name);
        }
    }

    /// Records the request of a part.
    pub(crate) fn part(&mut self, part: &Part, weight: f32, asked: Steer, unit: &Unit) {
        if let Some(why) = self.why.as_deref_mut() {
            let force = asked.linear * (weight * unit.mass);
            if force != Vec2::zeros() {
                why.parts.push((part.behaviour.name, force));
            }
            if asked.angular != 0.0 {
                why.say(format!("{} turns by {:.1} rad/s²", part.behaviour.name, weight * asked.angular));
            }
        }
    }
}

/// Returns the unit's own body, as behaviours see it.
pub fn body_of(unit: &Unit) -> Body {
    Body {
        position: unit.position,
        velocity: unit.velocity,
        orientation: unit.heading,
        rotation: unit.rotation,
        radius: unit.radius,
        max_speed: unit.max_speed,
        max_acceleration: unit.max_force / unit.mass,
    }
}

/// Returns a neighbour as behaviours see it.
pub fn other_of(neighbour: &Neighbour) -> Other {
    Other {
        position: neighbour.position,
        velocity: neighbour.velocity,
        orientation: neighbour.heading,
        radius: neighbour.radius,
    }
}

/// Applies `steer` to the part's target and marks the target. Requests nothing without a target.
pub(super) fn on_target(
    part: &Part,
    seen: &Seen<'_>,
    mind: &mut Mind<'_>,
    steer: impl FnOnce(&mut Mind<'_>, &Other) -> Steer,
) -> Steer {
    let Some(target) = seen.target(part) else { return Steer::NOTHING };
    mind.mark(|| Mark::Line(seen.unit.position, target.position), Tint::Faint);
    steer(mind, &target)
}

/// Returns whether `from` is further away than `range` (m). A range of 0 is unlimited.
pub(super) fn is_beyond(range: f32, body: &Body, from: Point) -> bool {
    range > 0.0 && offset(body.position, from).norm() > range
}
