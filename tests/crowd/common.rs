//! Worlds for these tests.

use sidestep::crowd::{Event, Order, Phase, UnitId};
use sidestep::geometry::Wall;
use sidestep::types::{Point, Rect};
use sidestep::world::{Layout, Start, World};

pub fn rect(from: (f32, f32), to: (f32, f32)) -> Rect {
    Rect { min: Point::new(from.0, from.1), max: Point::new(to.0, to.1) }
}

/// Open ground of 80 × 60 m with these walls and no units.
pub fn ground(walls: Vec<Wall>) -> Layout {
    Layout { bounds: rect((-40.0, -30.0), (40.0, 30.0)), walls, ..Layout::new(Vec::new()) }
}

/// A closed field with two walls from north to south and a gap of this width between them.
pub fn gap(width: f32) -> Vec<Wall> {
    let half = 0.5 * width;
    let around = [(-40.0, -30.0), (40.0, -30.0), (40.0, 30.0), (-40.0, 30.0), (-40.0, -30.0)];
    vec![
        Wall::Box(rect((-0.5, -30.0), (0.5, -half))),
        Wall::Box(rect((-0.5, half), (0.5, 30.0))),
        Wall::Chain(around.map(|(x, y)| Point::new(x, y)).into()),
    ]
}

/// A standing unit of a team.
pub fn unit(x: f32, y: f32, team: u16) -> Start {
    Start { position: Point::new(x, y), team, ..Start::default() }
}

/// A block of units around a point, 1.3 m apart.
pub fn block(world: &mut World, center: (f32, f32), count: usize, team: u16) -> Vec<UnitId> {
    let columns = (count as f32).sqrt().ceil() as usize;
    (0..count)
        .map(|k| {
            let (column, row) = ((k % columns) as f32, (k / columns) as f32);
            let middle = 0.5 * (columns - 1) as f32;
            let at = (center.0 + 1.3 * (column - middle), center.1 + 1.3 * (row - middle));
            world.spawn(unit(at.0, at.1, team)).unwrap()
        })
        .collect()
}

pub fn ticks(world: &mut World, count: usize) {
    (0..count).for_each(|_| world.tick());
}

/// Runs until these units stand, at most for `seconds`. Returns the time that it took, s.
pub fn until_settled(world: &mut World, units: &[UnitId], seconds: f32) -> Option<f32> {
    let start = world.time();
    while world.time() - start < seconds {
        world.tick();
        let stands = |unit: &UnitId| world.units().phase[world.slot(*unit).unwrap()] == Phase::Standing;
        if units.iter().all(stands) {
            return Some(world.time() - start);
        }
    }
    None
}

/// All events of this many ticks.
pub fn events(world: &mut World, count: usize) -> Vec<Event> {
    let mut all = Vec::new();
    for _ in 0..count {
        world.tick();
        all.extend_from_slice(world.events());
    }
    all
}

pub fn at(world: &World, unit: UnitId) -> Point {
    world.units().position[world.slot(unit).expect("the unit exists")]
}

/// Orders units to go to a point.
pub fn send(world: &mut World, units: &[UnitId], x: f32, y: f32) {
    world.order(units, Order::go(Point::new(x, y))).unwrap();
}
