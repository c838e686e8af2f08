//! Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha 2011, "Reciprocal n-Body
//! Collision Avoidance"); agrees with the authors' RVO2 2.0.
//!
//! The *velocity obstacle* of a neighbour is the set of velocities, relative to the neighbour's, at which the
//! two collide within the horizon τ. It is a truncated cone. Let v be the unit's velocity and u the smallest
//! change of the relative velocity that leads out of the velocity obstacle. Each of the two units takes half
//! of u, so the unit's new velocity must lie beyond the line through v + u/2 that is perpendicular to u. This
//! is a half-plane of permitted velocities.
//!
//! The unit chooses the velocity nearest to its preferred velocity that is in all half-planes and within its
//! maximum speed. This is a linear program. In a crowd, no velocity may be permitted; the unit then chooses
//! the one with the smallest violation of the worst half-plane.
//!
//! The implementation settles three points that the paper leaves open:
//!
//! - A *standing* neighbour does not give way, so the unit takes all of u instead of half.
//! - Two units that meet exactly head-on may stop in front of each other permanently. If neighbours slow a
//!   unit down without turning it, its preferred velocity is turned slightly to the right
//!   ([`OrcaSettings::right_bias`]), so that the two drift apart.
//! - A neighbour with the same position and velocity gives no half-plane, because every direction leads away
//!   from it.

mod linear_program;
mod model;
mod obstacle;
mod region;
mod solve;

pub use linear_program::{Cause, HalfPlane};
pub(super) use model::MODEL;
pub use region::permitted;
pub use solve::{OrcaSettings, Program, Solution, solve, solve_into};
