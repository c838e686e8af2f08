//! Gates: where they are found, how far a path is from them, and whose turn it is.

use crate::floor_plan::Random;
use sidestep::geometry::Wall;
use sidestep::math;
use sidestep::navigation::Clearance;
use sidestep::navigation::passages::{Gate, PassageRules, Passages};
use sidestep::traffic::{GateApproach, PathAhead, TurnRules, Turns, approach, take_turns};
use sidestep::types::{DT, Point, Rect, Vec2};
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
        let clearance = Clearance::new(&walls, area, radius).unwrap();
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
    let clearance = Clearance::new(&layout.walls, layout.bounds, RADIUS).unwrap();
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
            // In steps of a millimetre.
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
            let is_in = |mm: usize| map.passages.at(at(mm as f32 / 1000.0)).is_some();
            let count = (length * 1000.0) as usize;
            let edges: Vec<f32> =
                (1..count).filter(|mm| is_in(*mm) != is_in(mm - 1)).map(|mm| mm as f32 / 1000.0).collect();
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
    PathAhead { corners, is_cut: false }
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

/// The default rules for units of 0.5 m and 5 m/s.
const TURNS: TurnRules = TurnRules {
    is_on: true,
    radius: 0.5,
    speed: 5.0,
    wait: 8.0,
    near: 5.5,
    margin: 2.0,
    clear: 4.0,
    longest: 15.0,
    idle: 6.0,
    blocked: 2.0,
};

/// Units on a line that pass a gate, in both directions, without a body.
struct Line {
    gate: Gate,
    turns: Vec<Turns>,
    units: Vec<Option<GateApproach>>,
    now: u64,
    /// The time in which the gate lets the next unit in, s, and when it did so.
    headway: f32,
    entered: f32,
}

const LENGTH: f32 = 3.0;

impl Line {
    fn new(width: f32) -> Line {
        let gate =
            Gate { middle: Point::origin(), through: Vec2::x(), width, is_door: true, has_detour: false };
        let headway = 0.2;
        Line { gate, turns: vec![Turns::default()], units: Vec::new(), now: 0, headway, entered: -1.0 }
    }

    fn add(&mut self, side: u8, distance: f32) {
        let exit = distance + LENGTH;
        self.units.push(Some(GateApproach {
            gate: 0,
            side,
            distance,
            exit,
            length: LENGTH,
            waits: false,
            is_through: false,
            stuck: 0.0,
        }));
    }

    fn tick(&mut self) {
        take_turns(&[self.gate], &mut self.turns, &mut self.units, self.now, &TURNS);
        self.now += 1;
        let time = self.now as f32 * DT;
        let step = TURNS.speed * DT;
        for unit in &mut self.units {
            let Some(own) = unit else { continue };
            if own.waits {
                own.distance = (own.distance - step).max(TURNS.wait.min(own.distance));
            } else if own.distance > step {
                own.distance -= step;
            } else if own.distance > 0.0 {
                if time - self.entered >= self.headway {
                    (own.distance, self.entered) = (0.0, time);
                    own.exit = own.length;
                }
                continue;
            } else {
                own.exit -= step;
                if own.exit <= 0.0 {
                    *unit = None;
                }
                continue;
            }
            own.exit = own.distance + own.length;
        }
    }

    fn left(&self, side: u8) -> usize {
        self.units.iter().flatten().filter(|unit| unit.side == side).count()
    }

    fn holder(&self) -> Option<u8> {
        self.turns[0].holder
    }
}

#[test]
fn a_side_keeps_its_turn_while_its_units_come() {
    let mut line = Line::new(1.5);
    (0..20).for_each(|n| line.add(0, 8.5 + n as f32));
    (0..20).for_each(|n| line.add(1, 9.0 + n as f32));
    line.tick();
    assert_eq!(line.holder(), Some(0), "the side with the nearer unit begins");
    let mut order = Vec::new();
    while line.units.iter().any(Option::is_some) {
        line.tick();
        assert!(line.now < 3600, "all units pass within a minute: {:?}", line.turns);
        if line.holder().is_some() && order.last() != Some(&line.holder()) {
            order.push(line.holder());
            assert!(
                order.len() < 2 || line.left(0) <= 8,
                "{} units had not passed: {:?}",
                line.left(0),
                line.turns
            );
        }
        let inside = |side: u8| line.units.iter().flatten().any(|own| own.side == side && own.is_inside());
        assert!(!(inside(0) && inside(1)), "one direction at a time");
    }
    assert_eq!(order, [Some(0), Some(1)]);
}

#[test]
fn a_turn_ends_while_an_endless_stream_comes() {
    let mut line = Line::new(1.5);
    (0..30).for_each(|n| line.add(0, 8.5 + n as f32));
    line.add(1, 12.0);
    let mut ended = None;
    for _ in 0..3600 {
        if line.now.is_multiple_of(12) {
            line.add(0, 40.0);
        }
        line.tick();
        if ended.is_none() && line.left(1) == 0 {
            ended = Some(line.now as f32 * DT);
        }
    }
    // Its way, the turn, the units near the gate, and the region.
    let latest = 15.0 + (40.0 + TURNS.near + 2.0 * LENGTH) / TURNS.speed + 6.0;
    let ended = ended.expect("the unit passes");
    assert!((TURNS.longest..latest).contains(&ended), "it passed after {ended} s");
}

#[test]
fn few_units_at_a_wide_gate_do_not_take_turns() {
    let mut line = Line::new(5.0);
    for n in 0..4 {
        line.add(0, 9.0 + n as f32);
        line.add(1, 9.0 + n as f32);
    }
    while line.units.iter().any(Option::is_some) {
        line.tick();
        assert_eq!(line.holder(), None);
        assert!(line.units.iter().flatten().all(|own| !own.waits));
        assert!(line.now < 600);
    }
    let mut one_way = Line::new(1.5);
    (0..40).for_each(|n| one_way.add(1, 9.0 + n as f32));
    while one_way.units.iter().any(Option::is_some) {
        one_way.tick();
        assert!(one_way.holder().is_none() && one_way.units.iter().flatten().all(|own| !own.waits));
        assert!(!one_way.turns[0].is_contested && one_way.now < 3600);
    }
}

#[test]
fn units_that_block_each_other_inside_resolve_it() {
    let mut line = Line::new(1.5);
    for side in [0, 1] {
        line.units.push(Some(GateApproach {
            gate: 0,
            side,
            distance: 0.0,
            exit: 1.5,
            length: 3.0,
            waits: false,
            is_through: false,
            stuck: 0.0,
        }));
    }
    // None moves.
    let mut waiting = Vec::new();
    for tick in 0..240 {
        take_turns(&[line.gate], &mut line.turns, &mut line.units, tick, &TURNS);
        let waits: Vec<u8> =
            line.units.iter().flatten().filter(|own| own.waits).map(|own| own.side).collect();
        waiting.push(waits);
    }
    let blocked = (TURNS.blocked / DT) as usize;
    assert!(waiting[..blocked].iter().all(Vec::is_empty), "a jam may dissolve on its own at first");
    let resolved = &waiting[blocked + 3];
    assert_eq!(resolved.len(), 1, "one of them goes back");
    assert_eq!(Some(1 - resolved[0]), line.holder());
    // It has left: the other passes, and it is let in afterwards.
    let back = line.units.iter().position(|own| own.unwrap().waits).unwrap();
    let own = line.units[back].as_mut().unwrap();
    (own.distance, own.exit) = (6.0, 9.0);
    for _ in 0..600 {
        line.now = line.now.max(240);
        line.tick();
    }
    assert!(line.units.iter().all(Option::is_none), "{:?} {:?}", line.units, line.turns);
}

#[test]
fn turns_begin_where_units_block_each_other() {
    let mut line = Line::new(5.0);
    for (side, distance) in [(0, 0.0), (0, 0.0), (1, 0.0), (1, 20.0)] {
        let exit = distance + 5.0;
        line.units.push(Some(GateApproach {
            gate: 0,
            side,
            distance,
            exit,
            length: 6.0,
            waits: false,
            is_through: false,
            stuck: 0.0,
        }));
    }
    for tick in 0..150 {
        take_turns(&[line.gate], &mut line.turns, &mut line.units, tick, &TURNS);
    }
    assert_eq!(line.holder(), Some(0), "the side with more units inside");
    let waits: Vec<u8> = line.units.iter().flatten().filter(|own| own.waits).map(|own| own.side).collect();
    assert_eq!(waits, [1, 1]);
}
