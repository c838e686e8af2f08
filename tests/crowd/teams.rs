//! Teams and stances.

use super::common::*;
use sidestep::crowd::Order;
use sidestep::geometry::Wall;
use sidestep::types::Point;
use sidestep::world::World;

/// The defenders of a gap of 4 m: three units that fill it, and where they stood.
fn gap_with_line(team: u16) -> (World, Vec<sidestep::crowd::UnitId>, Vec<Point>) {
    let mut world = World::new(ground(gap(4.0)), 1);
    let line: Vec<_> = [-1.25, 0.0, 1.25].map(|y| world.spawn(unit(0.0, y, team)).unwrap()).into();
    world.order(&line, Order::hold()).unwrap();
    world.tick();
    let places = line.iter().map(|unit| at(&world, *unit)).collect();
    (world, line, places)
}

#[test]
fn a_line_that_holds_keeps_a_gap_against_enemies() {
    let (mut world, line, places) = gap_with_line(1);
    let attackers = block(&mut world, (-12.0, 0.0), 20, 2);
    send(&mut world, &attackers, 12.0, 0.0);
    ticks(&mut world, 1200);
    for (unit, place) in line.iter().zip(&places) {
        let moved = (at(&world, *unit) - place).norm();
        assert!(moved < 0.15, "moved by {moved} m");
    }
    assert!(attackers.iter().all(|unit| at(&world, *unit).x < 0.0), "nobody passes");
}

#[test]
fn allies_pass_through_a_line_that_holds_and_it_closes_again() {
    let (mut world, line, places) = gap_with_line(1);
    let friends = block(&mut world, (-12.0, 0.0), 12, 1);
    send(&mut world, &friends, 12.0, 0.0);
    ticks(&mut world, 1800);
    let passed = friends.iter().filter(|unit| at(&world, **unit).x > 1.0).count();
    assert_eq!(passed, friends.len());
    for (unit, place) in line.iter().zip(&places) {
        let off = (at(&world, *unit) - place).norm();
        assert!(off < 0.5, "{off} m off its place");
    }
}

/// A line in the near door, and another door 16 m on. Rerouting is a mechanism of `lanes`.
#[test]
fn enemies_go_another_way_round_a_line_that_holds_and_allies_through_it() {
    let doors = || {
        let wall = |from: f32, to: f32| Wall::Box(rect((-0.5, from), (0.5, to)));
        let mut layout = ground(vec![wall(-30.0, -2.0), wall(2.0, 16.0), wall(20.0, 30.0)]);
        layout.steering.set_mode(sidestep::steering::avoidance::Mode::named("lanes").unwrap());
        World::new(layout, 1)
    };
    for (team, goes_round) in [(2, true), (1, false)] {
        let mut world = doors();
        let line = [-1.25, 0.0, 1.25].map(|y| world.spawn(unit(0.0, y, 1)).unwrap());
        world.order(&line, Order::hold()).unwrap();
        let walkers = block(&mut world, (-20.0, 0.0), 12, team);
        send(&mut world, &walkers, 20.0, 0.0);
        let mut farthest = vec![0.0_f32; walkers.len()];
        for _ in 0..1500 {
            world.tick();
            for (unit, far) in walkers.iter().zip(&mut farthest) {
                *far = far.max(at(&world, *unit).y);
            }
        }
        let ends: Vec<Point> = walkers.iter().map(|unit| at(&world, *unit)).collect();
        assert!(ends.iter().all(|at| at.x > 10.0), "team {team} is not through: {ends:?} {farthest:?}");
        assert!(farthest.iter().all(|y| (*y > 14.0) == goes_round), "team {team}: {farthest:?}");
    }
}

/// An idle unit gives way to its own team only.
#[test]
fn idle_units_step_aside_for_allies_and_not_for_enemies() {
    let moved = |team: u16| {
        let mut world = World::new(ground(Vec::new()), 1);
        let idle = world.spawn(unit(0.0, 0.0, 1)).unwrap();
        let walker = world.spawn(unit(-10.0, 0.1, team)).unwrap();
        send(&mut world, &[walker], 10.0, 0.1);
        ticks(&mut world, 60);
        let before = at(&world, idle);
        ticks(&mut world, 120);
        assert!(at(&world, walker).x > 2.0, "it passes");
        before.coords.norm().max(at(&world, idle).coords.norm())
    };
    let (ally, enemy) = (moved(1), moved(2));
    assert!(ally > 0.2, "{ally} m");
    assert!(enemy < ally, "{enemy} m for an enemy, {ally} m for an ally");
}
