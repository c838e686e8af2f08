//! Plans: how the units of a group combine behaviours (DM810, lecture 3, after Millington). A plan is data, read
//! from a map's `[[steering]]`. Its behaviours are defined in [`super::behaviours`], and each way to combine them
//! has its own file here.

mod arbitration;
mod blending;
mod detour;
pub mod pipeline;
mod priority;
pub mod stage;

pub use pipeline::Pipeline;

use super::behaviours::behaviour::{Behaviour, Needs, Part, Seen, body_of};
use super::behaviours::body::{Body, Steer};
use super::behaviours::fields::CaseFields;
use super::behaviours::mind::{Memory, Mind};
use super::reasons::Reasons;
use super::unit::{Decision, Unit};
use crate::math;
use crate::types::{Renumbering, Vec2};
use stage::Does;

/// A named combination of behaviours for the units of a group.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// The name.
    pub name: String,
    /// How its parts are combined.
    pub combine: Combine,
}

/// The ways to combine behaviours.
#[derive(Debug, Clone, PartialEq)]
pub enum Combine {
    /// The weighted sum, clamped.
    Blending(Vec<Part>),
    /// Groups in order. The first group whose blend exceeds ε decides alone.
    Priority {
        /// ε, as a share of the unit's maximum acceleration (or of its maximum angular acceleration).
        epsilon: f32,
        /// The groups, most urgent first.
        groups: Vec<Vec<Part>>,
    },
    /// Each behaviour knows the requests of those before it, and adapts.
    Arbitration(Vec<Part>),
    /// Targeters, decomposers, constraints and an actuator.
    Pipeline(Box<Pipeline>),
}

impl Combine {
    /// The name used in maps.
    pub fn name(&self) -> &'static str {
        match self {
            Combine::Blending(_) => "blending",
            Combine::Priority { .. } => "priority",
            Combine::Arbitration(_) => "arbitration",
            Combine::Pipeline(_) => "pipeline",
        }
    }

    fn decide(&self, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Steer {
        match self {
            Combine::Blending(parts) => blending::combine(parts, body, seen, mind),
            Combine::Priority { epsilon, groups } => priority::combine(*epsilon, groups, body, seen, mind),
            Combine::Arbitration(parts) => arbitration::combine(parts, body, seen, mind),
            Combine::Pipeline(pipeline) => pipeline.decide(body, seen, mind),
        }
    }
}

/// The names of all ways to combine.
pub const COMBINES: [&str; 4] = ["blending", "priority", "arbitration", "pipeline"];

impl Plan {
    /// Follows the units that are targets to their new slots. A part whose target is gone uses the unit's goal.
    pub(crate) fn renumber(&mut self, renumbering: &Renumbering) {
        for part in self.parts_mut() {
            part.target = part.target.and_then(|target| renumbering.slot_of(target));
        }
    }

    /// The units that are targets, part by part.
    pub(crate) fn targets(&self) -> Vec<Option<u32>> {
        self.parts().iter().map(|part| part.target).collect()
    }

    /// Sets the units that are targets, part by part.
    pub(crate) fn set_targets(&mut self, targets: &[Option<u32>]) {
        self.parts_mut().into_iter().zip(targets).for_each(|(part, target)| part.target = *target);
    }

    /// A plan of a single behaviour.
    pub fn single(behaviour: &'static Behaviour) -> Plan {
        Plan { name: behaviour.name.to_string(), combine: Combine::Blending(vec![Part::new(behaviour)]) }
    }

    /// All parts, including those of a pipeline.
    pub fn parts(&self) -> Vec<&Part> {
        match &self.combine {
            Combine::Blending(parts) | Combine::Arbitration(parts) => parts.iter().collect(),
            Combine::Priority { groups, .. } => groups.iter().flatten().collect(),
            Combine::Pipeline(pipeline) => pipeline.parts(),
        }
    }

    /// All parts, mutably.
    pub fn parts_mut(&mut self) -> Vec<&mut Part> {
        match &mut self.combine {
            Combine::Blending(parts) | Combine::Arbitration(parts) => parts.iter_mut().collect(),
            Combine::Priority { groups, .. } => groups.iter_mut().flatten().collect(),
            Combine::Pipeline(pipeline) => pipeline.parts_mut(),
        }
    }

    /// Whether the plan turns bodies, which makes their heading independent of their velocity.
    pub fn turns(&self) -> bool {
        self.parts().iter().any(|part| part.behaviour.turns)
    }

    /// Writes the decisions of the behaviours that a decision consults to `case`, in order, including those of a
    /// priority's groups that come after the deciding one.
    ///
    /// In an arbitration each behaviour decides as if the body already moved according to the requests before it.
    /// For a pipeline these are the behaviour that the actuator delegates to, or the deadlock behaviour if it acts,
    /// and the part that turns the body. The other stages name positions and request no acceleration.
    pub fn write_cases(&self, seen: &Seen<'_>, case: &mut dyn CaseFields) {
        let body = body_of(seen.unit);
        let mut mind = Mind { memory: seen.memory, why: None, case: Some(case) };
        match &self.combine {
            Combine::Priority { groups, .. } => {
                blending::combine(groups.iter().flatten(), &body, seen, &mut mind)
            }
            combine => combine.decide(&body, seen, &mut mind),
        };
    }

    /// Whether the unit's own goal is the target of one of its behaviours.
    pub fn uses_goal(&self) -> bool {
        let Combine::Pipeline(pipeline) = &self.combine else {
            let uses = |part: &&Part| part.behaviour.needs == Needs::Target && part.target.is_none();
            return self.parts().iter().any(uses);
        };
        pipeline.targeters.iter().any(|s| s.does != Does::FollowPath && s.part.target.is_none())
    }

    /// Whether the world's avoidance mode is one of its behaviours.
    pub fn avoids(&self) -> bool {
        self.parts().iter().any(|part| part.behaviour.name == "avoid")
    }

    /// How far a unit of this radius (m) and maximum speed (m/s) perceives neighbours and walls, m: the distance
    /// covered in two seconds, pursue's default prediction, plus four radii.
    pub fn reach(&self, radius: f32, max_speed: f32) -> f32 {
        2.0 * max_speed + 4.0 * radius
    }

    /// Decides for a unit: an acceleration within its limits, as a force, and an angular acceleration.
    pub fn decide(&self, seen: &Seen<'_>, mut why: Option<&mut Reasons>) -> (Decision, Memory) {
        let unit = seen.unit;
        let body = body_of(unit);
        let mut mind = Mind { memory: seen.memory, why: why.as_deref_mut(), case: None };
        let asked = self.combine.decide(&body, seen, &mut mind);
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

/// Returns the force (N), limited to the unit's maximum force and to the force that reaches its maximum speed
/// until it decides again, and the resulting velocity (m/s). Behaviours such as seek request full acceleration at any speed. The
/// source clips the velocity.
fn within_speed(force: Vec2, unit: &Unit) -> (Vec2, Vec2) {
    let force = math::clamp_length(force, unit.max_force);
    let next = unit.velocity + force * (unit.interval / unit.mass);
    let velocity = math::clamp_length(next, unit.max_speed);
    if velocity == next {
        return (force, velocity);
    }
    (math::clamp_length((velocity - unit.velocity) * (unit.mass / unit.interval), unit.max_force), velocity)
}

/// Clamps a request to the body's limits.
fn clamped(asked: Steer, body: &Body) -> Steer {
    let linear = math::clamp_length(asked.linear, body.max_acceleration);
    let angular = if asked.angular.is_finite() { asked.angular } else { 0.0 };
    Steer { linear, angular }
}
