//! A run in ten lines: runs a built-in map to its end and prints the results.
//!
//! ```text
//! cargo run --release --example ten_lines
//! ```

use sidestep::world::World;
use sidestep_lab::measure::{ARRIVED, DEEPEST_OVERLAP, T100};
use sidestep_lab::run::Run;
use sidestep_lab::scene::{DocumentError, LayoutOptions, Scene};

fn main() -> Result<(), DocumentError> {
    // A layout is a map with a seed and a number of units.
    let scene = Scene::open("small-groups")?;
    let layout = scene.layout(&LayoutOptions { seed: Some(1), ..LayoutOptions::default() })?;
    // This uses one thread. The result is the same with any number.
    let metrics = Run::new(World::new(layout, 1)).finish().metrics;
    let value = |metric| metrics.value(metric).unwrap_or(f64::NAN);
    println!("{} units, {:.0} % arrived", metrics.units, 100.0 * value(&ARRIVED));
    println!(
        "last arrival after {:.1} s, deepest overlap {:.2} radii",
        value(&T100),
        value(&DEEPEST_OVERLAP)
    );
    println!("state hash {}", metrics.state_hash);
    Ok(())
}
