//! What decides a world's future from outside.

use crate::crowd::Command;
use crate::geometry::Wall;
use crate::steering::Steering;
use serde::{Deserialize, Serialize};

/// What was given to a world between two ticks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Input {
    /// A command that was not refused.
    Command(Box<Command>),
    /// See [`World::set_steering`](super::World::set_steering).
    Steering(Box<Steering>),
    /// See [`World::set_walls`](super::World::set_walls).
    Walls(Vec<Wall>),
}

/// The inputs of a world: those given since the last tick, and those given before it.
#[derive(Debug, Clone, Default)]
pub(super) struct Inputs {
    pub given: Vec<Input>,
    pub last: Vec<Input>,
}

impl Inputs {
    /// A tick begins.
    pub fn begin_tick(&mut self) {
        std::mem::swap(&mut self.given, &mut self.last);
        self.given.clear();
    }
}
