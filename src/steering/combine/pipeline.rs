//! The steering pipeline (Millington, "AI for Games"). Targeters name a goal. Decomposers turn it into the next
//! sub-goal. Constraints reject a path that breaks a rule and suggest another sub-goal. The actuator turns the path
//! into an acceleration. The number of rounds is bounded: if they yield no free path, the deadlock behaviour acts.

use super::asked::{Actuated, AskedPart};
use super::detour::StraightPath;
use super::stage::{Does, PipelineStage};
use crate::math;
use crate::steering::behaviours::arrive::arrive_settings;
use crate::steering::behaviours::behaviour::{Mind, Part, Seen};
use crate::steering::behaviours::body::{Body, Steer};
use crate::steering::reasons::{Mark, Tint};

/// The stages of a pipeline.
#[derive(Debug, Clone, PartialEq)]
pub struct Pipeline {
    /// Name the goal. The first that has one is used.
    pub targeters: Vec<PipelineStage>,
    /// Turn the goal into the next sub-goal, in order.
    pub decomposers: Vec<PipelineStage>,
    /// Rules for the path.
    pub constraints: Vec<PipelineStage>,
    /// Moves the body.
    pub actuator: PipelineStage,
    /// How often a path may be changed before it counts as a deadlock.
    pub rounds: u32,
    /// The behaviour that acts in a deadlock.
    pub deadlock: Part,
    /// The behaviour that turns the body.
    pub turning: Option<Part>,
}

impl Pipeline {
    pub(super) fn parts(&self) -> Vec<&Part> {
        let stages = self.targeters.iter().chain(&self.decomposers).chain(&self.constraints);
        let parts = stages.chain([&self.actuator]).map(|stage| &stage.part);
        parts.chain([&self.deadlock]).chain(&self.turning).collect()
    }

    pub(super) fn parts_mut(&mut self) -> Vec<&mut Part> {
        let stages = self.targeters.iter_mut().chain(&mut self.decomposers).chain(&mut self.constraints);
        let parts = stages.chain([&mut self.actuator]).map(|stage| &mut stage.part);
        parts.chain([&mut self.deadlock]).chain(&mut self.turning).collect()
    }

    pub(super) fn decide(&self, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Steer {
        let moved = match self.plan_path(body, seen, mind) {
            Planned::Free(path) => {
                mind.mark(|| Mark::Arrow(body.position, path.to), Tint::Chosen);
                self.actuated(path, body).steer(body)
            }
            Planned::Nowhere => Steer::NOTHING,
            Planned::Deadlock => {
                mind.say(|| {
                    format!(
                        "no free path in {} rounds: falls back to {}",
                        self.rounds, self.deadlock.behaviour.name
                    )
                });
                (self.deadlock.behaviour.steer)(&self.deadlock, body, seen, mind)
            }
        };
        mind.part(&self.actuator.part, 1.0, moved, seen.unit);
        let turned = self.turning.as_ref().map(|part| {
            let asked = (part.behaviour.steer)(part, body, seen, mind);
            mind.part(part, part.weight, asked, seen.unit);
            asked.angular * part.weight
        });
        Steer { linear: moved.linear, angular: moved.angular + turned.unwrap_or(0.0) }
    }

    fn plan_path(&self, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Planned {
        let goal = self.targeters.iter().find_map(|stage| stage.target(body, seen, mind));
        let Some(goal) = goal else { return Planned::Nowhere };
        let mut path = StraightPath { to: goal, last: true };
        for decomposer in &self.decomposers {
            path = decomposer.decompose(path, seen);
        }
        for round in 0..=self.rounds {
            let broken =
                self.constraints.iter().find_map(|stage| Some((stage, stage.breaks(path, body, seen)?)));
            let Some((stage, suggested)) = broken else {
                if round > 0 {
                    mind.say(|| format!("found a free path after {round} of {} rounds", self.rounds));
                }
                return Planned::Free(path);
            };
            mind.mark(|| Mark::Line(body.position, path.to), Tint::Against);
            if round < 3 {
                mind.say(|| format!("{} rejects the path in round {}", stage.name(), round + 1));
            }
            path = StraightPath { to: suggested, last: false };
        }
        Planned::Deadlock
    }

    /// Returns the stages that move and turn the body in this decision.
    pub(super) fn asked_parts(
        &self,
        body: &Body,
        seen: &Seen<'_>,
        mind: &mut Mind<'_>,
    ) -> Vec<AskedPart<'_>> {
        let path = self.plan_path(body, seen, mind);
        let memory = mind.memory;
        let asked = |part, actuated| AskedPart { part, body: *body, memory, actuated };
        let mut parts = match path {
            Planned::Free(path) => vec![asked(&self.actuator.part, Some(self.actuated(path, body)))],
            Planned::Nowhere => Vec::new(),
            Planned::Deadlock => vec![asked(&self.deadlock, None)],
        };
        parts.extend(self.turning.as_ref().map(|part| asked(part, None)));
        parts
    }

    fn actuated(&self, path: StraightPath, body: &Body) -> Actuated {
        if self.actuator.does == Does::Arrive && path.last {
            Actuated::Arrive(arrive_settings(&self.actuator.part, body), path.to)
        } else {
            // Match the velocity towards the point instead of accelerating towards it, so that the body stays on
            // its path.
            Actuated::Match(math::normalize(path.to - body.position) * body.max_speed)
        }
    }
}

/// The result of planning.
enum Planned {
    Free(StraightPath),
    Nowhere,
    Deadlock,
}
