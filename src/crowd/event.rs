//! What happened in a tick, and what each unit is doing.

use super::ids::{OrderId, UnitId, WallId};
use crate::types::Point;
use serde::{Deserialize, Serialize};

/// Something that happened in the last tick.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A unit passed a waypoint and goes on.
    Passed {
        /// The unit.
        unit: UnitId,
        /// The order that led it there. None for its goal at the start.
        order: Option<OrderId>,
    },
    /// A unit reached its last goal.
    Arrived {
        /// The unit.
        unit: UnitId,
        /// The order that led it there. None for its goal at the start.
        order: Option<OrderId>,
    },
    /// A unit that arrived stands.
    Settled {
        /// The unit.
        unit: UnitId,
    },
    /// A walking unit has got nowhere for 5 s.
    Stuck {
        /// The unit.
        unit: UnitId,
        /// A unit ahead that it touches. None if no unit is in its way.
        by: Option<UnitId>,
    },
    /// A unit that was stuck walks again.
    Freed {
        /// The unit.
        unit: UnitId,
    },
    /// No path leads to the goal of an order. The unit goes as near as it can.
    NoPath {
        /// The unit.
        unit: UnitId,
        /// Where it goes instead.
        nearest: Point,
    },
    /// A unit was set to another place because a wall rose.
    Evicted {
        /// The unit.
        unit: UnitId,
    },
    /// A wall that waited for its place to be clear stands now.
    WallRose {
        /// The wall.
        wall: WallId,
    },
    /// A unit was removed. Its id is no longer known.
    Removed {
        /// The unit.
        unit: UnitId,
    },
}

/// What a unit is doing.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Progress {
    /// It stands and has nowhere to go.
    Idle,
    /// It walks.
    Walking,
    /// It waits for its side's turn at a gate.
    Waiting {
        /// The gate's index in [`Crowd::passages`](super::Crowd::passages).
        gate: u16,
    },
    /// It queues at a gate, behind others.
    Queued {
        /// The gate's index in [`Crowd::passages`](super::Crowd::passages).
        gate: u16,
    },
    /// It has got nowhere for a second or more, other than in a queue.
    Blocked {
        /// A unit ahead that it touches. None if no unit is in its way.
        by: Option<UnitId>,
        /// The tick since which it has got nowhere.
        since: u64,
    },
    /// It returns to its place after it gave way.
    Returning,
    /// It has arrived.
    Arrived,
    /// No path leads to its goal. It goes as near as it can, or stands there.
    NoPath,
}
