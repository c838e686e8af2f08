//! A game with physics of its own, whose units come and go, and whose doors open and shut. Its bodies follow the chosen velocities;
//! walls stop them, and two bodies that overlap are pushed apart.
//!
//! ```text
//! cargo run --release --example own_physics
//! ```

use sidestep::crowd::{Bodies, Crowd, Event, Layout, NewWall, Order, Start, UnitId};
use sidestep::geometry::Wall;
use sidestep::types::{DT, Motions, Point, Rect, Vec2};

/// The game's bodies, by slot.
#[derive(Default)]
struct Game {
    position: Vec<Point>,
    velocity: Vec<Vec2>,
}

impl Game {
    /// Follows what commands have changed: slots, and places where units were set.
    fn follow(&mut self, crowd: &Crowd) {
        let changes = crowd.body_changes();
        if let Some(renumbering) = &changes.renumbering {
            let new = &crowd.units().position[renumbering.new_slots()];
            let mut new = new.iter().copied();
            renumbering.apply(&mut self.position, || new.next().unwrap_or_default());
            renumbering.apply(&mut self.velocity, Vec2::zeros);
        }
        for (slot, position) in &changes.moved {
            (self.position[*slot], self.velocity[*slot]) = (*position, Vec2::zeros());
        }
    }

    fn advance(&mut self, motions: &Motions, crowd: &Crowd) {
        let radius = &crowd.units().radius;
        for slot in 0..self.position.len() {
            self.velocity[slot] = self.velocity[slot].lerp(&motions.velocity[slot], 0.3);
            self.position[slot] += self.velocity[slot] * DT;
        }
        for (a, b) in (0..radius.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let between = self.position[a] - self.position[b];
            let overlap = (radius[a] + radius[b] - between.norm()).max(0.0);
            let half = between.normalize() * (0.5 * overlap);
            self.position[a] += half;
            self.position[b] -= half;
        }
        for (slot, position) in self.position.iter_mut().enumerate() {
            for wall in crowd.outlines() {
                let off = *position - wall.nearest(*position);
                let depth = (radius[slot] - off.norm()).max(0.0);
                *position += off.normalize() * depth;
            }
        }
    }
}

fn rect(from: (f32, f32), to: (f32, f32)) -> Rect {
    Rect { min: Point::new(from.0, from.1), max: Point::new(to.0, to.1) }
}

fn main() {
    let mut layout = Layout::new(Vec::new());
    layout.bounds = rect((-30.0, -20.0), (30.0, 20.0));
    layout.walls =
        vec![Wall::Box(rect((-1.0, -20.0), (1.0, -2.0))), Wall::Box(rect((-1.0, 2.0), (1.0, 20.0)))];
    let (mut crowd, mut game) = (Crowd::new(layout, 1), Game::default());
    let door = Wall::Box(rect((-0.5, -2.0), (0.5, 2.0)));
    let door = crowd.add_wall(NewWall { is_open: true, ..NewWall::door(door) }).expect("nobody stands there");
    let (mut here, mut arrived): (Vec<UnitId>, usize) = (Vec::new(), 0);
    for tick in 0..60 * 60 {
        if tick % 30 == 0 && tick < 40 * 60 {
            let y = ((tick / 30) % 7) as f32 * 1.5 - 4.5;
            let unit = crowd.spawn(Start { position: Point::new(-20.0, y), ..Start::default() });
            let unit = unit.expect("the place is free of walls");
            crowd.order(&[unit], Order::go(Point::new(20.0, y))).expect("it lies within the bounds");
            here.push(unit);
        }
        if tick % 600 == 300 {
            crowd.set_door(door, tick % 1200 == 900).expect("it is a door");
        }
        // A door that was shut had no way around. Now there is one again.
        if tick % 1200 == 901 && !here.is_empty() {
            crowd.order(&here, Order::go(Point::new(20.0, 0.0))).expect("all of them are there");
        }
        let motions = crowd.step(Bodies { position: &game.position, velocity: &game.velocity }).clone();
        game.follow(&crowd);
        game.advance(&motions, &crowd);
        let gone: Vec<UnitId> = crowd.events().iter().filter_map(reached).collect();
        let is_across = |unit: &UnitId| crowd.slot(*unit).is_some_and(|slot| game.position[slot].x > 10.0);
        for unit in gone.into_iter().filter(is_across).collect::<Vec<_>>() {
            here.retain(|other| *other != unit);
            crowd.remove(unit).expect("it is there");
            arrived += 1;
        }
    }
    println!("{arrived} units crossed, {} are on their way, hash {:016x}", here.len(), crowd.state_hash());
    assert!(arrived >= 60, "the door lets units through while it is open");
}

/// The unit that arrived.
fn reached(event: &Event) -> Option<UnitId> {
    match event {
        Event::Arrived { unit, .. } => Some(*unit),
        _ => None,
    }
}
