//! Bodies against values worked out by hand.

use super::*;
use crate::types::Rect;
use std::slice;

const NO_PUSH: Push = Push { on: false, strength: 0.0 };

/// A disc of radius 0.5 m, 80 kg and at most 5 m/s.
fn disc(x: f32, y: f32, velocity: Vec2) -> Disc {
    Disc {
        position: Point::new(x, y),
        velocity,
        radius: 0.5,
        mass: 80.0,
        max_speed: 5.0,
        motion: BodyMotion::Sliding,
    }
}

/// The bodies after this many ticks, and their positions and velocities.
fn after(
    ticks: usize,
    discs: &[Disc],
    walls: &[Wall],
    motions: &Motions,
) -> (Physics, Vec<Point>, Vec<Vec2>) {
    let mut physics = Physics::new(discs, walls);
    (0..ticks).for_each(|_| physics.step(motions, &NO_PUSH, &[]));
    let (mut position, mut velocity) = (vec![Point::origin(); discs.len()], vec![Vec2::zeros(); discs.len()]);
    physics.read(&mut position, &mut velocity);
    (physics, position, velocity)
}

/// 160 N on 80 kg are 2 m/s², and 6 rad/s² are 0.1 rad/s after a tick.
#[test]
fn forces_and_angular_accelerations_act_for_a_tick() {
    let turning = Disc { motion: BodyMotion::Turning { heading: 1.0 }, ..disc(9.0, 0.0, Vec2::zeros()) };
    let fixed = Disc { motion: BodyMotion::Fixed, ..disc(0.0, 9.0, Vec2::new(1.0, 0.0)) };
    // With several steps in a tick, too.
    for max_speed in [5.0, 100.0] {
        let discs = [fixed, disc(0.0, 0.0, Vec2::zeros()), turning].map(|disc| Disc { max_speed, ..disc });
        let motions =
            Motions { force: vec![Vec2::new(96.0, -128.0); 3], angular: vec![6.0; 3], ..Motions::new(3) };
        let (physics, position, velocity) = after(1, &discs, &[], &motions);
        assert_eq!((position[0], velocity[0]), (discs[0].position, Vec2::zeros()), "an obstacle");
        for id in [1, 2] {
            let expected = Vec2::new(1.2, -1.6) / 60.0;
            assert!((velocity[id] - expected).norm() < 1e-6, "{} m/s", velocity[id]);
        }
        let (mut heading, mut rotation) = ([0.0; 3], [0.0; 3]);
        physics.read_turns(&mut heading, &mut rotation);
        assert_eq!((heading[1], rotation[1]), (0.0, 0.0), "a body that slides");
        assert!((rotation[2] - 0.1).abs() < 1e-5 && (heading[2] - 1.0 - 0.1 / 60.0).abs() < 1e-5);
    }
}

/// Neither sleeps nor is held back by a limit that suits larger bodies.
#[test]
fn a_body_that_nothing_touches_keeps_its_velocity() {
    for (radius, speed, ticks) in [(0.5, 0.01, 600), (0.5, 4.0, 60), (0.01, 20.0, 2)] {
        let moving = |y: f32| Disc { radius, max_speed: 20.0, ..disc(-3.0, y, Vec2::new(speed, 0.0)) };
        let (_, position, velocity) = after(ticks, &[moving(-2.0), moving(2.0)], &[], &Motions::new(2));
        for id in [0, 1] {
            let gone = position[id].x + 3.0;
            let expected = speed * ticks as f32 / 60.0;
            assert!((gone - expected).abs() < 1e-3 * expected, "{radius} m, {speed} m/s: {gone} m");
            assert!((velocity[id] - Vec2::new(speed, 0.0)).norm() < 1e-3 * speed);
        }
    }
}

#[test]
fn a_body_that_is_too_fast_is_slowed_to_105_percent_of_its_top_speed() {
    let (_, _, velocity) = after(1, &[disc(0.0, 0.0, Vec2::new(6.0, 8.0))], &[], &Motions::new(1));
    assert!((velocity[0] - Vec2::new(3.15, 4.2)).norm() < 1e-5, "{}", velocity[0]);
    let (_, _, velocity) = after(1, &[disc(0.0, 0.0, Vec2::new(5.2, 0.0))], &[], &Motions::new(1));
    assert!((velocity[0].x - 5.2).abs() < 1e-5, "{}", velocity[0]);
}

/// A radius of 0.5 m in a tick is 30 m/s, with the 5 % above the top speed 28.57 m/s.
#[test]
fn only_units_that_move_by_more_than_their_radius_in_a_tick_need_steps_of_half_a_radius() {
    let fast = |max_speed: f32| Disc { max_speed, ..disc(0.0, 0.0, Vec2::zeros()) };
    for (disc, steps) in [
        (fast(28.5), 1),
        (fast(28.7), 3),
        (fast(57.1), 4),
        (fast(57.2), 5),
        (Disc { radius: 0.1, ..fast(28.5) }, 10),
        // At its start.
        (Disc { velocity: Vec2::new(0.0, 57.1), ..fast(5.0) }, 4),
        (Disc { motion: BodyMotion::Fixed, ..fast(57.1) }, 1),
    ] {
        assert_eq!(substeps(&[fast(5.0), disc]), steps, "{disc:?}");
    }
    assert_eq!(substeps(&[]), 1);
}

#[test]
fn a_unit_stops_at_the_surface_of_every_kind_of_wall() {
    let corners = [(2.0, 1.0), (4.0, 1.0), (4.0, 6.0), (2.0, 6.0)].map(|(x, y)| Point::new(x, y));
    let mut clockwise = corners.to_vec();
    clockwise.reverse();
    // Where a unit stops that comes from the west at y = 4, and one that comes from the north at x = 3.
    for (wall, west, north) in [
        (Wall::Box(Rect { min: corners[0], max: corners[2] }), 1.5, 6.5),
        (Wall::Circle { center: Point::new(3.0, 4.0), radius: 1.0 }, 1.5, 5.5),
        (Wall::Polygon(corners.to_vec()), 1.5, 6.5),
        (Wall::Polygon(clockwise), 1.5, 6.5),
        (Wall::Chain(vec![corners[0], corners[3], corners[2]]), 1.5, 6.5),
    ] {
        let discs = [disc(0.0, 4.0, Vec2::new(3.0, 0.0)), disc(3.0, 8.0, Vec2::new(0.0, -3.0))];
        let (_, position, velocity) = after(90, &discs, slice::from_ref(&wall), &Motions::new(2));
        for (at, expected) in position.iter().zip([Point::new(west, 4.0), Point::new(3.0, north)]) {
            assert!((at - expected).norm() < 0.02, "{wall:?}: at {at}, not {expected}");
        }
        assert!(velocity.iter().all(|velocity| velocity.norm() < 0.05), "{wall:?}: {velocity:?}");
    }
}

/// 9600 N press the two together with 160 Ns per tick, which is more than the 60 Ns that it takes to move each aside at
/// half of 0.3 times 5 m/s.
#[test]
fn a_head_on_pair_is_pushed_to_its_right_while_the_push_is_on() {
    let east = Vec2::new(1.0, 0.0);
    let mut physics = Physics::new(&[disc(-0.5, 0.0, Vec2::zeros()), disc(0.5, 0.0, Vec2::zeros())], &[]);
    let motions = Motions {
        force: vec![east * 9600.0, east * -9600.0],
        preferred: vec![east * 5.0, east * -5.0],
        ..Motions::new(2)
    };
    for (on, speed) in [(false, 0.0), (true, 0.75), (false, 0.75), (true, 0.75)] {
        physics.step(&motions, &Push { on, strength: 0.3 }, &[true; 2]);
        let (mut position, mut velocity) = ([Point::origin(); 2], [Vec2::zeros(); 2]);
        physics.read(&mut position, &mut velocity);
        let aside = [-velocity[0].y, velocity[1].y];
        assert!(aside.iter().all(|aside| (aside - speed).abs() < 0.05), "on: {on}, {velocity:?}");
    }
    // Other contacts have no friction that could brake them.
    let motions = Motions { preferred: vec![Vec2::zeros(); 2], ..motions };
    physics.step(&motions, &Push { on: true, strength: 0.3 }, &[true; 2]);
    let mut velocity = [Vec2::zeros(); 2];
    physics.read(&mut [Point::origin(); 2], &mut velocity);
    assert!(velocity[1].y > 0.7 && velocity[0].y < -0.7, "{velocity:?}");
}

/// The positions and velocities of three bodies.
fn read(physics: &Physics) -> ([Point; 3], [Vec2; 3]) {
    let (mut position, mut velocity) = ([Point::origin(); 3], [Vec2::zeros(); 3]);
    physics.read(&mut position, &mut velocity);
    (position, velocity)
}

fn three() -> [Disc; 3] {
    [0.0, 10.0, 20.0].map(|x| disc(x, 0.0, Vec2::zeros()))
}

#[test]
fn a_body_is_set_elsewhere_where_it_stands_or_is_pushed_where_it_is() {
    let mut physics = Physics::new(&[disc(0.0, 0.0, Vec2::new(1.0, 2.0)), three()[1], three()[2]], &[]);
    physics.push(1, Vec2::new(0.5, 0.0));
    physics.push(1, Vec2::new(0.5, 1.0));
    physics.teleport(0, Point::new(3.0, 4.0));
    let (position, velocity) = read(&physics);
    assert_eq!((position[0], velocity[0]), (Point::new(3.0, 4.0), Vec2::zeros()));
    assert_eq!((position[1], velocity[1]), (Point::new(10.0, 0.0), Vec2::new(1.0, 1.0)));
    assert_eq!((position[2], velocity[2]), (Point::new(20.0, 0.0), Vec2::zeros()));
}

/// 160 N on 80 kg for a tick are 1/30 m/s, on 160 kg half of that.
#[test]
fn a_body_with_another_mass_size_or_motion_moves_and_collides_accordingly() {
    let mut discs = three();
    let mut physics = Physics::new(&discs, &[]);
    discs[0].mass = 160.0;
    discs[1].radius = 1.0;
    discs[2].motion = BodyMotion::Fixed;
    (0..3).for_each(|slot| physics.reshape(slot, &discs));
    physics.step(&Motions { force: vec![Vec2::new(160.0, 0.0); 3], ..Motions::new(3) }, &NO_PUSH, &[]);
    let (_, velocity) = read(&physics);
    for (velocity, expected) in velocity.iter().zip([1.0 / 60.0, 1.0 / 30.0, 0.0]) {
        assert!((velocity.x - expected).abs() < 1e-5, "{} m/s", velocity.x);
    }
    // It ends 1.5 m before the larger one, which a force holds.
    physics.teleport(0, Point::new(8.0, 0.0));
    physics.push(0, Vec2::new(1.0, 0.0));
    discs[1].motion = BodyMotion::Fixed;
    physics.reshape(1, &discs);
    (0..120).for_each(|_| physics.step(&Motions::new(3), &NO_PUSH, &[]));
    let (position, _) = read(&physics);
    assert!((position[1].x - position[0].x - 1.5).abs() < 0.02, "{position:?}");
    // Afterwards it moves again.
    discs[1].motion = BodyMotion::Sliding;
    physics.reshape(1, &discs);
    physics.push(1, Vec2::new(0.0, 1.0));
    physics.step(&Motions::new(3), &NO_PUSH, &[]);
    assert!((read(&physics).1[1].y - 1.0).abs() < 1e-5);
}

#[test]
fn a_body_that_holds_is_not_moved_by_another_one_until_it_lets_go() {
    let discs = [disc(0.0, 0.0, Vec2::new(3.0, 0.0)), disc(1.2, 0.0, Vec2::zeros()), three()[2]];
    for (holds, moves) in [(true, false), (false, true)] {
        let mut physics = Physics::new(&discs, &[]);
        physics.hold(&[false, true, false]);
        physics.hold(&[false, holds, false]);
        (0..20).for_each(|_| physics.step(&Motions::new(3), &NO_PUSH, &[]));
        let (position, _) = read(&physics);
        assert_eq!(position[1].x > 1.25, moves, "{position:?}");
    }
}

#[test]
fn bodies_keep_their_state_when_others_come_and_go() {
    let turning =
        Disc { motion: BodyMotion::Turning { heading: 1.0 }, ..disc(10.0, 0.0, Vec2::new(0.0, 2.0)) };
    let mut physics = Physics::new(&[three()[0], turning, three()[2]], &[]);
    let new = disc(-0.9, 0.0, Vec2::new(1.0, 0.0));
    let discs = [turning, three()[2], new];
    physics.renumber(&Renumbering { kept: vec![1, 2], before: 3, added: 1 }, &discs);
    physics.step(&Motions { angular: vec![6.0; 3], ..Motions::new(3) }, &NO_PUSH, &[]);
    let (position, velocity) = read(&physics);
    assert_eq!(velocity, [Vec2::new(0.0, 2.0), Vec2::zeros(), Vec2::new(1.0, 0.0)], "the first one is gone");
    assert!((position[0] - Point::new(10.0, 2.0 / 60.0)).norm() < 1e-5);
    let (mut heading, mut rotation) = ([0.0; 3], [0.0; 3]);
    physics.read_turns(&mut heading, &mut rotation);
    assert!((rotation[0] - 0.1).abs() < 1e-5 && rotation[1..] == [0.0, 0.0], "{rotation:?}");
    assert!(heading[0] > 1.0 && heading[1..] == [0.0, 0.0]);
    let positions = [Point::new(10.0, 0.0), Point::new(20.0, 0.0), Point::new(20.9, 0.0)];
    let mut physics = physics;
    (0..3).for_each(|slot| physics.teleport(slot, positions[slot]));
    physics.step(&Motions::new(3), &NO_PUSH, &[]);
    let mut contacts = Vec::new();
    physics.contacts(&read(&physics).0, &[0.5; 3], &mut contacts);
    assert_eq!(contacts.iter().map(|c| (c.a, c.b)).collect::<Vec<_>>(), [(1, 2)]);
}

/// The others had 5 m/s; 5 % more is allowed.
#[test]
fn a_body_that_comes_or_changes_is_slowed_to_its_own_top_speed() {
    let mut discs = three();
    discs[2].max_speed = 1.0;
    let mut physics = Physics::new(&three()[..2], &[]);
    physics.renumber(&Renumbering { kept: vec![0, 1], before: 2, added: 1 }, &discs);
    let pushed = |physics: &mut Physics| {
        (0..3).for_each(|slot| physics.push(slot, Vec2::new(0.0, 9.0)));
        physics.step(&Motions::new(3), &NO_PUSH, &[]);
        read(physics).1.map(|velocity| velocity.y)
    };
    let near = |is: [f32; 3], expected: [f32; 3]| {
        assert!(is.iter().zip(expected).all(|(is, expected)| (is - expected).abs() < 1e-4), "{is:?}");
    };
    near(pushed(&mut physics), [5.25, 5.25, 1.05]);
    discs[0].max_speed = 2.0;
    physics.reshape(0, &discs);
    near(pushed(&mut physics), [2.1, 5.25, 1.05]);
}

#[test]
fn a_wall_that_is_removed_stops_no_body() {
    let wall = Wall::Box(Rect { min: Point::new(1.0, -1.0), max: Point::new(2.0, 1.0) });
    let mut physics = Physics::new(&three(), &[wall]);
    physics.set_walls(&[]);
    physics.push(0, Vec2::new(3.0, 0.0));
    (0..60).for_each(|_| physics.step(&Motions::new(3), &NO_PUSH, &[]));
    assert!((read(&physics).0[0].x - 3.0).abs() < 0.01, "{}", read(&physics).0[0]);
}

/// Its collider has the place of that of the unit.
#[test]
fn a_wall_that_comes_after_a_unit_has_gone_is_no_unit() {
    let mut physics = Physics::new(&three(), &[]);
    physics.renumber(&Renumbering { kept: vec![1, 2], before: 3, added: 0 }, &three()[1..]);
    physics.set_walls(&[Wall::Box(Rect { min: Point::new(10.4, -1.0), max: Point::new(12.0, 1.0) })]);
    physics.step(&Motions::new(2), &NO_PUSH, &[]);
    let mut contacts = Vec::new();
    physics.contacts(&[Point::new(10.0, 0.0), Point::new(20.0, 0.0)], &[0.5; 2], &mut contacts);
    assert_eq!(contacts, []);
}

/// Six units in a row whose slots are in no order.
#[test]
fn contacts_are_sorted_by_ids() {
    let discs = [3.0, 1.0, 4.0, 0.0, 5.0, 2.0].map(|x| disc(0.9 * x, 0.0, Vec2::zeros()));
    let mut physics = Physics::new(&discs, &[]);
    physics.step(&Motions::new(6), &NO_PUSH, &[]);
    let mut contacts = Vec::new();
    physics.contacts(&discs.map(|disc| disc.position), &[0.5; 6], &mut contacts);
    let pairs: Vec<_> = contacts.iter().map(|contact| (contact.a, contact.b)).collect();
    assert_eq!(pairs, [(0, 2), (0, 5), (1, 3), (1, 5), (2, 4)]);
}

/// The overlap is a share of the smaller radius, 0.4 m, and a gap of a hundredth of that still counts.
#[test]
fn contacts_are_pairs_that_touch_by_ids() {
    let small = Disc { radius: 0.4, ..disc(0.0, 0.0, Vec2::zeros()) };
    let discs =
        [disc(0.9, 0.0, Vec2::zeros()), small, disc(0.0, 5.0, Vec2::zeros()), disc(0.0, 5.9, Vec2::zeros())];
    let radius = discs.map(|disc| disc.radius);
    let wall = Wall::Box(Rect { min: Point::new(-2.0, -2.0), max: Point::new(2.0, -0.4) });
    let mut physics = Physics::new(&discs, slice::from_ref(&wall));
    physics.step(&Motions::new(4), &NO_PUSH, &[]);
    // The wall may be older than the units.
    let mut later = Physics::new(&[], &[wall]);
    later.renumber(&Renumbering { kept: Vec::new(), before: 0, added: 4 }, &discs);
    later.step(&Motions::new(4), &NO_PUSH, &[]);
    let found = |physics: &Physics| {
        let (position, _) = read(physics);
        let mut contacts = Vec::new();
        physics.contacts(&position, &radius, &mut contacts);
        contacts.into_iter().map(|contact| (contact.a, contact.b)).collect::<Vec<_>>()
    };
    assert_eq!(found(&later), found(&physics));
    for (x, touches) in [(0.82, true), (0.9, true), (0.9035, true), (0.9045, false), (1.0, false)] {
        let position = [Point::new(x, 0.0), Point::origin(), Point::new(0.0, 5.0), Point::new(0.0, 5.9)];
        let mut contacts = vec![Contact { a: 7, b: 8, overlap: 0.0 }];
        physics.contacts(&position, &radius, &mut contacts);
        let mut expected = vec![Contact { a: 2, b: 3, overlap: 0.2 }];
        if touches {
            expected.insert(0, Contact { a: 0, b: 1, overlap: (0.9 - x) / 0.4 });
        }
        assert_eq!(contacts.len(), expected.len(), "{x} m: {contacts:?}");
        for (is, expected) in contacts.iter().zip(expected) {
            assert_eq!((is.a, is.b), (expected.a, expected.b));
            assert!((is.overlap - expected.overlap).abs() < 1e-5, "{x} m: {is:?}");
        }
    }
}

/// Lengths are relative to the smallest unit's radius over 0.5 m.
#[test]
fn the_step_the_tolerances_and_the_limits_follow_from_sizes_and_speeds() {
    let tuned = |radius: f32, max_speed: f32, substeps: u16| {
        let mut parameters = IntegrationParameters::default();
        let discs =
            [disc(0.0, 0.0, Vec2::zeros()), Disc { radius, max_speed, ..disc(9.0, 0.0, Vec2::zeros()) }];
        tune(&mut parameters, &discs, substeps);
        parameters
    };
    let near =
        |is: f32, expected: f32| assert!((is - expected).abs() < 1e-4 * expected, "{is}, not {expected}");
    for (radius, speed, substeps, scale, prediction) in [
        (0.5, 5.0, 1, 1.0, 0.2),
        // Both close by 2 · 20 m/s, of which 1.2 ticks are 0.8 m.
        (0.5, 20.0, 1, 1.0, 0.8),
        (0.5, 20.0, 2, 1.0, 0.4),
        (0.25, 5.0, 1, 0.5, 0.4),
        (0.5, 90.0, 1, 1.0, 2.0),
        (2.0, 5.0, 1, 1.0, 0.2),
    ] {
        let parameters = tuned(radius, speed, substeps);
        near(parameters.dt, DT / f32::from(substeps));
        near(parameters.length_unit, scale);
        near(parameters.normalized_prediction_distance, prediction);
        near(parameters.contact_softness.natural_frequency, 45.0);
        assert_eq!((parameters.num_solver_iterations, parameters.max_ccd_substeps), (3, 0));
    }
    let usual = IntegrationParameters::default().normalized_max_linear_velocity;
    near(tuned(0.5, 5.0, 1).normalized_max_linear_velocity, usual.max(10.0));
    near(tuned(0.25, usual, 1).normalized_max_linear_velocity, 4.0 * usual);
}

#[test]
fn bodies_of_one_radius_share_a_shape_up_to_16_radii() {
    let discs: Vec<Disc> =
        (0..40).map(|k| Disc { radius: 0.5 + 0.01 * (k / 2) as f32, ..three()[0] }).collect();
    assert_eq!(Physics::new(&discs[..8], &[]).balls.len(), 4);
    assert_eq!(Physics::new(&discs, &[]).balls.len(), 16);
}
