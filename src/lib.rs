//! Sidestep is a physics-based RTS crowd laboratory. Large groups of rigid bodies walk through each other; a steering model
//! decides where each unit goes, and you compare how well models avoid collisions and jams. The same crate is a library for
//! games, and a program that runs, shows and compares.
//!
//! # A run in ten lines
//!
//! ```
//! use sidestep::{measure::{ARRIVED, T100}, run::Run, scene::{LayoutOptions, Scene}, world::World};
//!
//! let scene = Scene::built_in("small-groups").expect("a built-in map");
//! let world = World::new(scene.layout(&LayoutOptions::default())?, 1);
//! let metrics = Run::new(world).finish().metrics;
//! assert_eq!(metrics.value(&ARRIVED), Some(1.0));
//! println!("all units across after {:.1} s, hash {}", metrics.value(&T100).unwrap(), metrics.state_hash);
//! # Ok::<(), sidestep::scene::DocumentError>(())
//! ```
//!
//! # Where things are
//!
//! | module | what it is for |
//! |---|---|
//! | [`scene`] | maps: read and check them, place their units |
//! | [`world`] | units, walls and the tick |
//! | [`run`] | a world from start to end, measured |
//! | [`measure`] | metrics of a run, and statistics over runs |
//! | [`steering`] | what a unit decides: [avoidance models](steering::avoidance), [behaviours](steering::behaviours), and how plans [combine](steering::combine) them |
//! | [`settings`] | the numbers that models have, with their ranges and units |
//! | [`geometry`], [`math`], [`types`] | walls and polygons; trigonometry that is the same on every machine; points and vectors |
//! | `draw` | a world as pixels, with overlays |
//! | `export` | trajectories, tables, pictures and animations as files |
//! | `study`, `report`, `scale`, `pair` | many runs and their statistics, the report on them, cost against size, where two runs diverge |
//! | `viewer` | the window |
//! | `app` | the whole program as a function, with models of your own |
//!
//! # Features
//!
//! | feature | adds | modules |
//! |---|---|---|
//! | none (`default-features = false`) | the simulation alone | all with a link above |
//! | `draw` | pixels | `draw` |
//! | `diagnostics` | errors in maps as [miette](https://docs.rs/miette) diagnostics, with the place marked | |
//! | `export` | files, with `draw` and `diagnostics` | `export` |
//! | `study` | studies, with `export` | `study`, `report`, `scale`, `pair` |
//! | `viewer` (default) | the window, with `export` | `viewer` |
//! | `cli` (default) | the program, with `study` | `app` |
//!
//! # Determinism
//!
//! The same map, settings and seed give the same [state hash](world::World::state_hash) on any number of threads, in debug and in
//! release builds, and on every processor. A tick is always 1/60 s. A model of your own keeps this promise if its choice depends
//! only on its arguments and on what it prepared, and if it takes its trigonometry from [`math`].
//!
//! # Where to go next
//!
//! - `examples/` has three small programs: `ten_lines`; `own_loop`, a game's loop that uses a model without [`world`]; and
//!   `own_model`, a comparison of a model of your own with built-in ones.
//! - [`steering::avoidance::Avoidance`] is what a model implements; `docs/adding-a-model.md` walks through one.
//! - `docs/extending.md` has a recipe for everything else: behaviours, metrics, overlays, map keys, formats, figures, keys.
//! - `docs/models.md` says what each model computes, when to pick it and how it fails.

#[cfg(feature = "cli")]
pub mod app;
#[cfg(feature = "study")]
mod chart;
#[cfg(feature = "cli")]
mod cli;
mod document;
#[cfg(feature = "draw")]
pub mod draw;
#[doc(hidden)]
pub mod explain;
#[cfg(feature = "export")]
pub mod export;
#[cfg(feature = "export")]
mod files;
pub mod geometry;
pub mod math;
pub mod measure;
// Hidden, not private: integration tests build navigators.
#[doc(hidden)]
pub mod navigation;
mod neighbours;
#[cfg(feature = "study")]
pub mod pair;
#[doc(hidden)]
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
#[doc(hidden)]
pub mod text;
pub mod types;
#[cfg(feature = "viewer")]
pub mod viewer;
mod workers;
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
