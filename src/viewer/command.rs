//! What a user of the window can ask for.

use crate::draw::Overlay;

/// What a user can ask for: the only way to change a session's world or view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command {
    /// Pause or resume.
    TogglePause,
    /// Pause, one tick further.
    Step,
    /// The map from its start, steering as now.
    Restart,
    /// Twice as fast.
    Faster,
    /// Half as fast.
    Slower,
    /// The map after this one.
    NextMap,
    /// The map before this one.
    PreviousMap,
    /// The avoidance mode after this one.
    NextMode,
    /// The avoidance mode before this one.
    PreviousMode,
    /// A stage of the cardioid field, 1 to 4.
    Stage(u8),
    /// The sideways push on or off.
    TogglePush,
    /// An overlay on or off.
    Toggle(&'static Overlay),
    /// All overlays off.
    ClearOverlays,
    /// Moves the picture's content, pixels to the right and down.
    Pan(f32, f32),
    /// Zooms about the middle.
    Zoom(f32),
    /// Zooms about a pixel: x, y, factor.
    ZoomAt(f32, f32, f32),
    /// Shows the whole map.
    Fit,
    /// Selects the unit at a pixel, or none.
    SelectAt(f32, f32),
    /// Selects a unit by id, or none.
    Select(Option<usize>),
    /// Closes the help, else the result, else deselects, else quits.
    Escape,
    /// Ends.
    Quit,
    /// Writes what the selected unit perceives, for `explain`.
    SaveSituation,
    /// Writes the picture.
    SavePicture,
    /// Shows or hides the keys.
    ToggleHelp,
    /// The window has another size, pixels.
    Resize(u32, u32),
}
