//! Sidestep is a physics-based RTS crowd laboratory: large groups of rigid bodies walk through each other, steering decides
//! where each one wants to go, and you compare how they avoid.
//!
//! A [`scene`] says what is there, a [`world`] ticks, [`run`] takes it from start to end, [`measure`] puts numbers to that, [`draw`] shows it.
//! [`steering::avoidance`] holds the models; what a unit wants is a pure function of what it perceives.
//!
//! ```
//! use sidestep::{measure::{ARRIVED, T100}, run::Run, scene::{LayoutOptions, Scene}, world::World};
//!
//! let scene = Scene::built_in("small-groups").expect("it is built in");
//! let world = World::new(scene.layout(&LayoutOptions::default())?, 1);
//! let metrics = Run::new(world).finish().metrics;
//! assert_eq!(metrics.value(&ARRIVED), Some(1.0));
//! println!("everybody across after {:.1} s, hash {}", metrics.value(&T100).unwrap(), metrics.state_hash);
//! # Ok::<(), sidestep::scene::DocumentError>(())
//! ```

#[cfg(feature = "cli")]
pub mod app;
#[cfg(feature = "study")]
mod chart;
#[cfg(feature = "cli")]
mod cli;
mod document;
#[cfg(feature = "draw")]
pub mod draw;
pub mod explain;
#[cfg(feature = "export")]
pub mod export;
#[cfg(feature = "export")]
pub mod files;
pub mod geometry;
pub mod math;
pub mod measure;
pub mod navigation;
pub mod neighbours;
#[cfg(feature = "study")]
pub mod pair;
pub mod physics;
#[cfg(feature = "study")]
mod program;
#[cfg(feature = "study")]
pub mod report;
pub mod run;
#[cfg(feature = "study")]
pub mod scale;
pub mod scene;
pub mod settings;
pub mod steering;
#[cfg(feature = "study")]
pub mod study;
pub mod text;
pub mod types;
#[cfg(feature = "viewer")]
pub mod viewer;
pub mod workers;
pub mod world;

/// The program's version, with a hash of its sources and of what it depends on: results of the same version are the same.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("SIDESTEP_SOURCE"));

/// What docs/adding-a-model.md shows is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/adding-a-model.md")]
mod adding_a_model {}

/// What docs/extending.md shows is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../docs/extending.md")]
mod extending {}
