//! Queueing: units that pass a gate spread over its width, keep their order, and do not press.
//!
//! All three act only on units that may pass a gate. Lengths are multiples of the crowd's mean radius R.

use super::Mechanism;
use crate::math;
use crate::navigation::passages::{Gate, GateApproach};
use crate::settings::{Setting, Settings};
use crate::steering::unit::{Decision, Neighbour, Unit};
use crate::types::{Point, Vec2};

/// Whether units queue at narrow passages.
pub const ON: Setting =
    Setting::switch("queueing.on", "units queue at a narrow passage instead of pressing into it");
/// The gap below which a unit does not press, R.
pub const GAP: Setting =
    Setting::number("queueing.gap", 1.0, (0.1, 20.0), "R", "gap below which a stuck unit stops pressing");
/// The distance from a gate within which units queue, R.
pub const ZONE: Setting = Setting::number(
    "queueing.zone",
    14.0,
    (0.0, 500.0),
    "R",
    "distance from a narrow passage within which units queue",
);
/// How long a unit presses before it yields, ticks.
pub const PATIENCE: Setting = Setting::whole(
    "queueing.patience",
    8.0,
    (1.0, 600.0),
    "ticks that a stuck unit presses before it yields",
);

/// Units queue at a narrow passage instead of pressing into it.
pub static QUEUEING: Mechanism = Mechanism {
    name: "queueing",
    option: "queueing",
    summary: "units queue at a narrow passage instead of pressing into it",
    settings: &[ON, GAP, ZONE, PATIENCE],
};

/// The room that a unit needs to a door's edge, R.
const EDGE: f32 = 1.05;
/// Units this far before the middle of a door or nearer walk straight through it, R.
const STRAIGHT: f32 = 1.0;
/// How far units walk straight beyond it, R.
const BEYOND: f32 = 2.5;
/// A door's units follow its direction rather than the model by this share …
const SHARE: f32 = 0.7;
/// … from this distance on, R.
const SHARE_FROM: f32 = 2.0;
/// In gates narrower than this, units line up, R: with room for at most two abreast.
const WIDEST_LINE: f32 = 6.3;
/// In tunnels of at least this width, only the model decides how closely a unit follows its path, R …
const WIDEST_STRAIGHT: f32 = 10.0;
/// … and in tunnels narrower by this, units walk as straight as in a door, R.
const STRAIGHT_FADE: f32 = 2.0;
/// The distance between units that pass such a gate one by one, R.
const SPACING: f32 = 1.9;
/// The number of units that line up. The others spread around them, with the root of their rank.
const LINE: f32 = 5.0;
const SPREAD: f32 = 1.5;
/// A unit keeps its distance in the line only behind a unit that is nearer than this, R.
const FOLLOWS: f32 = 6.0;
/// The distance over which units brake to keep their order, R.
const BRAKE: f32 = 1.5;
/// The speed at which units go back that are too close, s_max.
const BACK: f32 = 0.3;
/// A unit is stuck below this share of its maximum speed …
const SLOW: f32 = 0.15;
/// … and a tick in which it is not counts this much.
const RECOVERY: f32 = 2.0;
/// The speed towards a unit in front at the gap of which units do not press, s_max …
const CLOSING: f32 = 0.5;
/// … and the gap at which they neither close up nor go back, as a share of it.
const CLOSE: f32 = 0.15;

/// How units queue in a crowd.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Queueing {
    /// The mean radius, m.
    radius: f32,
    gap: f32,
    /// The distance from a gate within which units queue, m.
    pub zone: f32,
    patience: f32,
}

impl Queueing {
    /// The rules for units with this mean radius, m.
    pub fn new(settings: &Settings, radius: f32) -> Queueing {
        Queueing {
            radius,
            gap: settings.get(&GAP) * radius,
            zone: settings.get(&ZONE) * radius,
            patience: settings.get(&PATIENCE),
        }
    }

    /// Returns where a unit at `position` heads that passes a door: a point on its width that is its own, so that units
    /// neither meet at the corners nor cross in the door. None beyond the door, or if the gate is a tunnel.
    pub fn aim(&self, gate: &Gate, unit: &GateApproach, position: Point) -> Option<Point> {
        let radius = self.radius;
        let through = if unit.side == 1 { gate.through } else { -gate.through };
        let across = math::right(through);
        let offset = position - gate.middle;
        let before = -offset.dot(&through);
        if !gate.is_door || gate.has_detour || unit.distance > self.zone || before < -BEYOND * radius {
            return None;
        }
        let half = (0.5 * gate.width - EDGE * radius).max(0.0);
        // From afar by the direction from which it comes; in the door where it is.
        let own = offset.dot(&across) * (half / offset.norm().max(f32::MIN_POSITIVE)).min(1.0);
        let ahead = if before > STRAIGHT * radius { 0.0 } else { 2.0 * BEYOND * radius };
        Some(gate.middle + across * own + through * ahead)
    }

    /// The mean number of units that pass a gate abreast. None if it is so wide that units do not line up.
    pub fn abreast(&self, gate: &Gate) -> Option<f32> {
        let width = gate.width / self.radius;
        (width < WIDEST_LINE).then_some(((width - 1.0) / 2.0).max(1.0))
    }

    /// The share by which a unit in a gate follows its path rather than the model.
    pub fn straightness(&self, gate: &Gate) -> f32 {
        if gate.has_detour {
            0.0
        } else if gate.is_door {
            SHARE
        } else {
            SHARE * ((WIDEST_STRAIGHT - gate.width / self.radius) / STRAIGHT_FADE).clamp(0.0, 1.0)
        }
    }

    /// Whether a unit lines up: it is near the gate, and was never deep in its region.
    pub fn is_queued(&self, unit: &GateApproach) -> bool {
        !unit.waits && !unit.is_through && unit.distance < self.zone
    }

    /// Whether a unit is so deep in the region that it no longer lines up.
    pub fn is_through(&self, unit: &GateApproach) -> bool {
        unit.is_inside() && unit.length - unit.exit > (BEYOND + 0.5) * self.radius
    }

    /// Whether a unit at `position` that heads in direction `desired` follows one at `other` closely.
    pub fn is_behind(&self, position: Point, desired: Vec2, other: Point) -> bool {
        let apart = other - position;
        apart.norm() < FOLLOWS * self.radius && apart.dot(&desired) > 0.0
    }

    /// Returns the share of its preferred velocity at which a unit walks to a gate that units pass one by one. `ahead`
    /// is how much farther it has to go than the first in the queue, m, and `rank` its place in the queue, from 0. A row has
    /// `abreast` units.
    pub fn pace(&self, rank: usize, abreast: f32, ahead: f32) -> f32 {
        // A row is as full on average as the gate is wide.
        let rank = (rank as f32 + 1.0) / abreast - 1.0;
        if rank <= 0.0 {
            return 1.0;
        }
        let line = rank.min(LINE);
        let behind = SPACING * line + SPREAD * (rank.sqrt() - line.sqrt());
        ((ahead - behind * self.radius) / (BRAKE * self.radius) + 1.0).clamp(-BACK, 1.0)
    }

    /// Counts the ticks for which a unit on its way through a gate is stuck.
    pub fn stuck(&self, before: f32, velocity: Vec2, desired: Vec2, max_speed: f32) -> f32 {
        let is_slow = velocity.dot(&desired) < SLOW * max_speed;
        if is_slow { (before + 1.0).min(2.0 * self.patience) } else { (before - RECOVERY).max(0.0) }
    }

    /// Changes the decision of a unit on its way through a gate: it walks straight through a door, and if it is stuck it
    /// does not press against units that are before it, or that have come out of the gate. `theirs` gives the approach of another
    /// unit.
    pub fn ease<'a>(
        &self,
        unit: &Unit,
        own: &GateApproach,
        (straightness, stuck): (f32, f32),
        neighbours: &[Neighbour],
        theirs: impl Fn(u32) -> Option<&'a GateApproach>,
        decision: &mut Decision,
    ) {
        // The force reaches a velocity in the time that a unit needs for its own radius.
        let response = unit.mass * unit.max_speed / unit.radius;
        let chosen = unit.velocity + decision.force / response;
        let mut velocity = chosen;
        if straightness > 0.0 && own.distance < SHARE_FROM * self.radius {
            velocity += (unit.desired * unit.max_speed - velocity) * straightness;
        }
        let share = ((stuck - self.patience) / self.patience).clamp(0.0, 1.0);
        for other in neighbours.iter().filter(|_| share > 0.0) {
            let is_first = match theirs(other.id) {
                Some(theirs) => {
                    (theirs.exit, other.id) < (own.exit, unit.id)
                        && (theirs.gate, theirs.side) == (own.gate, own.side)
                        && !theirs.waits
                }
                // It has come out of the gate, towards the unit.
                None => other.preferred.dot(&unit.desired) < 0.0,
            };
            let apart = other.position - unit.position;
            let gap = apart.norm() - unit.radius - other.radius;
            if !is_first || gap > self.gap {
                continue;
            }
            let toward = math::normalize(apart);
            let most =
                other.velocity.dot(&toward).max(0.0) + CLOSING * unit.max_speed * (gap / self.gap - CLOSE);
            velocity -= toward * ((velocity.dot(&toward) - most).max(0.0) * share);
        }
        if velocity != chosen {
            decision.force = math::clamp_length((velocity - unit.velocity) * response, unit.max_force);
        }
    }
}

#[cfg(test)]
mod tests;
