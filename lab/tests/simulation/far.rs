//! Maps far from their coordinate origin are simulated around the middle of their bounds and reported in their own
//! coordinates.

use sidestep::types::MapPoint;
use sidestep::world::World;
use sidestep_lab::export::{CsvRecorder, Recorder};
use sidestep_lab::measure::{ARRIVED, Measure, Metrics, T100, TIME_RATIO};
use sidestep_lab::run::CompletedRun;
use sidestep_lab::scene::{LayoutOptions, Scene};

/// Two units walking around walls of every kind, shifted by `x` and `y` metres.
fn map(x: f64, y: f64) -> String {
    let p = |px: f64, py: f64| format!("[{}, {}]", px + x, py + y);
    format!(
        "sidestep = 1\nbounds = [{}, {}]\ntime_limit = 40\navoidance = {{ mode = \"none\" }}\n\
         [[wall]]\nbox = [{}, {}]\n[[wall]]\ncircle = {{ center = {}, radius = 1.5 }}\n\
         [[wall]]\npolygon = [{}, {}, {}, {}]\n[[wall]]\nchain = [{}, {}]\n\
         [[group]]\nname = \"east\"\nunits = [{{ position = {} }}]\ngoal = {{ point = {} }}\n\
         [[group]]\nname = \"slow\"\nunits = [{{ position = {}, max_speed = 0.4 }}]\ngoal = {{ shift = [7, 0.3] }}\n\
         [[group]]\nname = \"mirrored\"\nformation = \"grid\"\ncount = 2\narea = [{}, {}]\ngoal = {{ mirror = {} }}\n",
        p(-20.0, -15.0),
        p(20.0, 15.0),
        p(-6.0, -4.0),
        p(-4.0, 2.25),
        p(3.0, 0.5),
        p(7.0, -6.0),
        p(9.0, -6.0),
        p(9.0, 3.0),
        p(8.0, -2.0),
        p(12.0, -3.0),
        p(12.0, 8.0),
        p(-15.0, 0.0),
        p(16.0, 0.5),
        p(-12.0, 9.0),
        p(-16.0, -13.0),
        p(-12.0, -9.0),
        p(0.0, -11.0),
    )
}

fn scene(x: f64, y: f64) -> Scene {
    Scene::from_toml("map.toml", &map(x, y)).unwrap_or_else(|e| panic!("{e}"))
}

fn world(x: f64, y: f64) -> World {
    World::new(scene(x, y).layout(&LayoutOptions::default()).unwrap(), 1)
}

fn metrics(x: f64, y: f64) -> Metrics {
    let mut world = world(x, y);
    let mut measure = Measure::new(&world);
    while !world.finished() && world.time() < world.layout().time_limit {
        world.tick();
        measure.observe(&world);
    }
    measure.metrics(&world)
}

#[test]
fn a_map_near_its_origin_keeps_its_coordinates() {
    assert_eq!(world(0.0, 0.0).layout().origin, MapPoint::origin());
    assert_eq!(world(120.0, -120.0).layout().origin, MapPoint::origin());
}

#[test]
fn a_shifted_map_is_the_same_run() {
    let here = metrics(0.0, 0.0);
    assert_eq!(here.value(&ARRIVED).unwrap(), 1.0, "all must get around the walls");
    // With a shift by a multiple of 256 m even the bits are identical.
    assert_eq!(metrics(10_240.0, -40_960.0).state_hash, here.state_hash);
    for (x, y) in [(10_000.0, 10_000.0), (-49_900.0, 49_900.0), (8_200.3, 77.7)] {
        let there = metrics(x, y);
        assert_eq!(there.value(&ARRIVED).unwrap(), here.value(&ARRIVED).unwrap(), "at ({x}, {y})");
        let times =
            [(there.value(&TIME_RATIO), here.value(&TIME_RATIO)), (there.value(&T100), here.value(&T100))];
        for (found, expected) in times {
            let (found, expected) = (found.unwrap(), expected.unwrap());
            // A tick is 1/60 s of up to 20 s, and a unit may arrive one tick earlier or later.
            assert!((found / expected - 1.0).abs() < 2e-3, "at ({x}, {y}): {found}, not {expected}");
        }
    }
}

#[test]
fn output_uses_the_coordinates_of_the_map() {
    let mut world = world(10_000.0, -30_000.0);
    let layout = world.layout();
    assert_eq!(layout.map_point(layout.starts[0].position), MapPoint::new(9_985.0, -30_000.0));
    assert_eq!(layout.local_point(MapPoint::new(9_985.0, -30_000.0)), layout.starts[0].position);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.csv");
    let mut csv = Box::new(CsvRecorder::create(&path, 1).unwrap());
    csv.record(&world).unwrap();
    world.tick();
    csv.record(&world).unwrap();
    let run = CompletedRun { metrics: Measure::new(&world).metrics(&world), world };
    csv.finish(&run).unwrap();
    let world = run.world;
    let text = std::fs::read_to_string(&path).unwrap();
    let row = |n: usize| text.lines().nth(n).unwrap().split(',').map(String::from).collect::<Vec<_>>();
    assert_eq!(row(1)[4..6], ["9985", "-30000"]);
    let moved = row(5)[4].parse::<f64>().unwrap() - 9_985.0;
    let exact = f64::from(world.units().position[0].x - world.layout().starts[0].position.x);
    assert!(moved > 0.0 && (moved - exact).abs() < 1e-4, "{moved}, not {exact}");

    let summary = scene(10_000.0, -30_000.0).summary().unwrap().to_string();
    assert!(summary.contains("(9980, -30015) to (10020, -29985)"), "{summary}");
    let error =
        Scene::from_toml("map.toml", &map(10_000.0, -30_000.0).replace("[9985, -30000]", "[9995, -30001.5]"));
    let message = error.unwrap_err().to_string();
    assert!(message.contains("starts in a wall, at (9995.00, -30001.50)"), "{message}");
}

#[test]
fn start_files_are_centred_on_their_middle() {
    let text = "30000.1 40000.2 30010.1 40000.2\n30000.1 40002.2 30010.1 40002.2\n";
    let layout = Scene::from_starts("far.txt", text).unwrap().layout(&LayoutOptions::default()).unwrap();
    let first = layout.map_point(layout.starts[0].position);
    assert!((first - MapPoint::new(30_000.1, 40_000.2)).norm() < 1e-5, "{first}");
    assert!(layout.starts[0].position.coords.amax() < 200.0, "near the middle");
}

/// Half the spacing of neighbouring floats would exceed a twentieth of a unit's movement per tick.
#[test]
fn units_too_slow_for_their_distance_from_the_middle_are_refused() {
    let map = |at: f64, speed: f64| {
        format!(
            "sidestep = 1\nbounds = [[-{at}, -{at}], [{at}, {at}]]\ntime_limit = 9\nunit = {{ max_speed = {speed} }}\n[[group]]\nname \
             = \"far\"\nunits = [{{ position = [{}, 0] }}]\ngoal = {{ point = [0, 0] }}\n",
            at - 5.0
        )
    };
    for (at, speed) in [(8_200.0, 0.18), (49_000.0, 1.4), (300.0, 0.01)] {
        let message = Scene::from_toml("map.toml", &map(at, speed)).unwrap_err().to_string();
        assert!(message.contains("group 'far' is too far from the middle"), "{at} m, {speed} m/s: {message}");
    }
    for (at, speed) in [(8_200.0, 5.0), (49_000.0, 5.0), (16_000.0, 1.4), (100.0, 0.01)] {
        assert!(Scene::from_toml("map.toml", &map(at, speed)).is_ok(), "{at} m, {speed} m/s");
    }
}
