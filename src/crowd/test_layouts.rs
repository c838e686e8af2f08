//! Layouts for the tests of worlds.

use super::crowd::Crowd;
use super::ids::UnitId;
use super::layout::Layout;
use super::start::Start;
use super::tick::Bodies;
use crate::geometry::Wall;
use crate::math;
use crate::navigation::Goal;
use crate::settings::Weights;
use crate::steering::Steering;
use crate::steering::avoidance::Mode;
use crate::types::{DT, Point, Rect, Vec2};

/// A unit of the default size that walks between two points.
pub(super) fn walker(from: (f32, f32), to: (f32, f32)) -> Start {
    let goal = Goal::Point { at: Point::new(to.0, to.1), radius: 0.5, own: true };
    Start { position: Point::new(from.0, from.1), goal, ..Start::default() }
}

/// The layout with this mode, without flocking and push.
pub(super) fn steered(layout: Layout, mode: &str) -> Layout {
    let mut steering = Steering { mode: Mode::named(mode).unwrap(), ..Steering::default() };
    steering.weights = Weights { seek: 1.0, separation: 0.0, alignment: 0.0, cohesion: 0.0 };
    steering.push.on = false;
    Layout { steering, ..layout }
}

/// A crowd of units without a goal at these points, on open ground of 80 × 60 m, and their ids.
pub(super) fn crowd_at(points: &[(f32, f32)]) -> (Crowd, Vec<UnitId>) {
    crowd_among(Vec::new(), points)
}

/// The same with walls.
pub(super) fn crowd_among(walls: Vec<Wall>, points: &[(f32, f32)]) -> (Crowd, Vec<UnitId>) {
    let bounds = Rect { min: Point::new(-40.0, -30.0), max: Point::new(40.0, 30.0) };
    let mut crowd = Crowd::new(steered(Layout { bounds, walls, ..Layout::new(Vec::new()) }, "none"), 1);
    let start = |(x, y): &(f32, f32)| Start { position: Point::new(*x, *y), ..Start::default() };
    let units = points.iter().map(|at| crowd.spawn(start(at)).unwrap()).collect();
    crowd.tick();
    (crowd, units)
}

/// Units of two groups that swap sides. The group in the west begins at `front` in x and has `columns` files.
fn swap(count: usize, front: f32, columns: usize, mode: &str) -> Layout {
    let unit = |id: usize| {
        let (side, k) = if id < count / 2 { (-1.0, id) } else { (1.0, id - count / 2) };
        let (column, row) = ((k % columns) as f32, (k / columns) as f32);
        let rows = (count / 2).div_ceil(columns) as f32;
        let at = Point::new(side * (front + 1.5 * column), 1.5 * (row - 0.5 * (rows - 1.0)));
        // Crowds are never perfectly symmetric.
        let from = at + math::unit(2.4 * id as f32) * 0.04;
        let goal = Goal::Point { at: Point::new(-at.x, at.y), radius: 0.5, own: true };
        Start { position: from, goal, group: u16::from(side > 0.0), ..Start::default() }
    };
    steered(Layout::new((0..count).map(unit).collect()), mode)
}

/// Two groups that cross head-on.
pub(super) fn crossing(count: usize) -> Layout {
    swap(count, 20.0, 14, "lanes")
}

/// Two groups of 80 that swap rooms through a door 4 m wide.
pub(super) fn door() -> Layout {
    Layout { walls: rooms(2.0), ..swap(160, 10.0, 10, "lanes") }
}

/// Two closed rooms, 12 m high to both sides of a door, and half the width of that door, m.
pub(super) fn rooms(half: f32) -> Vec<Wall> {
    let room = |x: f32| {
        let corners = [(0.0, half), (0.0, 12.0), (x, 12.0), (x, -12.0), (0.0, -12.0), (0.0, -half)];
        Wall::Chain(corners.map(|(x, y)| Point::new(x, y)).into())
    };
    vec![room(-30.0), room(30.0)]
}

/// Where bodies that do what a crowd says and do not collide are at its next tick.
pub(super) fn moved(crowd: &Crowd) -> (Vec<Point>, Vec<Vec2>) {
    let (mut position, mut velocity) = (crowd.units().position.clone(), crowd.units().velocity.clone());
    for (slot, force) in crowd.motions().force.iter().enumerate() {
        velocity[slot] += force * (DT / crowd.units().mass[slot]);
        position[slot] += velocity[slot] * DT;
    }
    (position, velocity)
}

impl Crowd {
    /// Advances a crowd by a tick, with bodies that do not collide.
    pub(super) fn tick(&mut self) {
        let (position, velocity) = moved(self);
        self.step(Bodies { position: &position, velocity: &velocity });
    }
}
