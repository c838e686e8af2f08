//! Sidestep: a physics-based RTS crowd laboratory.

pub mod draw;
pub mod export;
pub mod math;
pub mod measure;
pub mod navigation;
pub mod neighbours;
pub mod physics;
pub mod scene;
pub mod settings;
pub mod steering;
pub mod text;
pub mod types;
#[cfg(feature = "viewer")]
pub mod viewer;
pub mod world;
