//! Edits of a map's text: units and walls move, come and go, and everything else of the text stays as it is.

mod change;
mod draft;
mod edit;
mod explicit;
mod moved;
mod options;
mod problem;
mod recorded_map;
mod room;
mod saved;
mod start_file;
mod text;
mod unit_ref;

pub use draft::MapDraft;
pub use edit::MapEdit;
pub use problem::{EditProblem, SaveError};
pub use saved::{FileState, OtherFile};
pub use unit_ref::UnitRef;
