//! A game with its own loop: it stores positions and velocities, moves its units and resolves their overlaps
//! itself. Sidestep only decides what each unit does next, without a `World`, a map or a physics engine.
//!
//! ```text
//! cargo run --release --example own_loop
//! ```

use sidestep::settings::{Settings, Weights};
use sidestep::steering::avoidance::{Around, Avoidance, Mode, Workers};
use sidestep::steering::{CrowdArrays, Decision, Neighbour, Unit, walk};
use sidestep::types::{DT, Point, Vec2};
use sidestep::world::KdTree;

const ROWS: usize = 8;
const COLUMNS: usize = 5;
/// The initial distance between units, m.
const SPACING: f32 = 1.6;
/// The distance from its goal at which a unit has arrived, m.
const ARRIVAL: f32 = 0.5;
const TIME_LIMIT: f32 = 60.0;
/// A unit perceives only the nearest neighbours, as in a `World`.
const MOST_NEIGHBOURS: usize = 20;

/// The game's state of its units, indexed by id.
struct Game {
    units: Vec<Unit>,
    goals: Vec<Point>,
    /// The decisions of the previous tick, which other units can see.
    decisions: Vec<Decision>,
    crowd: CrowdArrays,
    tree: KdTree,
    deepest_overlap: f32,
}

impl Game {
    /// Creates two groups of 40 units facing each other. Each unit's goal is the mirrored position on the other
    /// side.
    fn new() -> Game {
        let (mut units, mut goals) = (Vec::new(), Vec::new());
        for (group, side) in [(0, -1.0), (1, 1.0)] {
            for k in 0..ROWS * COLUMNS {
                let (row, column) = ((k % ROWS) as f32, (k / ROWS) as f32);
                let x = side * (12.0 + column * SPACING);
                // A small shift of one group, because games are never perfectly symmetric.
                let y = (row - 3.5) * SPACING + side * 0.1;
                let id = units.len() as u32;
                units.push(Unit { id, group, position: Point::new(x, y), ..Unit::default() });
                goals.push(Point::new(-x, y));
            }
        }
        Game {
            decisions: vec![Decision::default(); units.len()],
            crowd: CrowdArrays::default(),
            tree: KdTree::default(),
            deepest_overlap: 0.0,
            units,
            goals,
        }
    }

    fn tick(&mut self, model: &mut dyn Avoidance) {
        self.set_directions();
        self.decide(model);
        self.integrate();
        self.separate();
    }

    /// Sets the direction in which each unit would go without others. A game with walls calls its own path finding
    /// here.
    fn set_directions(&mut self) {
        for (unit, goal) in self.units.iter_mut().zip(&self.goals) {
            let arrived = (*goal - unit.position).norm() < ARRIVAL;
            *unit = unit.headed_for(if arrived { unit.position } else { *goal });
        }
    }

    /// Asks the model, which first reads the whole crowd and then decides for each unit from that unit's
    /// neighbours.
    fn decide(&mut self, model: &mut dyn Avoidance) {
        self.crowd.fill(self.units.iter().zip(self.goals.iter().copied()));
        model.prepare(&self.crowd.open_ground(), Workers::default());

        self.tree.rebuild(self.crowd.positions());
        let mut near = Vec::new();
        let decide = |unit: &Unit| {
            let reach = model.reach(unit.radius, unit.max_speed);
            self.tree.neighbours(unit.id, unit.position, reach, MOST_NEIGHBOURS, &mut near);
            let neighbours: Vec<Neighbour> = near
                .iter()
                .map(|near| {
                    let other = &self.units[near.id() as usize];
                    let same_group = other.group == unit.group;
                    Neighbour { same_group, ..other.as_neighbour(&self.decisions[near.id() as usize]) }
                })
                .collect();
            let around = Around { neighbours: &neighbours, walls: &[] };
            walk(unit, &around, model, &Weights::default(), None)
        };
        self.decisions = self.units.iter().map(decide).collect();
    }

    /// Moves the units: the decision's force changes the velocity, which changes the position.
    fn integrate(&mut self) {
        for (unit, decision) in self.units.iter_mut().zip(&self.decisions) {
            let velocity = unit.velocity + decision.force * (DT / unit.mass);
            let speed = velocity.norm();
            let too_fast = speed > unit.max_speed;
            unit.velocity = if too_fast { velocity * (unit.max_speed / speed) } else { velocity };
            unit.position += unit.velocity * DT;
        }
    }

    /// Pushes overlapping units apart, each by half of the overlap.
    fn separate(&mut self) {
        for a in 0..self.units.len() {
            for b in a + 1..self.units.len() {
                let (first, second) = (&self.units[a], &self.units[b]);
                let between: Vec2 = second.position - first.position;
                let overlap = first.radius + second.radius - between.norm();
                if overlap > 0.0 {
                    self.deepest_overlap = self.deepest_overlap.max(overlap);
                    let half = between.normalize() * (0.5 * overlap);
                    self.units[a].position -= half;
                    self.units[b].position += half;
                }
            }
        }
    }

    /// Counts the units that have reached the other side.
    fn arrived(&self) -> usize {
        let near = |(unit, goal): (&Unit, &Point)| (*goal - unit.position).norm() < 2.0 * ARRIVAL;
        self.units.iter().zip(&self.goals).filter(|pair| near(*pair)).count()
    }
}

fn main() {
    // Any name listed by `sidestep models` works here.
    let mode = Mode::named("lanes").expect("a built-in mode");
    let mut model = mode.make(&Settings::default());
    let mut game = Game::new();
    let mut time = 0.0;
    while game.arrived() < game.units.len() && time < TIME_LIMIT {
        game.tick(model.as_mut());
        time += DT;
    }
    println!("{} of {} units crossed with {mode} in {time:.1} s", game.arrived(), game.units.len());
    println!("deepest overlap {:.3} m (radius {} m)", game.deepest_overlap, game.units[0].radius);
    assert_eq!(game.arrived(), game.units.len(), "all units must cross");
    assert!(game.deepest_overlap < game.units[0].radius, "no unit may pass through another");
}
