//! Which parts of the window are open.

/// Which parts of the window are open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenParts {
    /// The panel on the left.
    pub panel: bool,
    /// The plots at the bottom.
    pub plots: bool,
    /// The table of results.
    pub results: bool,
    /// The key help.
    pub help: bool,
    /// The first-run hint.
    pub hint: bool,
    /// The tools that add units, walls and doors to running worlds.
    pub tools: bool,
}
