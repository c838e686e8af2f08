//! A copy of a world and one restored from bytes go on as the world itself does, tick by tick.

use sidestep::crowd::{Crowd, NewWall, Order, UnitChange};
use sidestep::geometry::Wall;
use sidestep::saved::SnapshotError;
use sidestep::settings::ON;
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::steering::schedule::{OVERLAP, RATE};
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::{Layout, World};
use sidestep_lab::scene::{LayoutOptions, Scene, built_in_maps};

/// The ticks for which two worlds are compared.
const TOGETHER: u64 = 75;
/// How many modes each map is run with. The maps take turns, so that each mode meets several.
const MODES_PER_MAP: usize = 3;

/// Numbers that are the same in every run of the tests.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }

    fn point(&mut self, bounds: &Rect) -> Point {
        let mut share = || self.below(1000) as f32 / 1000.0;
        bounds.min + Vec2::new(bounds.size().x * share(), bounds.size().y * share())
    }
}

/// Gives a world a random command. Many are refused, which changes nothing.
fn command(world: &mut World, dice: &mut Dice) {
    let ids = world.ids().to_vec();
    // Where all units come in streams.
    if ids.is_empty() || world.layout().starts.is_empty() {
        return;
    }
    let bounds = world.layout().bounds;
    let at = dice.point(&bounds);
    let some: Vec<_> = (0..8).map(|_| ids[dice.below(ids.len())]).collect();
    let start = world.layout().starts[dice.below(world.layout().starts.len())].clone();
    let size = Vec2::new(1.5, 1.0);
    let wall = Wall::Box(Rect { min: at - size, max: at + size });
    match dice.below(8) {
        0 => _ = world.remove(some[0]),
        1 => _ = world.spawn(sidestep::world::Start { position: at, ..start }),
        2 => {
            _ = world
                .change(some[0], UnitChange { push: Some(Vec2::new(0.5, -0.5)), ..UnitChange::default() })
        }
        3 => _ = world.add_wall(NewWall::new(wall)),
        4 => _ = world.order(&some, Order::hold()),
        5 => _ = world.order(&some, Order::patrol(vec![at, dice.point(&bounds)])),
        6 => _ = world.order(&some, Order::go(at).queued()),
        _ => _ = world.order(&some, Order::go(at)),
    }
}

fn layout(map: &str, mode: Mode, seed: u64) -> Layout {
    let scene = Scene::built_in(map).unwrap();
    let most = scene.summary().unwrap().units().min(50);
    let seed = Some(seed);
    let small = scene.layout(&LayoutOptions { units: Some(most), seed, ..LayoutOptions::default() });
    let mut layout = small.unwrap_or_else(|_| {
        scene.layout(&LayoutOptions { units: None, seed, ..LayoutOptions::default() }).unwrap()
    });
    layout.steering.mode = mode;
    layout
}

/// Compares worlds tick by tick, with the same commands.
fn compare(mut worlds: Vec<World>, mut dice: Dice, name: &str) {
    for tick in 0..TOGETHER {
        let hashes: Vec<u64> = worlds.iter().map(|world| world.state_hash()).collect();
        assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{name}: tick {tick} of {hashes:x?}");
        if tick % 25 == 10 {
            let state = dice.0;
            for world in &mut worlds {
                dice.0 = state;
                command(world, &mut dice);
            }
        }
        worlds.iter_mut().for_each(World::tick);
    }
    let reasons = |world: &World| (!world.units().is_empty()).then(|| format!("{:?}", world.reasons(0)));
    assert_eq!(reasons(&worlds[0]), reasons(&worlds[1]), "{name}: reasons of the copy");
    let all: Vec<_> =
        worlds.iter().map(|world| (world.units().position.clone(), world.contacts().len())).collect();
    assert!(all.iter().all(|own| *own == all[0]), "{name}");
}

/// A copy of a world that has gone on otherwise, and back to its state.
fn rewound(world: &World, bytes: &[u8], seed: u64) -> World {
    let (mut copy, mut dice) = (world.clone(), Dice(seed));
    if dice.below(2) == 0 {
        let mode = if dice.below(2) == 0 { "lanes" } else { "orca" };
        copy.set_steering(Steering { mode: Mode::named(mode).unwrap(), ..world.steering().clone() });
    }
    for _ in 0..30 {
        command(&mut copy, &mut dice);
        copy.tick();
    }
    copy.rewind(bytes).unwrap();
    copy
}

/// Compares each map in some modes, with other modes, moments and commands in each round.
fn all_maps(round: usize) {
    let modes: Vec<Mode> = Mode::all().collect();
    for (number, map) in built_in_maps().iter().enumerate() {
        for k in 0..MODES_PER_MAP {
            let mode = modes[((number + round) * MODES_PER_MAP + k) % modes.len()];
            let name = format!("{} with {mode}", map.name);
            let mut dice = Dice((round * 977 + number * 31 + k) as u64);
            let layout = layout(map.name, mode, dice.below(9) as u64);
            let mut world = World::new(layout.clone(), 1);
            if k == 1 {
                let mut steering: Steering = world.steering().clone();
                steering.settings.set(&RATE, 20.0).unwrap();
                steering.settings.set(&OVERLAP, ON).unwrap();
                world.set_steering(steering);
            }
            for tick in 0..30 + dice.below(200) {
                if tick % 40 == 20 {
                    command(&mut world, &mut dice);
                }
                world.tick();
            }
            // Commands that wait for the next tick are part of it.
            command(&mut world, &mut dice);
            let bytes = world.snapshot().unwrap();
            let restored = World::restore(layout, &bytes, 1 + number % 3)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let rewound = rewound(&world, &bytes, dice.0);
            compare(vec![world.clone(), world, restored, rewound], dice, &name);
        }
    }
}

#[test]
fn a_copy_and_a_restored_world_go_on_bit_for_bit_on_all_maps_in_all_modes() {
    all_maps(0);
}

#[test]
#[ignore = "takes five minutes in a release build"]
fn the_same_in_many_rounds() {
    (1..20).for_each(all_maps);
}

/// Bodies of the caller move at once as they are told.
#[test]
fn a_crowd_without_bodies_is_restored_as_well() {
    let mode = Mode::named("lanes").unwrap();
    let layout = layout("door", mode, 1);
    let mut crowd = Crowd::new(layout.clone(), 1);
    let tick = |crowd: &mut Crowd| {
        let (position, velocity) = (crowd.units().position.clone(), crowd.units().velocity.clone());
        let bodies = sidestep::crowd::Bodies { position: &position, velocity: &velocity };
        let chosen = crowd.step(bodies).velocity.clone();
        let moved: Vec<Point> = position.iter().zip(&chosen).map(|(p, v)| p + v / 60.0).collect();
        crowd.step(sidestep::crowd::Bodies { position: &moved, velocity: &chosen });
    };
    (0..200).for_each(|_| tick(&mut crowd));
    let bytes = crowd.snapshot().unwrap();
    let mut restored = Crowd::restore(layout.clone(), &bytes, 2).unwrap();
    for _ in 0..TOGETHER {
        tick(&mut crowd);
        tick(&mut restored);
        assert_eq!(crowd.state_hash(), restored.state_hash());
    }
    let then = crowd.state_hash();
    crowd.rewind(&bytes).unwrap();
    (0..TOGETHER).for_each(|_| tick(&mut crowd));
    assert_eq!(crowd.state_hash(), then);
    let error = World::restore(layout, &bytes, 1).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("Crowd::restore"), "{error}");
}

#[test]
fn a_snapshot_that_does_not_belong_here_is_refused() {
    let mode = Mode::named("lanes").unwrap();
    let own = layout("door", mode, 1);
    let mut world = World::new(own.clone(), 1);
    let bytes = world.snapshot().unwrap();
    let other = World::restore(layout("door", mode, 2), &bytes, 1).map(|_| ());
    assert_eq!(other.unwrap_err(), SnapshotError::OtherLayout, "another seed");
    let cut = World::restore(own, &bytes[..bytes.len() - 1], 1).map(|_| ());
    assert!(matches!(cut.unwrap_err(), SnapshotError::Incomplete { .. }));
    let mut other = World::new(layout("door", mode, 2), 1);
    let before = other.state_hash();
    assert_eq!(other.rewind(&bytes), Err(SnapshotError::OtherLayout));
    other.tick();
    assert!(other.ticks() == 1 && other.state_hash() != before, "it goes on");
    world.set_model(mode.make(&world.steering().settings));
    assert_eq!(world.snapshot().unwrap_err(), SnapshotError::OwnModel);
}
