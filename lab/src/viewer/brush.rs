//! What is added to a running world with one click.

/// Units that are added with one click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Brush {
    /// The number of units.
    pub count: usize,
    /// Their group.
    pub group: u16,
    /// Their team.
    pub team: u16,
}

impl Brush {
    /// The numbers of units to choose from.
    pub const COUNTS: [usize; 3] = [1, 10, 50];
}

impl Default for Brush {
    fn default() -> Self {
        Brush { count: 10, group: 0, team: 0 }
    }
}
