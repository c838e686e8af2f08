//! What a unit decides, as pure functions of its perception. Independent of the physics engine, the world and the
//! clock.

pub mod avoidance;
pub mod behaviours;
pub mod combine;
mod configuration;
mod facts;
pub mod flocking;
mod own_loop;
pub mod reasons;
pub mod schedule;
mod standing;
mod unit;
mod walk;

pub use configuration::Steering;
pub use facts::Fact;
pub use own_loop::CrowdArrays;
pub use standing::{Yield, stand};
pub use unit::{Decision, Neighbour, Unit};
pub use walk::walk;
