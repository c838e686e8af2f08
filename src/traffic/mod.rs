//! Traffic at narrow places: the units' paths, the gates ahead on them, whose turn it is, and the mechanisms that act there.
//!
//! [`Traffic`] looks up each unit's path once in a tick. The mechanisms that are on then give [`Advice`], which the caller
//! applies to the units' courses. [`MECHANISMS`] is the table; each mechanism has a file with its settings, its state
//! and its reasons. Where passages are belongs to [`navigation`](crate::navigation::passages).
//!
//! The first setting of a mechanism is its switch. A switch that is not set follows the mode: see
//! [`Model::mechanisms`](crate::steering::avoidance::Model::mechanisms) and
//! [`Steering::is_on`](crate::steering::Steering::is_on).

mod active;
mod advice;
mod approach;
mod explained;
mod gate_search;
pub mod gates;
mod headings;
pub mod keep_right;
mod mean_unit;
mod mechanism;
mod narrow;
mod narrow_push;
pub mod queueing;
mod route;
pub mod routes;
mod same_side;
mod shared_tunnel;
mod state;
mod table;
#[cfg(test)]
mod test_walks;
mod tick;
mod traffic;
mod traffic_units;
mod turns;
mod walk;

/// The recipe of docs/library.md compiles.
#[cfg(test)]
#[path = "../../docs/recipes/yielding.rs"]
mod yielding;

pub use advice::Advice;
pub use approach::{GateApproach, PathAhead, approach};
pub use gates::GATES;
pub use headings::Headings;
pub use keep_right::KEEP_RIGHT;
pub use mechanism::Mechanism;
pub use narrow_push::NARROW_PUSH;
pub use queueing::QUEUEING;
pub use routes::ROUTES;
pub use table::MECHANISMS;
pub use traffic::Traffic;
pub use traffic_units::TrafficUnits;
pub use turns::{TurnRules, Turns, take_turns};
