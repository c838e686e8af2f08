//! The commands of the window.

use crate::draw::Overlay;

/// A command, which is the only way to change a session's world or view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Command {
    /// Pauses or resumes.
    TogglePause,
    /// Pauses and advances one tick.
    Step,
    /// Restarts the map, with the current steering.
    Restart,
    /// Doubles the speed.
    Faster,
    /// Halves the speed.
    Slower,
    /// Loads the next map.
    NextMap,
    /// Loads the previous map.
    PreviousMap,
    /// Selects the next avoidance mode.
    NextMode,
    /// Selects the previous avoidance mode.
    PreviousMode,
    /// Sets the stage of the cardioid field, 1 to 4.
    Stage(u8),
    /// Toggles the sideways push.
    TogglePush,
    /// Toggles an overlay.
    Toggle(&'static Overlay),
    /// Turns all overlays off.
    ClearOverlays,
    /// Moves the picture's content by pixels right and down.
    Pan(f32, f32),
    /// Zooms about the middle.
    Zoom(f32),
    /// Zooms about a pixel: x, y, factor.
    ZoomAt(f32, f32, f32),
    /// Shows the whole map.
    Fit,
    /// Selects the unit at a pixel, or deselects.
    SelectAt(f32, f32),
    /// Selects a unit by id, or deselects.
    Select(Option<usize>),
    /// Closes the help or the result, or deselects, or quits: the first that applies.
    Escape,
    /// Quits.
    Quit,
    /// Saves the selected unit's situation, for `explain`.
    SaveSituation,
    /// Saves a picture.
    SavePicture,
    /// Shows or hides the key help.
    ToggleHelp,
    /// Sets the window's size, pixels.
    Resize(u32, u32),
}
