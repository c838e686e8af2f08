//! Where two runs part: `pair`, and the program's two runs in step.

use assert_cmd::Command;
use sidestep::pair::{Pair, pair};
use sidestep::scene::{Layout, LayoutOptions, Scene};
use sidestep::settings::Push;
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::world::World;
use std::fs;
use tempfile::TempDir;

fn mode(name: &str) -> Mode {
    Mode::named(name).unwrap_or_else(|| panic!("no mode {name}"))
}

fn layout(units: usize, seed: u64) -> Layout {
    let options = LayoutOptions { units: Some(units), seed: Some(seed), ..LayoutOptions::default() };
    Scene::built_in("crossing").unwrap().layout(&options).unwrap()
}

fn steered(layout: &Layout, name: &str) -> Steering {
    Steering { mode: mode(name), ..layout.steering.clone() }
}

fn run(layout: &Layout, names: [&str; 2], tolerance: f32) -> Pair {
    pair(layout, names.map(|name| steered(layout, name)), tolerance)
}

/// A world by itself, after so many ticks.
fn alone(layout: &Layout, steering: Steering, ticks: u64) -> World {
    let mut world = World::new(Layout { steering, ..layout.clone() }, 1);
    (0..ticks).for_each(|_| world.tick());
    world
}

#[test]
fn a_mode_does_not_part_from_itself() {
    let layout = layout(20, 2);
    let same = run(&layout, ["raycast+cardioid", "raycast+cardioid"], 0.0);
    assert!(same.parting.is_none());
    let [a, b] = &same.ends;
    assert_eq!(a.metrics.state_hash, b.metrics.state_hash);
    assert_eq!((a.metrics.arrived, &a.arrived_at), (1.0, &b.arrived_at));
    for id in 0..20 {
        let (time, ratio) = a.of(id).unwrap();
        assert!(ratio >= 1.0 && time > 0.0 && time <= a.metrics.t100.unwrap(), "{id}: {time} {ratio}");
    }
    let mean = (0..20).map(|id| a.of(id).unwrap().1).sum::<f64>() / 20.0;
    assert!((mean - a.metrics.time_ratio.unwrap()).abs() < 1e-5, "the units' ratios make up the run's");
}

#[test]
fn raycast_parts_from_none_where_the_first_ray_hits() {
    let layout = layout(8, 1);
    // By itself: the first tick in which somebody's rays make it turn.
    let mut world = alone(&layout, steered(&layout, "raycast"), 0);
    while (0..8).all(|id| world.decision(id).turning.is_none()) {
        world.tick();
    }
    let hit = world.ticks();
    assert!(hit > 10, "they are to walk a while first: {hit}");

    let parting = run(&layout, ["raycast", "none"], 0.0).parting.unwrap();
    assert_eq!((parting.tick, parting.decided), (hit, Some(hit)));
    let turning = (0..8).filter(|id| world.decision(*id).turning.is_some()).count();
    assert_eq!(parting.deciding, turning);
    let [raycast, none] = parting.worlds.each_ref().map(|world| world.reasons(parting.unit));
    let rays = raycast.raycast.unwrap();
    assert!(rays.hit.is_some() && rays.turn.is_some(), "{rays:?}");
    assert!(none.raycast.is_none());
    // Nobody is further off: all other units' places after that tick.
    let other = alone(&layout, steered(&layout, "none"), hit);
    let off = |id: usize| (world.units().position[id] - other.units().position[id]).norm();
    assert_eq!(parting.distance, off(parting.unit));
    assert!((0..8).all(|id| off(id) <= parting.distance) && parting.distance > 0.0);
}

#[test]
fn the_reasons_are_of_the_decision_that_parts_them() {
    // Rays, half-planes, and a model whose grids are filled once a tick.
    for (names, seed) in [(["raycast", "cardioid"], 1), (["none", "orca"], 2), (["lanes", "power-law"], 3)] {
        let layout = layout(30, seed);
        let parting = run(&layout, names, 0.0).parting.unwrap();
        let decided = parting.decided.expect("these modes decide differently");
        assert_eq!(decided, parting.tick);
        for (world, name) in parting.worlds.iter().zip(names) {
            let taken = alone(&layout, steered(&layout, name), decided);
            let before = alone(&layout, steered(&layout, name), decided - 1);
            assert_eq!((world.ticks(), world.state_hash()), (before.ticks(), before.state_hash()));
            let id = parting.unit;
            assert_eq!(world.decision(id), taken.decision(id), "{names:?}, {name}");
            assert_eq!(world.reasons(id).force, taken.decision(id).force, "{names:?}, {name}");
        }
        let [a, b] = &parting.worlds;
        assert_eq!(a.state_hash(), b.state_hash(), "up to there they are one run");
        assert_ne!(a.decision(parting.unit).force, b.decision(parting.unit).force);
    }
}

#[test]
fn with_a_tolerance_small_differences_do_not_count() {
    let layout = layout(8, 1);
    let exact = run(&layout, ["raycast", "none"], 0.0).parting.unwrap();
    let names = ["raycast", "none"];
    let coarse = run(&layout, names, 0.5).parting.unwrap();
    assert!(coarse.tick > exact.tick && coarse.distance > 0.5, "{} m", coarse.distance);
    let before = names.map(|name| alone(&layout, steered(&layout, name), coarse.tick - 1));
    let off = |id: usize| (before[0].units().position[id] - before[1].units().position[id]).norm();
    assert!((0..8).all(|id| off(id) <= 0.5), "it is the first tick");
    let decided = coarse.decided.unwrap();
    assert!((exact.tick..=coarse.tick).contains(&decided), "{decided}");
    let [a, b] = coarse.worlds.each_ref().map(|world| world.decision(coarse.unit).force);
    assert_ne!(a, b);
    assert!(run(&layout, names, 1e6).parting.is_none());
    assert_eq!(run(&layout, names, f32::NAN).parting.unwrap().tick, exact.tick, "no number is no tolerance");
}

#[test]
fn what_only_physics_parts_is_told_so() {
    let layout = layout(8, 1);
    let with = |on: bool| Steering { push: Push { on, strength: 0.8 }, ..steered(&layout, "none") };
    let parting = pair(&layout, [with(true), with(false)], 0.0).parting.unwrap();
    assert_eq!((parting.decided, parting.deciding), (None, 0));
    let [a, b] = &parting.worlds;
    assert_eq!((a.ticks(), a.state_hash()), (parting.tick - 1, b.state_hash()));
    assert_eq!(a.decision(parting.unit), b.decision(parting.unit));
}

#[test]
fn a_picture_has_both_halves() {
    let layout = layout(8, 1);
    let parting = run(&layout, ["raycast", "none"], 0.0).parting.unwrap();
    let ((wide, high), pixels) = parting.picture((480, 400));
    assert_eq!((wide, high, pixels.len()), (964, 400, 964 * 400 * 4));
    let pixel = |x: usize, y: usize| &pixels[(y * 964 + x) * 4..][..4];
    assert!((0..400).all(|y| (480..484).all(|x| pixel(x, y) == pixel(480, 0))), "a line between");
    let differs = |x: usize, y: usize| pixel(x, y) != pixel(484 + x, y);
    let differing = (0..400 * 480).filter(|k| differs(k % 480, k / 480)).count();
    assert!(differing > 200, "rays and words: {differing}");
    // Below the words and away from the unit's rays both show the same ground.
    assert!((370..400).all(|y| (0..480).all(|x| !differs(x, y))));
    assert_eq!(parting.picture((0, 0)).0, (6, 1), "never empty");
}

fn program(folder: &TempDir) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_sidestep"));
    program.env("NO_COLOR", "1").env("COLUMNS", "80").current_dir(folder.path());
    program
}

fn told(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = program(&folder).arg("compare").args(arguments).assert().code(0).get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_program_tells_when_who_and_why() {
    let text = told(&["--pair", "raycast", "none", "--map", "crossing", "--seed", "1", "--units", "8"]);
    let parting = run(&layout(8, 1), ["raycast", "none"], 0.0).parting.unwrap();
    let (before, tick, unit) = (parting.tick - 1, parting.tick, parting.unit);
    let state = parting.worlds[0].state_hash();
    for words in [
        format!("Up to tick {before} ("),
        format!("both runs are the same, bit by bit: state {state:016x}"),
        format!("Then, in tick {tick}, unit {unit} of west at ("),
        "ray hits unit".into(),
        format!("unit {unit} arrives"),
        "time ratio".into(),
    ] {
        assert!(text.contains(&words), "no '{words}' in\n{text}");
    }
    let same = told(&["--pair", "lanes", "lanes", "--units", "8"]);
    assert!(same.contains("The runs are the same to the end, bit by bit."), "{same}");
    let start =
        told(&["--pair", "lanes", "lanes", "--units", "8", "--set-b", "lanes.response=2", "--limit", "2"]);
    assert!(start.contains("B: lanes, lanes.response 2") && start.contains("decides differently"), "{start}");
}

#[test]
fn the_program_writes_both_halves() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["compare", "--pair", "raycast", "none", "--units", "8", "--png", "both.png"];
    program(&folder).args(arguments).assert().code(0);
    let file = std::io::BufReader::new(fs::File::open(folder.path().join("both.png")).unwrap());
    let reader = png::Decoder::new(file).read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (2 * 960 + 4, 720));
}

#[test]
fn bad_input_names_the_nearest() {
    let wrong: [(&[&str], &str); 10] = [
        (&["--pair", "none", "lanes", "--maps", "crossing"], "cannot be used with '--maps <MAPS>'"),
        (&["--pair", "none", "lanes", "--units", "8,9"], "--pair takes one value of --units, not 2"),
        (&["--map", "crossing"], "--pair <MODE_A> <MODE_B>"),
        (&["--pair", "raycst", "none"], "did you mean 'raycast'?"),
        (&["--pair", "none"], "2 values required"),
        (&["--pair", "none", "raycast", "--map", "crosing"], "did you mean 'crossing'?"),
        (&["--pair", "none", "lanes", "--set-b", "lanes.respons=1"], "did you mean 'lanes.response'?"),
        (&["--pair", "none", "lanes", "--tolerance", "-1"], "'-1' is not a distance"),
        (&["--pair", "none", "lanes", "--tolerance", "much"], "'much' is not a distance"),
        (
            &["--pair", "none", "raycast", "--units", "8", "--png", "no/folder.png"],
            "cannot create no/folder.png",
        ),
    ];
    for (arguments, part) in wrong {
        let folder = tempfile::tempdir().unwrap();
        let output = program(&folder).arg("compare").args(arguments).assert().code(2).get_output().clone();
        let message = String::from_utf8(output.stderr).unwrap();
        let words = message.replace(['│', '×'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(part), "{arguments:?}: no '{part}' in: {words}");
        assert!(
            output.stdout.is_empty() && fs::read_dir(folder.path()).unwrap().count() == 0,
            "{arguments:?}"
        );
    }
}
