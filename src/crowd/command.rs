//! Commands: everything that changes a crowd. They are checked at once and take effect at the beginning of the next tick, in the
//! order in which they were given.

use super::ids::{OrderId, UnitId, WallId};
use super::order::{Order, Stance};
use super::start::Start;
use crate::geometry::{Wall, WallError};
use crate::steering::Steering;
use crate::steering::avoidance::Mode;
use crate::types::{Point, Rect, Vec2};
use serde::{Deserialize, Serialize};

/// A command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Command {
    /// Adds a unit.
    Spawn(Start),
    /// Removes a unit.
    Remove(UnitId),
    /// Tells units what to do.
    Order {
        /// The units.
        units: Vec<UnitId>,
        /// The order.
        order: Order,
    },
    /// Changes a unit.
    Change {
        /// The unit.
        unit: UnitId,
        /// What changes.
        change: UnitChange,
    },
    /// Changes how units steer. If modes change, units lose modes of their own.
    Steer(Steering),
    /// Adds a wall.
    AddWall(NewWall),
    /// Removes a wall.
    RemoveWall(WallId),
    /// Opens or shuts a door.
    Door {
        /// The door.
        wall: WallId,
        /// Whether it is open from now on.
        open: bool,
    },
}

/// What changes of a unit; the rest stays.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct UnitChange {
    /// Its position. It stands still there.
    pub position: Option<Point>,
    /// A velocity that is added, m/s.
    pub push: Option<Vec2>,
    /// Its radius, m.
    pub radius: Option<f32>,
    /// Its mass, kg.
    pub mass: Option<f32>,
    /// Its maximum speed, m/s.
    pub max_speed: Option<f32>,
    /// Its maximum force, N.
    pub max_force: Option<f32>,
    /// Its group.
    pub group: Option<u16>,
    /// Its own avoidance mode, instead of its group's.
    pub mode: Option<Mode>,
    /// Its team.
    pub team: Option<u16>,
    /// What it does about others while it stands.
    pub stance: Option<Stance>,
}

/// A wall to be added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewWall {
    /// Its shape.
    pub shape: Wall,
    /// What happens to units in its place.
    pub if_occupied: IfOccupied,
    /// Whether it is a door, which can be opened and shut.
    pub is_door: bool,
    /// Whether the door is open.
    pub is_open: bool,
}

impl NewWall {
    /// A wall that is refused where units stand.
    pub fn new(shape: Wall) -> NewWall {
        NewWall { shape, if_occupied: IfOccupied::Refuse, is_door: false, is_open: false }
    }

    /// A door that is shut.
    pub fn door(shape: Wall) -> NewWall {
        NewWall { is_door: true, if_occupied: IfOccupied::Clear, ..NewWall::new(shape) }
    }
}

/// What happens to units where a wall rises or a door shuts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum IfOccupied {
    /// The wall is refused.
    #[default]
    Refuse,
    /// No unit may enter, those inside walk out, and then the wall rises.
    Clear,
    /// The wall rises, and units inside are set to the nearest free place.
    Evict,
}

/// What a command has made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    /// A unit, which has a slot from the next tick on.
    Unit(UnitId),
    /// A wall.
    Wall(WallId),
    /// An order.
    Order(OrderId),
    /// Nothing.
    Nothing,
}

impl From<()> for Made {
    fn from((): ()) -> Made {
        Made::Nothing
    }
}

/// Why a command is refused. It has changed nothing.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Refusal {
    /// There never was a unit with this id, or it was removed.
    #[error("there is no unit {0}: it was removed, or is of another world")]
    NoSuchUnit(UnitId),
    /// There never was a wall with this id, or it was removed.
    #[error("there is no wall {0}: it was removed, or is of another world")]
    NoSuchWall(WallId),
    /// The wall is not a door.
    #[error("wall {0} is not a door")]
    NotADoor(WallId),
    /// There is no group with this index.
    #[error("there is no group {group}: the layout has {groups}")]
    NoSuchGroup {
        /// The index.
        group: u16,
        /// The number of groups.
        groups: usize,
    },
    /// An order has no units.
    #[error("the order has no units")]
    NoUnits,
    /// A unit of the layout without a goal is an obstacle.
    #[error("unit {0} is an obstacle that never moves, since its layout gives it no goal")]
    Obstacle(UnitId),
    /// An order has no points to go to.
    #[error("the order has no points")]
    NoPoints,
    /// A unit cannot follow itself.
    #[error("unit {0} cannot follow itself")]
    FollowsItself(UnitId),
    /// A number is not finite or outside its range.
    #[error("{what} is {value}: it has to be {accepted}")]
    Value {
        /// What is wrong.
        what: &'static str,
        /// Its value.
        value: f32,
        /// What is accepted.
        accepted: &'static str,
    },
    /// A point lies outside the bounds.
    #[error("{what} ({:.1}, {:.1}) lies outside the bounds, ({:.1}, {:.1}) to ({:.1}, {:.1})", at.x, at.y, bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y)]
    OutsideBounds {
        /// What lies there.
        what: &'static str,
        /// Where.
        at: Point,
        /// The layout's bounds.
        bounds: Rect,
    },
    /// A unit would stand in a wall.
    #[error("{what} ({:.1}, {:.1}) is in a wall, or nearer to one than the unit's radius", at.x, at.y)]
    InWall {
        /// What lies there.
        what: &'static str,
        /// Where.
        at: Point,
    },
    /// A wall is invalid.
    #[error(transparent)]
    Wall(#[from] WallError),
    /// Units stand where the wall would rise.
    #[error("units stand where the wall would rise: {}", listed(units))]
    Occupied {
        /// The units.
        units: Vec<UnitId>,
    },
    /// There are too many units.
    #[error("a crowd has at most {most} units")]
    TooMany {
        /// The largest number.
        most: usize,
    },
}

/// The first ids of a list, and how many there are.
fn listed(units: &[UnitId]) -> String {
    const SHOWN: usize = 8;
    let first: Vec<String> = units.iter().take(SHOWN).map(UnitId::to_string).collect();
    let rest = units.len().saturating_sub(SHOWN);
    let more = if rest == 0 { String::new() } else { format!(" and {rest} more") };
    first.join(", ") + &more
}

#[cfg(test)]
mod tests {
    use super::super::test_layouts::crowd_at;
    use super::*;

    #[test]
    fn a_list_of_units_names_eight_and_counts_the_others() {
        let (_, units) = crowd_at(&[(0.0, 0.0); 10]);
        assert_eq!(listed(&units[..2]), "0, 1");
        assert_eq!(listed(&units[..8]), "0, 1, 2, 3, 4, 5, 6, 7");
        assert_eq!(listed(&units), "0, 1, 2, 3, 4, 5, 6, 7 and 2 more");
    }
}
