//! The commands of the window.

use super::play::Play;
use crate::draw::Overlay;
use crate::export::OutputFormat;
use crate::scene::MapEdit;
use sidestep::settings::{Setting, SettingValue};
use sidestep::steering::avoidance::Mode;
use std::path::PathBuf;

/// A command, which is the only way to change a session's worlds or view. Positions in the window are in pixels.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Pauses or resumes.
    TogglePause,
    /// Pauses and advances one tick, or moves one tick forward while the session looks back.
    Step,
    /// Pauses and looks one tick further back.
    StepBack,
    /// Shows the positions after this tick, as far as they are kept, and pauses.
    LookAt(u64),
    /// Returns from looking back to the present.
    LookAtPresent,
    /// Restarts the map, with the current steering.
    Restart,
    /// Restarts the map with the next seed.
    RestartWithNextSeed,
    /// Doubles the speed.
    Faster,
    /// Halves the speed.
    Slower,
    /// Loads the next map.
    NextMap,
    /// Loads the previous map.
    PreviousMap,
    /// Loads a map by its number in the list.
    ChooseMap(usize),
    /// Sets the number of units and restarts; none returns to the map's number.
    Units(Option<usize>),
    /// Sets the seed and restarts; none returns to the map's seed.
    Seed(Option<u64>),
    /// Selects the next avoidance mode.
    NextMode,
    /// Selects the previous avoidance mode.
    PreviousMode,
    /// Selects an avoidance mode for all units.
    ChooseMode(Mode),
    /// Changes a setting.
    Set(&'static Setting, SettingValue),
    /// Returns the given settings to the map's values.
    Reset(Vec<&'static Setting>),
    /// Toggles the sideways push.
    TogglePush,
    /// Saves the steering as TOML.
    SaveSettings,
    /// Loads the steering from the file that [`Command::SaveSettings`] writes.
    LoadSettings,
    /// Toggles an overlay.
    Toggle(&'static Overlay),
    /// Turns all overlays off.
    ClearOverlays,
    /// Adds a world with the next mode beside the others, and restarts all.
    AddWorld,
    /// Removes a world, by its number; the others continue.
    RemoveWorld(usize),
    /// Removes the active world.
    RemoveActive,
    /// Makes a world the one that commands change.
    Activate(usize),
    /// Makes the next world the active one.
    ActivateNext,
    /// Moves the picture's content by pixels right and down.
    Pan(f32, f32),
    /// Zooms about the middle.
    Zoom(f32),
    /// Zooms about a pixel: x, y, factor.
    ZoomAt(f32, f32, f32),
    /// Shows the whole map.
    Fit,
    /// Selects the unit at a pixel, or deselects. A click on a door opens or shuts it.
    SelectAt(f32, f32),
    /// Selects a unit by id, or deselects.
    Select(Option<usize>),
    /// What the user does with the units of the running worlds.
    Play(Play),
    /// Closes the help, the result or the placing tools, or deselects: the first that applies. Never quits.
    Escape,
    /// Quits.
    Quit,
    /// Saves a recording of the last 30 s, with the selected unit marked for `explain`.
    SaveMoment,
    /// Saves a recording of the run so far.
    SaveRun,
    /// Saves a picture.
    SavePicture,
    /// Starts or ends the recording of an animation.
    ToggleRecording,
    /// Sets the format of recordings.
    RecordAs(&'static OutputFormat),
    /// Shows or hides the key help.
    ToggleHelp,
    /// Shows or hides the panel.
    TogglePanel,
    /// Shows or hides the plots.
    TogglePlots,
    /// Shows or hides the table of results.
    ToggleResults,
    /// Shows or hides the tools that add units, walls and doors to running worlds.
    TogglePlayTools,
    /// Changes between the dark and the light theme.
    ToggleTheme,
    /// Closes the first-run hint.
    CloseHint,
    /// Starts or ends placing units and walls. Starting restarts the map, paused.
    TogglePlacing,
    /// Changes the map under the placing tools.
    Place(MapEdit),
    /// Undoes the last placing.
    Undo,
    /// Repeats the placing that was undone last.
    Redo,
    /// Asks under which name to save the changed map.
    SaveMap,
    /// Saves the changed map under this name, and closes the question.
    SaveMapAs {
        /// The file, from the folder of saved files.
        name: String,
        /// Whether a file of this name is replaced.
        replace: bool,
    },
    /// Asks which map file to open.
    AskToOpen,
    /// Opens a map file, adds it to the list and closes the question.
    OpenMap(PathBuf),
    /// Closes the question without doing anything.
    CloseQuestion,
    /// Closes the notice about a map.
    CloseNotice,
    /// Sets the window's size, pixels.
    Resize(u32, u32),
}
