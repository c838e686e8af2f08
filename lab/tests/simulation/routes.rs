//! Units go round a crowded door where that saves time, and everything else stays true.

use crate::common::{NO_PUSH, layout, mode, run, steering, walker};
use sidestep::crowd::Order;
use sidestep::geometry::Wall;
use sidestep::settings::{OFF, ON, SettingValue};
use sidestep::traffic::ROUTES;
use sidestep::types::{Point, Rect};
use sidestep::world::{Layout, Start, World};

fn rect(min: (f32, f32), max: (f32, f32)) -> Wall {
    Wall::Box(Rect { min: Point::new(min.0, min.1), max: Point::new(max.0, max.1) })
}

/// Two rooms with a door 2 m wide, and one 8 m wide that begins 16 m above its middle.
fn walls() -> Vec<Wall> {
    vec![
        rect((-26.0, -16.0), (-25.0, 28.0)),
        rect((25.0, -16.0), (26.0, 28.0)),
        rect((-26.0, -16.0), (26.0, -15.0)),
        rect((-26.0, 27.0), (26.0, 28.0)),
        rect((-0.5, -15.0), (0.5, -1.0)),
        rect((-0.5, 1.0), (0.5, 16.0)),
        rect((-0.5, 24.0), (0.5, 27.0)),
    ]
}

/// A block of units in the west.
fn block(count: usize, (x, y): (f32, f32)) -> Vec<Start> {
    let place = |n: usize| (x - 1.4 * (n / 10) as f32, y + 1.4 * (n % 10) as f32);
    (0..count).map(place).map(|(x, y)| walker((x, y), (-x, y))).collect()
}

fn world(starts: Vec<Start>, routes: SettingValue, threads: usize) -> World {
    let bounds = Rect { min: Point::new(-25.0, -15.0), max: Point::new(25.0, 27.0) };
    let mut steering = steering(mode("lanes"), 4, NO_PUSH);
    steering.settings.set(ROUTES.switch(), routes).unwrap();
    World::new(Layout { walls: walls(), bounds, ..layout(starts, steering) }, threads)
}

/// The time until all are at their goals, and how many have passed the far door.
fn cross(mut world: World) -> (f32, usize) {
    let mut is_round = vec![false; world.units().len()];
    let end = run(&mut world, 60.0, |world| {
        for (id, p) in world.units().position.iter().enumerate() {
            is_round[id] |= p.x.abs() < 1.0 && p.y > 10.0;
        }
    });
    (end.unwrap(), is_round.into_iter().filter(|is_round| *is_round).count())
}

#[test]
fn a_crowd_that_goes_round_is_there_in_three_quarters_of_the_time() {
    let crowd = || block(80, (-9.0, -6.0));
    let ((queued, none), (routed, round)) = (cross(world(crowd(), OFF, 1)), cross(world(crowd(), ON, 1)));
    assert_eq!(none, 0, "the door ahead is nearer for all of them");
    assert!((20..70).contains(&round), "{round} go round");
    assert!(routed < 0.75 * queued, "{routed} s, not {queued} s");
    let ((alone, _), (few, round)) =
        (cross(world(block(6, (-9.0, -4.0)), OFF, 1)), cross(world(block(6, (-9.0, -4.0)), ON, 1)));
    assert_eq!((alone, round), (few, 0), "six need not wait long");
}

/// A copy and a restored world go on as the world itself, on any number of threads, while detours grow and while units are on them.
#[test]
fn runs_with_detours_repeat_and_are_restored_bit_for_bit() {
    let mut first = world(block(80, (-9.0, -6.0)), ON, 1);
    let mut others = vec![world(block(80, (-9.0, -6.0)), ON, 3)];
    for tick in 0..500 {
        if [10, 20, 60, 200].contains(&tick) {
            let layout = world(block(80, (-9.0, -6.0)), ON, 1).layout().clone();
            others.push(World::restore(layout, &first.snapshot().unwrap(), 1).unwrap());
            others.push(first.clone());
        }
        first.tick();
        for (index, other) in others.iter_mut().enumerate() {
            other.tick();
            assert_eq!(other.state_hash(), first.state_hash(), "tick {tick}, world {index}");
        }
    }
}

#[test]
fn an_order_ends_a_detour_and_units_come_and_go_beside_it() {
    let mut world = world(block(80, (-9.0, -6.0)), ON, 1);
    (0..150).for_each(|_| world.tick());
    let is_round = |world: &World, slot: usize| {
        world.reasons(slot).words.iter().any(|words| words.contains("goes round gate 0"))
    };
    let round: Vec<usize> = (0..80).filter(|slot| is_round(&world, *slot)).collect();
    assert!(round.len() > 20, "{} go round", round.len());
    let (ordered, removed) = (world.ids()[round[0]], world.ids()[round[1]]);
    world.order(&[ordered], Order::go(Point::new(9.0, -9.0))).unwrap();
    world.remove(removed).unwrap();
    world.spawn(walker((-20.0, -12.0), (20.0, -12.0))).unwrap();
    world.tick();
    let slot = |id| world.ids().iter().position(|known| *known == id);
    assert!(!is_round(&world, slot(ordered).unwrap()));
    let left = (0..80).filter(|slot| is_round(&world, *slot)).count();
    assert!(left + 2 >= round.len(), "{left} of {}", round.len());
    // The far door closes.
    let mut walls = walls();
    walls.push(rect((-0.5, 16.0), (0.5, 24.0)));
    world.set_walls(walls).unwrap();
    world.tick();
    assert!((0..80).all(|slot| !is_round(&world, slot)));
    assert!(run(&mut world, 120.0, |_| {}).is_some());
}
