//! Plans: how the units of a group combine behaviours (DM810, lecture 3, after Millington). A plan is data, read from a map's
//! `[[steering]]`; what its parts do stands in [`catalogue`], how they are combined in a file each.

mod arbitration;
mod blending;
mod case;
pub mod catalogue;
pub mod pipeline;
mod priority;

pub use pipeline::Pipeline;

use super::avoidance::model::{Around, Avoidance};
use super::behaviours::{Body, Other, Path, Steer};
use super::reasons::{Mark, Reasons, Tint};
use super::unit::{Decision, Neighbour, Unit};
use crate::math;
use crate::settings::{Settings, Weights};
use crate::types::{DT, Point, Vec2};
use catalogue::Kind;

/// How a group's units steer, by name.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// Its name.
    pub name: String,
    /// How its parts are put together.
    pub combine: Combine,
}

/// The ways to combine behaviours.
#[derive(Debug, Clone, PartialEq)]
pub enum Combine {
    /// The weighted sum, clamped.
    Blending(Vec<Part>),
    /// Groups in order: the first whose blend exceeds ε is all that counts.
    Priority {
        /// ε, as a share of the unit's maximum acceleration (or of its maximum angular acceleration).
        epsilon: f32,
        /// The groups, the most urgent first.
        groups: Vec<Vec<Part>>,
    },
    /// Each behaviour sees what those before it ask for, and adapts.
    Arbitration(Vec<Part>),
    /// Targeters, decomposers, constraints, an actuator.
    Pipeline(Box<Pipeline>),
}

impl Combine {
    /// What maps call it.
    pub fn name(&self) -> &'static str {
        match self {
            Combine::Blending(_) => "blending",
            Combine::Priority { .. } => "priority",
            Combine::Arbitration(_) => "arbitration",
            Combine::Pipeline(_) => "pipeline",
        }
    }
}

/// The names of all ways to combine.
pub const COMBINES: [&str; 4] = ["blending", "priority", "arbitration", "pipeline"];

/// One behaviour of a plan (or a stage of its pipeline), with its weight and its settings.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// What it does.
    pub kind: &'static Kind,
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
    pub fn new(kind: &'static Kind) -> Part {
        Part { kind, weight: 1.0, settings: Settings::default(), target: None, path: None }
    }
}

impl Plan {
    /// One behaviour by itself.
    pub fn single(kind: &'static Kind) -> Plan {
        Plan { name: kind.name.to_string(), combine: Combine::Blending(vec![Part::new(kind)]) }
    }

    /// All its parts, those of a pipeline among them.
    pub fn parts(&self) -> Vec<&Part> {
        match &self.combine {
            Combine::Blending(parts) | Combine::Arbitration(parts) => parts.iter().collect(),
            Combine::Priority { groups, .. } => groups.iter().flatten().collect(),
            Combine::Pipeline(pipeline) => pipeline.parts(),
        }
    }

    /// All its parts, to be changed.
    pub fn parts_mut(&mut self) -> Vec<&mut Part> {
        match &mut self.combine {
            Combine::Blending(parts) | Combine::Arbitration(parts) => parts.iter_mut().collect(),
            Combine::Priority { groups, .. } => groups.iter_mut().flatten().collect(),
            Combine::Pipeline(pipeline) => pipeline.parts_mut(),
        }
    }

    /// Whether it turns bodies: their heading is apart from their velocity then.
    pub fn turns(&self) -> bool {
        self.parts().iter().any(|part| part.kind.turns)
    }

    /// How far a unit of this radius (m) and maximum speed (m/s) looks for neighbours and walls, m: as far as it gets in two
    /// seconds, which is what pursue and evade look ahead.
    pub fn reach(&self, radius: f32, max_speed: f32) -> f32 {
        2.0 * max_speed + 4.0 * radius
    }

    /// What the unit does: an acceleration that is clamped to what it can, as a force, and an angular acceleration.
    pub fn decide(&self, seen: &Seen<'_>, mut why: Option<&mut Reasons>) -> (Decision, Memory) {
        let unit = seen.unit;
        let body = body(unit);
        let mut mind = Mind { memory: seen.memory, why: why.as_deref_mut() };
        let asked = match &self.combine {
            Combine::Blending(parts) => blending::combine(parts, &body, seen, &mut mind),
            Combine::Priority { epsilon, groups } => {
                priority::combine(*epsilon, groups, &body, seen, &mut mind)
            }
            Combine::Arbitration(parts) => arbitration::combine(parts, &body, seen, &mut mind),
            Combine::Pipeline(pipeline) => pipeline.decide(&body, seen, &mut mind),
        };
        let memory = mind.memory;
        let asked = clamped(asked, &body);
        let (force, wanted) = within_speed(asked.linear * unit.mass, unit);
        if let Some(why) = why {
            why.neighbours.extend(seen.around.neighbours.iter().map(|n| n.id));
            why.desired = unit.desired;
            why.force = force;
        }
        (Decision { wanted, force, angular: asked.angular, turning: None }, memory)
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
        self.around.neighbours.iter().filter(avoided).map(other).collect()
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
    fn say(&mut self, words: impl FnOnce() -> String) {
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
    fn parts(&self) -> usize {
        self.why.as_deref().map_or(0, |why| why.parts.len())
    }

    /// Strikes out parts that do not count.
    fn forget_parts(&mut self, range: std::ops::Range<usize>) {
        if let Some(why) = self.why.as_deref_mut() {
            why.parts.drain(range);
        }
    }

    /// Notes what a part asks for.
    fn part(&mut self, part: &Part, weight: f32, asked: Steer, unit: &Unit) {
        if let Some(why) = self.why.as_deref_mut() {
            let force = asked.linear * (weight * unit.mass);
            if force != Vec2::zeros() {
                why.parts.push((part.kind.name, force));
            }
            if asked.angular != 0.0 {
                why.say(format!("{} turns by {:.1} rad/s²", part.kind.name, weight * asked.angular));
            }
        }
    }
}

/// The unit as behaviours see themselves.
pub fn body(unit: &Unit) -> Body {
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
pub fn other(neighbour: &Neighbour) -> Other {
    Other {
        position: neighbour.position,
        velocity: neighbour.velocity,
        orientation: neighbour.heading,
        radius: neighbour.radius,
    }
}

/// The force (N), no more than the unit can and than takes it to its maximum speed in a tick, and the velocity (m/s) that
/// it gives. Behaviours such as seek ask for full acceleration at any speed; the source clips the velocity.
fn within_speed(force: Vec2, unit: &Unit) -> (Vec2, Vec2) {
    let force = math::clamp_length(force, unit.max_force);
    let next = unit.velocity + force * (DT / unit.mass);
    let wanted = math::clamp_length(next, unit.max_speed);
    if wanted == next {
        return (force, wanted);
    }
    (math::clamp_length((wanted - unit.velocity) * (unit.mass / DT), unit.max_force), wanted)
}

/// No more than the body can.
fn clamped(asked: Steer, body: &Body) -> Steer {
    let linear = math::clamp_length(asked.linear, body.max_acceleration);
    let angular = if asked.angular.is_finite() { asked.angular } else { 0.0 };
    Steer { linear, angular }
}
