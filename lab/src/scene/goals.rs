//! Turns a group's goal into the goals of its units: computes shifted, mirrored and transferred slots, looks up target units,
//! and applies the group's rotation.

use super::description::{Description, GoalKind, GoalSpec, Group};
use super::map_problem::MapProblem;
use crate::document::{DocumentError, SourceText};
use crate::text::did_you_mean;
use sidestep::geometry::rect::grown_to;
use sidestep::math;
use sidestep::navigation::Goal;
use sidestep::types::{Point, Rect, Vec2};

/// The inputs of a unit's goal.
pub(super) struct GoalContext<'a> {
    pub d: &'a Description,
    pub source: &'a SourceText,
    pub group: &'a Group,
    pub counts: &'a [usize],
    pub firsts: &'a [usize],
    /// The bounding box of the group's positions.
    pub hull: Rect,
    /// The unit's index.
    pub me: usize,
}

impl GoalContext<'_> {
    /// Returns the goal of a unit of this radius (m) that starts at `slot`.
    pub(super) fn resolve(
        &self,
        spec: &GoalSpec,
        slot: Point,
        unit_radius: f32,
    ) -> Result<Goal, DocumentError> {
        let own = |at| Goal::Point { at, radius: spec.radius.unwrap_or(unit_radius), own: true };
        Ok(match spec.kind {
            GoalKind::Stand => Goal::Stand,
            GoalKind::Roam => Goal::Roam,
            GoalKind::Point(at) => own(at),
            GoalKind::Region(rect) => Goal::Region(rect),
            GoalKind::Line { from, to, toward } => {
                let toward = toward.unwrap_or_else(|| self.beyond(slot, unit_radius, from, to));
                Goal::Line { from, to, toward }
            }
            GoalKind::Shift(by) => own(slot + by),
            GoalKind::MirrorPoint(c) => own(c + (c - slot)),
            GoalKind::MirrorLine(a, b) => {
                let n = math::left(math::normalize(b - a));
                own(slot - n * (2.0 * (slot - a).dot(&n)))
            }
            // The block is moved without rotation, so that the front rank walks furthest in.
            GoalKind::Across(c) => own(slot + (c - self.hull.center()) * 2.0),
            GoalKind::Unit { ref group, number, gap } => self.unit(spec, group, number, gap)?,
        })
    }

    /// Returns the point straight across a line, twice the unit's width beyond it.
    fn beyond(&self, slot: Point, radius: f32, from: Point, to: Point) -> Point {
        let along = to - from;
        let t = ((slot - from).dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
        let n = math::left(math::normalize(along));
        // A unit on the line itself goes in the direction of its group.
        let side = [(slot - from).dot(&n), (self.hull.center() - from).dot(&n)];
        let side = side.into_iter().find(|s| *s != 0.0).unwrap_or(-1.0);
        from + along * t - n * (4.0 * radius * side.signum())
    }

    fn unit(&self, spec: &GoalSpec, group: &str, number: usize, gap: f32) -> Result<Goal, DocumentError> {
        let written = format!("{group}:{number}");
        let unknown = |help| {
            self.source.error_at(
                MapProblem::UnknownUnit { unit: written.clone(), hint: help },
                &spec.span,
                "no such unit",
            )
        };
        let Some(index) = self.d.groups.iter().position(|g| g.name == group) else {
            let names: Vec<&str> = self.d.groups.iter().map(|g| g.name.as_str()).collect();
            return Err(unknown(format!("no group has this name: {}", did_you_mean(group, &names))));
        };
        let count = self.counts[index];
        if number >= count {
            return Err(unknown(match count {
                1 => format!("the only unit of the group is \"{group}:0\""),
                n => format!("use \"{group}:0\" to \"{group}:{}\"", n - 1),
            }));
        }
        let index = self.firsts[index] + number;
        if index == self.me {
            let error = self.source.error(MapProblem::GoalIsItself { unit: written });
            return Err(error.at(&spec.span, "this goal").at(&self.group.span, "its group"));
        }
        Ok(Goal::Unit { index: index as u32, gap })
    }
}

/// Rotates a vector by degrees; quarter turns are exact.
pub(super) fn rotated(v: Vec2, degrees: f32) -> Vec2 {
    match degrees.rem_euclid(360.0) {
        0.0 => v,
        90.0 => math::left(v),
        180.0 => -v,
        270.0 => math::right(v),
        other => math::rotate(v, other.to_radians()),
    }
}

pub(super) fn rotated_point(p: Point, degrees: f32, about: Point) -> Point {
    about + rotated(p - about, degrees)
}

pub(super) fn rotated_goal(goal: Goal, degrees: f32, about: Point) -> Result<Goal, MapProblem> {
    let point = |p| rotated_point(p, degrees, about);
    Ok(match goal {
        Goal::Point { at, radius, own } => Goal::Point { at: point(at), radius, own },
        Goal::Line { from, to, toward } => {
            Goal::Line { from: point(from), to: point(to), toward: point(toward) }
        }
        Goal::Region(rect) if degrees % 90.0 == 0.0 => {
            let (a, b) = (point(rect.min), point(rect.max));
            Goal::Region(grown_to(Rect { min: a, max: a }, b))
        }
        Goal::Region(_) => return Err(MapProblem::AskewRegion { degrees }),
        same @ (Goal::Unit { .. } | Goal::Stand | Goal::Roam) => same,
    })
}
