//! What the window asks in a dialogue.

use crate::scene::FileState;

/// What the window asks in a dialogue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapQuestion {
    /// Under which name to save the changed map.
    Save(SaveQuestion),
    /// Which map file to open; why the last answer was not followed.
    Open(Option<String>),
}

/// The question under which name to save the changed map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaveQuestion {
    /// The file that the map was read from or saved to last, if there is one, and what has become of it since.
    pub present: Option<(String, FileState)>,
    /// A name that no file has.
    pub free: String,
    /// Why the last answer was not followed.
    pub problem: Option<String>,
}
