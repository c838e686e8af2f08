//! The sizes of the parts of the window, in points.

/// The width of the panel.
pub(super) const PANEL: f32 = 330.0;
/// The height of the toolbar and of the timeline.
pub(super) const BAR: f32 = 32.0;
/// The height of the plots.
pub(super) const PLOTS: f32 = 150.0;
