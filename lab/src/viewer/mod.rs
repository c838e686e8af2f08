//! The window. It draws with [`crate::draw`], and changes a world only through [`Command`]s.
//!
//! [`Session`] is everything except the desktop window, so that tests need no display; `window` is the rest.

mod blit;
mod command;
pub mod keys;
mod last_words;
mod memory;
mod pace;
mod pane;
mod past;
mod recording;
mod rerun;
pub mod results;
mod screen;
pub mod series;
pub mod session;
mod steering_history;
pub mod ui;
mod window;

#[cfg(test)]
mod session_test;

pub use command::Command;
pub use memory::{STATE, WindowMemory};
pub use pane::Pane;
pub use session::{Candidate, MapQuestion, Notice, OpenParts, SaveQuestion, Session};
pub use steering_history::SteeringChange;
pub use ui::Ui;

use crate::draw::{Overlays, Theme};
use crate::export::VisibleArea;
use crate::measure::Metrics;
use crate::scene::{MapDraft, Scene};
use miette::Diagnostic;
use sidestep::world::World;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A map to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapEntry {
    /// Its name or path.
    pub name: String,
    /// Its one-line summary.
    pub about: String,
}

/// A world to create.
#[derive(Clone, Copy)]
pub struct MapRequest<'a> {
    /// The map's number in [`ViewerOptions::maps`].
    pub map: usize,
    /// The number of units; none for the usual one.
    pub units: Option<usize>,
    /// The seed; none for the usual one.
    pub seed: Option<u64>,
    /// The number of the world among several side by side, each of which can have its own steering at first.
    pub variant: usize,
    /// The map with the user's changes, instead of the map as it is stored.
    pub scene: Option<&'a Scene>,
}

impl MapRequest<'_> {
    /// The map with its usual units, seed and steering.
    pub fn new(map: usize) -> MapRequest<'static> {
        MapRequest { map, units: None, seed: None, variant: 0, scene: None }
    }
}

/// Why a map cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapError {
    /// The cause and what is accepted, in one line.
    pub message: String,
    /// The same with an excerpt of the map's text, in as many lines as it takes.
    pub report: String,
}

impl<T: Into<String>> From<T> for MapError {
    fn from(message: T) -> MapError {
        let message = message.into();
        MapError { report: message.clone(), message }
    }
}

/// Creates the worlds of a window.
pub trait MapLoader {
    /// Creates the world of a map at its start.
    ///
    /// # Errors
    ///
    /// The map cannot be used.
    fn world(&mut self, request: &MapRequest) -> Result<World, MapError>;

    /// Returns the map for changes by the user.
    ///
    /// # Errors
    ///
    /// The map cannot be changed.
    fn draft(&mut self, request: &MapRequest) -> Result<MapDraft, MapError>;

    /// The files of a map, which the window watches: its own and the start files that it names. Empty for a built-in map.
    fn files(&self, _map: usize) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Returns the number of a map file in the list and its entry. The file is added to the list if it is not there yet.
    ///
    /// # Errors
    ///
    /// There is no such file.
    fn open(&mut self, path: &Path) -> Result<(usize, MapEntry), MapError> {
        Err(format!("{} cannot be opened here", path.display()).into())
    }
}

/// The summary of the runs so far, printed if the display goes away.
pub type LastSummary = Box<dyn Fn(&[Pane]) -> String>;

/// Closes the window from any thread, as a user does.
pub type Close = Box<dyn Fn() + Send>;

/// The initial state of the window.
pub struct ViewerOptions {
    /// Creates worlds.
    pub source: Box<dyn MapLoader>,
    /// The maps to choose from.
    pub maps: Vec<MapEntry>,
    /// The number of the first map.
    pub map: usize,
    /// The number of worlds side by side, 1 to 4.
    pub variants: usize,
    /// Whether the world starts paused.
    pub paused: bool,
    /// The initial overlays.
    pub overlays: Overlays,
    /// The unit that is selected initially.
    pub selected: Option<usize>,
    /// What the last window left: its size, the parts that are open, the theme.
    pub memory: WindowMemory,
    /// The theme; none for the remembered one.
    pub theme: Option<&'static Theme>,
    /// The visible area of the map; none for the whole map.
    pub visible: Option<VisibleArea>,
    /// Width and height in logical pixels; none for the remembered ones.
    pub size: Option<(u32, u32)>,
    /// The initial speed, rounded to the nearest of [`session::SPEEDS`]; 1 is real time.
    pub speed: f32,
    /// The summary of the runs so far, printed if the display goes away.
    pub summary: Option<LastSummary>,
    /// Called before the window opens, with a function that closes it.
    pub closer: Option<Box<dyn FnOnce(Close)>>,
}

impl ViewerOptions {
    /// Default options for the maps of `source`.
    pub fn new(source: Box<dyn MapLoader>, maps: Vec<MapEntry>) -> ViewerOptions {
        ViewerOptions {
            source,
            maps,
            map: 0,
            variants: 1,
            paused: false,
            overlays: Overlays::NONE,
            selected: None,
            memory: WindowMemory::default(),
            theme: None,
            visible: None,
            size: None,
            speed: 1.0,
            summary: None,
            closer: None,
        }
    }
}

/// A run in the window.
pub struct WatchedRun {
    /// The last state of the world.
    pub world: World,
    /// The metrics of the run so far.
    pub metrics: Metrics,
    /// Changes of the steering during the run. With any, the metrics describe no single mode.
    pub changes: Vec<SteeringChange>,
    /// What distinguishes the run from others of the same map.
    pub label: String,
}

/// The outcome of a window session.
pub struct ViewerOutcome {
    /// The last run of each world.
    pub runs: Vec<WatchedRun>,
    /// What the next window should look like.
    pub memory: WindowMemory,
    /// Why the window was lost, if it was.
    pub lost: Option<String>,
}

/// Why the window cannot open or was lost.
#[derive(Debug, Error, Diagnostic)]
pub enum ViewerError {
    /// There is no display.
    #[error("no display: {0}")]
    #[diagnostic(
        code(sidestep_lab::viewer::no_display),
        help("use --headless, or set DISPLAY or WAYLAND_DISPLAY")
    )]
    NoDisplay(String),
    /// There is a display, but no working graphics driver.
    #[error("no graphics: {0}")]
    #[diagnostic(
        code(sidestep_lab::viewer::no_gpu),
        help(
            "use --headless, or install a Vulkan driver; Debian's mesa-vulkan-drivers includes a software driver"
        )
    )]
    NoGpu(String),
    /// The first map could not be loaded.
    #[error("{0}")]
    #[diagnostic(code(sidestep_lab::viewer::load))]
    Load(String),
    /// The window was lost while open.
    #[error("the window was lost: {0}")]
    #[diagnostic(code(sidestep_lab::viewer::lost), help("use --headless"))]
    Lost(String),
}

impl ViewerError {
    /// Whether the same run can work without a window.
    pub fn headless_helps(&self) -> bool {
        !matches!(self, ViewerError::Load(_))
    }
}

/// Returns whether opening a window may succeed. This is cheap: it does not connect to the display.
pub fn available() -> bool {
    if cfg!(any(windows, target_os = "macos")) {
        return true;
    }
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Opens the window and returns once it closes. Call it on the main thread.
pub fn run(options: ViewerOptions) -> Result<ViewerOutcome, ViewerError> {
    window::run(options)
}
