//! The window. It draws with [`crate::draw`], and changes a world only through [`Command`]s.
//!
//! [`Session`] is everything except the desktop window, so that tests need no display; `window` is the rest.

mod blit;
mod brush;
mod command;
mod error;
pub mod keys;
mod last_words;
mod map_loader;
mod memory;
mod options;
mod outcome;
mod pace;
mod pane;
mod past;
mod past_memory;
mod play;
mod recording;
mod rerun;
pub mod results;
mod screen;
pub mod series;
pub mod session;
mod states;
mod steering_history;
pub mod ui;
mod window;

#[cfg(test)]
mod session_test;

pub use brush::Brush;
pub use command::Command;
pub use error::ViewerError;
pub use map_loader::{MapEntry, MapError, MapLoader, MapRequest};
pub use memory::{STATE, WindowMemory};
pub use options::{Close, LastSummary, ViewerOptions};
pub use outcome::{ViewerOutcome, WatchedRun};
pub use pane::Pane;
pub use play::Play;
pub use session::{Candidate, MapQuestion, Notice, OpenParts, SaveQuestion, Session};
pub use steering_history::SteeringChange;
pub use ui::Ui;
pub use window::{available, run};
