//! No unit's centre crosses a wall, however hard a crowd presses.

use crate::common::{NO_PUSH, mode};
use sidestep::geometry::Wall;
use sidestep::physics::{BodyMotion, Disc, Physics};
use sidestep::types::{Motions, Point, Rect, Vec2};
use sidestep::world::World;
use sidestep_lab::scene::{LayoutOptions, Scene, built_in_maps};

/// The largest force of a unit in a map without `max_force`, for each kilogram and m/s, 1/s.
const AGILITY: f32 = 8.0;
/// How much harder than in maps the crowds press.
const PRESSURE: f32 = 5.0;

type Point64 = nalgebra::Point2<f64>;

/// Whether `p` is to the left of the line from `a` to `b`. A point on the line is not, so that a centre that stops on
/// a wall is on one side of it.
fn left(a: Point64, b: Point64, p: Point64) -> bool {
    (b - a).perp(&(p - a)) > 0.0
}

fn cross((a, b): (Point64, Point64), (c, d): (Point64, Point64)) -> bool {
    left(a, b, c) != left(a, b, d) && left(c, d, a) != left(c, d, b)
}

/// A wall, its bounding box and its outline.
struct Outlined {
    wall: Wall,
    low: Point64,
    high: Point64,
    sides: Vec<(Point64, Point64)>,
}

impl Outlined {
    fn new(wall: &Wall) -> Outlined {
        let sides: Vec<(Point64, Point64)> =
            wall.outline().iter().map(|side| (side.from.cast(), side.to.cast())).collect();
        let ends = || sides.iter().flat_map(|side| [side.0, side.1]);
        let low = ends().reduce(|a, b| a.inf(&b)).expect("a wall has sides");
        let high = ends().reduce(|a, b| a.sup(&b)).expect("a wall has sides");
        Outlined { wall: wall.clone(), low, high, sides }
    }

    /// Whether a centre that moves from `from` to `to` crosses or enters the wall.
    fn is_crossed(&self, from: Point, to: Point) -> bool {
        let path = (from.cast::<f64>(), to.cast::<f64>());
        let (low, high) = (path.0.inf(&path.1), path.0.sup(&path.1));
        if (0..2).any(|axis| low[axis] > self.high[axis] || high[axis] < self.low[axis]) {
            return false;
        }
        let Wall::Circle { center, radius } = &self.wall else {
            return self.sides.iter().any(|side| cross(path, *side));
        };
        let (center, along) = (center.cast::<f64>(), path.1 - path.0);
        let share = (center - path.0).dot(&along) / along.norm_squared().max(f64::MIN_POSITIVE);
        let nearest = path.0 + along * share.clamp(0.0, 1.0);
        let is_inside = |p: Point64| (p - center).norm() < f64::from(*radius);
        is_inside(nearest) && !is_inside(path.0)
    }
}

/// Counts the units whose centre ever crosses a wall.
struct Watch {
    walls: Vec<Outlined>,
    last: Vec<Point>,
    leaked: Vec<bool>,
}

impl Watch {
    fn new(walls: &[Wall], start: &[Point]) -> Watch {
        let walls = walls.iter().map(Outlined::new).collect();
        Watch { walls, last: start.to_vec(), leaked: vec![false; start.len()] }
    }

    /// Takes the positions after another tick.
    fn see(&mut self, now: &[Point]) {
        for (id, (from, to)) in self.last.iter().zip(now).enumerate() {
            assert!(to.coords.iter().all(|x| x.is_finite()), "unit {id} is at {to}");
            if from != to && !self.leaked[id] {
                self.leaked[id] = self.walls.iter().any(|wall| wall.is_crossed(*from, *to));
            }
        }
        self.last.copy_from_slice(now);
    }

    fn leaks(&self) -> usize {
        self.leaked.iter().filter(|leaked| **leaked).count()
    }
}

/// A crowd that presses against walls.
struct Press {
    name: String,
    walls: Vec<Wall>,
    /// Positions, radii and the points that the units press towards.
    units: Vec<(Point, f32, Point)>,
    max_speed: f32,
}

fn point(x: f32, y: f32) -> Point {
    Point::new(x, y)
}

fn distance(walls: &[Wall], p: Point) -> f32 {
    let of = |wall: &Wall| match wall {
        Wall::Circle { center, radius } => (p - center).norm() - radius,
        _ => wall.outline().iter().map(|side| (side.nearest(p) - p).norm()).fold(f32::INFINITY, f32::min),
    };
    walls.iter().map(of).fold(f32::INFINITY, f32::min)
}

/// The 400 free positions nearest to `focus` that satisfy `within`. They are on a hexagonal grid, and radii repeat in
/// the order of `radii`.
fn crowd(walls: &[Wall], focus: Point, radii: &[f32], within: impl Fn(Point) -> bool) -> Vec<(Point, f32)> {
    let largest = radii.iter().copied().fold(0.0, f32::max);
    let step = 2.1 * largest;
    let rows = (-45..=45).flat_map(|row| (-45..=45).map(move |column| (row, column)));
    let at = |(row, column): (i32, i32)| {
        let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
        focus + Vec2::new((column as f32 + shift) * step, row as f32 * step * 0.866)
    };
    let free = |p: &Point| within(*p) && distance(walls, *p) > 1.02 * largest;
    let mut positions: Vec<Point> = rows.map(at).filter(free).collect();
    positions.sort_by(|a, b| (a - focus).norm().total_cmp(&(b - focus).norm()));
    positions.truncate(400);
    assert_eq!(positions.len(), 400, "too little room");
    positions.into_iter().zip(radii.iter().copied().cycle()).collect()
}

/// A chain with a corner of `degrees` at the origin that opens towards negative x.
fn corner(degrees: f32, arm: f32) -> Wall {
    let (sin, cos) = libm::sincosf(degrees.to_radians() / 2.0);
    Wall::Chain(vec![point(-arm * cos, arm * sin), point(0.0, 0.0), point(-arm * cos, -arm * sin)])
}

fn presses(radii: &[f32], max_speed: f32) -> Vec<Press> {
    let r = radii.iter().copied().fold(0.0, f32::max);
    let far = 400.0 * r;
    let mut all = Vec::new();
    let mut add = |name: String, walls: Vec<Wall>, units: Vec<(Point, f32, Point)>| {
        all.push(Press { name: format!("{name}, R {radii:?}, {max_speed} m/s"), walls, units, max_speed });
    };
    let to = |units: Vec<(Point, f32)>, goal: Point| -> Vec<(Point, f32, Point)> {
        units.into_iter().map(|(p, r)| (p, r, goal)).collect()
    };
    let rect = |a: (f32, f32), b: (f32, f32)| Wall::Box(Rect { min: point(a.0, a.1), max: point(b.0, b.1) });

    let straight = vec![Wall::Chain(vec![point(0.0, -far), point(0.0, far)])];
    let west = crowd(&straight, point(-r, 0.0), radii, |p| p.x < 0.0);
    add("straight chain".into(), straight.clone(), to(west.clone(), point(20.0 * r, 0.0)));
    let mut both = to(west, point(20.0 * r, 0.0));
    both.extend(to(crowd(&straight, point(r, 0.0), radii, |p| p.x > 0.0), point(-20.0 * r, 0.0)));
    add("straight chain, both sides".into(), straight, both);
    let thin = vec![rect((0.0, -far), (0.1, far))];
    let west = crowd(&thin, point(-r, 0.0), radii, |p| p.x < 0.0);
    add("thin box".into(), thin, to(west, point(20.0 * r, 0.0)));
    for degrees in [60.0_f32, 90.0, 120.0] {
        let walls = vec![corner(degrees, far)];
        let half = degrees.to_radians() / 2.0;
        let inner = |p: Point| libm::atan2f(p.y, -p.x).abs() < half;
        let inside = crowd(&walls, point(0.0, 0.0), radii, inner);
        let outside = crowd(&walls, point(0.0, 0.0), radii, |p| !inner(p));
        add(format!("concave {degrees}°"), walls.clone(), to(inside.clone(), point(20.0 * r, 0.0)));
        add(format!("convex {degrees}°"), walls.clone(), to(outside.clone(), point(-20.0 * r, 0.0)));
        let mut both = to(inside, point(20.0 * r, 0.0));
        both.extend(to(outside, point(-20.0 * r, 0.0)));
        add(format!("corner {degrees}°, both sides"), walls, both);
    }
    let s = 24.0 * r;
    let room = vec![
        rect((-s - 0.1, -s), (-s, s)),
        rect((s, -s), (s + 0.1, s)),
        rect((-s - 0.1, -s - 0.1), (s + 0.1, -s)),
        rect((-s - 0.1, s), (s + 0.1, s + 0.1)),
    ];
    let within = |p: Point| p.x.abs() < s && p.y.abs() < s;
    let inside = crowd(&room, point(0.0, 0.0), radii, within);
    add("room, towards a corner".into(), room.clone(), to(inside.clone(), point(2.0 * s, 2.0 * s)));
    add("room, towards a side".into(), room, to(inside, point(2.0 * s, 0.0)));
    let chain = [(-s, -s), (s, -s), (s, s), (-s, s), (-s, -s)].map(|(x, y)| point(x, y)).to_vec();
    let room = vec![Wall::Chain(chain)];
    let inside = crowd(&room, point(0.0, 0.0), radii, within);
    add("room of a chain, towards a corner".into(), room, to(inside, point(2.0 * s, 2.0 * s)));
    let circle = vec![Wall::Circle { center: point(0.0, 0.0), radius: 3.0 * r }];
    let around = crowd(&circle, point(0.0, 0.0), radii, |_| true);
    let around = around.into_iter().filter(|(p, _)| p.coords.norm() > 3.0 * r).collect();
    add("circle".into(), circle, to(around, point(0.0, 0.0)));
    let arrow =
        [(-6.0, -6.0), (6.0, 0.0), (-6.0, 6.0), (-3.0, 0.0)].map(|(x, y)| point(x * r, y * r)).to_vec();
    let polygon = vec![Wall::Polygon(arrow.clone())];
    let outer = |p: Point| {
        !(p.x < 6.0 * r
            && p.x > -6.0 * r
            && p.y.abs() < (6.0 * r - p.x) / 2.0
            && p.y.abs() > -2.0 * (p.x + 3.0 * r))
    };
    let around = crowd(&polygon, point(0.0, 0.0), radii, outer);
    add("polygon".into(), polygon, to(around, point(-r, 0.0)));
    all
}

/// Runs the crowd. Each unit presses with `pressure` times the largest force of a unit in a map. Returns the number of
/// units that crossed a wall.
fn leaks(scene: &Press, pressure: f32, ticks: usize) -> usize {
    let max_speed = scene.max_speed;
    let disc = |&(position, radius, _): &(Point, f32, Point)| Disc {
        position,
        velocity: Vec2::zeros(),
        radius,
        mass: 4.0 * radius * radius,
        max_speed,
        motion: BodyMotion::Sliding,
    };
    let discs: Vec<Disc> = scene.units.iter().map(disc).collect();
    let mut position: Vec<Point> = discs.iter().map(|disc| disc.position).collect();
    let mut velocity = vec![Vec2::zeros(); discs.len()];
    let mut motions = Motions::new(discs.len());
    let mut physics = Physics::new(&discs, &scene.walls);
    let mut watch = Watch::new(&scene.walls, &position);
    for _ in 0..ticks {
        let force = |id: usize| {
            let preferred = (scene.units[id].2 - position[id]).normalize() * max_speed;
            let force = (preferred - velocity[id]).cap_magnitude(max_speed);
            force * (pressure * AGILITY * discs[id].mass)
        };
        motions.force = (0..discs.len()).map(force).collect();
        physics.step(&motions, &NO_PUSH, &[]);
        physics.read(&mut position, &mut velocity);
        watch.see(&position);
    }
    watch.leaks()
}

/// Runs `job` for each of `jobs` on two threads, and collects the complaints.
fn complaints<T: Sync>(jobs: &[T], job: impl Fn(&T) -> Option<String> + Sync) -> Vec<String> {
    let every_other = |first: usize| jobs.iter().skip(first).step_by(2).filter_map(&job).collect::<Vec<_>>();
    std::thread::scope(|scope| {
        let other = scope.spawn(|| every_other(1));
        let mut found = every_other(0);
        found.extend(other.join().unwrap());
        found
    })
}

#[test]
fn no_crowd_presses_a_unit_through_a_wall() {
    // The fastest small units press hardest for their size, so they meet every wall.
    let mut scenes = presses(&[0.1], 10.0);
    let hard = ["concave 60°", "concave 120°", "corner 90°, both", "room, towards a corner", "thin box"];
    for (radii, max_speed) in
        [(&[0.1, 0.3, 0.2][..], 10.0), (&[0.1], 1.5), (&[0.3], 10.0), (&[0.5], 5.0), (&[1.0], 10.0)]
    {
        let all = presses(radii, max_speed);
        scenes.extend(all.into_iter().filter(|scene| hard.iter().any(|name| scene.name.starts_with(name))));
    }
    let found = complaints(&scenes, |scene| {
        let count = leaks(scene, PRESSURE, 120);
        (count > 0).then(|| format!("{}: {count} of {}", scene.name, scene.units.len()))
    });
    assert!(
        found.is_empty(),
        "units crossed a wall in {} of {} scenes:\n{}",
        found.len(),
        scenes.len(),
        found.join("\n")
    );
}

/// Each built-in map with walls runs for 15 s: once as it is, and once without avoidance and with stronger units.
#[test]
fn no_unit_crosses_a_wall_of_a_built_in_map() {
    let runs: Vec<(&str, f32)> =
        built_in_maps().iter().flat_map(|map| [(map.name, 1.0), (map.name, PRESSURE)]).collect();
    let found = complaints(&runs, |&(name, pressure)| {
        let mut layout = Scene::built_in(name).unwrap().layout(&LayoutOptions::default()).unwrap();
        if layout.walls.is_empty() {
            return None;
        }
        if pressure > 1.0 {
            layout.steering.mode = mode("none");
            layout.starts.iter_mut().for_each(|start| start.max_force *= pressure);
        }
        let walls = layout.walls.clone();
        let mut world = World::new(layout, 1);
        let mut watch = Watch::new(&walls, &world.units().position);
        for _ in 0..900 {
            world.tick();
            watch.see(&world.units().position);
        }
        (watch.leaks() > 0).then(|| format!("{name} at {pressure} times the force: {}", watch.leaks()))
    });
    assert!(found.is_empty(), "units crossed a wall:\n{}", found.join("\n"));
}
