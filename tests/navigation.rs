//! Ways round walls: as short as they can be, from everywhere, and walked to their end.

mod common;

use common::{NO_PUSH, layout, steering, walker};
use sidestep::navigation::Navigator;
use sidestep::scene::{Goal, Layout, LayoutOptions, Scene, Wall};
use sidestep::settings::Mode;
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::World;
use std::f32::consts::PI;

fn p(x: f32, y: f32) -> Point {
    Point::new(x, y)
}

fn solid(min: (f32, f32), max: (f32, f32)) -> Wall {
    Wall::Box(Rect { min: p(min.0, min.1), max: p(max.0, max.1) })
}

/// One unit of radius 0.5 among walls.
fn alone(walls: Vec<Wall>, from: (f32, f32), to: (f32, f32)) -> Layout {
    let bounds = Rect { min: p(-25.0, -25.0), max: p(25.0, 25.0) };
    Layout { walls, bounds, ..layout(vec![walker(from, to)], steering(Mode::None, 4, NO_PUSH)) }
}

/// The way to the middle of the goal of the only unit, m.
fn way(layout: &Layout) -> f32 {
    let start = &layout.starts[0];
    Navigator::new(layout).way(0, start.position, 0.5, &start.goal, &[start.position]) + 0.5
}

/// The length of the taut string from `a` to `b` round discs of radius `r`: tangents and arcs. `discs` in order, each passed
/// on its left (+1) or its right (−1).
fn taut(a: Point, b: Point, r: f32, discs: &[(Point, f32)]) -> f32 {
    // Relax a chain of points on the circles; each disc is round, so that 200 sweeps of golden angles are exact enough.
    let mut stops: Vec<(Point, f32, f32)> = Vec::new();
    for (center, side) in discs {
        stops.push((*center, *side, 0.0));
    }
    let mut best = 0.0;
    let tangent = |from: Point, center: Point, side: f32| {
        // The point at which the line from `from` touches the disc, passing it on `side`.
        let d = center - from;
        let (length, angle) = (d.norm(), libm::atan2f(d.y, d.x));
        let half = libm::asinf((r / length).min(1.0));
        let direction = angle + side * half;
        (direction, (length * length - r * r).max(0.0).sqrt())
    };
    let mut last_direction: Option<f32> = None;
    let mut from = a;
    for (i, (center, side, _)) in stops.iter().enumerate() {
        let (direction, length) = if i == 0 {
            tangent(from, *center, *side)
        } else {
            let (before, before_side, _) = stops[i - 1];
            let d = center - before;
            let (between, angle) = (d.norm(), libm::atan2f(d.y, d.x));
            if before_side == *side {
                (angle, between)
            } else {
                let half = libm::asinf((2.0 * r / between).min(1.0));
                (angle + side * half, (between * between - 4.0 * r * r).max(0.0).sqrt())
            }
        };
        if let Some(last) = last_direction {
            best += r * sidestep::math::wrap(direction - last).abs();
        }
        best += length;
        last_direction = Some(direction);
        from = *center;
    }
    let (center, side, _) = *stops.last().expect("a disc");
    // The last tangent, seen from the end.
    let (back, length) = tangent(b, center, -side);
    let direction = sidestep::math::wrap(back + PI);
    best + r * sidestep::math::wrap(direction - last_direction.expect("a disc")).abs() + length
}

fn assert_near(found: f32, exact: f32, what: &str) {
    println!("{what}: {found} m, exact {exact}, {:+.2} %", 100.0 * (found / exact - 1.0));
    assert!((found / exact - 1.0).abs() < 0.01, "{what}: {found} m, not {exact}");
}

#[test]
fn the_way_is_the_taut_string() {
    let (a, b) = (p(-8.0, 0.0), p(8.0, 0.0));
    let straight = way(&alone(vec![solid((-1.0, 3.0), (1.0, 9.0))], (-8.0, 0.0), (8.0, 0.0)));
    assert_near(straight, 16.0, "past a box");
    // Above both upper corners of a box: turned right at each, which lies to the right.
    let found = way(&alone(vec![solid((-1.0, -20.0), (1.0, 2.0))], (-8.0, 0.0), (8.0, 0.0)));
    assert_near(found, taut(a, b, 0.5, &[(p(-1.0, 2.0), 1.0), (p(1.0, 2.0), 1.0)]), "over a box");
    for radius in [0.5, 2.0, 5.0] {
        let circle = Wall::Circle { center: p(0.0, 0.0), radius };
        let found = way(&alone(vec![circle], (-8.0, 0.0), (8.0, 0.0)));
        assert_near(found, taut(a, b, radius + 0.5, &[(p(0.0, 0.0), 1.0)]), "round a circle");
    }
    let polygon = Wall::Polygon(vec![p(-3.0, -18.0), p(3.0, -18.0), p(0.0, 6.0)]);
    let found = way(&alone(vec![polygon], (-8.0, 0.0), (8.0, 0.0)));
    assert_near(found, taut(a, b, 0.5, &[(p(0.0, 6.0), 1.0)]), "over a spike");
    // An S: up over the first chain, down under the second.
    let chains =
        vec![Wall::Chain(vec![p(-3.0, -24.0), p(-3.0, 6.0)]), Wall::Chain(vec![p(3.0, -6.0), p(3.0, 24.0)])];
    let found = way(&alone(chains, (-8.0, 0.0), (8.0, 0.0)));
    assert_near(found, taut(a, b, 0.5, &[(p(-3.0, 6.0), 1.0), (p(3.0, -6.0), -1.0)]), "an S");
}

/// In the tunnel the way leads past the corner of the mouth, and of the other one.
#[test]
fn the_way_through_the_tunnel_is_the_taut_string() {
    let layout = Scene::built_in("tunnel").unwrap().layout(&LayoutOptions::default()).unwrap();
    let navigator = Navigator::new(&layout);
    for start in layout.starts.iter().filter(|s| s.group == 0 && s.position.y > 10.0) {
        let goal = Goal::Point { at: p(23.0, 7.0), radius: 0.0, own: true };
        let id = 0;
        let found = navigator.way(id, start.position, 0.23, &goal, &[]);
        let exact = taut(start.position, p(23.0, 7.0), 0.23, &[(p(6.0, 9.0), -1.0)]);
        assert_near(found, exact, "the tunnel");
    }
}
