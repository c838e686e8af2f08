//! The steering behaviours of DM810, lecture 3 (after Reynolds 1999 and Millington, "AI for Games"), one per file.
//! They are pure functions from a body and its perception to an acceleration. As in the source, they delegate:
//! pursue passes a predicted position to seek, and face passes an angle to align.
//!
//! To add a behaviour, add its file and a line in [`BEHAVIOURS`]. Plans, `sidestep behaviours` and `explain` read
//! that table.
//!
//! A behaviour is a small struct of its settings (public fields) with `for_body(&body)` for defaults that suit the
//! body, and a method `steer`. Its findings (the neighbour, the time, the hit, the point on the path) are returned
//! as data with the [`Steer`]. A behaviour without a request returns the zero [`Steer`].
//!
//! A table entry makes the inputs of a decision from a part of a plan and a unit's perception, and [`CaseForm`]
//! makes them from a case of `explain`. Both then decide by the same function.
//!
//! All results are finite for finite inputs: offsets are clamped to [`FAR`], and where two positions coincide there
//! is no direction, so nothing is requested.

pub mod align;
pub mod arrive;
pub mod avoid;
pub mod behaviour;
pub mod body;
pub mod case;
pub mod collision_avoidance;
pub mod evade;
pub mod face;
pub mod fields;
pub mod flee;
pub mod follow_path;
pub mod look_where_going;
pub mod mind;
pub mod path;
pub mod pursue;
pub mod round_obstacle;
pub mod seek;
pub mod separation;
pub mod settings;
mod table;
pub mod velocity_match;
pub mod wall_avoidance;
pub mod wander;
pub mod way;

/// The recipe of docs/library.md compiles.
#[cfg(test)]
#[path = "../../../docs/recipes/hold.rs"]
mod hold;

pub use align::Align;
pub use arrive::Arrive;
pub use behaviour::{Behaviour, Needs, Part, Seen, body_of, other_of};
pub use body::{Body, FAR, Other, Steer};
pub use case::CaseForm;
pub use collision_avoidance::{Avoided, ClosestApproach, Cone, ConeForm};
pub use evade::Evade;
pub use face::face;
pub use fields::{Accepts, CaseField, CaseFields};
pub use flee::flee;
pub use follow_path::{FollowPath, Followed};
pub use look_where_going::look_where_going;
pub use mind::{Memory, Mind};
pub use path::{Path, PathError};
pub use pursue::{Pursue, Pursuit};
pub use round_obstacle::RoundObstacle;
pub use seek::seek;
pub use separation::{Law, Separation};
pub use table::BEHAVIOURS;
pub use velocity_match::VelocityMatch;
pub use wall_avoidance::{Hit, Rays, WallAvoidance, WallAvoided, Whisker};
pub use wander::{Wander, Wandered};
