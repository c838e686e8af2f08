//! Overlays: drawings over and under the units that show why they move as they do.
//!
//! Most overlays show the selected unit. Without a selection they show all units of up to 60, or a fixed sample of more: every
//! k-th unit, about 24 in total. Some are cheap enough to show more: contacts, gates and predicted positions are drawn for all
//! units, trails for up to 400, and a grid covers the whole map.
//!
//! An overlay is a file, its `mod` line here, and an entry in [`OVERLAYS`]. That table supplies `--overlay`, the keys and the help
//! of the window, the legend and the table in docs/guide.md.

mod cardioid;
mod contacts;
mod density;
mod field;
mod force;
mod grid;
mod lane_field;
mod model;
mod neighbours;
mod overlay;
mod paint;
mod passages;
mod path;
mod potential;
mod predicted;
mod pressure;
mod rays;
mod set;
mod subject;
mod table;
mod trail;

/// The recipe of docs/library.md compiles.
#[cfg(test)]
#[path = "../../../../docs/recipes/velocity.rs"]
mod velocity;

pub use cardioid::CARDIOID;
pub use contacts::CONTACTS;
pub use density::DENSITY;
pub use field::FIELD;
pub use force::FORCE;
pub use lane_field::LANE_FIELD;
pub use model::MODEL;
pub use neighbours::NEIGHBOURS;
pub use overlay::Overlay;
pub use paint::{draw_above, draw_below};
pub use passages::PASSAGES;
pub use path::PATH;
pub use potential::POTENTIAL;
pub use predicted::PREDICTED;
pub use pressure::PRESSURE;
pub use rays::RAYS;
pub use set::Overlays;
pub use subject::subjects;
pub use table::{OVERLAYS, overlay_named};
pub use trail::TRAIL;

pub(super) use overlay::Absence;
pub(super) use subject::representatives;
