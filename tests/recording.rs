//! Recordings play again exactly, from any tick, and damaged ones play as far as they are whole.

use sidestep::crowd::{Command, NewWall, Order, Slots, UnitChange};
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::recording::{Ending, PlayError, Recorder, Recording, RecordingError, brief};
use sidestep::steering::Steering;
use sidestep::steering::avoidance::Mode;
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::{Layout, Start, World};

const UNITS: usize = 24;
/// 15 s: a snapshot in the middle, and half a second at the end.
const TICKS: u64 = 930;

fn layout() -> Layout {
    let start = |k: usize| {
        let side = if k.is_multiple_of(2) { -1.0 } else { 1.0 };
        let position = Point::new(side * (8.0 + (k / 8) as f32 * 1.5), (k / 2 % 4) as f32 * 1.5 - 3.0);
        let goal = Goal::Point { at: Point::new(-position.x, position.y), radius: 0.5, own: true };
        Start { position, goal, max_speed: 4.0, group: u16::from(side > 0.0), ..Start::default() }
    };
    let mut layout = Layout::new((0..UNITS).map(start).collect());
    layout.walls = vec![Wall::Box(Rect { min: Point::new(-1.0, 4.0), max: Point::new(1.0, 9.0) })];
    layout.bounds = Rect { min: Point::new(-25.0, -15.0), max: Point::new(25.0, 15.0) };
    layout.steering.mode = Mode::named("lanes").unwrap();
    layout
}

/// A run in which everything happens that a recording has to know of.
fn recorded() -> (Vec<u8>, World) {
    let mut world = World::new(layout(), 1);
    let mut recorder = Recorder::new(Vec::new(), b"a map", &world).unwrap();
    let mut door = None;
    for tick in 0..TICKS {
        let all = world.ids().to_vec();
        match tick {
            100 => {
                _ = world
                    .order(&all[..8], Order::form(Slots::boxed(Point::new(0.0, -9.0), 0.0, 1.5)))
                    .unwrap()
            }
            150 => {
                let shape = Wall::Box(Rect { min: Point::new(-1.0, -6.0), max: Point::new(1.0, -4.5) });
                door = Some(world.add_wall(NewWall::door(shape)).unwrap());
            }
            200 => world.remove(all[3]).unwrap(),
            220 => {
                let spawned =
                    world.spawn(Start { position: Point::new(0.0, 12.0), ..Start::default() }).unwrap();
                world
                    .order(&[spawned], Order::patrol(vec![Point::new(9.0, 9.0), Point::new(-9.0, 9.0)]))
                    .unwrap();
            }
            300 => world.set_door(door.unwrap(), true).unwrap(),
            400 => {
                let steering = Steering { mode: Mode::named("orca").unwrap(), ..world.steering().clone() };
                world.set_steering(steering);
            }
            500 => _ = world.apply(Command::Steer(Steering::default())).unwrap(),
            640 => {
                let push = Some(Vec2::new(1.0, 2.0));
                world.change(all[0], UnitChange { push, ..UnitChange::default() }).unwrap();
            }
            700 => world.set_walls(Vec::new()).unwrap(),
            // Refused: it is not part of the recording.
            701 => assert!(world.remove(all[3]).is_ok() && world.remove(all[3]).is_err()),
            _ => {}
        }
        world.tick();
        recorder.tick(&world).unwrap();
    }
    (recorder.finish().unwrap(), world)
}

#[test]
fn a_recording_plays_again_tick_by_tick_from_anywhere() {
    let (bytes, world) = recorded();
    let recording = Recording::read(&bytes).unwrap();
    assert_eq!((recording.scene(), recording.ending()), (&b"a map"[..], Ending::Finished));
    assert_eq!((recording.first_tick(), recording.last_tick()), (0, TICKS));
    for threads in [1, 3] {
        let mut player = recording.play(layout(), threads).unwrap();
        while player.tick().unwrap() {}
        assert_eq!(player.world().state_hash(), world.state_hash());
        assert_eq!(player.world().units().position, world.units().position);
        // Back, forward over the snapshot, and to the ends.
        for tick in [250, 650, 620, 0, TICKS] {
            player.seek(tick).unwrap();
            assert_eq!(player.world().ticks(), tick);
            assert!(
                tick == TICKS || player.tick().unwrap(),
                "the hash after tick {} is that of the recording",
                tick + 1
            );
        }
        let error = player.seek(TICKS + 1).unwrap_err();
        assert!(matches!(error, PlayError::NoSuchTick { last: TICKS, .. }), "{error}");
    }
    the_places_are_those_of_every_tick(&recording);
}

fn the_places_are_those_of_every_tick(recording: &Recording) {
    let mut player = recording.play(layout(), 1).unwrap();
    loop {
        let world = player.world();
        let places = recording.places_after(world.ticks()).unwrap();
        let ids: Vec<(u32, u32)> = world.ids().iter().map(|id| id.parts()).collect();
        assert_eq!(places.iter().map(|place| place.id).collect::<Vec<_>>(), ids);
        for (place, position) in places.iter().zip(&world.units().position) {
            assert!(
                (place.position - position).norm() < 0.0008,
                "tick {}: {place:?}, {position}",
                world.ticks()
            );
        }
        if !player.tick().unwrap() {
            break;
        }
    }
    assert_eq!(recording.places_after(TICKS + 1), None);
}

#[test]
fn another_layout_is_refused_and_another_course_of_events_is_found() {
    let (bytes, _) = recorded();
    let recording = Recording::read(&bytes).unwrap();
    let other = Layout { seed: 9, ..layout() };
    assert!(matches!(recording.play(other, 1).map(|_| ()), Err(PlayError::Snapshot(_))));
    let mut player = recording.play(layout(), 1).unwrap();
    (0..120).for_each(|_| _ = player.tick().unwrap());
    // Somebody interferes.
    let error = player.tick_by(|world| {
        let unit = world.ids()[0];
        let push = Some(Vec2::new(0.1, 0.0));
        world.change(unit, UnitChange { push, ..UnitChange::default() }).unwrap();
        world.tick();
    });
    assert_eq!(error.unwrap_err().tick, 121);
}

/// A killed program leaves a part; a disk flips bits.
#[test]
fn cut_and_damaged_recordings_play_as_far_as_they_are_whole() {
    let (bytes, _) = recorded();
    let whole = Recording::read(&bytes).unwrap();
    let mut state = 1_u64;
    let mut random = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % limit
    };
    let mut endings = [0; 3];
    for round in 0..10_000 {
        let mut bytes = bytes.clone();
        if round % 2 == 0 {
            bytes.truncate(random(bytes.len()));
        } else {
            let at = random(bytes.len());
            bytes[at] ^= 1 << random(8);
        }
        match Recording::read(&bytes) {
            Ok(read) => {
                let ticks = read.last_tick();
                let same = (1..=ticks).all(|tick| read.hash_after(tick) == whole.hash_after(tick));
                let known = whole.all_inputs().iter().filter(|(tick, _)| *tick < ticks);
                let inputs = read.all_inputs().iter().filter(|(tick, _)| *tick < ticks);
                // A flipped bit in the version is another version.
                assert!(same && known.eq(inputs), "round {round}");
                endings[usize::from(read.ending() == Ending::Cut)
                    + 2 * usize::from(read.ending() == Ending::Finished)] += 1;
            }
            Err(error) => {
                assert!(!matches!(error, RecordingError::NotARecording) || bytes.len() < 9 || round % 2 == 1)
            }
        }
    }
    assert!(endings.iter().take(2).all(|count| *count > 100), "damaged, cut: {endings:?}");
}

#[test]
fn a_brief_recording_plays_from_the_layout_and_compares_the_end() {
    let mut world = World::new(layout(), 1);
    (0..120).for_each(|_| world.tick());
    let bytes = brief(b"a map", 120, world.state_hash());
    assert!(bytes.len() < 100);
    let recording = Recording::read(&bytes).unwrap();
    assert_eq!((recording.first_tick(), recording.last_tick()), (0, 120));
    assert_eq!((recording.hash_after(119), recording.hash_after(120)), (None, Some(world.state_hash())));
    let mut player = recording.play(layout(), 1).unwrap();
    player.seek(90).unwrap();
    while player.tick().unwrap() {}
    assert_eq!((player.world().ticks(), player.world().state_hash()), (120, world.state_hash()));
    let other = Recording::read(&brief(b"a map", 120, 7)).unwrap();
    let mut player = other.play(layout(), 1).unwrap();
    let error = player.seek(120).unwrap_err();
    assert!(matches!(error, PlayError::Divergence(ref found) if found.tick == 120), "{error}");
    assert!(Recording::read(&bytes[..30]).is_err(), "without its end, nothing is known");
}
