//! How units avoid each other: one file per model, behind one trait.
//!
//! A built-in model needs a file and a line in `BUILT_IN`. Other crates add models with [`register`].
//! docs/library.md walks through an example.

pub mod cardioid;
mod columns;
pub mod continuum;
mod forces;
pub mod lanes;
mod lecture;
mod mode;
pub mod model;
mod none;
pub mod orca;
pub mod power_law;
pub mod raycast;
mod raycast_cardioid;
mod register;
pub mod social_force;

pub use crate::navigation::Heading;
pub use crate::workers::Workers;
pub use cardioid::Cardioid;
pub use mode::{Mode, UnknownMode, models, register, registered};
pub use model::{Avoidance, CaseNeeds, Choice, CloneModel, Crowd, Model, Motion, Paths, Surroundings};
pub use power_law::PowerLaw;
pub use raycast::Raycast;
pub use register::RegisterError;
pub use social_force::SocialForce;
