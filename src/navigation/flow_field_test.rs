//! Tests of paths on drawn ground.

use super::*;
use crate::geometry::Wall;
use crate::types::Rect;

/// The paths through a tunnel that is hardly wider than a unit, wherever it lies on the grid.
#[test]
fn a_path_through_a_straight_tunnel_has_no_corners_in_it() {
    for shift in (0..10).map(|i| i as f32 * 0.037) {
        for width in [1.1, 1.28, 1.7] {
            let solid = |from: f32, to: f32| {
                Wall::Box(Rect { min: Point::new(-20.0, from), max: Point::new(20.0, to) })
            };
            let walls = [solid(-12.0, shift), solid(shift + width, 12.0)];
            let area = Rect { min: Point::new(-30.0, -12.0), max: Point::new(30.0, 12.0) };
            let clearance = Clearance::new(&walls, area, 0.5).unwrap();
            let field = FlowField::new(&clearance, Point::new(25.0, 5.0));
            let corners = field.corners(&clearance, Point::new(-25.0, -5.0)).unwrap();
            let inside = corners.iter().filter(|p| p.x.abs() < 18.0).count();
            // At most one, since the path may cross the tunnel from one wall to the other.
            assert!(inside <= 1, "{inside} corners at {shift} m in a tunnel of {width} m: {corners:?}");
        }
    }
}

/// Around the ends of two walls, wherever they lie on the grid. Where cells next to each other turn at different corners, the mean direction is
/// off by less than 1 m at the nearer one.
#[test]
fn headings_lead_through_no_wall() {
    let solid = |x: f32, y: f32, to_x: f32, to_y: f32| {
        Wall::Box(Rect { min: Point::new(x, y), max: Point::new(to_x, to_y) })
    };
    let rim = [
        solid(0.0, -1.0, 20.0, 0.0),
        solid(0.0, 15.0, 20.0, 16.0),
        solid(-1.0, -1.0, 0.0, 16.0),
        solid(20.0, -1.0, 21.0, 16.0),
    ];
    let area = Rect { min: Point::origin(), max: Point::new(20.0, 15.0) };
    for shift in [0.0, 0.05, 0.1, 0.15, 0.2] {
        let ground = |shorter: f32| {
            let up = solid(6.0 + shift, 0.0, 6.6 + shift, 12.0 + shift - shorter);
            let down = solid(11.0 + shift, 3.0 + shift + shorter, 11.5 + shift, 15.0);
            Clearance::new(&[&rim[..], &[up, down]].concat(), area, 0.5).unwrap()
        };
        let (clearance, shorter) = (ground(0.0), ground(1.0));
        let field = FlowField::new(&clearance, Point::new(18.0, 7.0));
        let points = (0..100).flat_map(|x| (0..150).map(move |y| Point::new(0.1 * x as f32, 0.1 * y as f32)));
        for p in points.filter(|p| clearance.gap_at(*p) >= 0.5) {
            let aim = field.heading(&clearance, p).unwrap().aim;
            assert!(shorter.trace(p, aim, 0.1).is_ok(), "{shift} m, from {p} to {aim}");
        }
    }
}

/// Between pillars of all sizes, and along walls.
#[test]
fn roomy_lines_give_the_field_that_tests_of_every_line_give() {
    let at = Point::new;
    let round = |x: f32, y: f32, radius: f32| Wall::Circle { center: at(x, y), radius };
    let walls = [
        Wall::Box(Rect { min: at(-9.0, -2.0), max: at(-4.0, 7.5) }),
        Wall::Chain(vec![at(-2.0, -9.0), at(-1.0, 1.0), at(3.0, 2.0)]),
        round(1.0, -4.0, 0.1),
        round(2.5, -6.0, 0.4),
        round(5.0, 5.0, 1.5),
        round(6.0, -2.0, 2.2),
    ];
    let area = Rect { min: at(-12.0, -10.0), max: at(12.0, 10.0) };
    let clearance = Clearance::new(&walls, area, 0.5).unwrap();
    for aim in [at(10.0, 8.0), at(-11.0, 0.0), at(3.0, -1.0)] {
        let (mut growth, mut tested) = (Growth::new(&clearance, aim), Growth::new(&clearance, aim));
        while !growth.grow(&clearance, usize::MAX) {}
        while !tested.grow(&clearance, 1) {
            tested.roomy.fill(false);
        }
        let free = (0..clearance.grid.len()).filter(|cell| clearance.is_free(*cell));
        let roomy = free.filter(|cell| growth.is_between_roomy(&clearance, *cell, growth.field.turn[*cell]));
        assert!(roomy.count() > 500);
        assert!(growth.field.turn == tested.field.turn && growth.field.distance == tested.field.distance);
    }
}

#[test]
fn the_ground_near_the_goal_is_known_first() {
    let wall = Wall::Box(Rect { min: Point::new(-9.0, -9.0), max: Point::new(-8.0, 9.0) });
    let area = Rect { min: Point::new(-9.0, -9.0), max: Point::new(9.0, 9.0) };
    let clearance = Clearance::new(&[wall], area, 0.5).unwrap();
    let mut growth = Growth::new(&clearance, Point::origin());
    growth.grow(&clearance, 900);
    // A square of 30 × 30 cells of 0.25 m.
    let known = growth.known().unwrap().distances().iter().filter(|distance| distance.is_finite());
    assert!(known.clone().count() == 900 && known.copied().fold(0.0, f32::max) < 5.8);
}

/// The arrays of this field take two ticks.
#[test]
fn a_field_that_grows_in_small_steps_is_the_same_in_the_margins_of_walls_too() {
    let solid = |x: f32, y: f32, width: f32, height: f32| {
        let min = Point::new(x, y);
        Wall::Box(Rect { min, max: min + Vec2::new(width, height) })
    };
    let walls = [solid(-4.0, -20.0, 3.0, 30.0), solid(9.0, 2.0, 6.0, 5.0), solid(9.0, 7.9, 6.0, 4.0)];
    let area = Rect { min: Point::new(-40.0, -30.0), max: Point::new(40.0, 30.0) };
    let clearance = Clearance::new(&walls, area, 0.5).unwrap();
    // In the open, and in the margin of a wall.
    for aim in [Point::new(30.0, 5.0), Point::new(-0.9, 0.0)] {
        let mut growth = Growth::new(&clearance, aim);
        assert!(growth.known().is_none());
        while !growth.grow(&clearance, 700) {}
        assert!(growth.steps > 100);
        let (grown, field) = (growth.into_field(), FlowField::new(&clearance, aim));
        assert!(grown.distance == field.distance && grown.turn == field.turn);
        let cells = || 0..clearance.grid.len();
        let mut layered = field.clone();
        cells().filter(|cell| !clearance.is_free(*cell)).for_each(|cell| {
            (layered.distance[cell], layered.turn[cell]) = (f32::INFINITY, NONE);
        });
        for _ in 0..MARGIN_CELLS {
            let before = layered.clone();
            for cell in cells().filter(|cell| !clearance.is_free(*cell) && !before.knows(*cell)) {
                (layered.distance[cell], layered.turn[cell]) = before.route_out(&clearance, cell);
            }
        }
        assert!(layered.distance == field.distance && layered.turn == field.turn);
        assert!(cells().filter(|cell| !clearance.is_free(*cell) && field.knows(*cell)).count() > 500);
    }
}
