//! Narrow passages: where they are.
//!
//! A *core* is ground at least half the passage width from all walls. A *gate* is a place between two cores that is
//! narrower than that: a door, a bridge, a tunnel. Around it lies its *region*, which the gate divides into two sides.
//! Gates depend only on the walls and are found again when those change. docs/mechanisms.md explains the steps.

mod chambers;
mod find;
mod halls;
mod islands;
mod porous;
mod regions;
mod rings;
mod saved;
mod search;

pub use chambers::Chambers;
pub use regions::{Gate, GateSide, PassageRules, Passages};
pub(crate) use saved::SavedPassages;
pub(crate) use search::PassageSearch;
