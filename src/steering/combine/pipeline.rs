//! The steering pipeline (Millington, "AI for Games"). Targeters name a goal. Decomposers turn it into the next
//! sub-goal. Constraints reject a path that breaks a rule and suggest another sub-goal. The actuator turns the path
//! into an acceleration. The number of rounds is bounded: if they yield no free path, the deadlock behaviour acts.

use super::detour::StraightPath;
use super::stage::{Does, PipelineStage};
use crate::math;
use crate::steering::behaviours::arrive::{ArriveAt, arrive_settings};
use crate::steering::behaviours::behaviour::{Part, Seen};
use crate::steering::behaviours::body::{Body, Steer};
use crate::steering::behaviours::mind::Mind;
use crate::steering::behaviours::velocity_match::{MatchTo, VelocityMatch};
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
                self.actuate(path, body, mind)
            }
            Planned::Nowhere => Steer::NOTHING,
            Planned::Deadlock => {
                mind.say(|| {
                    format!(
                        "no free path in {} rounds: falls back to {}",
                        self.rounds, self.deadlock.behaviour.name
                    )
                });
                mind.ask(&self.deadlock, body, seen)
            }
        };
        mind.part(&self.actuator.part, 1.0, moved, seen.unit);
        let turned = self.turning.as_ref().map(|part| {
            let asked = mind.ask(part, body, seen);
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

    /// Moves the body along the path.
    fn actuate(&self, path: StraightPath, body: &Body, mind: &mut Mind<'_>) -> Steer {
        mind.announce(&self.actuator.part);
        if self.actuator.does == Does::Arrive && path.last {
            let settings = arrive_settings(&self.actuator.part, body);
            return mind.decide(body, ArriveAt { settings, goal: path.to });
        }
        // Match the velocity towards the point instead of accelerating towards it, so that the body stays on its
        // path.
        let velocity = math::normalize(path.to - body.position) * body.max_speed;
        mind.decide(body, MatchTo { settings: VelocityMatch::default(), velocity })
    }
}

/// The result of planning.
enum Planned {
    Free(StraightPath),
    Nowhere,
    Deadlock,
}
