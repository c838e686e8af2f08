//! Commands that wait for the next tick, and what they change for the bodies.

use super::command::{NewWall, UnitChange};
use super::ids::{OrderId, UnitId, WallId};
use super::order::Order;
use super::start::Start;
use crate::steering::Steering;
use crate::types::{Point, Renumbering, Vec2};
use serde::{Deserialize, Serialize};

/// A command that was found sound, with the ids that it was promised.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) enum Pending {
    Spawn(UnitId, Start),
    Remove(UnitId),
    Order(OrderId, Vec<UnitId>, Order),
    Change(UnitId, UnitChange),
    Steer(Box<Steering>),
    AddWall(WallId, NewWall),
    RemoveWall(WallId),
    Door(WallId, bool),
}

/// What has changed for the bodies of a crowd.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct BodyChanges {
    /// How slots have changed. None if they have not.
    pub renumbering: Option<Renumbering>,
    /// The slots of units with another size, mass or maximum speed.
    pub reshaped: Vec<usize>,
    /// The slots of units that were set to another position, where they stand still.
    pub moved: Vec<(usize, Point)>,
    /// The slots of units that were pushed, and the velocities to add, m/s.
    pub pushed: Vec<(usize, Vec2)>,
    /// Whether other walls stand.
    pub walls: bool,
}
