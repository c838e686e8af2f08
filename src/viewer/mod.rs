//! The window. It draws with [`crate::draw`], and changes a world only through [`Command`]s.
//!
//! [`Session`] is everything except the desktop window, so that tests need no display; `window` is the rest.

mod command;
mod fit;
pub mod keys;
mod memory;
mod pace;
pub mod session;
mod watched;
mod window;

#[cfg(test)]
mod session_test;

pub use command::Command;
pub use fit::{ModeFit, fit_basis, modes_for};
pub use memory::{STATE, WindowMemory};
pub use session::Session;
pub use watched::{RunEnd, SteeringChange};

use crate::draw::Overlays;
use crate::measure::Metrics;
use crate::world::World;
use miette::Diagnostic;
use thiserror::Error;

/// The map to load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapStep {
    /// The current map, from its start.
    Current,
    /// The next map.
    Next,
    /// The previous map.
    Previous,
}

/// Creates the world of a map, or returns why it cannot. The window loads all maps through it.
pub type Load = Box<dyn FnMut(MapStep) -> Result<World, String>>;

/// Closes the window from any thread, as a user does.
pub type Close = Box<dyn Fn() + Send>;

/// The initial state of the window.
pub struct ViewerOptions {
    /// Creates worlds; first called with [`MapStep::Current`].
    pub load: Load,
    /// Whether the world starts paused.
    pub paused: bool,
    /// The initial overlays.
    pub overlays: Overlays,
    /// The unit that is selected initially.
    pub selected: Option<usize>,
    /// Width and height in logical pixels.
    pub size: (u32, u32),
    /// The initial speed, rounded to the nearest of [`session::SPEEDS`]; 1 is real time.
    pub speed: f32,
    /// Called before the window opens, with a function that closes it.
    pub closer: Option<Box<dyn FnOnce(Close)>>,
}

impl ViewerOptions {
    /// Default options for the worlds that `load` creates.
    pub fn new(load: Load) -> ViewerOptions {
        ViewerOptions {
            load,
            paused: false,
            overlays: Overlays::NONE,
            selected: None,
            size: (1280, 720),
            speed: 1.0,
            closer: None,
        }
    }
}

/// The outcome of a window session.
pub struct ViewerOutcome {
    /// The last state of the world.
    pub world: World,
    /// The metrics of its run so far.
    pub metrics: Metrics,
    /// Changes of the steering during the run. With any, the metrics describe no single mode.
    pub changes: Vec<SteeringChange>,
}

/// Why the window cannot open or was lost.
#[derive(Debug, Error, Diagnostic)]
pub enum ViewerError {
    /// There is no display.
    #[error("no display: {0}")]
    #[diagnostic(
        code(sidestep::viewer::no_display),
        help("use --headless, or set DISPLAY or WAYLAND_DISPLAY")
    )]
    NoDisplay(String),
    /// There is a display, but no working graphics driver.
    #[error("no graphics: {0}")]
    #[diagnostic(
        code(sidestep::viewer::no_gpu),
        help(
            "use --headless, or install a Vulkan driver; Debian's mesa-vulkan-drivers includes a software driver"
        )
    )]
    NoGpu(String),
    /// The first map could not be loaded.
    #[error("{0}")]
    #[diagnostic(code(sidestep::viewer::load))]
    Load(String),
    /// The window was lost while open.
    #[error("the window was lost: {0}")]
    #[diagnostic(code(sidestep::viewer::lost), help("use --headless"))]
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
