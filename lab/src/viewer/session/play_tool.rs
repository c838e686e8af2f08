//! The tools for running worlds.

/// What the left mouse button does in the map while the worlds run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayTool {
    /// Selects units, and opens and shuts doors.
    Select,
    /// Adds units.
    Spawn,
    /// Adds a wall from corner to corner.
    AddBox,
    /// Adds a round wall from its middle outwards.
    AddCircle,
    /// Adds a door from corner to corner.
    AddDoor,
    /// Removes the wall or door under the pointer.
    RemoveWall,
}

impl PlayTool {
    /// All tools, in the order of the strip.
    pub const ALL: [PlayTool; 6] = [
        PlayTool::Select,
        PlayTool::Spawn,
        PlayTool::AddBox,
        PlayTool::AddCircle,
        PlayTool::AddDoor,
        PlayTool::RemoveWall,
    ];

    /// The name on its button.
    pub fn name(self) -> &'static str {
        match self {
            PlayTool::Select => "select",
            PlayTool::Spawn => "add units",
            PlayTool::AddBox => "add a box",
            PlayTool::AddCircle => "add a round wall",
            PlayTool::AddDoor => "add a door",
            PlayTool::RemoveWall => "remove a wall",
        }
    }
}
