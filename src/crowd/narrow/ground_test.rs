//! What a world knows of its narrow places, and what units do about them before they decide.

use super::*;
use crate::crowd::test_layouts::{rooms, steered, walker, wall_box};
use crate::crowd::{Crowd, Start};
use crate::geometry::Wall;

/// The world after some ticks with these walls and mechanisms: two units in the west, and one in the east.
fn world(walls: &[Wall], [gates_on, queueing_on, keep_right_on]: [bool; 3], ticks: usize) -> Crowd {
    let mut starts = vec![walker((-14.0, 0.0), (20.0, 0.0)), walker((-16.0, 0.0), (22.0, 0.0))];
    starts.push(Start { group: 1, ..walker((16.0, 0.5), (-20.0, 0.5)) });
    let layout = Layout { walls: walls.to_vec(), ..steered(Layout::new(starts), "none") };
    let mut world = Crowd::new(layout, 1);
    let mut steering = world.steering().clone();
    for (setting, on) in
        [(&gates::ON, gates_on), (&queueing::ON, queueing_on), (&keep_right::ON, keep_right_on)]
    {
        steering.settings.set(setting, if on { crate::settings::ON } else { crate::settings::OFF }).unwrap();
    }
    world.set_steering(steering);
    (0..ticks).for_each(|_| world.tick());
    world
}

#[test]
fn a_world_knows_what_its_mechanisms_need() {
    // Which mechanisms are on; whether units know of gates, queue and keep right at a door.
    for (on, expected) in [
        ([true, false, false], Some([true, false, false])),
        ([false, true, false], Some([true, true, false])),
        ([false, false, true], Some([false, false, true])),
        ([true, true, true], Some([true, true, true])),
        ([false, false, false], None),
    ] {
        let known = |walls: &[Wall]| {
            let world = world(walls, on, 1);
            let ground = world.state.narrow.ground.as_ref();
            ground.map(|g| [g.gates.is_some(), g.queueing.is_some(), g.keep_right.is_some()])
        };
        assert_eq!(known(&rooms(1.0)), expected, "{on:?}");
        let without_gates = expected.map(|[_, _, keep_right]| [false, false, keep_right]);
        assert_eq!(known(&[Wall::Box(wall_box((0.0, 5.0), (1.0, 1.0)))]), without_gates, "{on:?}, no gate");
        assert_eq!(known(&[]), None, "{on:?}, no walls");
    }
    let off = world(&rooms(1.0), [false, true, false], 1);
    let ground = off.state.narrow.ground.as_ref().unwrap();
    assert!(!ground.gates.unwrap().turns.is_on, "units that only queue take no turns");
}

/// 18 R = 9 m before the gate.
#[test]
fn a_unit_that_waits_stops_before_the_gate_and_the_others_do_not() {
    let mut world = world(&rooms(1.0), [true, false, false], 0);
    let mut waited = 0;
    for _ in 0..240 {
        world.tick();
        let narrow = &world.state.narrow;
        for (own, stop) in narrow.approaches.iter().zip(&narrow.stop) {
            match own.filter(|own| own.waits) {
                Some(own) => {
                    assert!(
                        (stop - (own.distance - 9.0).max(0.0)).abs() < 1e-4,
                        "{own:?} stops after {stop} m"
                    );
                    waited += usize::from(own.distance > 9.5);
                }
                None => assert_eq!(*stop, f32::INFINITY),
            }
        }
    }
    assert!(waited > 5, "{waited} times");
}

#[test]
fn points_ahead_follow_the_corners_of_a_path() {
    let path = |corners: &[(f32, f32)]| {
        let corners: Vec<Point> = corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        let mut points = [STILL; AHEAD.len()];
        points_ahead(&corners, Vec2::new(0.6, 0.8), 0.5, &mut points);
        points.map(|p| (p.position.x, p.position.y, p.direction.x, p.direction.y))
    };
    // 2, 5, 6, 10, 12 and 20 R are 1, 2.5, 3, 5, 6 and 10 m.
    let (east, north) = ((1.0, 0.0), (0.0, 1.0));
    let at = |x: f32, y: f32, (u, v): (f32, f32)| (x, y, u, v);
    assert_eq!(
        path(&[(0.0, 0.0), (4.0, 0.0), (4.0, 9.0)]),
        [
            at(1.0, 0.0, east),
            at(2.5, 0.0, east),
            at(3.0, 0.0, east),
            at(4.0, 1.0, north),
            at(4.0, 2.0, north),
            at(4.0, 6.0, north),
        ]
    );
    let short = path(&[(0.0, 0.0), (2.5, 0.0)]);
    assert_eq!(short[1..], [at(2.5, 0.0, east); 5], "no farther than to the goal");
    assert_eq!(path(&[(3.0, 3.0), (3.0, 3.0)]), [at(3.0, 3.0, (0.6, 0.8)); 6], "a unit at its goal");
}
