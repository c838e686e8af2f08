//! What walls that change and new goals cost, for `benches/figures.py paths`: each line is a case, its value and its unit.
//!
//! ```text
//! cargo run --release -p sidestep-lab --no-default-features --example paths -- doors walls goals groups large load
//! ```
//!
//! | case | what it measures |
//! |---|---|
//! | `doors` | ticks in which a door across a street of `maze` opens or shuts, beyond the usual tick |
//! | `walls` | the same for a wall on 400 × 400 m with 60 boxes |
//! | `goals` | orders to 8 goals on that ground |
//! | `groups` | 300 groups with goals of their own against one goal |
//! | `load` | orders to 20 groups every second, and units that come and go |
//! | `large` | an order on 1200 × 1200 m, and the ground before the first tick |

use sidestep::crowd::{NewWall, Order, UnitId, WallId};
use sidestep::geometry::Wall;
use sidestep::types::{Point, Rect, Vec2};
use sidestep::world::{Layout, Stage, Start, World};
use sidestep_lab::run::Ticker;
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::error::Error;
use std::time::Instant;

/// The number of changes of which the median counts.
const CHANGES: usize = 11;
/// The number of ticks before each change.
const BETWEEN: usize = 30;

/// Random numbers that are the same in every run (xorshift64*).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: f32) -> f32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 40) as f32 / (1 << 24) as f32 * bound
    }
}

fn rect(x: f32, y: f32, width: f32, height: f32) -> Rect {
    Rect { min: Point::new(x, y), max: Point::new(x + width, y + height) }
}

fn print(case: &str, value: f64, unit: &str) {
    println!("{case},{value:.3},{unit}");
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The time of a tick, and of its stage of paths, ms.
fn tick(ticker: &mut Ticker) -> (f64, f64) {
    let begin = Instant::now();
    ticker.tick();
    let total = begin.elapsed().as_secs_f64() * 1e3;
    let paths = ticker.stage_times().find(|(stage, _)| *stage == Stage::Paths);
    (total, paths.map_or(0.0, |(_, micros)| f64::from(micros) * 1e-3))
}

fn usual(ticker: &mut Ticker, ticks: usize) -> f64 {
    median((0..ticks).map(|_| tick(ticker).0).collect())
}

/// A field of this size with boxes of 6 to 14 m, and units in rows along its left edge.
fn field(size: f32, boxes: usize, units: usize) -> Layout {
    let mut dice = Dice(7);
    let walls = (0..boxes).map(|_| {
        let at = (30.0 + dice.below(size - 60.0), 10.0 + dice.below(size - 30.0));
        Wall::Box(rect(at.0, at.1, 6.0 + dice.below(8.0), 6.0 + dice.below(8.0)))
    });
    let walls: Vec<Wall> = walls.collect();
    let rows = (size / 4.0) as usize;
    let place = |i: usize| Point::new(4.0 + 2.0 * (i / rows) as f32, 4.0 + 3.5 * (i % rows) as f32);
    let start = |i: usize| Start { position: place(i), ..Start::default() };
    Layout { bounds: rect(0.0, 0.0, size, size), walls, ..Layout::new((0..units).map(start).collect()) }
}

/// A world whose units can be ordered: those of a layout without goals are obstacles.
fn commanded(mut layout: Layout) -> Result<(Ticker, Vec<UnitId>), Box<dyn Error>> {
    let starts = std::mem::take(&mut layout.starts);
    layout.groups = vec!["units".to_string()];
    let mut world = World::new(layout, 1);
    let units = starts.into_iter().map(|start| world.spawn(start)).collect::<Result<Vec<_>, _>>()?;
    let mut ticker = Ticker::new(world);
    ticker.never_end();
    ticker.tick();
    Ok((ticker, units))
}

/// What a tick takes beyond the usual one if `change` was called before it, ms, and the next one: the medians.
fn changes(ticker: &mut Ticker, mut change: impl FnMut(&mut World, usize)) -> [(f64, f64); 2] {
    let mut times = [(vec![], vec![]), (vec![], vec![])];
    for round in 0..2 * CHANGES {
        let usual = usual(ticker, BETWEEN);
        change(ticker.world_mut(), round);
        let (first, second) = (tick(ticker).0 - usual, tick(ticker).0 - usual);
        times[round % 2].0.push(first);
        times[round % 2].1.push(second);
    }
    times.map(|(first, second)| (median(first), median(second)))
}

fn print_changes(names: [&str; 2], times: [(f64, f64); 2]) {
    for (name, (first, second)) in names.iter().zip(times) {
        print(name, first, "ms");
        print(&format!("{name}: next tick"), second, "ms");
    }
}

fn doors() -> Result<(), Box<dyn Error>> {
    let layout = Scene::built_in("maze").ok_or("no map is called maze")?.layout(&LayoutOptions::default())?;
    let mut world = Ticker::new(World::new(layout, 1));
    // Across the street between the first two blocks of the second row.
    let door = NewWall { is_open: true, ..NewWall::door(Wall::Box(rect(-30.0, -24.0, 4.0, 1.0))) };
    let door = world.world_mut().add_wall(door)?;
    world.advance(60);
    let times = changes(&mut world, |world, round| {
        world.set_door(door, round % 2 == 1).expect("it is a door");
    });
    print_changes(["maze: a door shuts", "maze: it opens"], times);
    Ok(())
}

fn walls() -> Result<(), Box<dyn Error>> {
    let (mut world, units) = commanded(field(400.0, 60, 100))?;
    world.world_mut().order(&units, Order::go(Point::new(380.0, 200.0)))?;
    world.advance(60);
    let mut last: Option<WallId> = None;
    let times = changes(&mut world, |world, round| match last.take() {
        None => {
            let at = (100.0 + 7.0 * round as f32, 390.0);
            last = Some(
                world.add_wall(NewWall::new(Wall::Box(rect(at.0, at.1, 8.0, 3.0)))).expect("it is free"),
            );
        }
        Some(wall) => world.remove_wall(wall).expect("it stands"),
    });
    print_changes(["400 m with 60 boxes: a wall is added", "400 m with 60 boxes: it is removed"], times);
    Ok(())
}

/// Ticks after orders, until all paths are known.
fn goals() -> Result<(), Box<dyn Error>> {
    let begin = Instant::now();
    let (mut world, units) = commanded(field(400.0, 60, 400))?;
    print("400 m with 60 boxes: making the world", begin.elapsed().as_secs_f64() * 1e3, "ms");
    world.advance(10);
    let usual = usual(&mut world, BETWEEN);
    for group in 0..8 {
        let goal = Point::new(390.0, 20.0 + 50.0 * group as f32);
        let own: Vec<UnitId> = units.iter().copied().skip(group).step_by(8).collect();
        world.world_mut().order(&own, Order::go(goal))?;
    }
    let (mut spent, mut largest, mut paths) = (0.0_f64, 0.0_f64, 0.0_f64);
    let mut all_move = None;
    for round in 0..600 {
        let (time, own) = tick(&mut world);
        spent += time;
        (largest, paths) = (largest.max(time), paths.max(own));
        if round == 0 {
            print("400 m with 8 goals: first tick after the orders beyond the usual", time - usual, "ms");
        }
        let moves = |velocity: &Vec2| velocity.norm() > 0.1;
        if all_move.is_none() && world.world().units().velocity.iter().all(moves) {
            all_move = Some((round + 1, spent));
        }
    }
    let (ticks, spent) = all_move.ok_or("some unit never moved")?;
    print("400 m with 8 goals: all units move after", f64::from(ticks), "ticks");
    print("400 m with 8 goals: all units move after computing", spent, "ms");
    print("400 m with 8 goals: largest tick of 600", largest, "ms");
    print("400 m with 8 goals: largest stage of paths", paths, "ms");
    let (mut world, units) = commanded(field(400.0, 60, 400))?;
    world.world_mut().order(&units, Order::go(Point::new(390.0, 200.0)))?;
    // A field of 2²⁰ cells takes 2600.
    let times: Vec<f64> = (0..3000).map(|_| tick(&mut world).1).collect();
    print(
        "400 m with 1 goal: largest stage of paths until its field is complete",
        times.into_iter().fold(0.0, f64::max),
        "ms",
    );
    Ok(())
}

/// A mean tick of 600 units in groups with goals of their own, ms.
fn grouped(groups: usize, from: u64) -> Result<(f64, f64), Box<dyn Error>> {
    let (mut world, units) = commanded(field(400.0, 60, 600))?;
    for group in 0..groups {
        let own: Vec<UnitId> = units.iter().copied().skip(group).step_by(groups).collect();
        let to = group as f32 / groups as f32;
        world
            .world_mut()
            .order(&own, Order::go(Point::new(300.0 + 90.0 * (7.0 * to).fract(), 10.0 + 380.0 * to)))?;
    }
    world.advance(from);
    let times: Vec<(f64, f64)> = (0..120).map(|_| tick(&mut world)).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| times.iter().map(of).sum::<f64>() / times.len() as f64;
    Ok((mean(|own| own.0), mean(|own| own.1)))
}

fn groups() -> Result<(), Box<dyn Error>> {
    for from in [60, 600] {
        let (one, many) = (grouped(1, from)?, grouped(300, from)?);
        let case = |name: &str| format!("600 units at tick {from}: {name}");
        print(&case("tick with one goal"), one.0, "ms");
        print(&case("tick with 300 goals"), many.0, "ms");
        print(&case("ratio"), many.0 / one.0, "");
        print(&case("paths with one goal"), one.1, "ms");
        print(&case("paths with 300 goals"), many.1, "ms");
    }
    Ok(())
}

fn large() -> Result<(), Box<dyn Error>> {
    let begin = Instant::now();
    let (mut world, units) = commanded(field(1200.0, 200, 100))?;
    print("1200 m: making the world", begin.elapsed().as_secs_f64() * 1e3, "ms");
    let usual = usual(&mut world, BETWEEN);
    world.world_mut().order(&units, Order::go(Point::new(1150.0, 600.0)))?;
    let times: Vec<f64> = (0..120).map(|_| tick(&mut world).0).collect();
    print("1200 m: first tick after an order beyond the usual", times[0] - usual, "ms");
    print("1200 m: largest of 120 ticks", times.iter().copied().fold(0.0, f64::max), "ms");
    let heads = |slot: usize| {
        world.world().path_left(slot)
            > 1.001 * (Point::new(1150.0, 600.0) - world.world().units().position[slot]).norm()
    };
    print(
        "1200 m: units whose path is not straight",
        (0..units.len()).filter(|slot| heads(*slot)).count() as f64,
        "of 100",
    );
    Ok(())
}

/// Orders each of 20 groups to a goal of its own, another one in each round.
fn order_groups(world: &mut World, units: &[UnitId], round: usize) {
    for group in 0..20 {
        let own: Vec<UnitId> = units.iter().copied().skip(group).step_by(20).collect();
        let goal = Point::new(380.0, 10.0 + ((37 * group + 91 * round) % 380) as f32);
        world.order(&own, Order::go(goal)).expect("the goal is on the map");
    }
}

/// Mean ticks of two worlds in turns over 20 s: one is ordered once, the other in every second.
fn reordered(boxes: usize) -> Result<f64, Box<dyn Error>> {
    let mut worlds = [commanded(field(400.0, boxes, 1000))?, commanded(field(400.0, boxes, 1000))?];
    let mut spent = [0.0; 2];
    for step in 0..1200 {
        for (k, (world, units)) in worlds.iter_mut().enumerate() {
            if step == 0 || k == 1 && step % 60 == 0 {
                order_groups(world.world_mut(), units, step / 60);
            }
            spent[k] += tick(world).0;
        }
    }
    Ok(spent[1] / spent[0])
}

/// 5000 units come and go within a minute, among 400 others. The largest tick over the median, and the number of units at the end.
fn coming_and_going() -> Result<(f64, usize), Box<dyn Error>> {
    let (mut world, units) = commanded(field(400.0, 60, 400))?;
    world.world_mut().order(&units, Order::go(Point::new(380.0, 200.0)))?;
    let mut guests: Vec<UnitId> = Vec::new();
    let mut times = Vec::new();
    for step in 0..3600 {
        // 25 each 0.3 s. Each stays for 6 s.
        if step % 18 == 0 {
            for k in 0..25 {
                let position = Point::new(
                    20.0 + 2.0 * (k % 5) as f32,
                    2.0 + 0.4 * (step % 720) as f32 + 2.0 * (k / 5) as f32,
                );
                guests.extend(world.world_mut().spawn(Start { position, ..Start::default() }).ok());
            }
            let gone = guests.len().saturating_sub(500);
            guests.drain(..gone).try_for_each(|unit| world.world_mut().remove(unit))?;
        }
        times.push(tick(&mut world).0);
    }
    guests.drain(..).try_for_each(|unit| world.world_mut().remove(unit))?;
    tick(&mut world);
    let largest = times.iter().copied().fold(0.0, f64::max);
    Ok((largest / median(times), world.world().units().len()))
}

fn load() -> Result<(), Box<dyn Error>> {
    print("1000 units in 20 groups: ordered every second over ordered once: open", reordered(0)?, "");
    print("1000 units in 20 groups: ordered every second over ordered once: 60 boxes", reordered(60)?, "");
    let (largest, left) = coming_and_going()?;
    print("5000 units come and go in a minute: largest tick over the median", largest, "");
    print("5000 units come and go in a minute: units at the end of 400", left as f64, "");
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("case,value,unit");
    for case in std::env::args().skip(1) {
        match case.as_str() {
            "doors" => doors()?,
            "walls" => walls()?,
            "goals" => goals()?,
            "groups" => groups()?,
            "large" => large()?,
            "load" => load()?,
            other => {
                return Err(
                    format!("no case is called {other}: doors, walls, goals, groups, large, load").into()
                );
            }
        }
    }
    Ok(())
}
