//! Sidestep simulates crowds of RTS units, for games: rigid bodies walk through each other, a steering model picks each unit's
//! velocity, and [Rapier](https://rapier.rs) resolves the collisions. This crate is the engine. It reads no files and no clock. The
//! crate `sidestep-lab` adds maps, measured runs, studies, pictures, a window, and the program `sidestep`, which compares models.
//!
//! # A run
//!
//! ```
//! use sidestep::navigation::Goal;
//! use sidestep::types::Point;
//! use sidestep::world::{Layout, Start, World};
//!
//! let walker = |from: f32, to: f32| Start {
//!     position: Point::new(from, 0.0),
//!     goal: Goal::Point { at: Point::new(to, 0.0), radius: 0.5, own: true },
//!     ..Start::default()
//! };
//! let mut world = World::new(Layout::new(vec![walker(-10.0, 10.0), walker(10.0, -10.0)]), 1);
//! while !world.finished() {
//!     world.tick();
//! }
//! println!("both across after {:.1} s, hash {:016x}", world.time(), world.state_hash());
//! # assert!(world.time() < 8.0);
//! ```
//!
//! # Modules
//!
//! | module | purpose |
//! |---|---|
//! | [`recording`] | runs as files that play again exactly |
//! | [`world`] | a crowd whose bodies Rapier moves |
//! | [`crowd`] | units with paths, traffic, steering and arrival, for games with physics of their own |
//! | [`traffic`] | gates, keeping right and queues at narrow places |
//! | [`lookup`] | every setting by its key |
//! | [`steering`] | a unit's decisions: [avoidance models](steering::avoidance), [behaviours](steering::behaviours), and how plans [combine](steering::combine) them |
//! | [`navigation`] | paths around walls, and narrow passages |
//! | [`neighbours`] | the search for units and walls nearby |
//! | [`physics`] | bodies, contacts and the sideways push |
//! | [`settings`] | models' settings, with their ranges and units |
//! | [`geometry`] | walls and polygons |
//! | [`math`] | trigonometry with the same results on every machine |
//! | [`types`] | points, vectors and rectangles |
//! | [`saved`] | snapshots as bytes, and why one is refused |
//!
//! # Determinism
//!
//! The same layout, settings and seed give the same [state hash](crowd::Crowd::state_hash) on any number of threads, in debug and
//! release builds, and on every processor. A tick is always 1/60 s. Your own model is deterministic too if its choice depends only
//! on its arguments and its prepared state, and if it uses the trigonometry of [`math`].
//!
//! # Where to go next
//!
//! - `examples/own_loop.rs` is a game loop that uses a model without [`world`].
//! - [`steering::avoidance::Avoidance`] is the trait of a model. `docs/library.md` walks through an implementation.
//! - `docs/models/README.md` helps to choose a model, and links to what each one computes and how it fails.

// A library must not print: these macros panic if the stream is closed or full.
#![deny(clippy::print_stderr, clippy::print_stdout)]

pub mod crowd;
pub mod geometry;
pub mod lookup;
pub mod math;
pub mod navigation;
pub mod neighbours;
pub mod physics;
pub mod recording;
pub mod saved;
pub mod settings;
pub mod steering;
pub mod traffic;
pub mod types;
mod workers;
pub mod world;
