//! Gates: where they are found, and how far a path is from them.

use crate::floor_plan::Random;
use sidestep::geometry::Wall;
use sidestep::math;
use sidestep::navigation::Clearance;
use sidestep::navigation::passages::{Gate, PassageRules, Passages};
use sidestep::traffic::{PathAhead, approach};
use sidestep::types::{Point, Rect, Vec2};
use sidestep_lab::scene::{LayoutOptions, Scene};

const RADIUS: f32 = 0.5;

fn rules(radius: f32) -> PassageRules {
    PassageRules { radius, width: 14.0 * radius, detour: 24.0 * radius }
}

fn point(x: f32, y: f32) -> Point {
    Point::new(x, y)
}

/// A polygon with these corners.
fn quad(min: (f32, f32), max: (f32, f32)) -> Vec<Point> {
    vec![point(min.0, min.1), point(max.0, min.1), point(max.0, max.1), point(min.0, max.1)]
}

/// A closed room from (−30, −20) to (30, 20) with a wall of this thickness in its middle, with doors at these heights
/// of these widths.
fn two_rooms(thickness: f32, doors: &[(f32, f32)]) -> Vec<Vec<Point>> {
    let half = 0.5 * thickness;
    let mut walls = vec![
        quad((-31.0, -21.0), (-30.0, 21.0)),
        quad((30.0, -21.0), (31.0, 21.0)),
        quad((-31.0, -21.0), (31.0, -20.0)),
        quad((-31.0, 20.0), (31.0, 21.0)),
    ];
    let mut from = -20.0;
    for (middle, width) in doors.iter().copied().chain([(21.0, 2.0)]) {
        walls.push(quad((-half, from), (half, middle - 0.5 * width)));
        from = middle + 0.5 * width;
    }
    walls
}

/// A map of polygons whose points are moved by `place`.
struct Map {
    passages: Passages,
}

impl Map {
    fn new(walls: &[Vec<Point>], radius: f32, place: impl Fn(Point) -> Point) -> Map {
        let walls: Vec<Wall> =
            walls.iter().map(|wall| Wall::Polygon(wall.iter().map(|p| place(*p)).collect())).collect();
        let corners = quad((-31.0, -21.0), (31.0, 21.0)).into_iter().map(&place);
        let area =
            corners
                .fold(Rect { min: Point::from([f32::MAX; 2]), max: Point::from([f32::MIN; 2]) }, |a, p| {
                    Rect { min: a.min.inf(&p), max: a.max.sup(&p) }
                });
        let clearance = std::sync::Arc::new(Clearance::new(&walls, area, radius).unwrap());
        Map { passages: Passages::find(&clearance, &rules(radius), &[place(point(-20.0, 3.0))]) }
    }

    fn plain(walls: &[Vec<Point>]) -> Map {
        Map::new(walls, RADIUS, |p| p)
    }

    fn gates(&self) -> &[Gate] {
        self.passages.gates()
    }

    fn side(&self, x: f32, y: f32) -> Option<u8> {
        self.passages.at(point(x, y)).map(|place| place.side)
    }
}

fn degrees_between(a: Vec2, b: Vec2) -> f32 {
    // Either direction through a gate is right.
    libm::acosf(a.dot(&b).abs().min(1.0)).to_degrees()
}

#[test]
fn a_door_or_a_tunnel_is_one_gate_with_two_sides() {
    for (name, thickness, width, is_door) in [
        ("thin wall", 0.2, 2.0, true),
        ("thin wall, wide door", 0.2, 6.0, true),
        ("thin wall, narrow door", 0.2, 1.5, true),
        ("thick wall", 2.0, 3.0, true),
        ("tunnel", 14.0, 3.0, false),
        ("long tunnel", 30.0, 4.0, false),
    ] {
        let map = Map::plain(&two_rooms(thickness, &[(3.0, width)]));
        let [gate] = map.gates() else { panic!("{name}: {:?}", map.gates()) };
        assert_eq!(gate.is_door, is_door, "{name}");
        assert!((gate.middle - point(0.0, 3.0)).norm() < 0.6, "{name}: {gate:?}");
        assert!(degrees_between(gate.through, Vec2::x()) < 10.0, "{name}: {gate:?}");
        assert!((gate.width - width).abs() < 0.51, "{name}: {gate:?}");
        let (west, east) = (map.side(-0.6, 3.0), map.side(0.6, 3.0));
        assert!(west.is_some() && east.is_some() && west != east, "{name}: {west:?}, {east:?}");
        assert_eq!(east == Some(1), gate.through.x > 0.0, "{name}: side 1 is where the gate leads");
        assert_eq!((map.side(-20.0, 3.0), map.side(20.0, 3.0)), (None, None), "{name}");
        if !is_door {
            let end = 0.5 * thickness - 0.5;
            assert_eq!((map.side(-end, 3.0), map.side(end, 3.0)), (west, east), "{name}: the whole tunnel");
        }
    }
}

#[test]
fn a_bent_tunnel_is_one_gate() {
    // From the west room along y = 0 to 3, and up along x = 5 to 8 into the east room, which lies above.
    let walls = vec![
        quad((-31.0, -21.0), (31.0, -20.0)),
        quad((-31.0, 20.0), (31.0, 21.0)),
        quad((-31.0, -21.0), (-30.0, 21.0)),
        quad((30.0, -21.0), (31.0, 21.0)),
        quad((-10.0, -20.0), (30.0, 0.0)),
        quad((-10.0, 3.0), (5.0, 10.0)),
        quad((-10.0, 10.0), (-9.0, 20.0)),
        quad((8.0, 0.0), (30.0, 10.0)),
    ];
    let map = Map::plain(&walls);
    let [gate] = map.gates() else { panic!("{:?}", map.gates()) };
    assert!(!gate.is_door, "{gate:?}");
    let sides = [map.side(-9.5, 1.5), map.side(6.5, 9.5)];
    assert!(sides[0].is_some() && sides[1].is_some() && sides[0] != sides[1], "{sides:?}");
}

#[test]
fn units_take_turns_at_a_door_only_if_the_detour_is_long() {
    let gates = |between: f32| Map::plain(&two_rooms(0.4, &[(-0.5 * between, 2.0), (0.5 * between, 2.0)]));
    let near = gates(6.0);
    assert_eq!(near.gates().len(), 2, "{:?}", near.gates());
    assert!(near.gates().iter().all(|gate| gate.has_detour), "{:?}", near.gates());
    let far = gates(20.0);
    assert_eq!(far.gates().len(), 2, "{:?}", far.gates());
    assert!(!far.gates().iter().any(|gate| gate.has_detour), "{:?}", far.gates());
    assert_ne!(
        far.passages.at(point(0.0, -10.0)).unwrap().gate,
        far.passages.at(point(0.0, 10.0)).unwrap().gate
    );
}

#[test]
fn open_ground_and_wide_corridors_have_no_gate() {
    let room = two_rooms(0.4, &[(0.0, 2.0)])[..4].to_vec();
    assert!(Map::plain(&room).gates().is_empty());
    let mut corridor = room.clone();
    corridor.extend([quad((-15.0, -20.0), (15.0, -4.0)), quad((-15.0, 4.0), (15.0, 20.0))]);
    assert!(Map::plain(&corridor).gates().is_empty(), "8 m wide");
    let mut stump = room;
    stump.push(quad((-1.0, -20.0), (1.0, 0.0)));
    assert!(Map::plain(&stump).gates().is_empty(), "a wall with 20 m beside it");
    let text = std::fs::read_to_string("maps/pillars.toml").unwrap();
    let layout = Scene::from_toml("pillars.toml", &text).unwrap().layout(&LayoutOptions::default()).unwrap();
    let clearance = std::sync::Arc::new(Clearance::new(&layout.walls, layout.bounds, RADIUS).unwrap());
    let starts: Vec<Point> = layout.starts.iter().map(|start| start.position).collect();
    assert!(Passages::find(&clearance, &rules(RADIUS), &starts).gates().is_empty(), "56 pillars");
}

#[test]
fn a_door_may_be_oblique_to_the_grid() {
    for degrees in [30.0_f32, 45.0, 77.0] {
        let turn = rotation(degrees);
        let map = Map::new(&two_rooms(0.4, &[(3.0, 2.5)]), RADIUS, |p| Point::from(turn(p.coords)));
        let [gate] = map.gates() else { panic!("{degrees}°: {:?}", map.gates()) };
        let middle = Point::from(turn(Vec2::new(0.0, 3.0)));
        assert!((gate.middle - middle).norm() < 0.6, "{degrees}°: {gate:?}, not at {middle}");
        assert!(degrees_between(gate.through, turn(Vec2::x())) < 12.0, "{degrees}°: {gate:?}");
        assert!(gate.is_door && (gate.width - 2.5).abs() < 0.6, "{degrees}°: {gate:?}");
    }
}

/// A rotation about the origin.
fn rotation(degrees: f32) -> impl Fn(Vec2) -> Vec2 {
    let x = math::unit(degrees.to_radians());
    move |p| x * p.x + Vec2::new(-x.y, x.x) * p.y
}

#[test]
fn gates_scale_with_the_map() {
    let walls = two_rooms(0.4, &[(-11.0, 2.5), (9.0, 3.5)]);
    let plain = Map::plain(&walls);
    assert_eq!(plain.gates().len(), 2);
    for scale in [2.0_f32, 4.0, 0.2, 3.0] {
        let scaled = Map::new(&walls, scale * RADIUS, |p| Point::from(p.coords * scale));
        assert_eq!(scaled.gates().len(), 2, "times {scale}");
        for (a, b) in plain.gates().iter().zip(scaled.gates()) {
            // A third of a cell: the cells of other scales are not quite in the same places.
            assert!(
                (a.middle.coords * scale - b.middle.coords).norm() < 0.1 * scale,
                "times {scale}: {a:?}, {b:?}"
            );
            assert!((a.width * scale - b.width).abs() < 0.1 * scale, "times {scale}: {a:?}, {b:?}");
            assert!(degrees_between(a.through, b.through) < 2.0, "times {scale}: {a:?}, {b:?}");
            assert_eq!(a.is_door, b.is_door, "times {scale}");
        }
    }
}

#[test]
fn gates_mirror_with_the_map() {
    let walls = two_rooms(0.4, &[(-11.0, 2.5), (9.0, 3.5)]);
    let plain = Map::plain(&walls);
    for (sign_x, sign_y) in [(1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        let flip = |p: Vec2| Vec2::new(sign_x * p.x, sign_y * p.y);
        let mirrored = Map::new(&walls, RADIUS, |p| Point::from(flip(p.coords)));
        assert_eq!(mirrored.gates().len(), plain.gates().len());
        for gate in plain.gates() {
            let middle = Point::from(flip(gate.middle.coords));
            let twin = mirrored.gates().iter().find(|twin| (twin.middle - middle).norm() < 0.3);
            let twin = twin.unwrap_or_else(|| panic!("{gate:?}: none of {:?}", mirrored.gates()));
            assert!((twin.width - gate.width).abs() < 0.01, "{gate:?}, {twin:?}");
            assert!(degrees_between(twin.through, flip(gate.through)) < 5.0, "{gate:?}, {twin:?}");
        }
    }
}

#[test]
fn distances_to_a_gate_are_exact_to_a_tenth_of_a_radius() {
    let mut random = Random(7);
    let mut missed = 0;
    for (thickness, width) in [(0.2, 2.0), (2.0, 6.0), (14.0, 3.0)] {
        let map = Map::plain(&two_rooms(thickness, &[(3.0, width)]));
        let half = 0.5 * thickness;
        for _ in 0..200 {
            let mut y = || 3.0 + random.between(-0.5, 0.5) * (width - 2.2 * RADIUS).max(0.0);
            let mut corners = [point(-half, y()), point(half, y())].to_vec();
            corners.insert(0, point(random.between(-28.0, -half - 3.0), random.between(-5.0, 11.0)));
            corners.push(point(random.between(half + 3.0, 28.0), random.between(-5.0, 11.0)));
            if random.chance(0.5) {
                corners.reverse();
            }
            let Some(own) = approach(&map.passages, whole(&corners), 40.0, RADIUS) else {
                // The path clips a corner of the region, leaves it, and enters it again.
                missed += 1;
                continue;
            };
            assert_eq!(own.gate, 0);
            // In steps of 5 mm.
            let length: f32 = corners.windows(2).map(|leg| (leg[1] - leg[0]).norm()).sum();
            let at = |s: f32| {
                let mut left = s;
                for leg in corners.windows(2) {
                    let long = (leg[1] - leg[0]).norm();
                    if left <= long {
                        return leg[0] + (leg[1] - leg[0]) * (left / long);
                    }
                    left -= long;
                }
                corners[3]
            };
            let is_in = |step: usize| map.passages.at(at(step as f32 / 200.0)).is_some();
            let count = (length * 200.0) as usize;
            let edges: Vec<f32> = (1..count)
                .filter(|step| is_in(*step) != is_in(step - 1))
                .map(|step| step as f32 / 200.0)
                .collect();
            // At the corners of a region's cells, a path may be in it for less than a step.
            let is_edge = |distance: f32, edge: f32| {
                (distance - edge).abs() < 3.0 * RADIUS
                    && edges.iter().any(|edge| (distance - edge).abs() < 0.1 * RADIUS)
            };
            assert!(is_edge(own.distance, edges[0]), "{own:?}: {edges:?} m, path {corners:?}");
            assert!(is_edge(own.exit, edges[edges.len() - 1]), "{own:?}: {edges:?} m, path {corners:?}");
            assert!((own.length - (own.exit - own.distance)).abs() < 1e-4);
            assert_eq!(Some(own.side), map.passages.at(at(own.exit - 0.1)).map(|place| place.side));
            assert!(!own.waits && !own.is_inside());
        }
    }
    assert!(missed <= 6, "{missed} of 600 paths through the door are not found");
}

/// A path that ends with its last corner.
fn whole(corners: &[Point]) -> PathAhead<'_> {
    PathAhead { corners, is_cut: false, before: None }
}

#[test]
fn a_path_that_does_not_pass_the_gate_has_no_approach() {
    let map = Map::plain(&two_rooms(0.2, &[(3.0, 3.0)]));
    let brush = [point(-1.0, -9.0), point(-0.8, 3.0), point(-1.0, 15.0)];
    assert!(map.side(-0.8, 3.0).is_some(), "the path goes through the region");
    assert_eq!(approach(&map.passages, whole(&brush), 40.0, RADIUS), None);
    let open = [point(-25.0, -9.0), point(-12.0, 3.0)];
    assert_eq!(approach(&map.passages, whole(&open), 40.0, RADIUS), None);
    let far = [point(-25.0, 3.0), point(10.0, 3.0)];
    assert_eq!(approach(&map.passages, whole(&far), 10.0, RADIUS), None, "beyond the look");
    assert!(approach(&map.passages, whole(&far), 30.0, RADIUS).is_some());
    assert_eq!(approach(&map.passages, whole(&[point(0.0, 3.0)]), 30.0, RADIUS), None, "no path");
    // A unit in the region that leaves it where it came from.
    let back = [point(-0.6, 3.0), point(-10.0, 3.0)];
    let own = approach(&map.passages, whole(&back), 30.0, RADIUS).unwrap();
    assert!(own.is_inside() && Some(own.side) == map.side(-0.6, 3.0) && own.exit < 2.0, "{own:?}");
    // A goal in the door, beyond its middle and before it.
    let own = approach(&map.passages, whole(&[point(-10.0, 3.0), point(0.5, 3.0)]), 30.0, RADIUS).unwrap();
    assert!((own.exit - 10.5).abs() < 0.1 && own.distance < 10.0, "{own:?}");
    assert_eq!(approach(&map.passages, whole(&[point(-10.0, 3.0), point(-0.5, 3.0)]), 30.0, RADIUS), None);
}
