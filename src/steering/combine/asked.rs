//! The behaviours consulted by a plan in one decision, each with its inputs.

use super::{Combine, arbitration};
use crate::steering::behaviours::arrive::Arrive;
use crate::steering::behaviours::behaviour::{Memory, Mind, Part, Seen, body_of};
use crate::steering::behaviours::body::{Body, Steer};
use crate::steering::behaviours::velocity_match::VelocityMatch;
use crate::types::{Point, Vec2};

/// A part of a plan, as consulted in a decision.
#[derive(Debug, Clone)]
pub struct AskedPart<'a> {
    /// The part.
    pub part: &'a Part,
    /// The body passed to the part.
    pub body: Body,
    /// The unit's memory at that moment.
    pub memory: Memory,
    /// What it delegates to, if it is a pipeline's actuator.
    pub actuated: Option<Actuated>,
}

/// What a pipeline's actuator delegates to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Actuated {
    /// Arrive, at the end of the path.
    Arrive(Arrive, Point),
    /// Velocity match, with the velocity along the path, m/s.
    Match(Vec2),
}

impl Actuated {
    pub(super) fn steer(&self, body: &Body) -> Steer {
        match self {
            Actuated::Arrive(arrive, to) => arrive.steer(body, *to),
            Actuated::Match(velocity) => VelocityMatch::default().steer(body, *velocity),
        }
    }
}

pub(super) fn asked_parts<'a>(combine: &'a Combine, seen: &Seen<'_>) -> Vec<AskedPart<'a>> {
    let body = body_of(seen.unit);
    let mut mind = Mind { memory: seen.memory, why: None };
    let mut asked = Vec::new();
    let mut add = |part: &'a Part, body: &Body, memory: &Memory| {
        asked.push(AskedPart { part, body: *body, memory: *memory, actuated: None });
    };
    match combine {
        Combine::Arbitration(parts) => {
            arbitration::combine_asking(parts, &body, seen, &mut mind, add);
        }
        Combine::Pipeline(pipeline) => return pipeline.asked_parts(&body, seen, &mut mind),
        Combine::Blending(parts) => ask_in_turn(parts, &body, seen, &mut mind, &mut add),
        Combine::Priority { groups, .. } => {
            ask_in_turn(groups.iter().flatten(), &body, seen, &mut mind, &mut add);
        }
    }
    asked
}

/// Consults each part with the current body. Each part receives the memory left by the one before.
fn ask_in_turn<'a>(
    parts: impl IntoIterator<Item = &'a Part>,
    body: &Body,
    seen: &Seen<'_>,
    mind: &mut Mind<'_>,
    add: &mut impl FnMut(&'a Part, &Body, &Memory),
) {
    for part in parts {
        add(part, body, &mind.memory);
        (part.behaviour.steer)(part, body, seen, mind);
    }
}
