//! Gates of maps that are drawn.

use super::*;
use crate::geometry::Wall;
use crate::math;
use crate::navigation::passages::Gate;
use crate::types::{Rect, Vec2};

const RADIUS: f32 = 0.5;
/// Passages narrower than 7 m are gates, and a detour of 12 m makes no difference.
const RULES: PassageRules = PassageRules { radius: RADIUS, width: 7.0, detour: 12.0 };

/// A map of squares of 1 m: rows from the top, each with how often it is repeated. `#` is a wall.
fn drawn(rows: &[(usize, &str)], rules: &PassageRules) -> Passages {
    let rows: Vec<&str> = rows.iter().flat_map(|(count, row)| std::iter::repeat_n(*row, *count)).collect();
    let mut walls = Vec::new();
    for (row, y) in rows.iter().rev().zip(0..) {
        let mut from = 0;
        for run in row.split_inclusive(|square| square != '#') {
            let wall = run.trim_end_matches('.').len();
            if wall > 0 {
                let min = Point::new(from as f32, y as f32);
                walls.push(Wall::Box(Rect { min, max: Point::new((from + wall) as f32, min.y + 1.0) }));
            }
            from += run.len();
        }
    }
    let area = Rect { min: Point::origin(), max: Point::new(rows[0].len() as f32, rows.len() as f32) };
    let clearance = Arc::new(Clearance::new(&walls, area, RADIUS).unwrap());
    // The lower left room.
    let passages = Passages::find(&clearance, rules, &[Point::new(3.0, 3.0)]);
    let mut search = PassageSearch::new(clearance, *rules, &[Point::new(3.0, 3.0)]);
    while !search.go_on(333) {}
    assert_eq!(search.into_passages(), passages, "found over many ticks");
    passages
}

fn only_gate(passages: &Passages) -> Gate {
    let [gate] = passages.gates() else { panic!("{:?}", passages.gates()) };
    *gate
}

/// Two rooms, 11 m wide and 12 m high, with a door in the wall from x = 12 to 13 m. Its middle is at y = 7 m.
fn door(width: usize) -> Passages {
    let beside = 6 - width / 2;
    drawn(
        &[
            (1, "#########################"),
            (beside, "#...........#...........#"),
            (width, "#.......................#"),
            (beside, "#...........#...........#"),
            (1, "#########################"),
        ],
        &RULES,
    )
}

#[test]
fn a_door_is_a_gate_where_it_is_drawn() {
    for width in [2, 4, 6] {
        let passages = door(width);
        let gate = only_gate(&passages);
        assert!((gate.middle - Point::new(12.5, 7.0)).norm() < 0.15, "{width} m: {gate:?}");
        assert!(gate.through.x.abs() > 0.999, "{width} m: {gate:?}");
        assert!((gate.width - width as f32).abs() <= 0.5, "{width} m: {gate:?}");
        assert!(gate.is_door && !gate.has_detour && gate.mouths == 2, "{width} m: {gate:?}");
        let [west, east] = [12.2, 12.8].map(|x| passages.at(Point::new(x, 7.0)).map(|at| at.side));
        assert!(west.is_some() && east.is_some() && west != east, "{width} m: {west:?}, {east:?}");
    }
}

/// Rooms of 11 m × 12 m, joined by tunnels 4 m wide and 12 m long.
#[test]
fn a_region_has_as_many_mouths_as_it_joins_rooms() {
    let above = [
        (1, "####################################"),
        (4, "#...........############...........#"),
        (4, "#..................................#"),
    ];
    let gate = |below: &[(usize, &str)]| only_gate(&drawn(&[&above, below].concat(), &RULES));
    let straight =
        gate(&[(4, "#...........############...........#"), (1, "####################################")]);
    assert_eq!((straight.mouths, straight.is_door), (2, false));
    let branch = gate(&[
        (4, "#...........###....#####...........#"),
        (5, "###############....#################"),
        (10, "#..................#################"),
        (1, "####################################"),
    ]);
    assert_eq!((branch.mouths, branch.is_door), (3, false));
    assert!(!straight.has_islands && !branch.has_islands);
}

/// A corridor 4 m wide, with two doors of 3 m to rooms below it, and one of this width to a room above it, whose middle is at y = 14.5 m.
fn corridor(door: usize) -> Passages {
    let above = format!("##############{}{}", ".".repeat(door), "#".repeat(19 - door));
    drawn(
        &[
            (1, "#################################"),
            (8, "##########...........############"),
            (1, &above),
            (4, "#...............................#"),
            (1, "#####...################...######"),
            (8, "#...........########............#"),
            (1, "#################################"),
        ],
        &RULES,
    )
}

#[test]
fn a_corridor_is_one_gate_unless_two_units_block_one_of_its_doors() {
    let gate = only_gate(&corridor(3));
    assert!(!gate.is_door && gate.mouths == 3, "{gate:?}");
    let gate = only_gate(&corridor(2));
    assert!(gate.is_door && gate.mouths == 2, "{gate:?}");
    assert!((gate.middle - Point::new(15.0, 14.5)).norm() < 0.3, "{gate:?}");
}

/// A tunnel 4 m high that parts around a wall of 2 m × 4 m. The gate is east of it, and its region ends before the two ways meet.
#[test]
fn a_region_leads_round_no_island() {
    let passages = drawn(
        &[
            (1, "################################################"),
            (4, "#.........############################.........#"),
            (4, "#.........###.........################.........#"),
            (4, "#...............##.............................#"),
            (4, "#.........###.........################.........#"),
            (4, "#.........############################.........#"),
            (1, "################################################"),
        ],
        &RULES,
    );
    let gate = only_gate(&passages);
    assert!(gate.has_islands && gate.mouths == 3 && !gate.is_door, "{gate:?}");
    for (x, y, is_inside) in [(30.0, 11.0, true), (19.5, 11.0, true), (17.0, 15.0, true), (14.5, 11.0, false)]
    {
        assert_eq!(passages.at(Point::new(x, y)).is_some(), is_inside, "({x}, {y})");
    }
}

/// A ring 4 m wide around a wall of 8 m × 8 m, with tunnels to rooms in the north-west, in the east and in the south-west.
#[test]
fn a_ring_with_its_tunnels_is_one_region() {
    let passages = drawn(
        &[
            (1, "#########################################################"),
            (4, "#.........................................####.........##"),
            (2, "#.........################....########....####.........##"),
            (4, "#.........################....########.................##"),
            (2, "#.........################....########....####.........##"),
            (4, "#.........################................####.........##"),
            (3, "##########################....###########################"),
            (9, "#....................................####################"),
            (1, "#########################################################"),
        ],
        &RULES,
    );
    let gate = only_gate(&passages);
    assert!(gate.has_islands && gate.mouths == 3 && !gate.is_door, "{gate:?}");
    let (north_west, west, south, east) = ((26.0, 27.0), (28.0, 20.0), (34.0, 15.0), (40.0, 20.0));
    for (x, y) in [north_west, west, south, east] {
        assert!(passages.at(Point::new(x, y)).is_some(), "({x}, {y})");
    }
}

/// A ring 3 m wide around a wall of 6 m × 8 m, with tunnels of 6 m to a room in the west and of 20 m to one in the east, and perhaps a third
/// one to the south, which leads nowhere or to a room.
#[test]
fn a_region_that_ends_in_a_ring_goes_on_through_up_to_two_tunnels() {
    let rows = [
        (1, "###########################################################"),
        (3, "#...........................####################..........#"),
        (1, "#.........######...######...####################..........#"),
        (3, "#.........######...######.................................#"),
        (4, "#.........######...######...####################..........#"),
        (3, "#.........######............###############################"),
        (1, "###########################################################"),
    ];
    for (tunnel, room) in [(0, 0), (6, 0), (12, 9)] {
        let south = [
            (tunnel, "#.........###########...###################################"),
            (room, "#.........####.................############################"),
        ];
        let passages = drawn(&[&rows[..6], &south, &rows[6..]].concat(), &RULES);
        let gate = only_gate(&passages);
        assert!(gate.has_islands && gate.mouths == if room == 0 { 4 } else { 6 }, "{gate:?}");
        for (x, y, is_inside) in [(12.5, 13.5, room == 0), (46.5, 9.5, room == 0), (20.0, 13.5, true)] {
            let at = Point::new(x, y + (tunnel + room) as f32);
            assert_eq!(passages.at(at).is_some(), is_inside, "({x}, {y})");
        }
    }
}

#[test]
fn a_passage_of_more_than_the_width_is_no_gate() {
    assert!(door(8).gates().is_empty(), "{:?}", door(8).gates());
}

/// It reaches 2.5 radii beyond the middle of the door, and to units that are pressed against its jambs.
#[test]
fn a_region_surrounds_the_door_with_a_side_on_each_hand() {
    let passages = door(2);
    let gate = only_gate(&passages);
    let east = u8::from(gate.through.x > 0.0);
    for (x, y, side) in [
        (11.4, 7.0, Some(1 - east)),
        (12.3, 7.0, Some(1 - east)),
        (12.7, 7.0, Some(east)),
        (13.6, 7.0, Some(east)),
        (10.4, 7.0, None),
        (14.6, 7.0, None),
        (12.4, 6.1, Some(1 - east)),
        (12.4, 7.9, Some(1 - east)),
        (12.9, 6.1, Some(east)),
        (12.4, 5.4, None),
        (6.0, 3.0, None),
    ] {
        let place = passages.at(Point::new(x, y));
        assert_eq!(place.map(|place| place.side), side, "({x}, {y})");
        assert_eq!(place.map_or(0, |place| place.gate), 0);
    }
    assert_eq!(passages.at(Point::new(-90.0, 0.0)), None, "outside the map");
}

/// A tunnel from x = 12 m on, 2 m wide.
fn tunnel(length: usize) -> Passages {
    let row = |middle: &str| format!("#...........{}...........#", middle.repeat(length));
    let (edge, wall, free) = ("#".repeat(24 + length), row("#"), row("."));
    drawn(&[(1, &edge), (5, &wall), (2, &free), (5, &wall), (1, &edge)], &RULES)
}

#[test]
fn a_region_contains_a_whole_tunnel() {
    for (length, is_door) in [(1, true), (2, true), (5, false), (9, false)] {
        let passages = tunnel(length);
        let gate = only_gate(&passages);
        let (from, to) = (12.0, 12.0 + length as f32);
        assert_eq!(gate.is_door, is_door, "{length} m: {gate:?}");
        assert!((gate.middle - Point::new(0.5 * (from + to), 7.0)).norm() < 0.3, "{length} m: {gate:?}");
        let side = |x: f32| passages.at(Point::new(x, 7.0)).map(|place| place.side);
        assert!(side(from + 0.3).is_some() && side(to - 0.3).is_some(), "{length} m");
        assert_ne!(side(from + 0.3), side(to - 0.3), "{length} m");
        assert_eq!(side(gate.middle.x - 0.3), side(from + 0.3), "{length} m: half of it on each side");
        assert_eq!((side(from - 2.0), side(to + 2.0)), (None, None), "{length} m: not the rooms");
    }
}

/// Two rooms side by side, and a tunnel 2 m wide that leads up from the one, and down to the other.
#[test]
fn a_tunnel_that_bends_back_is_a_gate_too() {
    let passages = drawn(
        &[
            (1, "###########################"),
            (2, "##########.......##########"),
            (14, "##########..###..##########"),
            (12, "#...........###...........#"),
            (1, "###########################"),
        ],
        &RULES,
    );
    let gate = only_gate(&passages);
    assert!(!gate.is_door && !gate.has_detour && !gate.has_islands && gate.mouths == 2, "{gate:?}");
    assert!((gate.middle - Point::new(13.5, 28.0)).norm() < 2.0 && gate.through.x.abs() > 0.9, "{gate:?}");
    let side = |x: f32, y: f32| passages.at(Point::new(x, y)).map(|place| place.side);
    let (left, right) = (side(11.0, 14.0), side(16.0, 14.0));
    assert!(left.is_some() && right.is_some() && left != right, "{left:?} and {right:?}");
    assert_eq!([side(11.0, 24.0), side(11.5, 28.0)], [left; 2]);
    assert_eq!([side(16.0, 24.0), side(15.5, 28.0)], [right; 2]);
    assert_eq!([side(6.0, 6.0), side(20.0, 6.0)], [None; 2], "not the rooms");
}

/// A tunnel of 2 m that winds once and a half round the room that it leads out of, between walls without thickness.
#[test]
fn a_tunnel_that_winds_round_a_room_has_no_islands() {
    let corners =
        [(4, 2), (4, -4), (-4, -4), (-4, 4), (6, 4), (6, -6), (-6, -6), (-6, 6), (8, 6), (8, -8), (-2, -8)];
    let corners = corners.map(|(x, y): (i8, i8)| Point::new(x.into(), y.into()));
    let area = Rect { min: Point::new(-20.0, -20.0), max: Point::new(20.0, 20.0) };
    let clearance = Clearance::new(&[Wall::Chain(corners.into())], area, RADIUS).unwrap();
    let passages = Passages::find(&Arc::new(clearance), &RULES, &[Point::origin()]);
    let gate = only_gate(&passages);
    assert!(!gate.has_islands && gate.mouths == 2, "{gate:?}");
    for (x, y) in [(5.0, 0.0), (0.0, -5.0), (-5.0, 0.0), (0.0, 5.0), (7.0, 0.0), (3.0, -7.0)] {
        assert!(passages.at(Point::new(x, y)).is_some(), "({x}, {y})");
    }
}

/// Two doors of this width, whose middles are `apart` m from each other.
fn two_doors(width: usize, apart: usize, rules: &PassageRules) -> Passages {
    drawn(
        &[
            (1, "#########################"),
            (6, "#...........#...........#"),
            (width, "#.......................#"),
            (apart - width, "#...........#...........#"),
            (width, "#.......................#"),
            (6, "#...........#...........#"),
            (1, "#########################"),
        ],
        rules,
    )
}

#[test]
fn a_door_has_a_detour_if_another_one_costs_little_more() {
    let detours = |apart: usize, detour: f32| {
        let rules = PassageRules { detour, ..RULES };
        let passages = two_doors(2, apart, &rules);
        assert_eq!(passages.gates().len(), 2, "{apart} m: {:?}", passages.gates());
        passages.gates().iter().filter(|gate| gate.has_detour).count()
    };
    // From core to core it is 7.7 m through one door. Through the other one it is farther by 2 · 6 + 3.2 − 7.7 = 7.5 m, on
    // a grid whose paths have eight directions.
    assert_eq!((detours(6, 12.0), detours(6, 8.5), detours(6, 6.5)), (2, 2, 0));
    assert_eq!((detours(11, 12.0), detours(11, 19.0)), (0, 2));
}

#[test]
fn a_passage_with_a_detour_is_a_gate_only_if_two_units_fill_it() {
    assert_eq!(two_doors(3, 7, &RULES).gates().len(), 2);
    assert!(two_doors(4, 7, &RULES).gates().is_empty());
    let far = PassageRules { detour: 0.0, ..RULES };
    assert_eq!(two_doors(4, 7, &far).gates().len(), 2, "without a detour");
}

#[test]
fn a_nook_is_no_gate() {
    let nook = drawn(
        &[
            (1, "###########################"),
            (5, "#............##############"),
            (3, "#.................#########"),
            (5, "#............##############"),
            (1, "###########################"),
        ],
        &RULES,
    );
    assert!(nook.gates().is_empty(), "{:?}", nook.gates());
}

#[test]
fn ground_that_no_unit_can_reach_has_no_gates() {
    let apart = drawn(
        &[
            (1, "#####################################"),
            (5, "#...........#...........#...........#"),
            (2, "#...........#.......................#"),
            (5, "#...........#...........#...........#"),
            (1, "#####################################"),
        ],
        &RULES,
    );
    assert!(apart.gates().is_empty(), "{:?}", apart.gates());
    // With a door that units can pass.
    let joined = drawn(
        &[
            (1, "#####################################"),
            (5, "#...........#...........#...........#"),
            (2, "#.......................#...........#"),
            (5, "#...........#...........#...........#"),
            (1, "#####################################"),
        ],
        &RULES,
    );
    assert_eq!(joined.gates().len(), 1, "{:?}", joined.gates());
}

/// Pillars of 2 m with gaps of this width between them and room around them.
fn pillars(gap: usize) -> Passages {
    let row = |square: &str| format!("#.......{}.......#", format!("{square}{}", ".".repeat(gap)).repeat(4));
    let (pillar, free) = (row("##"), row(".."));
    let edge = "#".repeat(pillar.len());
    let open = format!("#{}#", ".".repeat(pillar.len() - 2));
    let mut rows: Vec<(usize, &str)> = vec![(1, &edge), (7, &open)];
    for _ in 0..4 {
        rows.extend([(2, pillar.as_str()), (gap, free.as_str())]);
    }
    rows.extend([(7, open.as_str()), (1, edge.as_str())]);
    drawn(&rows, &RULES)
}

#[test]
fn between_pillars_only_gaps_that_two_units_block_are_gates() {
    assert!(pillars(3).gates().is_empty(), "{:?}", pillars(3).gates());
    let closest = pillars(2);
    assert!(closest.gates().len() >= 8, "{:?}", closest.gates());
    let narrow = |gate: &Gate| gate.has_detour && gate.width < super::super::find::CLOSE * RADIUS;
    assert!(closest.gates().iter().all(narrow), "{:?}", closest.gates());
}

/// What `away` promises: nowhere more than the distance, and less by at most three cells.
#[test]
fn the_distance_to_the_nearest_region_is_a_close_lower_bound() {
    for passages in [door(2), tunnel(9), two_doors(2, 11, &RULES)] {
        let grid = *passages.grid();
        let inside: Vec<Point> = (0..grid.len())
            .filter(|cell| passages.in_cell(*cell).is_some())
            .map(|cell| grid.center(cell))
            .collect();
        for cell in 0..grid.len() {
            for (x, y) in [(0.0, 0.0), (0.49, 0.49), (-0.49, 0.3)] {
                let p = grid.center(cell) + Vec2::new(x, y) * grid.cell();
                // To the nearest cell of a region, whose corners are nearer than its centre by half a diagonal at most.
                let distance = inside.iter().map(|q| (q - p).norm()).fold(f32::INFINITY, f32::min);
                let (least, away) = (distance - 0.71 * grid.cell(), passages.away(p));
                assert!(away <= least.max(0.0) + 1e-3, "{p}: {away} m, but {least} m");
                assert!(away >= distance - 3.0 * grid.cell(), "{p}: {away} m, but {distance} m");
            }
        }
    }
    let none = door(8);
    assert!(none.away(Point::new(3.0, 3.0)) > 1e30, "without gates");
}

/// A crossing with arms `width` radii wide and 24 to 30 m long, each to a room of 12 m × 24 m, turned by an angle in degrees.
fn crossing(width: f32, angle: f32) -> Passages {
    let half = 0.5 * width * RADIUS;
    let (sin, cos) = (math::sin(angle.to_radians()), math::cos(angle.to_radians()));
    let mut points = Vec::new();
    for (arm, length) in [24.0, 28.0, 30.0, 26.0].into_iter().enumerate() {
        let (end, side) = (length + 12.0, 12.0);
        let own = [
            (half, -half),
            (length, -half),
            (length, -side),
            (end, -side),
            (end, side),
            (length, side),
            (length, half),
        ];
        // Each arm is a right angle further round.
        points.extend(own.map(|(x, y)| {
            let (x, y) = [(x, y), (-y, x), (-x, -y), (y, -x)][arm];
            Point::new(cos * x - sin * y, sin * x + cos * y)
        }));
    }
    points.push(points[0]);
    let start = points[3] + 0.2 * (points[0] - points[3]);
    let area = Rect { min: Point::new(-60.0, -60.0), max: Point::new(60.0, 60.0) };
    let clearance = Clearance::new(&[Wall::Chain(points)], area, RADIUS).unwrap();
    Passages::find(&Arc::new(clearance), &RULES, &[start])
}
/// Along the walls of wider crossings, the centres of cells are nearer and farther by turns, which is no gate.
#[test]
fn the_gates_of_a_crossing_do_not_depend_on_how_it_is_turned() {
    for (width, gates) in [(4.0, 1), (9.0, 1), (10.0, 0)] {
        for angle in [0.0, 10.0, 20.0, 30.0, 40.0, 45.0, 60.0, 75.0] {
            let passages = crossing(width, angle);
            assert_eq!(
                passages.gates().len(),
                gates,
                "{width} R, turned by {angle}°: {:?}",
                passages.gates()
            );
        }
    }
}

/// Rooms of 12 m × 24 m round a place where five arms of 20 to 30 m meet, `width` radii wide, turned by an angle in degrees.
fn star(width: f32, turned: f32) -> Passages {
    let half = 0.5 * width * RADIUS;
    let arms = [(30.0, 10.0), (26.0, 55.0), (20.0, 138.0), (30.0, 222.0), (21.0, 277.0)];
    let along = |angle: f32| math::unit((angle + turned).to_radians());
    let mut points = Vec::new();
    for (arm, (length, angle)) in arms.into_iter().enumerate() {
        let room = [(0.0, -half), (0.0, -12.0), (12.0, -12.0), (12.0, 12.0), (0.0, 12.0), (0.0, half)];
        let left = -math::right(along(angle));
        points.extend(room.map(|(x, y)| Point::from(along(angle) * (length + x) + left * y)));
        // The corner between this arm and the next one.
        let between = 0.5 * (arms[(arm + 1) % arms.len()].1 - angle).rem_euclid(360.0);
        points.push(Point::from(along(angle + between) * (half / math::sin(between.to_radians()))));
    }
    points.push(points[0]);
    let area = Rect { min: Point::new(-60.0, -60.0), max: Point::new(60.0, 60.0) };
    let clearance = Clearance::new(&[Wall::Chain(points)], area, RADIUS).unwrap();
    Passages::find(&Arc::new(clearance), &RULES, &[Point::from(along(10.0) * 36.0)])
}

/// So many narrow places meet there that its ground counts as porous. At the corners of the tunnels' mouths, cells lie between two cores, but nobody has
/// to pass there.
#[test]
fn a_star_of_tunnels_is_one_gate() {
    for width in [4.2, 4.26, 4.4] {
        for turned in [0.0, 24.0, 28.0, 30.0, 40.0, 42.0, 76.0] {
            let gates = star(width, turned).gates().len();
            assert_eq!(gates, 1, "{width} R, turned by {turned}°");
        }
    }
}
