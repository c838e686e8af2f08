//! A world only uses the threads that it was given. This must be the only test in its process, because Rayon's
//! global pool belongs to the whole process.

use sidestep::geometry::Wall;
use sidestep::steering::avoidance::Mode;
use sidestep::types::{Point, Rect};
use sidestep::world::Layout;
use sidestep::world::World;
use sidestep_lab::pair;
use sidestep_lab::scene::{LayoutOptions, Scene};

fn layout(map: &str, mode: &str) -> Layout {
    let mut layout = Scene::built_in(map).unwrap().layout(&LayoutOptions::default()).unwrap();
    layout.steering.mode = Mode::named(mode).unwrap();
    layout
}

#[test]
fn the_global_pool_is_never_used() {
    let gate = Wall::Box(Rect { min: Point::new(-1.0, 20.0), max: Point::new(1.0, 22.0) });
    for threads in [1, 2] {
        for (map, mode) in [("two-doors", "lanes"), ("crossing", "continuum")] {
            let mut world = World::new(layout(map, mode), threads);
            world.set_walls(world.layout().walls.iter().cloned().chain([gate.clone()]).collect()).unwrap();
            (0..20).for_each(|_| world.tick());
        }
    }
    let small = Layout { time_limit: 0.5, ..layout("t-junction", "none") };
    let other = Layout { time_limit: 0.5, ..layout("t-junction", "orca") };
    pair::pair(&small, [small.steering.clone(), other.steering], 0.0);
    // The pool can be built only once, and its first use builds it.
    rayon::ThreadPoolBuilder::new().num_threads(1).build_global().expect("the global pool was not there yet");
}
