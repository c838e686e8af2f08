//! The units as traffic sees them.

use crate::navigation::Goal;
use crate::types::{Point, Vec2};

/// All units as traffic sees them. The slices are indexed by slot.
#[derive(Clone, Copy)]
pub struct TrafficUnits<'a> {
    /// Positions.
    pub position: &'a [Point],
    /// Velocities, m/s.
    pub velocity: &'a [Vec2],
    /// Radii, m.
    pub radius: &'a [f32],
    /// Maximum speeds, m/s.
    pub max_speed: &'a [f32],
    /// Goals.
    pub goal: &'a [Goal],
    /// Whether the unit stands or is settling at its goal.
    pub standing: &'a [bool],
    /// Teams.
    pub team: &'a [u16],
    /// Whether the unit in a slot stands and holds its place against other teams.
    pub holds: &'a (dyn Fn(usize) -> bool + Sync),
    /// Whether the unit in a slot follows a plan. No mechanism acts on such a unit.
    pub follows_plan: &'a (dyn Fn(usize) -> bool + Sync),
}
