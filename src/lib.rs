//! Sidestep simulates crowds of RTS units: rigid bodies walk through each other, a steering model picks each unit's velocity, and
//! [Rapier](https://rapier.rs) resolves the collisions. The crate is a library for games, and the program `sidestep`, which runs,
//! shows and compares models.
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
//! # Modules
//!
//! | module | purpose |
//! |---|---|
//! | [`scene`] | maps: parsing, validation and starting positions |
//! | [`world`] | units, walls and the tick |
//! | [`run`] | a measured run from start to end |
//! | [`measure`] | metrics of a run, and statistics over runs |
//! | [`steering`] | a unit's decisions: [avoidance models](steering::avoidance), [behaviours](steering::behaviours), and how plans [combine](steering::combine) them |
//! | [`settings`] | models' settings, with their ranges and units |
//! | [`geometry`] | walls and polygons |
//! | [`math`] | trigonometry with the same results on every machine |
//! | [`types`] | points, vectors and rectangles |
//! | `draw` | pictures of a world, with overlays |
//! | `export` | files: trajectories, tables, pictures and animations |
//! | `study` | many runs with statistics |
//! | `report` | the report on a study |
//! | `scale` | cost and quality by the number of units |
//! | `pair` | the tick where two runs diverge |
//! | `viewer` | the window |
//! | `app` | the whole program as a function, with your own models |
//!
//! # Features
//!
//! | feature | adds | modules |
//! |---|---|---|
//! | none (`default-features = false`) | the simulation | all modules linked above |
//! | `draw` | pictures | `draw` |
//! | `diagnostics` | [miette](https://docs.rs/miette) diagnostics that point into a map's text | |
//! | `export` | files; includes `draw` and `diagnostics` | `export` |
//! | `study` | studies; includes `export` | `study`, `report`, `scale`, `pair` |
//! | `viewer` (default) | the window; includes `export` | `viewer` |
//! | `cli` (default) | the program; includes `study` | `app` |
//!
//! # Determinism
//!
//! The same map, settings and seed give the same [state hash](world::World::state_hash) on any number of threads, in debug and
//! release builds, and on every processor. A tick is always 1/60 s. Your own model is deterministic too if its choice depends only
//! on its arguments and its prepared state, and if it uses the trigonometry of [`math`].
//!
//! # Where to go next
//!
//! - `examples/` has three small programs: `ten_lines`; `own_loop`, a game loop that uses a model without [`world`]; and
//!   `own_model`, which compares its own model with built-in ones.
//! - [`steering::avoidance::Avoidance`] is the trait of a model. `docs/library.md` walks through an implementation,
//!   and has a recipe for each other extension: behaviours, metrics, overlays, map keys, formats, figures, keys.
//! - `docs/models/README.md` helps to choose a model, and links to what each one computes and how it fails.

// Printing with these macros panics if the stream is closed or full; `cli::output` does not.
#![deny(clippy::print_stderr, clippy::print_stdout)]

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
// Hidden rather than private, because integration tests build navigators.
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

/// The program's version, with a hash of its sources and dependencies. Equal versions give equal results.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("SIDESTEP_SOURCE"));

/// Compiles and runs the code in docs/library.md.
#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
mod library {}

/// Compiles and runs the code in docs/mechanisms.md.
#[cfg(doctest)]
#[doc = include_str!("../docs/mechanisms.md")]
mod mechanisms {}
