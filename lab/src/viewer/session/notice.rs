//! What stays on display about a map.

/// Something about a map that stays on display until the user closes it or its cause is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// What it is about.
    pub title: String,
    /// The text, in lines of fixed width.
    pub text: String,
}
