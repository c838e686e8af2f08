//! The set of active overlays.

use super::overlay::Overlay;
use super::table::{OVERLAYS, overlay_named};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// The active overlays: their indices in [`OVERLAYS`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Overlays(BTreeSet<usize>);

impl Overlays {
    /// No overlay.
    pub const NONE: Overlays = Overlays(BTreeSet::new());

    /// Whether an overlay is active.
    pub fn has(&self, overlay: &Overlay) -> bool {
        self.iter().any(|on| on == overlay)
    }

    /// The set with an overlay added.
    #[must_use]
    pub fn with(mut self, overlay: &Overlay) -> Overlays {
        self.0.extend(index(overlay));
        self
    }

    /// Toggles an overlay.
    pub fn toggle(&mut self, overlay: &Overlay) {
        let Some(index) = index(overlay) else { return };
        if !self.0.remove(&index) {
            self.0.insert(index);
        }
    }

    /// The active overlays, in the table's order.
    pub fn iter(&self) -> impl Iterator<Item = &'static Overlay> {
        self.0.iter().map(|index| OVERLAYS[*index])
    }

    /// Whether no overlay is active.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn index(overlay: &Overlay) -> Option<usize> {
    OVERLAYS.iter().position(|other| *other == overlay)
}

impl FromIterator<&'static Overlay> for Overlays {
    fn from_iter<I: IntoIterator<Item = &'static Overlay>>(overlays: I) -> Self {
        overlays.into_iter().fold(Overlays::NONE, Overlays::with)
    }
}

impl FromStr for Overlays {
    type Err = String;

    /// Parses names separated by commas.
    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(overlay_named).collect()
    }
}

impl fmt::Display for Overlays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(|overlay| overlay.name).collect();
        f.write_str(if names.is_empty() { "none" } else { "" })?;
        f.write_str(&names.join(","))
    }
}
