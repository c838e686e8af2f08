//! Paths around walls: as short as possible, from everywhere, and walked to their end.

use crate::common::{NO_PUSH, layout, mode, run, steering, walker};
use sidestep::geometry::Wall;
use sidestep::math;
use sidestep::navigation::Goal;
use sidestep::navigation::{Clearance, Navigator};
use sidestep::steering::avoidance::Mode;
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::World;
use sidestep::world::{Layout, Start};
use sidestep_lab::measure::{ARRIVED, Measure, PATH_RATIO, STUCK};
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::collections::BTreeSet;

const MODES: [&str; 4] = ["none", "raycast", "cardioid", "raycast+cardioid"];

fn p(x: f32, y: f32) -> Point {
    Point::new(x, y)
}

fn solid(min: (f32, f32), max: (f32, f32)) -> Wall {
    Wall::Box(Rect { min: p(min.0, min.1), max: p(max.0, max.1) })
}

/// Units of radius 0.5 among walls.
fn among(walls: Vec<Wall>, starts: Vec<Start>) -> Layout {
    let bounds = Rect { min: p(-25.0, -25.0), max: p(25.0, 25.0) };
    Layout { walls, bounds, ..layout(starts, steering(mode("none"), 4, NO_PUSH)) }
}

/// The paths of a layout's units.
fn navigator(layout: &Layout) -> Navigator {
    let positions: Vec<Point> = layout.starts.iter().map(|s| s.position).collect();
    let goals = layout.starts.iter().map(|s| s.goal).collect();
    let radii: Vec<f32> = layout.starts.iter().map(|s| s.radius).collect();
    Navigator::new(layout.bounds, &layout.walls, goals, &positions, &radii, &[])
}

/// The path length of a unit of radius 0.5 from (-8, 0) to (8, 0) among walls, m.
fn path_across(walls: Vec<Wall>) -> f32 {
    let layout = among(walls, vec![walker((-8.0, 0.0), (8.0, 0.0))]);
    let start = &layout.starts[0];
    // It has arrived within its radius.
    navigator(&layout).path_length(0, start.position, 0.5, &start.goal, &[start.position]) + 0.5
}

/// A disc on the path: its centre, and +1 if it is passed on its left, −1 on its right.
type Passed = (Point, f32);

/// The length of the taut string from `a` to `b` around discs of radius `r`: tangents, with arcs between them.
fn taut(a: Point, b: Point, r: f32, discs: &[Passed]) -> f32 {
    let ends = [vec![(a, 0.0)], discs.to_vec(), vec![(b, 0.0)]].concat();
    let mut length = 0.0;
    let mut before: Option<f32> = None;
    for pair in ends.windows(2) {
        let ((from, leaves), (to, enters)) = (pair[0], pair[1]);
        // A line that passes `from` at distance r on one side and `to` at distance r on the other is rotated from
        // the line of centres.
        let (aside, apart) = (r * (enters - leaves), to - from);
        let direction = math::angle(apart) + libm::asinf(aside / apart.norm());
        length += (apart.norm_squared() - aside * aside).sqrt();
        length += before.map_or(0.0, |last| r * math::wrap(direction - last).abs());
        before = Some(direction);
    }
    length
}

fn assert_near(found: f32, exact: f32, what: &str) {
    assert!((found / exact - 1.0).abs() < 0.01, "{what}: {found} m, not {exact}");
}

#[test]
fn paths_are_taut_strings() {
    let (a, b) = (p(-8.0, 0.0), p(8.0, 0.0));
    let check = |walls: Vec<Wall>, r: f32, discs: &[Passed], what: &str| {
        assert_near(path_across(walls), taut(a, b, r, discs), what);
    };
    check(vec![solid((-1.0, 3.0), (1.0, 9.0))], 0.5, &[], "past a box");
    check(
        vec![solid((-1.0, -20.0), (1.0, 2.0))],
        0.5,
        &[(p(-1.0, 2.0), 1.0), (p(1.0, 2.0), 1.0)],
        "over a box",
    );
    for radius in [0.5, 2.0, 5.0] {
        let circle = Wall::Circle { center: p(0.0, 0.0), radius };
        check(vec![circle], radius + 0.5, &[(p(0.0, 0.0), 1.0)], "around a circle");
    }
    let spike = Wall::Polygon(vec![p(-3.0, -18.0), p(3.0, -18.0), p(0.0, 6.0)]);
    check(vec![spike], 0.5, &[(p(0.0, 6.0), 1.0)], "over a spike");
    let chains =
        vec![Wall::Chain(vec![p(-3.0, -24.0), p(-3.0, 6.0)]), Wall::Chain(vec![p(3.0, -6.0), p(3.0, 24.0)])];
    check(chains, 0.5, &[(p(-3.0, 6.0), 1.0), (p(3.0, -6.0), -1.0)], "an S");
}

/// In the tunnel the path leads past a corner of the mouth to a point in the middle of the other side.
#[test]
fn the_path_through_the_tunnel_is_a_taut_string() {
    let layout = Scene::built_in("tunnel").unwrap().layout(&LayoutOptions::default()).unwrap();
    let navigator = navigator(&layout);
    let goal = Goal::Point { at: p(23.0, 7.0), radius: 0.0, own: false };
    let high: Vec<&Start> = layout.starts.iter().filter(|s| s.group == 0 && s.position.y > 10.0).collect();
    assert_eq!(high.len(), 6);
    for start in high {
        let found = navigator.path_length(0, start.position, 0.23, &goal, &[]);
        assert_near(found, taut(start.position, p(23.0, 7.0), 0.23, &[(p(6.0, 9.0), -1.0)]), "tunnel");
    }
}

/// From anywhere, one unit at a time, in every mode: no unit gets stuck at a corner or takes a long detour.
#[test]
fn a_single_unit_arrives_from_anywhere() {
    for (number, map) in
        ["tunnel", "corridor", "bottleneck", "two-doors", "t-junction"].into_iter().enumerate()
    {
        let layout = Scene::built_in(map).unwrap().layout(&LayoutOptions::default()).unwrap();
        let first = layout.starts[0].clone();
        let clearance = Clearance::new(&layout.walls, layout.bounds, first.radius).unwrap();
        // Additive recurrence in two dimensions (Roberts 2018), which fills the bounds evenly.
        let positions = (0..).map(|i| i as f32).map(|i| {
            let share = Vec2::new((i * 0.754_877_7).fract(), (i * 0.569_840_3).fract());
            layout.bounds.min + layout.bounds.size().component_mul(&share)
        });
        let starts = positions.filter(|q| clearance.gap_at(*q) > first.radius).take(6);
        for (i, position) in starts.enumerate() {
            let mut layout = layout.clone();
            layout.steering.mode = Mode::all().cycle().nth(6 * number + i).unwrap();
            layout.starts = vec![Start { position, ..first.clone() }];
            let mut world = World::new(layout, 1);
            let mut measure = Measure::new(&world);
            if world.path_left(0) < 0.1 {
                continue;
            }
            run(&mut world, 60.0, |world| measure.observe(world));
            let m = measure.metrics(&world);
            assert!(
                (m.value(&ARRIVED).unwrap(), m.value(&STUCK).unwrap()) == (1.0, 0.0),
                "{map}, from {position}: {m:?}"
            );
            // Starting from rest and turning both lengthen the path a little.
            assert!(m.value(&PATH_RATIO).is_some_and(|r| r < 1.04), "{map}, from {position}: {m:?}");
        }
    }
}

#[test]
fn all_units_get_around_walls_in_every_mode() {
    for (map, name) in ["tunnel", "corridor", "bottleneck"].into_iter().flat_map(|m| MODES.map(|o| (m, o))) {
        let mut layout = Scene::built_in(map).unwrap().layout(&LayoutOptions::default()).unwrap();
        layout.steering.mode = mode(name);
        let (limit, mut world) = (layout.time_limit, World::new(layout, 0));
        let last = run(&mut world, limit, |_| ());
        assert!(last.is_some_and(|t| t < 30.0), "{map}, {name}: {last:?}, {} arrived", world.arrived());
    }
}

/// A gate shuts in front of a group and opens again: paths, bodies and models use the new walls.
#[test]
fn walls_may_change_while_units_walk() {
    let gate = || vec![solid((-1.0, -30.0), (1.0, -4.0)), solid((-1.0, 4.0), (1.0, 9.0))];
    let shut = || [gate(), vec![solid((-1.0, -4.0), (1.0, 4.0))]].concat();
    for name in ["none", "orca", "social-force", "continuum"] {
        let starts: Vec<Start> =
            (0..6).map(|k| walker((-8.0, 1.5 * k as f32 - 4.0), (8.0, 1.5 * k as f32 - 4.0))).collect();
        let mut layout = among(gate(), starts);
        layout.steering.mode = mode(name);
        let mut world = World::new(layout, 1);
        let open = world.path_left(0);
        (0..30).for_each(|_| world.tick());
        world.set_walls(shut()).unwrap();
        assert!(world.path_left(0) > open + 3.0, "{name}: {} instead of {open}", world.path_left(0));
        let mut lowest = f32::INFINITY;
        let last = run(&mut world, 20.0, |world| {
            for p in world.units().position.iter().filter(|p| p.x.abs() < 0.9) {
                lowest = lowest.min(p.y);
            }
        });
        assert!(last.is_some(), "{name}: {} of 6 arrived", world.arrived());
        assert!(lowest > 9.0, "{name}: a unit went through the gate at y = {lowest}");
        // The gate opens again: the path is straight.
        let unsound = [
            Wall::Chain(vec![p(0.0, 0.0)]),
            Wall::Polygon(vec![p(0.0, 0.0), p(1.0, 0.0)]),
            solid((1.0, 0.0), (-1.0, 2.0)),
            Wall::Circle { center: p(f32::NAN, 0.0), radius: 1.0 },
        ];
        for wall in unsound {
            assert!(world.set_walls(vec![wall.clone()]).is_err(), "{wall:?}");
        }
        world.set_walls(Vec::new()).unwrap();
        assert!(world.path_left(0) < 1.0, "{name}: {}", world.path_left(0));
    }
}

/// A unit pushed deep into a wall's margin, at a corner or along a side, still heads out and around.
#[test]
fn a_unit_pressed_against_a_wall_finds_a_path_out() {
    let layout = among(vec![solid((-1.0, -20.0), (1.0, 2.0))], vec![walker((-8.0, 0.0), (8.0, 0.0))]);
    let navigator = navigator(&layout);
    for depth in [0.45, 0.3, 0.15, 0.05] {
        for (at, out) in
            [(p(-1.0 - depth, -1.0), Vec2::new(0.0, 1.0)), (p(-0.5, 2.0 + depth), Vec2::new(1.0, 0.0))]
        {
            let heading = navigator.heading(0, at, &layout.starts[0].goal, &[]).unwrap();
            let direction = math::normalize(heading.aim - at);
            assert!(direction.dot(&out) > 0.3, "{depth} m from the wall at {at} it heads {direction:?}");
            assert!(heading.distance > 7.0 && heading.distance < 20.0, "{heading:?}");
        }
    }
}

#[test]
fn changed_walls_change_the_paths() {
    let layout = among(Vec::new(), vec![walker((-8.0, 0.0), (8.0, 0.0))]);
    let (start, goal) = (layout.starts[0].position, layout.starts[0].goal);
    let mut navigator = navigator(&layout);
    let distance = |n: &Navigator| n.heading(0, start, &goal, &[start]).unwrap().distance;
    assert!(navigator.potential(0).is_none());
    assert_eq!(distance(&navigator), 16.0);
    navigator.set_walls(&[solid((-1.0, -20.0), (1.0, 6.0))], &[start]);
    let over = distance(&navigator);
    let (grid, field) = navigator.potential(0).unwrap();
    let here = field[grid.cell_of(start).unwrap()];
    assert!(over > 20.0 && (here - over).abs() < 0.5, "{over} m and {here} m in the field");
    navigator.set_walls(&[solid((-1.0, -3.0), (1.0, 20.0))], &[start]);
    let heading = navigator.heading(0, start, &goal, &[start]).unwrap();
    assert!(heading.distance < over - 2.0 && heading.aim.y < -3.0, "{heading:?}");
    // Without a path, units walk straight, and all values are finite.
    let cage = Wall::Chain(vec![p(5.0, -3.0), p(11.0, -3.0), p(11.0, 3.0), p(5.0, 3.0), p(5.0, -3.0)]);
    navigator.set_walls(&[cage], &[start]);
    assert_eq!(distance(&navigator), 16.0);
    navigator.set_walls(&[], &[start]);
    assert!(navigator.potential(0).is_none());
}

/// Hundreds of slots do not need hundreds of fields, and each unit still reaches its own.
#[test]
fn slots_share_fields() {
    let wall = solid((-1.0, -9.0), (1.0, 9.0));
    let slot = |i: usize| ((i % 20) as f32 * 1.1, (i / 20) as f32 * 1.1 - 5.0);
    let starts: Vec<Start> =
        (0..200).map(|i| walker((slot(i).0 - 24.0, slot(i).1), (slot(i).0 + 2.0, slot(i).1))).collect();
    let layout = among(vec![wall], starts);
    let navigator = navigator(&layout);
    let fields: BTreeSet<_> =
        (0..200).map(|id| navigator.potential(id).map(|(_, field)| field.as_ptr())).collect();
    assert!(fields.len() <= 8 && !fields.contains(&None), "{} fields", fields.len());
    for (id, start) in layout.starts.iter().enumerate() {
        let Goal::Point { at, .. } = start.goal else { panic!("a slot") };
        let before = at - Vec2::new(0.4, 0.0);
        let heading = navigator.heading(id, before, &start.goal, &[]).unwrap();
        assert!(heading.aim == at && (heading.distance - 0.4).abs() < 1e-3, "{id}: {heading:?}");
        let far = navigator.heading(id, start.position, &start.goal, &[]).unwrap();
        let straight = (at - start.position).norm();
        assert!(far.distance > straight && far.distance < straight + 25.0, "{id}: {far:?}");
    }
}

/// A follower continues around a corner after the followed unit has gone out of sight.
#[test]
fn a_follower_walks_around_walls() {
    let mut chaser = walker((-6.0, -10.0), (0.0, 0.0));
    chaser.goal = Goal::Unit { index: 1, gap: 0.2 };
    let hunted = Start { max_speed: 2.0, ..walker((6.0, -10.0), (6.0, 12.0)) };
    let layout = among(vec![solid((-1.0, -24.0), (1.0, 6.0))], vec![chaser, hunted]);
    let mut world = World::new(layout, 1);
    let length = world.path_left(0);
    assert!(length > 30.0, "over the wall it is 34 m: {length}");
    let caught = run(&mut world, 30.0, |_| ());
    assert!(caught.is_some() && world.units().position[0].x > 1.5, "{caught:?}");
}
