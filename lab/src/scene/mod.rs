//! Maps: bounds, walls, groups, goals and defaults.
//!
//! A map is a TOML file (`docs/maps.md`) or a plain list of starts and goals. It is read in steps, each of which can
//! report errors with their positions in the text. A reader in `formats` turns the text into a `description`: it checks every
//! value on its own and fills in defaults. `layout` positions the units for a seed and a number of units. `check` checks them
//! against each other.

mod bounds;
mod built_in;
mod check;
mod counts;
mod description;
mod editing;
mod fingerprint;
mod formation;
mod formats;
mod gathering;
mod goals;
mod group_color;
mod jitter;
mod layout;
mod layout_options;
mod layout_problem;
mod limits;
mod map;
mod map_problem;
mod moved;
mod named_starts;
mod patch;
mod plans;
mod recorded;
mod settings_file;
mod streams;
mod summary;

pub use crate::document::{DocumentError, Label, MAX_BYTES, OnMap, Problem, Quote, ReadProblem};
/// Part of [`MapProblem`].
pub use crate::text::UnknownName;
pub use bounds::{OpenEnd, frame};
pub use built_in::{BuiltIn, built_in_maps};
pub use editing::{EditProblem, FileState, MapDraft, MapEdit, OtherFile, SaveError, UnitRef};
pub use formats::starts::is_start_file;
pub(crate) use formats::toml::{read_mode, read_setting};
pub use layout_options::LayoutOptions;
pub use layout_problem::LayoutProblem;
pub use limits::{MAX_CORNERS, MAX_GROUPS, MAX_UNITS};
pub use map::Scene;
pub use map_problem::MapProblem;
pub use patch::Patch;
pub use recorded::{MarkedUnit, RecordedScene};
pub use summary::{GroupSummary, Summary};
