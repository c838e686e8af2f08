//! A rival of `lanes` on the same maps, for `benches/figures.py rivals`: PIBT, which promises that everyone arrives.
//!
//! ```text
//! cargo run --release -p sidestep-lab --no-default-features --example rivals -- lanes,pibt 2 choke maze
//! ```
//!
//! The arguments are the modes, the number of seeds, and maps. Each run prints `map,seed,mode,units,arrived,time ratio,no
//! way`; the time ratio is the mean over units that arrive, and the units without a way are those that the cells of PIBT do not
//! lead to their goals. `--at SECONDS` prints the units of PIBT at that time: `x y radius target_x target_y`.
//!
//! PIBT plans in steps on square cells of 2.1 R (R: the largest radius), which keep R to all walls. The next step begins when
//! all bodies are within half a radius of the centres of their cells, or after four times the time that the slowest needs
//! for a cell; then each unit that is not at its place gets the nearest cell that is free. A unit that has not arrived heads for its
//! own goal in its last cell. Units never stand: those at their goals may be sent on. As everywhere, a unit has arrived when it is at its goal for the first time. The push is off.
//!
//! Its faults: the cells are not aligned with doors, and a door narrower than 4.1 R may have none. Everyone waits for the
//! slowest. A body that turns a corner still touches the one behind it.

mod ground;
mod pibt;

use ground::Ground;
use pibt::Agent;
use sidestep::navigation::Goal;
use sidestep::steering::Unit;
use sidestep::steering::avoidance::{Avoidance, Choice, Mode, Surroundings};
use sidestep::steering::reasons::Reasons;
use sidestep::types::{DT, Point};
use sidestep::world::{Layout, World};
use sidestep_lab::measure::{ARRIVED, TIME_RATIO};
use sidestep_lab::run::{Run, Ticker};
use sidestep_lab::scene::{LayoutOptions, Scene};
use std::error::Error;

/// The side of a cell, in radii.
const CELL: f32 = 2.1;
/// A body is at its place within this many radii.
const AT_PLACE: f32 = 0.5;
/// A step ends after this many times the time that the slowest unit needs for a cell.
const PATIENCE: f32 = 4.0;
/// The time in which a unit stops at its place, s.
const STOPPING: f32 = 0.1;

/// Sends each unit to its target.
#[derive(Clone)]
struct Follow {
    targets: Vec<Point>,
}

impl Avoidance for Follow {
    fn reach(&self, _radius: f32, _max_speed: f32) -> f32 {
        0.0
    }

    fn with_flocking(&self) -> bool {
        false
    }

    fn choose(&self, unit: &Unit, _around: &Surroundings<'_>, _why: Option<&mut Reasons>) -> Choice {
        let to = self.targets[unit.id as usize] - unit.position;
        Choice::from_velocity(sidestep::math::clamp_length(to / STOPPING, unit.max_speed))
    }
}

/// A world whose units follow the steps of PIBT.
struct Steps {
    ticker: Ticker,
    ground: Ground,
    agents: Vec<Agent>,
    /// The goals of the units, and the distances at which they have arrived, m.
    goals: Vec<(Point, f32)>,
    arrived_at: Vec<Option<u64>>,
    no_way: usize,
    /// The radius that cells are made for, m.
    radius: f32,
    step_began: u64,
    /// The longest time of a step, in ticks.
    patience: u64,
}

impl Steps {
    fn new(mut layout: Layout) -> Result<Steps, Box<dyn Error>> {
        let mut goals = Vec::new();
        for start in &mut layout.starts {
            let Goal::Point { at, radius, .. } = start.goal else {
                return Err("PIBT needs a map on which each unit has a point as its goal".into());
            };
            goals.push((at, radius));
            start.goal = Goal::Roam;
        }
        let radius = layout.starts.iter().map(|start| start.radius).fold(0.0, f32::max);
        let slowest = layout.starts.iter().map(|start| start.max_speed).fold(f32::INFINITY, f32::min);
        let (bounds, size) = (layout.bounds, CELL * radius);
        let world = World::new(layout, 1);
        let ground = Ground::new(bounds, size, radius, world.outlines());
        let mut ticker = Ticker::new(world);
        ticker.never_end();
        let mut steps = Steps {
            arrived_at: vec![None; goals.len()],
            agents: Vec::new(),
            no_way: 0,
            radius,
            step_began: 0,
            patience: (PATIENCE * size / slowest / DT).ceil() as u64,
            ticker,
            ground,
            goals,
        };
        steps.place(size)?;
        Ok(steps)
    }

    /// Gives each unit the nearest cell that is free, and its goal the nearest one that steps lead to.
    fn place(&mut self, size: f32) -> Result<(), Box<dyn Error>> {
        let Steps { ticker, ground, agents, goals, no_way, .. } = self;
        let world = ticker.world();
        let mut taken = vec![false; ground.centers.len()];
        for (position, (goal, _)) in world.units().position.iter().zip(goals) {
            let near = ground.cells_near(*position, size, world.outlines());
            let cell = near.into_iter().find(|cell| !taken[*cell]).ok_or("a unit has no cell nearby")?;
            taken[cell] = true;
            let near = ground.cells_near(*goal, size, world.outlines());
            let ways = near.into_iter().map(|goal| Agent::new(cell, goal, ground));
            let agent = ways.into_iter().find(|agent| agent.first_steps < u32::MAX);
            *no_way += usize::from(agent.is_none());
            agents.push(agent.unwrap_or_else(|| Agent::new(cell, cell, ground)));
        }
        Ok(())
    }

    /// Where each unit goes in this step.
    fn targets(&self) -> Vec<Point> {
        let target = |(id, agent): (usize, &Agent)| {
            let is_last = agent.cell == agent.goal && self.arrived_at[id].is_none();
            if is_last { self.goals[id].0 } else { self.ground.centers[agent.cell] }
        };
        self.agents.iter().enumerate().map(target).collect()
    }

    /// Gives each unit that is not at its place the nearest cell that is free.
    fn find_cells(&mut self, targets: &[Point]) {
        let Steps { ticker, ground, agents, radius, .. } = self;
        let world = ticker.world();
        let mut taken = vec![false; ground.centers.len()];
        let (mut cells, mut late) = (Vec::new(), Vec::new());
        for (id, position) in world.units().position.iter().enumerate() {
            cells.push(agents[id].cell);
            if (targets[id] - position).norm() <= AT_PLACE * *radius {
                taken[agents[id].cell] = true;
            } else {
                late.push(id);
            }
        }
        for id in late {
            let near = ground.cells_near(world.units().position[id], CELL * *radius, world.outlines());
            let is_free = |cell: &usize| !taken[*cell] && agents[id].steps[*cell] < u32::MAX;
            // Without one for everyone, all keep theirs.
            let Some(cell) = near.into_iter().find(is_free) else { return };
            taken[cell] = true;
            cells[id] = cell;
        }
        for (agent, cell) in agents.iter_mut().zip(cells) {
            agent.cell = cell;
        }
    }

    fn world(&self) -> &World {
        self.ticker.world()
    }

    fn tick(&mut self) {
        let now = self.world().ticks();
        let targets = self.targets();
        let mut places = self.world().units().position.iter().zip(&targets);
        let is_over = places.all(|(at, target)| (target - at).norm() <= AT_PLACE * self.radius);
        let is_late = now - self.step_began >= self.patience;
        if is_over || is_late {
            if is_late {
                self.find_cells(&targets);
            }
            pibt::step(&self.ground, &mut self.agents);
            self.step_began = now;
        }
        let follow = Follow { targets: self.targets() };
        self.ticker.world_mut().set_model(Box::new(follow));
        self.ticker.tick();
        let now = self.world().ticks();
        for (id, position) in self.ticker.world().units().position.iter().enumerate() {
            let (goal, radius) = self.goals[id];
            if self.arrived_at[id].is_none() && (goal - position).norm() <= radius {
                self.arrived_at[id] = Some(now);
            }
        }
    }
}

/// The share of units that arrive, their mean time ratio, and the number of units without a way.
type Outcome = (f64, f64, usize);

fn run_pibt(layout: Layout, show_at: Option<f32>) -> Result<Outcome, Box<dyn Error>> {
    let (limit, lengths) = (layout.time_limit, World::new(layout.clone(), 1).paths_left());
    let mut steps = Steps::new(layout)?;
    while steps.world().time() < limit && steps.arrived_at.contains(&None) {
        steps.tick();
        if show_at.is_some_and(|at| steps.world().time() >= at) {
            let units = steps.world().units();
            for ((at, radius), target) in units.position.iter().zip(&units.radius).zip(steps.targets()) {
                println!("{} {} {radius} {} {}", at.x, at.y, target.x, target.y);
            }
            break;
        }
    }
    let speeds = &steps.world().units().max_speed;
    let arrivals = steps.arrived_at.iter().enumerate().filter_map(|(id, at)| Some((id, (*at)?)));
    let ratio =
        |(id, ticks): (usize, u64)| ticks as f64 * f64::from(DT) / f64::from(lengths[id] / speeds[id]);
    let ratios: Vec<f64> = arrivals.filter(|(id, _)| lengths[*id] > 0.0).map(ratio).collect();
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    let arrived = steps.arrived_at.iter().flatten().count() as f64 / steps.goals.len() as f64;
    Ok((arrived, mean, steps.no_way))
}

fn run_mode(mut layout: Layout, mode: Mode) -> Outcome {
    layout.steering.set_mode(mode);
    let metrics = Run::new(World::new(layout, 1)).finish().metrics;
    let value = |metric| metrics.value(metric).unwrap_or(f64::NAN);
    (value(&ARRIVED), value(&TIME_RATIO), 0)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut show_at = None;
    if let Some(option) = arguments.iter().position(|argument| argument == "--at") {
        show_at = Some(arguments.get(option + 1).ok_or("--at needs a time")?.parse()?);
        arguments.drain(option..option + 2);
    }
    let [modes, seeds, maps @ ..] = &arguments[..] else {
        return Err("MODES, SEEDS and MAPS are missing".into());
    };
    for (map, seed) in
        maps.iter().flat_map(|map| (1..=seeds.parse().unwrap_or(1)).map(move |seed| (map, seed)))
    {
        let scene = Scene::open(map)?;
        let options = LayoutOptions { seed: Some(seed), jitter: Some(0.05), ..LayoutOptions::default() };
        let mut layout = scene.layout(&options)?;
        layout.steering.push.on = false;
        for mode in modes.split(',') {
            let (arrived, ratio, no_way) = match mode {
                "pibt" => run_pibt(layout.clone(), show_at)?,
                mode => run_mode(layout.clone(), mode.parse()?),
            };
            println!("{map},{seed},{mode},{},{arrived},{ratio:.4},{no_way}", layout.starts.len());
        }
    }
    Ok(())
}
