//! Runs a world from start to end and measures it. This is the only loop that ticks worlds: headless runs, studies, the window and
//! benchmarks use it.
//!
//! [`Run`] measures; [`Ticker`] is the same loop without measuring.
//!
//! ```
//! use sidestep::world::World;
//! use sidestep_lab::{measure::ARRIVED, run::Run, scene::{LayoutOptions, Scene}};
//!
//! let scene = Scene::built_in("small-groups").expect("a built-in map");
//! let world = World::new(scene.layout(&LayoutOptions::default())?, 1);
//! let mut trail = Vec::new();
//! let done = Run::new(world).until(20.0).observe(&mut |world: &World| trail.push(world.units().position[0])).finish();
//! assert_eq!(done.metrics.ticks as usize, trail.len());
//! println!("{:.0} % arrived after {:.1} s", 100.0 * done.metrics.value(&ARRIVED).unwrap_or_default(), done.world.time());
//! # Ok::<(), sidestep_lab::scene::DocumentError>(())
//! ```

mod end;
mod observer;
mod run;
mod stopwatch;
mod ticker;

pub use end::RunEnd;
pub use observer::Observer;
pub use run::{CompletedRun, ObservedRun, Run};
pub use ticker::{Repeats, Ticker};
