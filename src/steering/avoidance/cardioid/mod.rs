//! The cardioid anti-gravity field in its four stages ("Point A to Point B", parts 1 to 4).
//!
//! Every obstacle repels with the inverse square of its distance. A cardioid weights the repulsion: 1
//! straight ahead, 0 behind. Stage 2 turns each repulsion sideways, stage 3 resolves repulsions that cancel
//! each other, and stage 4 decides who goes first where paths cross.
//!
//! The symbols in the comments are those of the articles: d is the desired direction, v a repulsion, a the
//! same repulsion turned sideways, and c its cardioid weight. S is the sum of all c·v, B the sum of all c·a,
//! and A the resolved vector of stage 3. q is the share of B that is followed.

mod field;
mod repulsion;
mod sums;
mod why;

pub(super) use field::MODEL;
pub use field::{Cardioid, PERSONAL_SPACE, STAGE};
pub use repulsion::{CardioidField, Crossing, Repulsion};
