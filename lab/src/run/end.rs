//! Why a run has ended.

/// Why a run has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// All units with a goal have arrived.
    Arrived,
    /// The time limit was reached.
    Limit,
}

impl RunEnd {
    /// The end in one or two words, for the strip at the top.
    pub fn name(self) -> &'static str {
        match self {
            RunEnd::Arrived => "finished",
            RunEnd::Limit => "timed out",
        }
    }
}
