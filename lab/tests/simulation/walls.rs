//! Walls as bodies: a polygon stops units exactly where its outline is drawn.

use crate::common::{NO_PUSH, layout, mode, run, steering, walker};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use sidestep::geometry::Wall;
use sidestep::math;
use sidestep::physics::{BodyMotion, Disc, Physics};
use sidestep::types::{Motions, Point, Rect, Vec2};
use sidestep::world::World;
use sidestep::world::{Layout, Start};
use sidestep_lab::scene::{LayoutOptions, Scene};

fn points(list: &[(f32, f32)]) -> Vec<Point> {
    list.iter().map(|&(x, y)| Point::new(x, y)).collect()
}

fn among(walls: Vec<Wall>, starts: Vec<Start>) -> Layout {
    Layout { walls, ..layout(starts, steering(mode("none"), 4, NO_PUSH)) }
}

/// The time of the last arrival, s.
fn arrival(walls: Vec<Wall>, starts: Vec<Start>) -> Option<f32> {
    run(&mut World::new(among(walls, starts), 1), 30.0, |_| {})
}

/// A block of 40 × 20 m with a notch 4 m wide and 18 m deep.
fn notched() -> Vec<Point> {
    points(&[
        (-20.0, -20.0),
        (20.0, -20.0),
        (20.0, 0.0),
        (2.0, 0.0),
        (2.0, -18.0),
        (-2.0, -18.0),
        (-2.0, 0.0),
        (-20.0, 0.0),
    ])
}

/// The same as three boxes.
fn three_boxes() -> Vec<Wall> {
    let solid = |min: (f32, f32), max: (f32, f32)| {
        Wall::Box(Rect { min: Point::new(min.0, min.1), max: Point::new(max.0, max.1) })
    };
    vec![
        solid((-20.0, -20.0), (-2.0, 0.0)),
        solid((2.0, -20.0), (20.0, 0.0)),
        solid((-2.0, -20.0), (2.0, -18.0)),
    ]
}

#[test]
fn a_unit_walks_to_the_end_of_a_notch() {
    let into = || vec![walker((-12.0, 6.0), (0.0, -16.0))];
    let boxes = arrival(three_boxes(), into()).expect("between boxes");
    for clockwise in [false, true] {
        let mut corners = notched();
        if clockwise {
            corners.reverse();
        }
        let polygon = arrival(vec![Wall::Polygon(corners)], into()).expect("into the notch");
        assert!((polygon - boxes).abs() < 0.1, "{polygon} s, and {boxes} s between boxes");
    }
}

/// A unit that presses against a wall while walking along it is not slowed by collinear corners.
#[test]
fn units_do_not_catch_on_corners_in_line() {
    let along = || vec![walker((-15.0, 0.6), (15.0, -3.0))];
    let corners = |step: f32| -> Vec<Point> {
        let top = (0..=(40.0 / step) as usize).map(|i| Point::new(20.0 - i as f32 * step, 0.0));
        points(&[(-20.0, -2.0), (20.0, -2.0)]).into_iter().chain(top).collect()
    };
    let x = |wall: Vec<Wall>| {
        let mut world = World::new(among(wall, along()), 1);
        // There are no paths around the wall, so the unit heads straight for the goal and presses against the wall
        // all the time.
        (0..240).for_each(|_| world.tick());
        world.units().position[0]
    };
    let plain = x(vec![Wall::Box(Rect { min: Point::new(-20.0, -2.0), max: Point::new(20.0, 0.0) })]);
    for step in [40.0, 1.0, 0.1] {
        let found = x(vec![Wall::Polygon(corners(step))]);
        assert!((found - plain).norm() < 0.01, "a corner every {step} m: at {found}, not {plain}");
    }
}

/// Outlines that a map may contain, with a description.
fn awkward() -> Vec<(&'static str, Vec<Point>)> {
    let ellipse = (0..500).map(|i| {
        let angle = i as f32 / 500.0 * std::f32::consts::TAU;
        Point::new(30.0 * libm::cosf(angle), 10.0 * libm::sinf(angle))
    });
    vec![
        ("a thin triangle", points(&[(0.0, 0.0), (10.0, 0.0), (5.0, 0.001)])),
        ("an ellipse of 500 corners", ellipse.collect()),
        ("a needle", points(&[(-20.0, 0.0), (20.0, -0.001), (20.0, 0.001)])),
    ]
}

#[test]
fn every_valid_polygon_is_a_solid_wall() {
    for (what, corners) in awkward() {
        let text: Vec<String> = corners.iter().map(|p| format!("[{:?}, {:?}]", p.x, p.y)).collect();
        let map = format!(
            "sidestep = 1\nbounds = [[-50, -50], [50, 50]]\ntime_limit = 9\n[[wall]]\npolygon = [{}]\n[[group]]\nname = \
             \"a\"\nunits = [{{ position = [3, 20] }}]\ngoal = {{ point = [3, -20] }}\n",
            text.join(", ")
        );
        let scene = Scene::from_toml("map.toml", &map).unwrap_or_else(|e| panic!("{what}: {e}"));
        let mut world = World::new(scene.layout(&LayoutOptions::default()).unwrap(), 1);
        (0..10).for_each(|_| world.tick());
        let mut world = World::new(among(Vec::new(), vec![walker((3.0, 20.0), (3.0, -20.0))]), 1);
        world.set_walls(vec![Wall::Polygon(corners.clone())]).unwrap_or_else(|e| panic!("{what}: {e}"));
        for _ in 0..1200 {
            world.tick();
            let gap = signed_distance(&corners, world.units().position[0]);
            assert!(gap > 0.48, "{what}: {gap} m from the outline");
        }
        assert_eq!(world.arrived(), 1, "{what}: the unit must find a path around it");
    }
}

/// 30 m walls at x = 1 of each kind, thinner than a fast unit's step.
fn thin_walls() -> Vec<(&'static str, Wall)> {
    let at = |x: f32, y: f32| Point::new(x, y);
    vec![
        ("a chain", Wall::Chain(vec![at(1.0, -15.0), at(1.0, 15.0)])),
        ("a box", Wall::Box(Rect { min: at(1.0, -15.0), max: at(1.05, 15.0) })),
        ("a polygon", Wall::Polygon(vec![at(1.0, -15.0), at(1.05, -15.0), at(1.05, 15.0), at(1.0, 15.0)])),
    ]
}

/// In steps of up to 160 radii, although a map allows 10 at most.
#[test]
fn fast_small_units_do_not_pass_through_thin_walls() {
    for (what, wall) in thin_walls() {
        for (radius, max_speed) in [(0.01, 100.0), (0.01, 5.0), (0.1, 5.0), (0.1, 100.0), (0.3, 30.0)] {
            // From different distances, straight and at an angle.
            let start = |i: usize| {
                let y = i as f32 - 7.0;
                let to = if i.is_multiple_of(2) { y } else { -y };
                let from = walker((-20.0 - 0.37 * i as f32, y), (20.0, to));
                Start { radius, max_speed, max_force: 8.0 * max_speed, ..from }
            };
            let mut layout = among(vec![wall.clone()], (0..15).map(start).collect());
            // No paths around the wall, so that the units run into it.
            layout.bounds = Rect { min: Point::new(-5e4, -5e4), max: Point::new(5e4, 5e4) };
            let mut world = World::new(layout, 1);
            let mut met = 0;
            for _ in 0..(30.0 * 60.0 / max_speed) as usize + 60 {
                world.tick();
                let near = |p: &&Point| (p.x - (1.0 - radius)).abs() < 0.1;
                met = met.max(world.units().position.iter().filter(near).count());
                let through = world.units().position.iter().find(|p| p.x > 1.0 && p.y.abs() < 14.0);
                assert_eq!(through, None, "through {what}, radius {radius} m at {max_speed} m/s");
            }
            assert!(met > 5, "{met} of 15 units met {what}");
        }
    }
}

/// At the largest speed that a map allows, against a wall that divides a closed room.
#[test]
fn the_fastest_units_never_pass_a_thin_wall() {
    let map = |radius: f32, max_speed: f32| {
        let text = format!(
            "sidestep = 1\nbounds = [[-10, -4], [10, 4]]\nclosed = true\ntime_limit = 9\n[[wall]]\nchain = [[0, -4], [0, 4]]\n[[group]]\n\
             name = \"a\"\nunits = [{{ position = [-5, 0] }}]\nunit = {{ radius = {radius}, max_speed = {max_speed} }}\ngoal = {{ point = [5, 0] }}\n"
        );
        Scene::from_toml("map.toml", &text).and_then(|scene| scene.layout(&LayoutOptions::default()))
    };
    for (radius, max_speed) in [(0.01, 6.0), (0.05, 30.0), (0.15, 90.0)] {
        let mut world = World::new(map(radius, max_speed).unwrap(), 1);
        for _ in 0..540 {
            world.tick();
            assert!(
                world.units().position[0].x < 0.0,
                "radius {radius} m at {max_speed} m/s: through the wall"
            );
        }
        let faster = map(radius, max_speed * 1.01).unwrap_err().to_string();
        assert!(faster.contains("too fast"), "{faster}");
    }
}

/// Corners around the origin at the distances `radii`.
fn star(radii: &[f32], clockwise: bool) -> Vec<Point> {
    let step = std::f32::consts::TAU / radii.len() as f32;
    let corner = |(i, r): (usize, &f32)| {
        let (sin, cos) = libm::sincosf(i as f32 * step);
        Point::new(20.0 * r * cos, 20.0 * r * sin)
    };
    let mut corners: Vec<Point> = radii.iter().enumerate().map(corner).collect();
    if clockwise {
        corners.reverse();
    }
    corners
}

/// A closed corridor that winds inwards, with its two sides `width` metres apart.
fn spiral(corners: usize, width: f32) -> Vec<Point> {
    let half = (corners / 2).max(2);
    let side = |i: usize, out: f32| {
        let share = i as f32 / (half - 1) as f32;
        let (sin, cos) = libm::sincosf(share * 15.0);
        Point::new((3.0 + 15.0 * share + out) * cos, (3.0 + 15.0 * share + out) * sin)
    };
    (0..half).map(|i| side(i, 0.0)).chain((0..half).rev().map(|i| side(i, width))).collect()
}

/// Simple polygons with 3 to 10 000 corners.
fn outline() -> impl Strategy<Value = Vec<Point>> {
    let count = (0.0_f32..1.0).prop_map(|share| (3.0 * math::pow(10_000.0 / 3.0, share)) as usize);
    prop_oneof![
        3 => (count.clone(), 0.05_f32..1.0, any::<u64>(), any::<bool>()).prop_map(|(n, least, seed, clockwise)| {
            let mut state = seed;
            let radii: Vec<f32> = (0..n)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    least + (1.0 - least) * (state >> 40) as f32 / (1 << 24) as f32
                })
                .collect();
            star(&radii, clockwise)
        }),
        1 => (20_usize..10_000, 0.05_f32..1.5).prop_map(|(n, width)| spiral(n, width)),
    ]
}

/// The distance to the outline, m, negative inside. Computed by brute force over all sides, with ray crossings for
/// the sign.
fn signed_distance(outline: &[Point], p: Point) -> f64 {
    let q = p.cast::<f64>();
    let (mut least, mut inside) = (f64::INFINITY, false);
    for i in 0..outline.len() {
        let (a, b) = (outline[i].cast::<f64>(), outline[(i + 1) % outline.len()].cast::<f64>());
        let along = b - a;
        let t = ((q - a).dot(&along) / along.norm_squared()).clamp(0.0, 1.0);
        least = least.min((a + along * t - q).norm());
        if (a.y > q.y) != (b.y > q.y) && q.x < a.x + (q.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            inside = !inside;
        }
    }
    if inside { -least } else { least }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, rng_seed: RngSeed::Fixed(17), ..ProptestConfig::default() })]

    /// In one step a small disc is moved if its centre is inside the outline, and only if it touches the outline.
    #[test]
    fn the_wall_is_the_outline(outline in outline(), turn in 0.0_f32..6.0) {
        let wall = Wall::Polygon(outline.clone());
        prop_assert_eq!(wall.check(), Ok(()));
        // A sunflower pattern: points spread evenly and far enough apart.
        let positions = (0..150).map(|i| {
            let (sin, cos) = libm::sincosf(i as f32 * 2.399_963 + turn);
            Point::new(cos, sin) * (1.8 * (i as f32).sqrt())
        });
        let starts: Vec<Start> = positions.map(|at| Start { radius: 0.05, ..walker((at.x, at.y), (0.0, 0.0)) }).collect();
        let distance: Vec<f64> = starts.iter().map(|s| signed_distance(&outline, s.position)).collect();
        let disc = |s: &Start| Disc {
            position: s.position,
            velocity: s.velocity,
            radius: s.radius,
            mass: s.mass,
            max_speed: s.max_speed,
            motion: BodyMotion::Sliding,
        };
        let discs: Vec<Disc> = starts.iter().map(disc).collect();
        let zero = vec![Vec2::zeros(); discs.len()];
        let mut physics = Physics::new(&discs, &[wall]);
        physics.step(&Motions::new(discs.len()), &NO_PUSH, &[]);
        let (mut position, mut velocity) = (vec![Point::origin(); zero.len()], zero.clone());
        physics.read(&mut position, &mut velocity);
        for ((start, now), distance) in starts.iter().zip(position).zip(distance) {
            let moved = (now - start.position).norm();
            if distance > 0.0501 {
                prop_assert!(moved == 0.0, "{distance} m from the wall at {}, moved {moved} m", start.position);
            } else if distance < -1e-4 {
                prop_assert!(moved > 0.0, "{distance} m inside at {}", start.position);
            }
        }
    }
}
