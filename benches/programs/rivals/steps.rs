//! A crowd that follows the steps of PIBT.

use super::ground::Ground;
use super::pibt::{self, Agent};
use super::rival::{Drive, Journeys, Rival};
use sidestep::types::{DT, Point};
use sidestep::world::{Layout, World};
use sidestep_lab::run::Ticker;
use std::error::Error;

/// The side of a cell, in radii.
const CELL: f32 = 2.1;
/// A body is at its place within this many radii.
const AT_PLACE: f32 = 0.5;
/// A step ends after this many times the time that the slowest unit needs for a cell.
const PATIENCE: f32 = 4.0;
/// The time in which a unit stops at its place, s.
const STOPPING: f32 = 0.1;

/// A world whose units follow the steps of PIBT.
pub struct Steps {
    ticker: Ticker,
    ground: Ground,
    agents: Vec<Agent>,
    journeys: Journeys,
    no_way: usize,
    /// The radius that cells are made for, m.
    radius: f32,
    step_began: u64,
    /// The longest time of a step, in ticks.
    patience: u64,
}

impl Steps {
    pub fn new(mut layout: Layout) -> Result<Steps, Box<dyn Error>> {
        let journeys = Journeys::take(&mut layout, "PIBT needs")?;
        let radius = layout.starts.iter().map(|start| start.radius).fold(0.0, f32::max);
        let slowest = layout.starts.iter().map(|start| start.max_speed).fold(f32::INFINITY, f32::min);
        let (bounds, size) = (layout.bounds, CELL * radius);
        let world = World::new(layout, 1);
        let ground = Ground::new(bounds, size, radius, world.outlines());
        let mut ticker = Ticker::new(world);
        ticker.never_end();
        let mut steps = Steps {
            agents: Vec::new(),
            no_way: 0,
            radius,
            step_began: 0,
            patience: (PATIENCE * size / slowest / DT).ceil() as u64,
            ticker,
            ground,
            journeys,
        };
        steps.place(size)?;
        Ok(steps)
    }

    /// Gives each unit the nearest cell that is free, and its goal the nearest one that steps lead to.
    fn place(&mut self, size: f32) -> Result<(), Box<dyn Error>> {
        let Steps { ticker, ground, agents, journeys, no_way, .. } = self;
        let world = ticker.world();
        let mut taken = vec![false; ground.centers.len()];
        for (position, (goal, _)) in world.units().position.iter().zip(&journeys.goals) {
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
}

impl Rival for Steps {
    fn world(&self) -> &World {
        self.ticker.world()
    }

    fn journeys(&self) -> &Journeys {
        &self.journeys
    }

    fn no_way(&self) -> usize {
        self.no_way
    }

    fn targets(&self) -> Vec<Point> {
        let target = |(id, agent): (usize, &Agent)| {
            let is_last = agent.cell == agent.goal && self.journeys.arrived_at[id].is_none();
            if is_last { self.journeys.goals[id].0 } else { self.ground.centers[agent.cell] }
        };
        self.agents.iter().enumerate().map(target).collect()
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
        let units = self.world().units();
        let to = |(target, at): (Point, &Point)| (target - at) / STOPPING;
        let velocities = self.targets().into_iter().zip(&units.position).map(to).collect();
        self.ticker.world_mut().set_model(Box::new(Drive { velocities }));
        self.ticker.tick();
        self.journeys.note(self.ticker.world());
    }
}
