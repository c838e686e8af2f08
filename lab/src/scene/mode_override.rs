//! A mode given instead of the map's.

use crate::text::{UnknownName, find_mode};
use sidestep::steering::avoidance::Mode;
use std::str::FromStr;

/// An avoidance mode for all units or for one group, parsed from `[GROUP=]MODE`.
#[derive(Debug, Clone, PartialEq)]
pub struct ModeOverride {
    /// The group's name; none for all units.
    pub group: Option<String>,
    /// The mode.
    pub mode: Mode,
}

impl FromStr for ModeOverride {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        // A group's name can contain "=", a mode's name cannot.
        let (group, mode) = text.rsplit_once('=').map_or((None, text), |(group, mode)| (Some(group), mode));
        Ok(ModeOverride { group: group.map(str::to_string), mode: find_mode(mode)? })
    }
}
