//! The stages of a pipeline: one table per kind of stage, and what each stage does.

use super::detour::{StraightPath, around_unit, around_wall};
use crate::settings::{Setting, settings};
use crate::steering::behaviours::arrive::ARRIVE;
use crate::steering::behaviours::behaviour::{Behaviour, Needs, Part, Seen};
use crate::steering::behaviours::body::Body;
use crate::steering::behaviours::follow_path::{FOLLOW_PATH, target_on};
use crate::steering::behaviours::mind::Mind;
use crate::steering::behaviours::pursue::{PURSUE, pursue_settings};
use crate::steering::behaviours::seek::SEEK;
use crate::steering::behaviours::way::WAY;
use crate::types::Point;

/// A stage of a pipeline, with its settings.
#[derive(Debug, Clone, PartialEq)]
pub struct PipelineStage {
    /// What it does.
    pub does: Does,
    /// The settings, target and path. The behaviour is the one the stage delegates to.
    pub part: Part,
}

/// The function of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Does {
    /// Targeter: the unit's goal, or a target's position.
    Goal,
    /// Targeter: the predicted position of a moving target.
    Pursue,
    /// Targeter: the next point on a path.
    FollowPath,
    /// Decomposer: the next point on the path around the walls, by the flow field.
    Way,
    /// Constraint: keeps away from walls.
    AvoidWalls,
    /// Constraint: keeps away from the predicted positions of units.
    AvoidUnits,
    /// Actuator: seeks the end of the path.
    Seek,
    /// Actuator: arrives at the end of the path.
    Arrive,
}

/// A kind of stage: its name in maps, and the behaviour it delegates to.
pub struct StageKind {
    /// The name.
    pub name: &'static str,
    /// What it does.
    pub does: Does,
    /// The settings.
    pub settings: &'static [Setting],
    /// What it needs.
    pub needs: Needs,
    /// The behaviour whose settings it shares.
    pub shares: &'static Behaviour,
}

settings! { "avoid-walls":
    WALL_CLEARANCE "clearance" number(1.4, (1.0, 20.0), "R"): "distance the path keeps from walls";
}
settings! { "avoid-units":
    UNIT_CLEARANCE "clearance" number(0.2, (0.0, 20.0), "R"): "gap the path leaves to other units";
    UNIT_HORIZON "horizon" number(1.5, (0.1, 20.0), "s"): "ignores encounters later than this";
}

const fn kind(
    name: &'static str,
    does: Does,
    settings: &'static [Setting],
    needs: Needs,
    shares: &'static Behaviour,
) -> StageKind {
    StageKind { name, does, settings, needs, shares }
}

/// The targeters, which name a goal.
pub static TARGETERS: &[StageKind] = &[
    kind("goal", Does::Goal, &[], Needs::Target, &SEEK),
    kind("pursue", Does::Pursue, &[], Needs::Target, &PURSUE),
    kind("follow-path", Does::FollowPath, &[], Needs::Path, &FOLLOW_PATH),
];
/// The decomposers, which name a sub-goal.
pub static DECOMPOSERS: &[StageKind] = &[kind("way", Does::Way, &[], Needs::Nothing, &WAY)];
/// The constraints on a path.
pub static CONSTRAINTS: &[StageKind] = &[
    kind("avoid-walls", Does::AvoidWalls, &[WALL_CLEARANCE], Needs::Nothing, &SEEK),
    kind("avoid-units", Does::AvoidUnits, &[UNIT_CLEARANCE, UNIT_HORIZON], Needs::Nothing, &SEEK),
];
/// The actuators, which move the body.
pub static ACTUATORS: &[StageKind] = &[
    kind("seek", Does::Seek, &[], Needs::Nothing, &SEEK),
    kind("arrive", Does::Arrive, &[], Needs::Nothing, &ARRIVE),
];

impl StageKind {
    /// A stage of this kind, with default settings.
    pub fn stage(&self) -> PipelineStage {
        PipelineStage { does: self.does, part: Part::new(self.shares) }
    }
}

impl PipelineStage {
    pub(super) fn name(&self) -> &'static str {
        match self.does {
            Does::AvoidWalls => "avoid-walls",
            Does::AvoidUnits => "avoid-units",
            _ => self.part.behaviour.name,
        }
    }

    pub(super) fn target(&self, body: &Body, seen: &Seen<'_>, mind: &mut Mind<'_>) -> Option<Point> {
        match self.does {
            Does::Pursue => {
                let target = seen.target(&self.part)?;
                Some(pursue_settings(&self.part, body).steer(body, &target).place)
            }
            Does::FollowPath => self.part.path.as_ref().map(|path| target_on(path, &self.part, body, mind)),
            _ => seen.target(&self.part).map(|target| target.position),
        }
    }

    pub(super) fn decompose(&self, path: StraightPath, seen: &Seen<'_>) -> StraightPath {
        // The flow field leads only to the unit's own goal.
        let own = seen.goal.is_some_and(|goal| goal.position == path.to);
        match seen.aim.filter(|aim| own && *aim != path.to) {
            Some(aim) => StraightPath { to: aim, last: false },
            None => path,
        }
    }

    /// Returns an alternative position if the path breaks this rule.
    pub(super) fn breaks(&self, path: StraightPath, body: &Body, seen: &Seen<'_>) -> Option<Point> {
        match self.does {
            Does::AvoidWalls => {
                let clear = self.part.settings.number(&WALL_CLEARANCE) * body.radius;
                around_wall(path, body, seen.around.walls, clear)
            }
            Does::AvoidUnits => {
                let clear = self.part.settings.number(&UNIT_CLEARANCE) * body.radius;
                around_unit(path, body, seen, clear, self.part.settings.number(&UNIT_HORIZON))
            }
            _ => None,
        }
    }
}
