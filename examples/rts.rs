//! A game that commands a crowd: four teams with an order each second, deaths, reinforcements and a door, for an hour of
//! simulated time. It prints a line per minute and the final hash. Run it with `cargo run --release --example rts`, and with a
//! number of minutes to stop earlier.

use sidestep::crowd::{Event, NewWall, Order, Slots, UnitId};
use sidestep::geometry::Wall;
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::{Layout, Start, World};

/// The number of units of each team that are on the field.
const TEAM: usize = 30;

/// Random numbers that are the same in every run (xorshift64*).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    /// A point on the field, in the quarter of one of the four bases.
    fn point(&mut self, base: usize) -> Point {
        let center = base_of(base);
        center + Vec2::new(self.below(13) as f32 - 6.0, self.below(13) as f32 - 6.0)
    }
}

fn base_of(team: usize) -> Point {
    [Point::new(-25.0, -18.0), Point::new(25.0, -18.0), Point::new(25.0, 18.0), Point::new(-25.0, 18.0)][team]
}

fn rect(from: (f32, f32), to: (f32, f32)) -> Rect {
    Rect { min: Point::new(from.0, from.1), max: Point::new(to.0, to.1) }
}

fn main() {
    let minutes = std::env::args().nth(1).and_then(|given| given.parse().ok()).unwrap_or(60);
    let mut layout = Layout::new(Vec::new());
    layout.bounds = rect((-40.0, -30.0), (40.0, 30.0));
    // A wall from north to south with a gap of 6 m, in which a door stands.
    layout.walls =
        vec![Wall::Box(rect((-1.0, -30.0), (1.0, -3.0))), Wall::Box(rect((-1.0, 3.0), (1.0, 30.0)))];
    let mut world = World::new(layout, 1);
    let mut dice = Dice(7);
    let door = NewWall { is_open: true, ..NewWall::door(Wall::Box(rect((-0.5, -3.0), (0.5, 3.0)))) };
    let door = world.add_wall(door).expect("nobody stands there");
    let mut teams: [Vec<UnitId>; 4] = Default::default();
    for minute in 1..=minutes {
        let (mut arrived, mut stuck) = (0, 0);
        for tick in 0..3600 {
            if tick % 60 == 0 {
                each_second(&mut world, &mut teams, &mut dice);
            }
            if tick % 900 == 450 {
                let open = tick == 450;
                world.set_door(door, open).expect("it is a door");
            }
            world.tick();
            for event in world.events() {
                arrived += usize::from(matches!(event, Event::Arrived { .. }));
                stuck += usize::from(matches!(event, Event::Stuck { .. }));
            }
        }
        let units = world.units().len();
        println!(
            "minute {minute:2}: {units} units, {arrived} arrivals, {stuck} stuck, hash {:016x}",
            world.state_hash()
        );
    }
}

/// Reinforcements for each team, a death, and an order for half of a team.
fn each_second(world: &mut World, teams: &mut [Vec<UnitId>; 4], dice: &mut Dice) {
    for (team, units) in teams.iter_mut().enumerate() {
        while units.len() < TEAM {
            let place = dice.point(team);
            let unit = Start { position: place, team: team as u16, ..Start::default() };
            units.push(world.spawn(unit).expect("the bases are free of walls"));
        }
    }
    let team = dice.below(4);
    let dead = dice.below(TEAM);
    world.remove(teams[team].swap_remove(dead)).expect("it was alive");
    let team = dice.below(4);
    let squad: Vec<UnitId> = teams[team].iter().copied().step_by(2).collect();
    let to = dice.below(4);
    let order = match dice.below(4) {
        0 => Order::go(dice.point(to)),
        1 => Order::form(Slots::boxed(base_of(to), 0.0, 1.5)),
        2 => Order::patrol(vec![base_of(team), base_of(to)]),
        _ => Order::go(Point::new(-10.0, 0.0)).together(),
    };
    world.order(&squad, order).expect("all units are alive, and the goals are within the bounds");
}
