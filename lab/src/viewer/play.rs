//! What the user does with the units of running worlds.

use super::brush::Brush;
use sidestep::crowd::{NewWall, UnitChange, WallId};
use sidestep::types::Point;

/// What the user does with the units of running worlds. Pixels are those of the window.
#[derive(Debug, Clone, PartialEq)]
pub enum Play {
    /// Adds the unit at a pixel to the selection, or takes it out of it.
    AddAt(f32, f32),
    /// Selects the units in a rectangle from pixel to pixel.
    SelectBox {
        /// A corner.
        from: (f32, f32),
        /// The opposite corner.
        to: (f32, f32),
        /// Whether the units selected before stay selected.
        add: bool,
    },
    /// Selects all visible units of the group of the unit at a pixel.
    SelectAlike {
        /// The pixel.
        at: (f32, f32),
        /// Whether the units selected before stay selected.
        add: bool,
    },
    /// Keeps the selection under a number from 1.
    Store(usize),
    /// Selects the units that are kept under a number from 1.
    Recall(usize),
    /// Sends the selected units to a pixel.
    Go {
        /// The pixel.
        to: (f32, f32),
        /// Whether the order waits until those before it are done.
        queued: bool,
    },
    /// Sends the selected units into rows from pixel to pixel, facing to the left of the way between them.
    Form {
        /// The left end of the first row.
        from: (f32, f32),
        /// The right end.
        to: (f32, f32),
        /// Whether the order waits until those before it are done.
        queued: bool,
    },
    /// The next click sends the selected units on patrol.
    AskPatrol,
    /// Lets the selected units stand where they are, and give way.
    Stop,
    /// Lets the selected units keep their places.
    Hold,
    /// Changes the selected units.
    Change(UnitChange),
    /// Removes the selected units.
    Remove,
    /// Adds units around a point.
    Spawn(Point, Brush),
    /// Adds a wall or a door.
    AddWall(NewWall),
    /// Removes a wall or a door.
    RemoveWall(WallId),
    /// Opens or shuts a door.
    SwitchDoor(WallId),
    /// Resumes the run from the moment that the session looks back at. What was commanded later is dropped.
    ContinueFromHere,
    /// Adds a world that continues from that moment, and repeats the others from there beside it.
    WhatIf,
}
