//! Orders: what a unit is told to do.

use super::ids::{OrderId, UnitId};
use super::slots::Slots;
use crate::types::{Point, Rect};
use serde::{Deserialize, Serialize};

/// Where units go.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Destination {
    /// A point. Several units fill a disc around it, and a single unit returns to it after it gave way.
    Point(Point),
    /// Anywhere within `radius` of a point, m.
    Disc {
        /// The middle.
        at: Point,
        /// The distance that counts as arrived, m.
        radius: f32,
    },
    /// Anywhere inside a rectangle.
    Region(Rect),
    /// Across a line. Units head for `toward` and continue there.
    Line {
        /// One end.
        from: Point,
        /// The other end.
        to: Point,
        /// The point beyond the line.
        toward: Point,
    },
    /// A formation. Each unit has a slot of its own; the slots are given out so that the units walk as little as possible.
    Slots(Slots),
}

/// What units are told to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// Go there.
    Go(Destination),
    /// Stay near another unit, with at most this gap between the two bodies, m.
    Follow {
        /// The other unit.
        unit: UnitId,
        /// The gap, m.
        gap: f32,
    },
    /// Go from point to point, and begin again after the last one.
    Patrol(Vec<Point>),
    /// Stand where the unit is, and give way to others.
    Stop,
    /// Stand where the unit is. No other unit pushes it aside; it steps aside for allies and returns.
    Hold,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// What to do.
    pub task: Task,
    /// The direction to face at the end, rad. None: as the unit arrives, or as its formation faces.
    pub facing: Option<f32>,
    /// Whether the order waits until those before it are done. Otherwise it replaces them.
    pub queued: bool,
    /// Whether all units walk at the speed of the slowest.
    pub together: bool,
}

impl Order {
    /// An order that replaces those before it.
    pub fn new(task: Task) -> Order {
        Order { task, facing: None, queued: false, together: false }
    }

    /// Go to a point.
    pub fn go(at: Point) -> Order {
        Order::new(Task::Go(Destination::Point(at)))
    }

    /// Go to a destination.
    pub fn go_to(destination: Destination) -> Order {
        Order::new(Task::Go(destination))
    }

    /// Take up a formation.
    pub fn form(slots: Slots) -> Order {
        Order::new(Task::Go(Destination::Slots(slots)))
    }

    /// Stay near another unit, with at most this gap between the two bodies, m.
    pub fn follow(unit: UnitId, gap: f32) -> Order {
        Order::new(Task::Follow { unit, gap })
    }

    /// Go from point to point again and again.
    pub fn patrol(points: Vec<Point>) -> Order {
        Order::new(Task::Patrol(points))
    }

    /// Stand, and give way.
    pub fn stop() -> Order {
        Order::new(Task::Stop)
    }

    /// Stand, and keep the place.
    pub fn hold() -> Order {
        Order::new(Task::Hold)
    }

    /// The same order, after those that the units already have.
    pub fn queued(self) -> Order {
        Order { queued: true, ..self }
    }

    /// The same order, facing a direction at the end, rad.
    pub fn facing(self, direction: f32) -> Order {
        Order { facing: Some(direction), ..self }
    }

    /// The same order at the speed of the slowest unit.
    pub fn together(self) -> Order {
        Order { together: true, ..self }
    }
}

/// What a standing unit does about others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Stance {
    /// It gives way to units that come.
    #[default]
    GiveWay,
    /// It keeps its place. No other unit pushes it aside; it steps aside for allies.
    Hold,
}

/// A unit's part of an order: one goal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Leg {
    pub order: OrderId,
    pub aim: LegAim,
    pub facing: Option<f32>,
    /// How near the unit passes the goal if there is another leg after it, m.
    pub pass: f32,
    /// Whether the leg comes again after the last one.
    pub repeats: bool,
    /// The speed limit, m/s.
    pub speed: f32,
}

/// What a leg leads to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(super) enum LegAim {
    Goal(crate::navigation::Goal),
    Follow(UnitId, f32),
    Stand(Stance),
}
