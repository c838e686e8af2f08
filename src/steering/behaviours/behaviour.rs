//! What a behaviour is: what it is given, what it remembers, and what the program knows of it before it runs.

use super::body::{Body, Other, Steer};
use super::path::Path;
use crate::settings::{Setting, Settings, Weights};
use crate::steering::avoidance::model::{Around, Avoidance};
use crate::steering::reasons::{Mark, Reasons, Tint};
use crate::steering::unit::{Neighbour, Unit};
use crate::types::{Point, Vec2};

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

/// A behaviour's decision as a case of `explain`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CaseForm {
    /// The name that cases have for the behaviour. Behaviours that are forms of one share it.
    pub name: &'static str,
    /// The fields of a case beside `id`, `model`, `behaviour`, `unit` and `expect`.
    pub fields: &'static [&'static str],
}

/// A behaviour that a plan can have.
pub struct Behaviour {
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
    /// What it asks for.
    pub steer: fn(&Part, &Body, &Seen<'_>, &mut Mind<'_>) -> Steer,
    /// How `explain` names its decisions; none where they are not its own.
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

/// One behaviour of a plan (or a stage of its pipeline), with its weight and its settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it does.
    pub behaviour: &'static Behaviour,
    /// Its weight in a blend.
    pub weight: f32,
    /// Its settings.
    pub settings: Settings,
    /// The unit that it is about, by index; none: the unit's own goal.
    pub target: Option<u32>,
    /// The path that it follows.
    pub path: Option<Path>,
}

impl Part {
    /// A part with its defaults, and no target or path of its own.
    pub fn new(behaviour: &'static Behaviour) -> Part {
        Part { behaviour, weight: 1.0, settings: Settings::default(), target: None, path: None }
    }
}

/// What a unit remembers from one decision to the next.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Memory {
    /// Where wander's target is on its circle, rad.
    pub wander: f32,
    /// How far along its path the unit was, m.
    pub along: Option<f32>,
}

/// What one unit perceives, as far as behaviours need it.
pub struct Seen<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// Neighbours and walls.
    pub around: &'a Around<'a>,
    /// Where it wants to be in the end; none when it has no goal.
    pub goal: Option<Other>,
    /// The next place on its way there, round the walls; none when it has no goal.
    pub aim: Option<Point>,
    /// Any unit, by its index.
    pub other: &'a dyn Fn(u32) -> Other,
    /// Two random numbers, uniform in [0, 1).
    pub chance: [f32; 2],
    /// What it remembers.
    pub memory: Memory,
    /// The world's avoidance model.
    pub model: &'a dyn Avoidance,
    /// The world's flocking weights.
    pub weights: &'a Weights,
}

impl Seen<'_> {
    /// Whom, or which place, a part is about.
    pub fn target(&self, part: &Part) -> Option<Other> {
        part.target.map(self.other).or(self.goal)
    }

    /// The neighbours as behaviours see them, but for the one that the unit heads for.
    pub fn others(&self) -> Vec<Other> {
        let avoided = |n: &&Neighbour| Some(n.id) != self.unit.target;
        self.around.neighbours.iter().filter(avoided).map(other_of).collect()
    }
}

/// What changes while a plan decides: the unit's memory, and the reasons where somebody wants them.
pub struct Mind<'a> {
    /// What the unit remembers.
    pub memory: Memory,
    /// The reasons.
    pub why: Option<&'a mut Reasons>,
}

impl Mind<'_> {
    pub(crate) fn say(&mut self, words: impl FnOnce() -> String) {
        if let Some(why) = self.why.as_deref_mut() {
            why.say(words());
        }
    }

    /// Marks something, when somebody looks.
    pub fn mark(&mut self, mark: impl FnOnce() -> Mark, tint: Tint) {
        if let Some(why) = self.why.as_deref_mut() {
            why.mark(mark(), tint);
        }
    }

    /// How many parts are noted.
    pub(crate) fn parts(&self) -> usize {
        self.why.as_deref().map_or(0, |why| why.parts.len())
    }

    /// Strikes out parts that do not count.
    pub(crate) fn forget_parts(&mut self, range: std::ops::Range<usize>) {
        if let Some(why) = self.why.as_deref_mut() {
            why.parts.drain(range);
        }
    }

    /// Notes what a part asks for.
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

/// The unit as behaviours see themselves.
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

/// A neighbour as behaviours see it.
pub fn other_of(neighbour: &Neighbour) -> Other {
    Other {
        position: neighbour.position,
        velocity: neighbour.velocity,
        orientation: neighbour.heading,
        radius: neighbour.radius,
    }
}

/// What `steer` makes of the part's target, which is marked; nothing where there is none.
pub(super) fn on_target(
    part: &Part,
    seen: &Seen<'_>,
    mind: &mut Mind<'_>,
    steer: impl FnOnce(&Other) -> Steer,
) -> Steer {
    let Some(target) = seen.target(part) else { return Steer::NOTHING };
    mind.mark(|| Mark::Line(seen.unit.position, target.position), Tint::Faint);
    steer(&target)
}

/// What `steer` asks for; nothing where `other` is further off than `range`, m, unless that is 0.
pub(super) fn within_range(range: f32, body: &Body, other: &Other, steer: impl FnOnce() -> Steer) -> Steer {
    let far = range > 0.0 && (other.position - body.position).norm() > range;
    if far { Steer::NOTHING } else { steer() }
}
