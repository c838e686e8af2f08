//! Any sequence of commands.

use super::common::*;
use proptest::prelude::*;
use sidestep::crowd::{
    Command, Destination, IfOccupied, Made, NewWall, Order, Slots, Stance, Task, UnitChange, UnitId, WallId,
};
use sidestep::geometry::Wall;
use sidestep::types::{Point, Vec2};
use sidestep::world::World;

/// A command whose ids are picked among those that were given out, some of them long gone.
#[derive(Debug, Clone)]
enum Draft {
    Spawn((f32, f32), f32, u16),
    Remove(usize),
    Order(Vec<usize>, Task, bool, bool),
    Follow(usize, usize),
    Change(usize, UnitChange),
    Wall((f32, f32), (f32, f32), IfOccupied, bool),
    RemoveWall(usize),
    Door(usize, bool),
    Ticks(u8),
}

fn point() -> impl Strategy<Value = (f32, f32)> {
    (-45.0_f32..45.0, -35.0_f32..35.0)
}

fn task() -> impl Strategy<Value = Task> {
    let at = |(x, y): (f32, f32)| Point::new(x, y);
    prop_oneof![
        point().prop_map(move |p| Task::Go(Destination::Point(at(p)))),
        (point(), 0.0_f32..9.0)
            .prop_map(move |(p, radius)| Task::Go(Destination::Disc { at: at(p), radius })),
        (point(), -2.0_f32..9.0)
            .prop_map(move |(p, size)| { Task::Go(Destination::Region(rect(p, (p.0 + size, p.1 + size)))) }),
        (point(), point(), point()).prop_map(move |(a, b, c)| {
            Task::Go(Destination::Line { from: at(a), to: at(b), toward: at(c) })
        }),
        (point(), -9.0_f32..9.0, 0.0_f32..4.0).prop_map(move |(p, facing, spacing)| Task::Go(
            Destination::Slots(Slots::boxed(at(p), facing, spacing))
        )),
        (point(), point(), 0.1_f32..4.0).prop_map(move |(a, b, spacing)| Task::Go(Destination::Slots(
            Slots::line(at(a), at(b), spacing)
        ))),
        prop::collection::vec(point().prop_map(at), 0..4).prop_map(Task::Patrol),
        Just(Task::Stop),
        Just(Task::Hold),
    ]
}

fn change() -> impl Strategy<Value = UnitChange> {
    (
        prop::option::of(point().prop_map(|(x, y)| Point::new(x, y))),
        prop::option::of((-9.0_f32..9.0, -9.0_f32..9.0).prop_map(|(x, y)| Vec2::new(x, y))),
        // The ground of smaller units has more cells, and takes longer.
        prop::option::of(prop_oneof![19 => 0.3_f32..1.5, 1 => -0.1_f32..=0.0]),
        prop::option::of(-0.1_f32..9.0),
        prop::option::of(prop_oneof![Just(Stance::Hold), Just(Stance::GiveWay)]),
    )
        .prop_map(|(position, push, radius, max_speed, stance)| UnitChange {
            position,
            push,
            radius,
            max_speed,
            stance,
            ..UnitChange::default()
        })
}

fn draft() -> impl Strategy<Value = Draft> {
    let pick = 0_usize..60;
    let how = prop_oneof![Just(IfOccupied::Refuse), Just(IfOccupied::Clear), Just(IfOccupied::Evict)];
    prop_oneof![
        6 => (point(), 0.2_f32..0.9, 0_u16..3).prop_map(|(p, radius, team)| Draft::Spawn(p, radius, team)),
        2 => pick.clone().prop_map(Draft::Remove),
        5 => (prop::collection::vec(pick.clone(), 0..12), task(), any::<bool>(), any::<bool>())
            .prop_map(|(units, task, queued, together)| Draft::Order(units, task, queued, together)),
        1 => (pick.clone(), pick.clone()).prop_map(|(a, b)| Draft::Follow(a, b)),
        2 => (pick.clone(), change()).prop_map(|(unit, change)| Draft::Change(unit, change)),
        1 => (point(), (-1.0_f32..6.0, -1.0_f32..6.0), how, any::<bool>())
            .prop_map(|(p, size, how, door)| Draft::Wall(p, size, how, door)),
        1 => pick.clone().prop_map(Draft::RemoveWall),
        1 => (pick, any::<bool>()).prop_map(|(wall, open)| Draft::Door(wall, open)),
        4 => (1_u8..40).prop_map(Draft::Ticks),
    ]
}

/// Carries out the drafts. Returns the number of commands that were accepted, and the hash.
fn carry_out(drafts: &[Draft], threads: usize) -> (usize, u64) {
    let mut world = World::new(ground(gap(5.0)), threads);
    let mut units: Vec<UnitId> = block(&mut world, (-10.0, 0.0), 9, 0);
    let mut walls: Vec<WallId> = world.walls().iter().map(|wall| wall.id).collect();
    let mut accepted = 0;
    for draft in drafts {
        let unit = |pick: usize| units[pick % units.len()];
        let command = match draft {
            Draft::Ticks(count) => {
                ticks(&mut world, usize::from(*count));
                sound(&world);
                continue;
            }
            Draft::Spawn((x, y), radius, team) => {
                Command::Spawn(sidestep::world::Start { radius: *radius, ..self::unit(*x, *y, *team) })
            }
            Draft::Remove(pick) => Command::Remove(unit(*pick)),
            Draft::Order(picks, task, queued, together) => Command::Order {
                units: picks.iter().map(|pick| unit(*pick)).collect(),
                order: Order { queued: *queued, together: *together, ..Order::new(task.clone()) },
            },
            Draft::Follow(a, b) => {
                Command::Order { units: vec![unit(*a)], order: Order::follow(unit(*b), 0.5) }
            }
            Draft::Change(pick, change) => Command::Change { unit: unit(*pick), change: *change },
            Draft::Wall(p, size, how, door) => {
                let shape = Wall::Box(rect(*p, (p.0 + size.0, p.1 + size.1)));
                let wall = NewWall { is_door: *door, ..NewWall::new(shape) };
                Command::AddWall(NewWall { if_occupied: *how, ..wall })
            }
            Draft::RemoveWall(pick) => Command::RemoveWall(walls[pick % walls.len()]),
            Draft::Door(pick, open) => Command::Door { wall: walls[pick % walls.len()], open: *open },
        };
        match world.apply(command) {
            Ok(Made::Unit(unit)) => units.push(unit),
            Ok(Made::Wall(wall)) => walls.push(wall),
            Ok(_) => {}
            Err(refusal) => {
                assert!(!refusal.to_string().is_empty());
                continue;
            }
        }
        accepted += 1;
    }
    ticks(&mut world, 20);
    sound(&world);
    (accepted, world.state_hash())
}

/// All numbers are finite, and ids and slots agree.
fn sound(world: &World) {
    let units = world.units();
    assert_eq!(world.ids().len(), units.len());
    for (slot, id) in world.ids().iter().enumerate() {
        assert_eq!(world.slot(*id), Some(slot));
        assert!(world.progress(*id).is_some());
        let (p, v) = (units.position[slot], units.velocity[slot]);
        assert!([p.x, p.y, v.x, v.y].iter().all(|number| number.is_finite()), "unit {id}: {p} {v}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn no_sequence_of_commands_panics_and_threads_change_nothing(
        drafts in prop::collection::vec(draft(), 1..60),
    ) {
        prop_assert_eq!(carry_out(&drafts, 1), carry_out(&drafts, 2));
    }
}

/// The same for 10⁵ commands. Run it with `cargo test --release --test crowd -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_commands() {
    let config = ProptestConfig { cases: 1000, max_shrink_iters: 200, ..ProptestConfig::default() };
    let mut runner = proptest::test_runner::TestRunner::new(config);
    runner
        .run(&prop::collection::vec(draft(), 100), |drafts| {
            prop_assert_eq!(carry_out(&drafts, 1), carry_out(&drafts, 2));
            Ok(())
        })
        .unwrap();
}
