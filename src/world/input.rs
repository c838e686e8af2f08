//! What decides a world's future from outside.

use super::world::World;
use crate::crowd::Command;
use crate::geometry::Wall;
use crate::steering::Steering;
use serde::{Deserialize, Serialize};

/// What was given to a world between two ticks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Input {
    /// A command that was not refused.
    Command(Box<Command>),
    /// See [`World::set_steering`].
    Steering(Box<Steering>),
    /// See [`World::set_walls`].
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

impl World {
    /// What was given to the world between the last two ticks, in order: what a recording needs.
    pub fn inputs_of_last_tick(&self) -> &[Input] {
        &self.inputs.last
    }

    /// Repeats what was given before, in the same state. What is refused changes nothing.
    pub fn give(&mut self, input: Input) {
        match input {
            Input::Command(command) => _ = self.apply(*command),
            Input::Steering(steering) => self.set_steering(*steering),
            Input::Walls(walls) => _ = self.set_walls(walls),
        }
    }
}
