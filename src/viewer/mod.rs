//! The window. It draws through [`crate::draw`] and changes a world only through its [`Command`]s.
//!
//! [`Session`] is everything but the window itself, so that it can be tested without one; `window` is the rest.

mod command;
pub mod keys;
mod pace;
pub mod session;
mod watched;
mod window;

#[cfg(test)]
mod session_test;

pub use command::Command;
pub use session::Session;
pub use watched::{RunEnd, SteeringChange};

use crate::draw::Overlays;
use crate::measure::Metrics;
use crate::world::World;
use miette::Diagnostic;
use thiserror::Error;

/// Which of the maps to load.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapStep {
    /// The one that runs, from its start.
    Current,
    /// The one after it.
    Next,
    /// The one before it.
    Previous,
}

/// Makes worlds: the one place where the window asks for a map. Gives back what is wrong when it can't.
pub type Load = Box<dyn FnMut(MapStep) -> Result<World, String>>;

/// Closes the window from any thread, as if the user had.
pub type Close = Box<dyn Fn() + Send>;

/// What the window begins with.
pub struct ViewerOptions {
    /// Makes worlds; called with [`MapStep::Current`] first.
    pub load: Load,
    /// Whether the world stands still at first.
    pub paused: bool,
    /// What is drawn over the units at first.
    pub overlays: Overlays,
    /// The unit that is selected at first.
    pub selected: Option<usize>,
    /// Width and height, in the desktop's units.
    pub size: (u32, u32),
    /// How fast the world runs at first; 1 is real time. The nearest of [`session::SPEEDS`] is taken.
    pub speed: f32,
    /// Called before the window opens, with what closes it.
    pub closer: Option<Box<dyn FnOnce(Close)>>,
}

impl ViewerOptions {
    /// The usual window on the worlds that `load` makes.
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

/// What is left when the window closes.
pub struct ViewerOutcome {
    /// The world as it was last.
    pub world: World,
    /// The metrics of its run so far.
    pub metrics: Metrics,
    /// What was changed while it ran. Where there is a change, the metrics belong to no single mode.
    pub changes: Vec<SteeringChange>,
}

/// Why there is no window.
#[derive(Debug, Error, Diagnostic)]
pub enum ViewerError {
    /// There is no desktop to open a window on.
    #[error("no display: {0}")]
    #[diagnostic(code(sidestep::viewer::no_display), help("run headless, or set DISPLAY or WAYLAND_DISPLAY"))]
    NoDisplay(String),
    /// There is a desktop, but nothing that could draw on it.
    #[error("no graphics: {0}")]
    #[diagnostic(
        code(sidestep::viewer::no_gpu),
        help("run headless, or install a Vulkan driver; Debian's mesa-vulkan-drivers has one in software")
    )]
    NoGpu(String),
    /// The first map could not be loaded.
    #[error("{0}")]
    #[diagnostic(code(sidestep::viewer::load))]
    Load(String),
    /// The window was lost on the way.
    #[error("the window was lost: {0}")]
    #[diagnostic(code(sidestep::viewer::lost), help("run headless"))]
    Lost(String),
}

impl ViewerError {
    /// Whether the same run would work without a window.
    pub fn headless_helps(&self) -> bool {
        !matches!(self, ViewerError::Load(_))
    }
}

/// Whether it is worth trying to open a window. Cheap; the display is not asked.
pub fn available() -> bool {
    if cfg!(any(windows, target_os = "macos")) {
        return true;
    }
    ["WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Opens the window and comes back when it closes. Only for the main thread.
pub fn run(options: ViewerOptions) -> Result<ViewerOutcome, ViewerError> {
    window::run(options)
}
