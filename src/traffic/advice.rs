//! What mechanisms advise a unit to do.

use crate::math;
use crate::steering::Unit;
use crate::types::{Point, Vec2};
use serde::{Deserialize, Serialize};

/// What mechanisms advise a unit to do in this tick. The default is to walk along its path.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// The share of its preferred velocity at which it walks. Negative while it makes room.
    pub pace: f32,
    /// The speed to the right, as a share of its maximum speed. It stays until the unit looks along its path again.
    pub sideways: f32,
    /// How far it walks along its path before it waits, m. Infinite if it does not wait.
    pub stop: f32,
    /// The point that it heads for instead of the next one on its path.
    pub aim: Option<Point>,
}

impl Default for Advice {
    fn default() -> Advice {
        Advice { pace: 1.0, sideways: 0.0, stop: f32::INFINITY, aim: None }
    }
}

impl Advice {
    /// The desired direction of a unit at `position` whose path leads in direction `along`.
    pub fn direction(&self, position: Point, along: Vec2) -> Vec2 {
        self.aim.map_or(along, |aim| math::normalize(aim - position))
    }

    /// The preferred velocity of `unit`, given the one without this advice.
    pub fn preferred(&self, unit: &Unit, alone: Vec2) -> Vec2 {
        if (self.pace, self.sideways) == (1.0, 0.0) {
            return alone;
        }
        let sideways = math::right(unit.desired) * (self.sideways * unit.max_speed);
        math::clamp_length(alone * self.pace + sideways, unit.max_speed)
    }
}
