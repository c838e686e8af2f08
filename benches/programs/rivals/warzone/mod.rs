//! Congestion as Warzone 2100 handles it since 2026, built from its public description alone.
//!
//! From the description: corridors are chains of at least 3 tiles of cells with a clearance below 2.5 tiles on the skeleton (chamfer 2/3). Inside, units keep to the
//! right half. Where two columns do not fit with 0.31 tiles between them, or a head has been bumped for 1 s, one direction passes until its stream has
//! drained; after 20 s without movement, metering stops. The others wait in slots. Routes cost more against a flow and through those who stand.
//!
//! Where it is silent, the choices are these:
//!
//! - A tile is 2.56 R, as for Warzone's medium tank. Walls are not made of tiles here: clearance has cells of a quarter of a tile, and each tile has
//!   a point that keeps R to all walls. A unit can pass each door in which such points follow each other.
//! - Branches of the skeleton that lead into corners are no corridors. A corridor ends where it is wider than 1.5 times its narrowest place.
//! - A stream is who is inside or will enter within the next 6 tiles. Whoever is inside against it backs out. Metering that has stopped begins again when nobody is inside.
//! - Slots are tiles within 8 columns and rows of a mouth, 1.5 tiles beside the way out. A unit takes the nearest one, on the right rather than on the left.
//! - Each unit plans its route once a second. It backs off for 0.7 s after 2 s without getting on.
//! - A unit slows down for one ahead that goes its way, and turns to the right of all others. One that has arrived steps aside for those who walk into it.
//! - Nobody gives up near its goal, because that would count as left behind.

mod army;
mod clearance;
mod corridors;
mod grid;
mod metering;
mod routes;
mod slots;
mod steering;
mod walker;

pub use army::Army;
pub use routes::Prices;
