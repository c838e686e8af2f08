//! Repeating what was given to a world.

use super::input::Input;
use super::world::World;

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
