//! Walls and doors that come and go.

use super::common::*;
use sidestep::crowd::{Event, IfOccupied, NewWall, Refusal};
use sidestep::geometry::Wall;
use sidestep::world::World;

/// Eight units in the place of a wall 4 × 4 m in size.
fn occupied() -> (World, Vec<sidestep::crowd::UnitId>, Wall) {
    let mut world = World::new(ground(gap(6.0)), 1);
    let units = block(&mut world, (10.0, 0.0), 8, 0);
    world.tick();
    (world, units, Wall::Box(rect((8.0, -2.0), (12.0, 2.0))))
}

#[test]
fn a_wall_is_refused_where_units_stand_and_names_them() {
    let (mut world, units, shape) = occupied();
    let Err(Refusal::Occupied { units: named }) = world.add_wall(NewWall::new(shape)) else {
        panic!("it is refused")
    };
    assert!(!named.is_empty() && named.iter().all(|unit| units.contains(unit)));
}

#[test]
fn units_walk_out_before_a_wall_rises() {
    let (mut world, units, shape) = occupied();
    let wall =
        world.add_wall(NewWall { if_occupied: IfOccupied::Clear, ..NewWall::new(shape.clone()) }).unwrap();
    world.tick();
    assert!(world.walls().iter().any(|placed| placed.id == wall && placed.is_rising));
    let mut rose = None;
    for tick in 0..600 {
        world.tick();
        if world.events().contains(&Event::WallRose { wall }) {
            rose = Some(tick);
            break;
        }
    }
    assert!(rose.is_some(), "the wall rises");
    ticks(&mut world, 300);
    for unit in units {
        assert!(shape.gap(at(&world, unit)) > 0.45, "{}", at(&world, unit));
        assert!(world.units().velocity[world.slot(unit).unwrap()].norm() < 0.1, "it stands");
    }
}

#[test]
fn units_are_set_aside_where_a_wall_evicts_them() {
    let (mut world, units, shape) = occupied();
    world.add_wall(NewWall { if_occupied: IfOccupied::Evict, ..NewWall::new(shape.clone()) }).unwrap();
    let seen = events(&mut world, 1);
    assert!(seen.iter().filter(|event| matches!(event, Event::Evicted { .. })).count() >= 4, "{seen:?}");
    for unit in units {
        assert!(shape.gap(at(&world, unit)) > 0.45, "{}", at(&world, unit));
    }
}

/// A door of 6 m in the middle of a wall, shut at first.
#[test]
fn a_door_stops_units_while_it_is_shut() {
    let mut world = World::new(ground(gap(6.0)), 1);
    let door = world.add_wall(NewWall::door(Wall::Box(rect((-0.4, -3.0), (0.4, 3.0))))).unwrap();
    let units = block(&mut world, (-15.0, 0.0), 12, 0);
    send(&mut world, &units, 15.0, 0.0);
    let seen = events(&mut world, 600);
    assert!(seen.iter().any(|event| matches!(event, Event::NoPath { .. })), "no way around");
    assert!(units.iter().all(|unit| at(&world, *unit).x < 0.0));
    world.set_door(door, true).unwrap();
    // They remember where they were sent.
    assert!(until_settled(&mut world, &units, 30.0).is_some());
    assert!(units.iter().all(|unit| at(&world, *unit).x > 5.0));
    world.set_door(door, false).unwrap();
    world.remove_wall(door).unwrap();
    assert_eq!(world.set_door(door, true), Err(Refusal::NoSuchWall(door)));
    world.tick();
    assert_eq!(world.walls().len(), 3);
}

#[test]
fn only_doors_open() {
    let mut world = World::new(ground(gap(6.0)), 1);
    let wall = world.walls()[0].id;
    assert_eq!(world.set_door(wall, true), Err(Refusal::NotADoor(wall)));
}

/// Units that leave the door's place, or wait before it, remember where they were sent, however often the door tells them to leave.
#[test]
fn units_go_on_once_a_door_that_shut_before_them_opens_again() {
    let mut world = World::new(ground(gap(6.0)), 1);
    let door = NewWall { is_open: true, ..NewWall::door(Wall::Box(rect((-0.4, -3.0), (0.4, 3.0)))) };
    let door = world.add_wall(NewWall { if_occupied: IfOccupied::Clear, ..door }).unwrap();
    let units = block(&mut world, (-8.0, 0.0), 30, 0);
    send(&mut world, &units, 15.0, 0.0);
    events(&mut world, 150);
    assert!(units.iter().any(|unit| at(&world, *unit).x.abs() < 0.5), "some units are in the door");
    world.set_door(door, false).unwrap();
    events(&mut world, 900);
    let left = units.iter().filter(|unit| at(&world, **unit).x < 0.0).count();
    assert!((1..30).contains(&left), "{left} units wait");
    world.set_door(door, true).unwrap();
    assert!(until_settled(&mut world, &units, 40.0).is_some());
    let far: Vec<f32> = units.iter().map(|unit| at(&world, *unit).x).filter(|x| *x < 5.0).collect();
    assert!(far.is_empty(), "{far:?}");
}
