//! Lanes: large groups cross by making room before it gets crowded and by following units that head the same
//! way.
//!
//! The model combines two fields of *predicted* positions (`predictions.rs`). Both ask only for *sideways*
//! motion: a unit turns, but does not brake.
//!
//! - The pressure (`pressure.rs`) is positive where the predicted density exceeds the room there is. A unit
//!   moves down its slope, and keeps right where it is blocked without a clear side to turn to.
//! - The lane field (`lane_field.rs`) rates the ground on either side by how well the headings of the units
//!   that will be there match the unit's own.
//!
//! Near units (`near.rs`) cover what the cells are too coarse for. The fields are stored on tiles, which
//! exist only where units are or will be (`tiles.rs`).
//!
//! The model is related to continuum crowds (Treuille, Cooper & Popović 2006) and to the unilateral pressure
//! of aggregate dynamics (Narain, Golas, Curtis & Lin 2009). docs/models/lanes.md has the derivation, and
//! docs/results/maps.md the effect of each part.

mod field_demand;
mod lane_field;
mod lanes;
mod model;
mod near;
mod predictions;
mod pressure;
mod settings;
#[cfg(test)]
mod tests;
mod tile_shape;
mod tiles;
mod view;
mod walled;
mod wavefront;
mod why;

pub(super) use model::{CHEAP, MODEL};
