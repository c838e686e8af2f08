//! The laboratory of [`sidestep`]: maps, measured runs, statistics over many of them, pictures, a window, and the program `sidestep`,
//! which compares models. Programs with their own models use it as a library: [`app`] is the whole program as a function.
//!
//! # A run in ten lines
//!
//! ```
//! use sidestep::world::World;
//! use sidestep_lab::{measure::{ARRIVED, T100}, run::Run, scene::{LayoutOptions, Scene}};
//!
//! let scene = Scene::built_in("small-groups").expect("a built-in map");
//! let world = World::new(scene.layout(&LayoutOptions::default())?, 1);
//! let metrics = Run::new(world).finish().metrics;
//! assert_eq!(metrics.value(&ARRIVED), Some(1.0));
//! println!("all units across after {:.1} s, hash {}", metrics.value(&T100).unwrap(), metrics.state_hash);
//! # Ok::<(), sidestep_lab::scene::DocumentError>(())
//! ```
//!
//! # Modules
//!
//! | module | purpose |
//! |---|---|
//! | [`scene`] | maps: parsing, validation, starting positions and editing |
//! | [`run`] | a measured run from start to end |
//! | [`measure`] | metrics of a run, and statistics over runs |
//! | [`draw`] | pictures of a world, with overlays |
//! | [`export`] | files: trajectories, tables, pictures and animations |
//! | [`explain`] | decisions as JSON |
//! | [`study`] | many runs with statistics |
//! | [`report`] | the report on a study |
//! | [`scale`] | cost and quality by the number of units |
//! | [`pair`] | the tick where two runs diverge |
//! | `viewer` | the window |
//! | [`app`] | the whole program as a function, with your own models |
//!
//! The feature `window`, which is on by default, adds the module `viewer`.
//!
//! # Where to go next
//!
//! - `lab/examples/` has two small programs: `ten_lines`; and `own_model`, which compares its own model with built-in ones.
//! - `docs/library.md` has a recipe for each extension: behaviours, metrics, overlays, map keys, formats, figures, keys.

// Printing with these macros panics if the stream is closed or full; `cli::output` does not.
#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod app;
mod chart;
mod cli;
mod document;
pub mod draw;
pub mod explain;
pub mod export;
mod files;
pub mod measure;
pub mod pair;
mod program;
pub mod report;
pub mod run;
pub mod scale;
pub mod scene;
pub mod study;
mod text;
#[cfg(feature = "window")]
pub mod viewer;

/// The program's version, with a hash of the sources and dependencies that decide a run. Equal versions give equal results.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("SIDESTEP_SOURCE"));

/// Compiles and runs the code in docs/library.md.
#[cfg(doctest)]
#[doc = include_str!("../../docs/library.md")]
mod library {}
