//! The walls of a crowd, with their ids, and doors.

use super::command::NewWall;
use super::ids::WallId;
use crate::geometry::Wall;
use serde::{Deserialize, Serialize};

/// A wall or door of a crowd.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlacedWall {
    /// Its id.
    pub id: WallId,
    /// Its shape, what happens to units in its place, and whether it is a door.
    pub wall: NewWall,
    /// Whether it waits for its place to be clear. Until then no path leads through it, but it stops nobody.
    pub is_rising: bool,
}

impl PlacedWall {
    /// Whether paths lead around it.
    pub fn is_closed(&self) -> bool {
        !self.wall.is_open
    }

    /// Whether it stops bodies.
    pub fn stands(&self) -> bool {
        self.is_closed() && !self.is_rising
    }
}

/// All walls and doors.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct PlacedWalls {
    all: Vec<PlacedWall>,
    next: u64,
}

impl PlacedWalls {
    /// Walls that stand.
    pub fn new(walls: &[Wall]) -> PlacedWalls {
        let mut placed = PlacedWalls::default();
        placed.replace(walls);
        placed
    }

    /// Replaces all walls. The new ones have new ids.
    pub fn replace(&mut self, walls: &[Wall]) {
        self.all.clear();
        for shape in walls {
            let id = self.promise();
            self.add(id, NewWall::new(shape.clone()), false);
        }
    }

    /// Gives out an id.
    pub fn promise(&mut self) -> WallId {
        self.next += 1;
        WallId(self.next - 1)
    }

    pub fn add(&mut self, id: WallId, wall: NewWall, is_rising: bool) {
        self.all.push(PlacedWall { id, wall, is_rising });
    }

    pub fn remove(&mut self, id: WallId) {
        self.all.retain(|wall| wall.id != id);
    }

    pub fn all(&self) -> &[PlacedWall] {
        &self.all
    }

    pub fn get(&self, id: WallId) -> Option<&PlacedWall> {
        self.all.iter().find(|wall| wall.id == id)
    }

    /// Opens or shuts a door.
    pub fn switch(&mut self, id: WallId, open: bool, is_rising: bool) {
        if let Some(wall) = self.all.iter_mut().find(|wall| wall.id == id) {
            (wall.wall.is_open, wall.is_rising) = (open, is_rising);
        }
    }

    /// The walls that wait for their place to be clear.
    pub fn rising(&self) -> impl Iterator<Item = &PlacedWall> {
        self.all.iter().filter(|wall| wall.is_rising && wall.is_closed())
    }

    /// The shapes of the walls around which paths lead.
    pub fn closed(&self) -> Vec<Wall> {
        self.all.iter().filter(|wall| wall.is_closed()).map(|wall| wall.wall.shape.clone()).collect()
    }

    /// The shapes of the walls that stop bodies.
    pub fn standing(&self) -> Vec<Wall> {
        self.all.iter().filter(|wall| wall.stands()).map(|wall| wall.wall.shape.clone()).collect()
    }
}
