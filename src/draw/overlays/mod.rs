//! Overlays: pictures over and under the units that show why the units do what they do.
//!
//! Overlays are about the selected unit when one is selected; else about every unit when there are at most
//! 60; else about a fixed sample, every k-th unit, about 24 of them. Two are cheap enough to be about
//! more: contacts are marked everywhere, and trails are drawn for all of up to 400 units.
//!
//! An overlay is one file and its line in [`OVERLAYS`]. From that table come `--overlay`, the keys of the window and its help, the
//! legend and the README's table.

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
mod path;
mod potential;
mod predicted;
mod pressure;
mod rays;
mod set;
mod subject;
mod table;
mod trail;

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
