//! The initial state of the window.

use super::map_loader::{MapEntry, MapLoader};
use super::memory::WindowMemory;
use super::pane::Pane;
use crate::draw::{Overlays, Theme};
use crate::export::VisibleArea;

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
    /// The tick up to which the worlds run as fast as they can before they are shown.
    pub begin: u64,
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
    /// The initial speed, rounded to the nearest of [`super::session::SPEEDS`]; 1 is real time.
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
            begin: 0,
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
