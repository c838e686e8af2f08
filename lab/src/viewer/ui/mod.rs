//! What surrounds the worlds in the window, drawn with egui: panel, toolbar, timeline, plots and tables. It reads the session and
//! returns [`Command`](super::Command)s; it changes nothing itself.

mod captions;
mod dialogue;
mod grab;
mod help;
mod layout;
mod map_view;
mod maps;
mod modes;
mod overlays;
mod panel;
mod placing;
mod play_tools;
mod plots;
mod reasons;
mod results;
mod selected;
mod settings;
mod sizes;
mod style;
mod timeline;
mod toolbar;
mod ui;

pub(super) use maps::THUMBNAIL;
pub use ui::Ui;
