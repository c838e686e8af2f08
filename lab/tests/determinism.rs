//! The same scene, mode and seed give the same state hash on any number of threads, in debug and release builds,
//! and on machines other than the one that made the golden hashes. CI runs this file in both build profiles, and
//! its last test for another processor. See docs/internals.md.
//!
//! A change that alters runs on purpose must renew the hashes: `UPDATE_HASHES=1 cargo test --test determinism`.

use sidestep::settings::{OFF, ON, SettingValue};
use sidestep::steering::avoidance::Mode;
use sidestep::steering::schedule::{OVERLAP, RATE};
use sidestep::world::World;
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::collections::BTreeMap;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/state_hashes.json");
/// Seven seconds, when the groups are in the middle of each other.
const TICKS: u64 = 420;

/// These cover walls and flocking, the main crossing with everything switched on, standing obstacles and arrivals,
/// models that perceive walls, models with grids and their own threads, gates with turns, and plans whose bodies turn.
const RUNS: [(&str, Option<usize>, &str); 13] = [
    ("tunnel", None, "raycast"),
    ("crossing", Some(200), "raycast+cardioid"),
    ("crossing", Some(200), "none"),
    ("dozen", None, "cardioid"),
    ("tunnel", None, "orca"),
    ("crossing", Some(100), "power-law"),
    ("corridor", None, "social-force"),
    ("tunnel", None, "continuum"),
    ("pursuit", None, "none"),
    ("crossing", Some(200), "lanes"),
    ("tunnel", None, "lanes"),
    ("two-doors-both-ways", None, "lanes"),
    ("circle", Some(100), "lanes-cheap"),
];

fn world((map, units, mode): (&str, Option<usize>, &str), threads: usize, push: bool) -> World {
    let scene = Scene::built_in(map).unwrap();
    let mut layout =
        scene.layout(&LayoutOptions { units, seed: Some(3), ..LayoutOptions::default() }).unwrap();
    layout.steering.mode = Mode::named(mode).unwrap();
    layout.steering.push.on = push;
    World::new(layout, threads)
}

/// Decision rates, and whether physics runs beside decisions. The first run has walls and mechanisms, the second one plans.
const SCHEDULES: [(&str, &str, f32, SettingValue); 6] = [
    ("tunnel", "lanes", 30.0, OFF),
    ("pursuit", "none", 20.0, ON),
    ("crossing", "lanes", 20.0, OFF),
    ("crossing", "raycast+cardioid", 60.0, ON),
    ("crossing", "orca", 30.0, ON),
    ("crossing", "continuum", 30.0, OFF),
];

fn scheduled((map, mode, rate, overlap): (&str, &str, f32, SettingValue), threads: usize) -> World {
    let mut world = world((map, None, mode), threads, true);
    let mut steering = world.steering().clone();
    steering.settings.set(&RATE, rate).unwrap();
    steering.settings.set(&OVERLAP, overlap).unwrap();
    world.set_steering(steering);
    world
}

fn hash_after(mut world: World) -> String {
    for _ in 0..TICKS {
        world.tick();
    }
    format!("{:016x}", world.state_hash())
}

/// The hash of a run that is stored half-way and goes on from the bytes, on this many threads.
fn hash_after_restoring(mut world: World, threads: usize) -> String {
    (0..TICKS / 2).for_each(|_| world.tick());
    let bytes = world.snapshot().unwrap();
    let mut restored = World::restore(world.layout_at_start(), &bytes, threads).unwrap();
    (TICKS / 2..TICKS).for_each(|_| restored.tick());
    format!("{:016x}", restored.state_hash())
}

/// A run's name among the golden hashes.
fn name((map, units, mode): (&str, Option<usize>, &str), push: bool) -> String {
    format!("{map} {units:?} {mode} push {push}")
}

fn golden() -> BTreeMap<String, String> {
    serde_json::from_str(&std::fs::read_to_string(GOLDEN).unwrap()).unwrap()
}

#[test]
fn the_hash_depends_on_neither_threads_nor_profile_nor_machine() {
    let mut found = BTreeMap::new();
    for run in RUNS {
        for push in [false, true] {
            let [one, three] = [1, 3].map(|threads| hash_after(world(run, threads, push)));
            let eight = hash_after_restoring(world(run, 8, push), 2);
            let name = name(run, push);
            assert_eq!((&one, &one), (&three, &eight), "{name}: 1 and 3 threads, and 8, then 2");
            found.insert(name, one);
        }
    }
    for schedule in SCHEDULES {
        let [one, two] = [1, 2].map(|threads| hash_after(scheduled(schedule, threads)));
        let five = hash_after_restoring(scheduled(schedule, 5), 1);
        let (map, mode, rate, overlap) = schedule;
        let name = format!("{map} {mode} {rate} Hz overlap {}", overlap);
        assert_eq!((&one, &one), (&two, &five), "{name}: 1 and 2 threads, and 5, then 1");
        found.insert(name, one);
    }
    if std::env::var_os("UPDATE_HASHES").is_some() {
        std::fs::write(GOLDEN, serde_json::to_string_pretty(&found).unwrap() + "\n").unwrap();
    }
    assert_eq!(found, golden());
}

#[test]
fn reading_reasons_changes_nothing() {
    let mut watched = world(RUNS[1], 1, true);
    for _ in 0..TICKS {
        watched.tick();
        for id in (0..watched.units().len()).step_by(37) {
            let reasons = watched.reasons(id);
            assert!(reasons.force.norm() < 1e6);
        }
    }
    assert_eq!(format!("{:016x}", watched.state_hash()), hash_after(world(RUNS[1], 1, true)));
}

#[test]
fn another_seed_is_another_run() {
    let scene = Scene::built_in("crossing").unwrap();
    let hash = |seed| {
        let layout = scene
            .layout(&LayoutOptions { units: Some(100), seed: Some(seed), ..LayoutOptions::default() })
            .unwrap();
        hash_after(World::new(layout, 1))
    };
    assert_ne!(hash(1), hash(2));
}

/// Each run once on one thread, stored and restored half-way, alternating the push, which an emulated processor can do in reasonable time.
#[test]
#[ignore = "the first test has these runs too; this one is for emulators"]
fn another_processor_has_the_golden_hashes() {
    let golden = golden();
    for (k, run) in RUNS.into_iter().enumerate() {
        let push = k % 2 == 0;
        let name = name(run, push);
        assert_eq!(hash_after_restoring(world(run, 1, push), 1), golden[&name], "{name}");
        println!("{}: {name} has its golden hash", std::env::consts::ARCH);
    }
}
