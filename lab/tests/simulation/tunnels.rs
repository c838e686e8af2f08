//! Crowds in tunnels and doors of any width and length, straight and bent: a unit is slowed only behind units of its own
//! direction that are nearer to the exit, and never where the space ahead is free.

use crate::common::{NO_PUSH, layout, mode, run, steering, walker};
use crate::floor_plan::Random;
use sidestep::geometry::Wall;
use sidestep::navigation::Goal;
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::World;
use sidestep::world::{Layout, Start};

const RADIUS: f32 = 0.5;
const SPEED: f32 = 5.0;
/// The side of the room at each end, m.
const ROOM: f32 = 22.0;
/// The distance between neighbours at the start, m.
const SPACING: f32 = 1.5;

/// A passage between two rooms.
#[derive(Debug, Clone, Copy)]
struct Tunnel {
    width: f32,
    length: f32,
    is_bent: bool,
}

fn rect(min: (f32, f32), max: (f32, f32)) -> Rect {
    Rect { min: Point::new(min.0, min.1), max: Point::new(max.0, max.1) }
}

impl Tunnel {
    /// The room in the west, around (−11, 0), and the one behind the tunnel.
    fn rooms(&self) -> [Rect; 2] {
        let half = 0.5 * ROOM;
        let west = rect((-ROOM, -half), (0.0, half));
        if !self.is_bent {
            return [west, rect((self.length, -half), (self.length + ROOM, half))];
        }
        let (x, y) = self.end();
        [west, rect((x - self.width, y), (x - self.width + ROOM, y + ROOM))]
    }

    /// The outer corner of a bent tunnel's last leg: the largest x, and the y where the room begins.
    fn end(&self) -> (f32, f32) {
        let leg = 0.5 * self.length;
        (leg + self.width, leg + 0.5 * self.width)
    }

    fn walls(&self) -> Vec<Wall> {
        let (half, side) = (0.5 * self.width, 0.5 * ROOM);
        let boxes = if self.is_bent {
            let (x, y) = self.end();
            vec![
                // Below the first leg, beyond the second, and the block that both legs go around.
                rect((0.0, -side), (x + ROOM, -half)),
                rect((x, -half), (x + ROOM, y)),
                rect((0.0, half), (x - self.width, y + ROOM)),
            ]
        } else {
            vec![rect((0.0, half), (self.length, side)), rect((0.0, -side), (self.length, -half))]
        };
        let area = self.area();
        let (min, max) = (area.min, area.max);
        let around = [
            rect((min.x - 1.0, min.y - 1.0), (max.x + 1.0, min.y)),
            rect((min.x - 1.0, max.y), (max.x + 1.0, max.y + 1.0)),
            rect((min.x - 1.0, min.y), (min.x, max.y)),
            rect((max.x, min.y), (max.x + 1.0, max.y)),
            // Above and below the western room.
            rect((-ROOM, side), (0.0, max.y.max(side + 1.0))),
        ];
        boxes.into_iter().chain(around).map(Wall::Box).collect()
    }

    fn area(&self) -> Rect {
        let [west, other] = self.rooms();
        Rect { min: west.min.inf(&other.min), max: west.max.sup(&other.max) }
    }

    /// `count` units that walk from the western room to the other one, and if they go `both` ways, every second one back.
    fn world(&self, count: usize, both: bool, random: &mut Random) -> World {
        let [west, other] = self.rooms();
        let spots = |room: Rect| {
            let at = move |n: usize| {
                let (row, column) = (n / 8, n % 8);
                room.center() + Vec2::new(row as f32 - 3.5, column as f32 - 3.5) * SPACING
            };
            (0..64).map(at).collect::<Vec<_>>()
        };
        let (a, b) = (spots(west), spots(other));
        let starts: Vec<Start> = (0..count)
            .map(|n| {
                let (from, to) = if both && n % 2 == 1 { (&b, &a) } else { (&a, &b) };
                let mut jitter = || random.between(-0.1, 0.1);
                let at = from[n] + Vec2::new(jitter(), jitter());
                Start {
                    group: u16::from(both && n % 2 == 1),
                    goal: Goal::Point { at: to[n], radius: 0.5, own: true },
                    ..walker((at.x, at.y), (0.0, 0.0))
                }
            })
            .collect();
        let plain = layout(starts, steering(mode("lanes"), 4, NO_PUSH));
        World::new(Layout { walls: self.walls(), bounds: self.area(), ..plain }, 1)
    }
}

/// Whether the next 4 m ahead of a unit are free of others, as far as it could meet them.
fn is_free_ahead(world: &World, id: usize) -> bool {
    let (units, ahead) = (world.units(), world.desired_direction(id));
    let apart = |other: usize| units.position[other] - units.position[id];
    (0..units.len()).filter(|other| *other != id).all(|other| {
        let apart = apart(other);
        apart.norm() > 4.0 || apart.dot(&ahead) < -0.5 * RADIUS
    })
}

/// Runs a crowd through a tunnel. Returns what went wrong.
fn problem(tunnel: Tunnel, count: usize, both: bool, random: &mut Random) -> Option<String> {
    let mut world = tunnel.world(count, both, random);
    // Single file at half the speed of a free flow, after the walk.
    let limit = 2.0 * (tunnel.length + 2.0 * ROOM) / SPEED + 1.2 * count as f32 + 20.0;
    let mut slowed = 0;
    while world.time() < limit && !world.finished() {
        world.tick();
        for id in 0..count {
            let (Some(own), pace) = (world.approach(id).copied(), world.pace(id)) else { continue };
            if own.waits || pace == 1.0 {
                continue;
            }
            slowed += 1;
            let is_before = |other: usize| {
                let theirs = world.approach(other);
                theirs.is_some_and(|theirs| {
                    (theirs.gate, theirs.side) == (own.gate, own.side)
                        && (theirs.exit, other) < (own.exit, id)
                })
            };
            let is_contested = world.turns()[usize::from(own.gate)].is_contested;
            let said =
                || format!("unit {id} of {count} walks at {pace} of its speed after {} s", world.time());
            if !(0..count).any(is_before) {
                return Some(format!("{}: no unit is before it: {own:?}", said()));
            }
            if !is_contested && pace < 0.0 {
                return Some(format!("{}: it walks back and no unit comes towards it: {own:?}", said()));
            }
            if !is_contested && is_free_ahead(&world, id) {
                return Some(format!("{}: the space ahead is free: {own:?}", said()));
            }
        }
    }
    let arrived = world.arrived();
    (!world.finished()).then(|| format!("{arrived} of {count} arrived in {limit:.0} s; {slowed} slowed"))
}

fn check(both: bool) {
    let mut problems = Vec::new();
    let mut tried = 0;
    for width in [2.2, 2.56, 3.0, 3.6, 4.2, 5.0, 6.0, 8.0, 10.0, 14.0] {
        for is_bent in [false, true] {
            tried += 1;
            let mut random = Random(tried * 2 + u64::from(both));
            // From a door of one radius to a tunnel of a hundred.
            let length = random.between(0.0, 1.0);
            let length = length * length * 99.0 + 1.0;
            let count = random.whole(1, 60);
            let tunnel = Tunnel { width: width * RADIUS, length: length * RADIUS, is_bent };
            if let Some(problem) = problem(tunnel, count, both, &mut random) {
                problems
                    .push(format!("{width} R x {length:.0} R, bent: {is_bent}, {count} units: {problem}"));
            }
        }
    }
    assert!(problems.is_empty(), "{} of {tried}:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn a_unit_with_free_space_ahead_is_never_slowed_in_one_way_traffic() {
    check(false);
}

#[test]
fn two_way_traffic_passes_any_tunnel() {
    check(true);
}

/// A tunnel of many short legs: 1.34 m wide, with a bend every two metres.
#[test]
fn a_crowd_passes_a_tunnel_of_forty_bends() {
    let (bends, leg, swing, half) = (40, 2.0, 0.5, 0.75);
    let middle: Vec<Point> =
        (0..=bends).map(|n| Point::new(n as f32 * leg, if n % 2 == 0 { -swing } else { swing })).collect();
    let end = bends as f32 * leg;
    let side = |sign: f32| {
        let edge = middle.iter().map(|p| p + Vec2::new(0.0, sign * half));
        let far = [Point::new(end, sign * 12.0), Point::new(0.0, sign * 12.0)];
        Wall::Polygon(edge.chain(far).collect())
    };
    let starts: Vec<Start> = (0..12)
        .map(|n| {
            let at = ((n / 4) as f32 * 1.6, (n % 4) as f32 * 1.6 - 2.4);
            walker((at.0 - 14.0, at.1), (end + at.0 + 10.0, at.1))
        })
        .collect();
    let bounds = rect((-24.0, -12.0), (end + 24.0, 12.0));
    let plain = layout(starts, steering(mode("lanes"), 4, NO_PUSH));
    let mut world = World::new(Layout { walls: vec![side(1.0), side(-1.0)], bounds, ..plain }, 1);
    let arrival = run(&mut world, 60.0, |_| {});
    assert!(arrival.is_some(), "{} of 12 arrived", world.arrived());
}

/// Two rooms side by side, and a tunnel that leads 25 m up from the one and back down to the other. Its cores lie in similar directions.
#[test]
fn both_directions_pass_a_tunnel_that_bends_back() {
    for width in [3.0, 5.0, 7.0, 10.0] {
        let (wide, up, middle) = (width * RADIUS, 25.0, 1.5);
        let (inner, outer) = (middle, middle + wide);
        let right =
            [(inner, up), (inner, 0.0), (1.0, 0.0), (1.0, -20.0), (ROOM, -20.0), (ROOM, 0.0), (outer, 0.0)];
        let left = right.iter().rev().map(|(x, y)| (-x, *y));
        let top = [(outer, up + wide), (-outer, up + wide)];
        let corners = right.into_iter().chain(top).chain(left).chain([(inner, up)]);
        let walls = vec![Wall::Chain(corners.map(|(x, y)| Point::new(x, y)).collect())];
        let mut random = Random(3);
        let starts: Vec<Start> = (0..48)
            .map(|n| {
                let (side, at) = (if n % 2 == 0 { 1.0 } else { -1.0 }, n / 2);
                let (x, y) = (10.0 + 1.4 * (at % 4) as f32, -16.0 + 1.4 * (at / 4) as f32);
                let from = (side * x + random.between(-0.1, 0.1), y + random.between(-0.1, 0.1));
                Start { group: n % 2, ..walker(from, (-side * x, y)) }
            })
            .collect();
        let plain = layout(starts, steering(mode("lanes"), 4, NO_PUSH));
        let bounds = rect((-ROOM, -20.0), (ROOM, up + wide));
        let mut world = World::new(Layout { walls, bounds, ..plain }, 1);
        let arrival = run(&mut world, 100.0, |_| {});
        assert!(arrival.is_some(), "{width} R: {} of 48 arrived", world.arrived());
    }
}
