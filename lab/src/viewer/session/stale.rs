//! What has to be drawn again.

/// What has to be drawn again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stale {
    /// The worlds.
    pub worlds: bool,
    /// The panel and everything else around the worlds.
    pub panel: bool,
}

impl Stale {
    pub(super) const ALL: Stale = Stale { worlds: true, panel: true };

    /// Whether anything has to be drawn again.
    pub fn any(self) -> bool {
        self.worlds || self.panel
    }
}
