//! Distances to walls that come and go, and their grids.

use super::super::parts::{Parts, nearest_of};
use super::super::rough_path::WideGround;
use super::*;
use proptest::prelude::*;

const RADIUS: f32 = 0.5;

fn area(size: f32) -> Rect {
    Rect { min: Point::new(-size, -size), max: Point::new(size, size) }
}

/// Walls of all kinds.
fn wall() -> impl Strategy<Value = Wall> {
    let at = (-11.0_f32..11.0, -11.0_f32..11.0).prop_map(|(x, y)| Point::new(x, y));
    let box_at = |(at, width, height): (Point, f32, f32)| {
        Wall::Box(Rect { min: at, max: at + Vec2::new(width, height) })
    };
    let triangle = |(at, a, b): (Point, f32, f32)| {
        Wall::Polygon(vec![at, at + Vec2::new(a, 0.5), at + Vec2::new(0.3, b)])
    };
    let chain =
        |(at, a, b): (Point, f32, f32)| Wall::Chain(vec![at, at + Vec2::new(a, 0.0), at + Vec2::new(a, b)]);
    let size = || 0.1_f32..7.0;
    prop_oneof![
        (at.clone(), size(), size()).prop_map(box_at),
        // On the grid, where many segments are equally near.
        (at.clone(), 1_u8..6, 1_u8..6).prop_map(move |(at, w, h)| box_at((
            at.map(f32::round),
            f32::from(w),
            f32::from(h)
        ))),
        (at.clone(), 0.1_f32..3.0).prop_map(|(center, radius)| Wall::Circle { center, radius }),
        (at.clone(), size(), size()).prop_map(triangle),
        (at, size(), size()).prop_map(chain),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    /// After each of some changes, the ground is that of a fresh one, and so are the wide cells that paths are searched over.
    #[test]
    fn ground_around_walls_that_come_and_go_is_that_around_walls_that_were_there(
        first in prop::collection::vec(wall(), 1..6),
        changes in prop::collection::vec((prop::option::weighted(0.6, wall()), 0_usize..8), 1..8),
    ) {
        let mut walls = first;
        let mut clearance = Clearance::new(&walls, area(19.0), RADIUS).unwrap();
        let mut wide = WideGround::new(&clearance);
        for (new, place) in changes {
            let place = place.min(walls.len());
            match new {
                Some(wall) => walls.insert(place, wall),
                None if walls.len() > 1 => _ = walls.remove(place.min(walls.len() - 1)),
                None => {}
            }
            let before = clearance.clone();
            let cells = clearance.change(&walls, area(19.0)).unwrap();
            let fresh = Clearance::new(&walls, area(19.0), RADIUS).unwrap();
            prop_assert!(clearance == fresh, "another ground");
            wide.steps(&before);
            wide.change(&clearance, &cells);
            let wide_afresh = WideGround::new(&fresh);
            prop_assert_eq!(wide.spots(), wide_afresh.spots());
            prop_assert!(wide.steps(&clearance) == wide_afresh.steps(&fresh), "other steps");
            for cell in (0..before.grid.len()).filter(|cell| cells.binary_search(cell).is_err()) {
                prop_assert_eq!(before.distances.gap[cell], fresh.distances.gap[cell]);
                prop_assert_eq!((before.spots[cell], before.free[cell]), (fresh.spots[cell], fresh.free[cell]));
            }
        }
    }

    /// Each cell has its exact distance.
    #[test]
    fn the_distance_of_each_cell_is_that_of_the_nearest_segment(walls in prop::collection::vec(wall(), 1..9)) {
        let clearance = Clearance::new(&walls, area(19.0), RADIUS).unwrap();
        let distances = &clearance.distances;
        for cell in 0..clearance.grid.len() {
            let center = clearance.grid.center(cell);
            let far = |own: &Segment| (own.nearest(center) - center).norm();
            let least = distances.segments.iter().map(far).fold(f32::INFINITY, f32::min);
            prop_assert_eq!(distances.gap[cell].abs(), least);
            prop_assert_eq!(far(&distances.segments[distances.nearest[cell] as usize]), least);
        }
    }

    /// Two free cells are in the same part if steps over free neighbours lead from one to the other.
    #[test]
    fn parts_are_the_connected_free_cells(walls in prop::collection::vec(wall(), 1..12)) {
        let clearance = Clearance::new(&walls, area(14.0), RADIUS).unwrap();
        let grid = clearance.grid;
        let mut expected = vec![0; grid.len()];
        let mut count = 0;
        for first in (0..grid.len()).filter(|cell| clearance.is_free(*cell)) {
            if expected[first] != 0 {
                continue;
            }
            count += 1;
            let mut open = vec![first];
            while let Some(cell) = open.pop() {
                if expected[cell] == 0 && clearance.is_free(cell) {
                    expected[cell] = count;
                    open.extend(grid.neighbours(cell).into_iter().flatten());
                }
            }
        }
        let parts = Parts::new(&clearance);
        prop_assert_eq!((0..clearance.grid.len()).map(|cell| parts.at(cell)).collect::<Vec<_>>(), expected);
    }

    /// The search ends early, but finds what a look at all cells finds, also from inside a wall and from outside of the ground.
    #[test]
    fn the_free_cell_nearest_to_a_point_is_the_nearest_of_all(
        walls in prop::collection::vec(wall(), 1..12),
        points in prop::collection::vec((-30.0_f32..30.0, -30.0_f32..30.0, any::<bool>()), 1..20),
    ) {
        let clearance = Clearance::new(&walls, area(14.0), RADIUS).unwrap();
        for (x, y, is_east) in points {
            let p = Point::new(x, y);
            let is_meant = |cell: usize| !is_east || clearance.spot(cell).x > 3.0;
            let far = |cell: &usize| (clearance.spot(*cell) - p).norm_squared();
            let all = (0..clearance.grid.len()).filter(|cell| clearance.is_free(*cell) && is_meant(*cell));
            let expected = all.min_by(|a, b| far(a).total_cmp(&far(b)));
            prop_assert_eq!(nearest_of(&clearance, p, is_meant), expected);
        }
    }
}

/// A wall beyond the ground needs a larger grid, and the last wall that is removed needs none.
#[test]
fn walls_that_need_another_grid_change_nothing() {
    let wall = |x: f32| Wall::Circle { center: Point::new(x, 0.0), radius: 1.0 };
    let mut clearance = Clearance::new(&[wall(0.0)], area(8.0), RADIUS).unwrap();
    let before = clearance.clone();
    assert_eq!(clearance.change(&[wall(0.0), wall(11.0)], area(8.0)), None);
    assert_eq!(clearance.change(&[], area(8.0)), None);
    assert!(clearance == before);
    assert_eq!(clearance.change(&[wall(0.0)], area(8.0)), Some(vec![]));
}

/// Two circles, and the straight line between their centres.
#[test]
fn walls_outside_two_circles_keep_their_distance_from_the_line_between() {
    for (gap, step, next, expected) in [
        (5.0, 6.0, 5.0, 4.0),
        (13.0, 14.0, 15.0, 12.0),
        // One circle contains the middle of the other's edge.
        (1.0, 1.0, 9.0, 1.0),
        (9.0, 1.0, 1.0, 1.0),
        (2.0, 0.0, 3.0, 2.0),
    ] {
        assert_eq!(squared_gap_between((gap, step), next), expected * expected, "{gap}, {step}, {next}");
    }
    assert!(squared_gap_between((1.0, 3.0), 1.0) < 0.0, "the circles do not meet");
}

#[test]
fn a_huge_area_gets_no_grid() {
    let wall = Wall::Chain(vec![Point::new(-50e3, 0.0), Point::new(50e3, 1.0)]);
    assert!(Clearance::new(std::slice::from_ref(&wall), area(50e3), 0.5).is_none());
    // Half the side of the area, m, and the width of its cells.
    for (side, cell) in [(30.0, 0.25), (150.0, 0.3), (240.0, 0.45), (450.0, 0.45), (900.0, 0.88)] {
        let grid = grid([].iter(), area(side), 0.5).unwrap();
        assert!((grid.cell() - cell).abs() < 0.01 && grid.len() <= MOST_WIDE_CELLS, "{side} m: {grid:?}");
    }
}
