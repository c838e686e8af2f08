//! The tools for placing.

/// What a drag in the map does while placing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// Moves the unit or wall under the pointer.
    Move,
    /// Adds a wall from corner to corner.
    AddBox,
    /// Adds a round wall from its middle outwards.
    AddCircle,
    /// Removes the wall under the pointer.
    Remove,
}

impl Tool {
    /// All tools, in the order of the panel.
    pub const ALL: [Tool; 4] = [Tool::Move, Tool::AddBox, Tool::AddCircle, Tool::Remove];

    /// The name on its button.
    pub fn name(self) -> &'static str {
        match self {
            Tool::Move => "move",
            Tool::AddBox => "add a box",
            Tool::AddCircle => "add a round wall",
            Tool::Remove => "remove a wall",
        }
    }
}
