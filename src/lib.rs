//! Sidestep: a physics-based RTS crowd laboratory.

pub mod draw;
pub mod math;
pub mod scene;
pub mod settings;
pub mod steering;
pub mod text;
pub mod types;
#[cfg(feature = "viewer")]
pub mod viewer;
pub mod world;
