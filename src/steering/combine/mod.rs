//! Plans: how the units of a group combine behaviours (DM810, lecture 3, after Millington). A plan is data, read from a map's
//! `[[steering]]`; what its parts do stands in [`super::behaviours`], how they are combined in a file each.

mod arbitration;
mod asked;
mod blending;
mod detour;
pub mod pipeline;
mod priority;
pub mod stage;

pub use asked::{Actuated, AskedPart};
pub use pipeline::Pipeline;

use super::behaviours::behaviour::{Behaviour, Memory, Mind, Part, Seen, body_of};
use super::behaviours::body::{Body, Steer};
use super::reasons::Reasons;
use super::unit::{Decision, Unit};
use crate::math;
use crate::types::{DT, Vec2};

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

impl Plan {
    /// One behaviour by itself.
    pub fn single(behaviour: &'static Behaviour) -> Plan {
        Plan { name: behaviour.name.to_string(), combine: Combine::Blending(vec![Part::new(behaviour)]) }
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
        self.parts().iter().any(|part| part.behaviour.turns)
    }

    /// The behaviours that a decision asks, in order, also those of a priority's groups whose turn does not come. In an
    /// arbitration each is asked as if the body already moved as those before it want. Of a pipeline: what the actuator hands
    /// over to, or else the deadlock behaviour if it acts; and what turns the body. Its other stages name positions, and ask
    /// for no acceleration.
    pub fn asked_parts(&self, seen: &Seen<'_>) -> Vec<AskedPart<'_>> {
        asked::asked_parts(&self.combine, seen)
    }

    /// Whether the world's avoidance mode is one of its behaviours.
    pub fn avoids(&self) -> bool {
        self.parts().iter().any(|part| part.behaviour.name == "avoid")
    }

    /// How far a unit of this radius (m) and maximum speed (m/s) looks for neighbours and walls, m: as far as it gets in two
    /// seconds, which is what pursue and evade look ahead.
    pub fn reach(&self, radius: f32, max_speed: f32) -> f32 {
        2.0 * max_speed + 4.0 * radius
    }

    /// What the unit does: an acceleration that is clamped to what it can, as a force, and an angular acceleration.
    pub fn decide(&self, seen: &Seen<'_>, mut why: Option<&mut Reasons>) -> (Decision, Memory) {
        let unit = seen.unit;
        let body = body_of(unit);
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
        let (force, velocity) = within_speed(asked.linear * unit.mass, unit);
        if let Some(why) = why {
            why.neighbours.extend(seen.around.neighbours.iter().map(|n| n.id));
            why.desired = unit.desired;
            why.force = force;
        }
        (Decision { velocity, force, angular: asked.angular, turning: None }, memory)
    }
}

/// The force (N), no more than the unit can and than takes it to its maximum speed in a tick, and the velocity (m/s) that
/// it gives. Behaviours such as seek ask for full acceleration at any speed; the source clips the velocity.
fn within_speed(force: Vec2, unit: &Unit) -> (Vec2, Vec2) {
    let force = math::clamp_length(force, unit.max_force);
    let next = unit.velocity + force * (DT / unit.mass);
    let velocity = math::clamp_length(next, unit.max_speed);
    if velocity == next {
        return (force, velocity);
    }
    (math::clamp_length((velocity - unit.velocity) * (unit.mass / DT), unit.max_force), velocity)
}

/// No more than the body can.
fn clamped(asked: Steer, body: &Body) -> Steer {
    let linear = math::clamp_length(asked.linear, body.max_acceleration);
    let angular = if asked.angular.is_finite() { asked.angular } else { 0.0 };
    Steer { linear, angular }
}
