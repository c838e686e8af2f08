//! What every figure has.

/// A drawing with a title and a caption.
pub(in crate::report) struct Figure {
    pub title: String,
    /// The drawing, as HTML.
    pub drawing: String,
    /// What it shows, and how to read it.
    pub caption: String,
    /// Whether it takes the whole width.
    pub wide: bool,
}
