//! Priority inheritance with backtracking (Okumura, Machida, Défago & Tamura, Artificial Intelligence 310, 2022): where each agent
//! on a graph goes in the next step.
//!
//! Agents plan by priority. One that wants the cell of another, which has not planned yet, makes that one plan at once, with
//! its own priority. If the other finds no cell, the first takes its next choice.

use super::ground::{Cell, Ground};
use std::rc::Rc;

/// An agent on its way.
#[derive(Debug, Clone)]
pub struct Agent {
    pub cell: Cell,
    pub goal: Cell,
    /// The steps from each cell to the goal.
    pub steps: Rc<Vec<u32>>,
    /// The steps from the first cell to the goal.
    pub first_steps: u32,
    /// The number of steps since it was last at its goal.
    pub waiting: u64,
}

impl Agent {
    pub fn new(cell: Cell, goal: Cell, ground: &Ground) -> Agent {
        let steps = Rc::new(ground.steps_to(goal));
        Agent { cell, goal, first_steps: steps[cell], steps, waiting: 0 }
    }
}

/// An agent that looks for its next cell.
struct Search {
    agent: usize,
    /// The cell of the agent whose priority it inherits.
    forbidden: Option<Cell>,
    /// Its choices that are left, best last.
    choices: Vec<Cell>,
}

/// Plans the steps of all agents.
struct Planner<'a> {
    ground: &'a Ground,
    agents: &'a [Agent],
    /// The agent in each cell.
    in_cell: Vec<Option<usize>>,
    /// The agent that each cell is reserved for.
    reserved: Vec<Option<usize>>,
    next: Vec<Option<Cell>>,
}

impl Planner<'_> {
    fn search(&self, agent: usize, forbidden: Option<Cell>) -> Search {
        let Agent { cell, steps, .. } = &self.agents[agent];
        let mut choices = self.ground.neighbours[*cell].clone();
        choices.push(*cell);
        choices.sort_by_key(|choice| {
            let is_taken = self.in_cell[*choice].is_some_and(|other| other != agent);
            std::cmp::Reverse((steps[*choice], is_taken, *choice))
        });
        Search { agent, forbidden, choices }
    }

    fn reserve(&mut self, cell: Cell, agent: usize) {
        self.reserved[cell] = Some(agent);
        self.next[agent] = Some(cell);
    }

    /// Plans the step of an agent, and of all that have to go out of its way. The searches are on a stack of their own, because
    /// a chain of agents can be as long as a crowd.
    fn plan(&mut self, agent: usize) {
        let mut stack = vec![self.search(agent, None)];
        let mut found = false;
        while let Some(search) = stack.last_mut() {
            if found {
                stack.pop();
                continue;
            }
            let (agent, forbidden) = (search.agent, search.forbidden);
            let Some(choice) = search.choices.pop() else {
                // It stays. The one that pushed it takes its next choice.
                self.reserve(self.agents[agent].cell, agent);
                stack.pop();
                continue;
            };
            if self.reserved[choice].is_some() || Some(choice) == forbidden {
                continue;
            }
            self.reserve(choice, agent);
            match self.in_cell[choice].filter(|other| *other != agent && self.next[*other].is_none()) {
                Some(other) => {
                    let pushed = self.search(other, Some(self.agents[agent].cell));
                    stack.push(pushed);
                }
                None => found = true,
            }
        }
    }
}

/// Returns the next cell of each agent: its own or a neighbour.
pub fn plan(ground: &Ground, agents: &[Agent]) -> Vec<Cell> {
    let mut in_cell = vec![None; ground.centers.len()];
    for (id, agent) in agents.iter().enumerate() {
        in_cell[agent.cell] = Some(id);
    }
    let (reserved, next) = (vec![None; in_cell.len()], vec![None; agents.len()]);
    let mut planner = Planner { ground, agents, in_cell, reserved, next };
    let mut order: Vec<usize> = (0..agents.len()).collect();
    order.sort_by_key(|id| {
        let agent = &agents[*id];
        (std::cmp::Reverse(agent.waiting), std::cmp::Reverse(agent.first_steps), *id)
    });
    for id in order {
        if planner.next[id].is_none() {
            planner.plan(id);
        }
    }
    agents.iter().zip(planner.next).map(|(agent, next)| next.unwrap_or(agent.cell)).collect()
}

/// Moves all agents by one step.
pub fn step(ground: &Ground, agents: &mut [Agent]) {
    let next = plan(ground, agents);
    for (agent, cell) in agents.iter_mut().zip(next) {
        agent.cell = cell;
        agent.waiting = if cell == agent.goal { 0 } else { agent.waiting + 1 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep::types::Point;

    /// The cells of a drawing: every character but a space.
    fn drawn(rows: &[&str]) -> (Ground, impl Fn(usize, usize) -> Cell) {
        let mut cells = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            cells.extend(row.chars().enumerate().filter(|(_, c)| *c != ' ').map(|(x, _)| (x, y)));
        }
        let is_next = |a: &(usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        let around = |a| (0..cells.len()).filter(|b| is_next(a, &cells[*b])).collect();
        let ground = Ground {
            centers: cells.iter().map(|(x, y)| Point::new(*x as f32, *y as f32)).collect(),
            neighbours: cells.iter().map(around).collect(),
        };
        let found = move |x, y| cells.iter().position(|cell| *cell == (x, y)).unwrap();
        (ground, found)
    }

    /// Steps until each agent has been at its goal, at most `limit` times. Returns the number of agents that have not.
    fn left_after(ground: &Ground, agents: &mut [Agent], limit: usize) -> usize {
        let mut is_there = vec![false; agents.len()];
        for _ in 0..limit {
            let before: Vec<Cell> = agents.iter().map(|agent| agent.cell).collect();
            step(ground, agents);
            check_step(ground, &before, agents);
            for (there, agent) in is_there.iter_mut().zip(&*agents) {
                *there |= agent.cell == agent.goal;
            }
        }
        is_there.iter().filter(|there| !**there).count()
    }

    /// Asserts that no cell has two agents, that nobody jumps, and that no two agents change places.
    fn check_step(ground: &Ground, before: &[Cell], agents: &[Agent]) {
        for (i, agent) in agents.iter().enumerate() {
            assert!(agent.cell == before[i] || ground.neighbours[before[i]].contains(&agent.cell));
            for (j, other) in agents.iter().enumerate().skip(i + 1) {
                assert_ne!(agent.cell, other.cell, "agents {i} and {j} are in one cell");
                let change_places = agent.cell == before[j] && other.cell == before[i];
                assert!(!change_places, "agents {i} and {j} change places");
            }
        }
    }

    #[test]
    fn two_agents_pass_each_other_in_a_ring() {
        let (ground, at) = drawn(&["ooooo", "o   o", "ooooo"]);
        let (a, b) = (at(0, 0), at(4, 0));
        let mut agents = [Agent::new(a, b, &ground), Agent::new(b, a, &ground)];
        assert_eq!(left_after(&ground, &mut agents, 40), 0);
    }

    /// The first pushes the second into the side cell. In a tree this is luck: with the side cell after the others, both are stuck.
    #[test]
    fn two_agents_pass_each_other_at_a_side_cell() {
        let (ground, at) = drawn(&["  o  ", "ooooo"]);
        let (a, b) = (at(1, 1), at(2, 1));
        let mut agents = [Agent::new(a, at(4, 1), &ground), Agent::new(b, at(0, 1), &ground)];
        assert_eq!(left_after(&ground, &mut agents, 12), 0);
    }

    #[test]
    fn no_two_agents_change_places_in_a_dead_end() {
        let (ground, at) = drawn(&["oo"]);
        let (a, b) = (at(0, 0), at(1, 0));
        let mut agents = [Agent::new(a, b, &ground), Agent::new(b, a, &ground)];
        assert_eq!(left_after(&ground, &mut agents, 9), 2);
    }

    #[test]
    fn a_full_ring_turns() {
        let (ground, at) = drawn(&["ooo", "o o", "ooo"]);
        let ring = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)].map(|(x, y)| at(x, y));
        let next = |i: usize| Agent::new(ring[i], ring[(i + 1) % 8], &ground);
        let mut agents: Vec<Agent> = (0..8).map(next).collect();
        assert_eq!(left_after(&ground, &mut agents, 1), 0, "all move at once");
    }

    #[test]
    fn a_dense_crowd_arrives_on_a_grid() {
        let (ground, at) = drawn(&["oooooooo"; 8]);
        let agent = |i: usize| Agent::new(at(i % 8, i / 8), at(7 - i % 8, 7 - i / 8), &ground);
        let mut agents: Vec<Agent> = (0..48).map(agent).collect();
        assert_eq!(left_after(&ground, &mut agents, 200), 0);
    }

    #[test]
    fn a_long_chain_is_pushed() {
        let length = 20_000;
        let cells = length + 1;
        let around = |i: usize| {
            [i.checked_sub(1), Some(i + 1).filter(|next| *next < cells)].into_iter().flatten().collect()
        };
        let ground = Ground {
            centers: (0..cells).map(|i| Point::new(i as f32, 0.0)).collect(),
            neighbours: (0..cells).map(around).collect(),
        };
        let to_the_end = Rc::new(ground.steps_to(cells - 1));
        let agent = |cell| Agent {
            cell,
            goal: cells - 1,
            steps: to_the_end.clone(),
            first_steps: to_the_end[cell],
            waiting: 0,
        };
        let agents: Vec<Agent> = (0..length).map(agent).collect();
        assert!(plan(&ground, &agents).into_iter().eq(1..cells), "everyone moves on");
    }
}
