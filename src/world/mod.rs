//! The world: units, walls and the tick.
//!
//! A tick consists of index → perceive → navigate → direct → decide → act → settle and always lasts 1/60 s. Each stage reads
//! only the results of earlier stages and nothing that depends on the order of units or the number of threads. The
//! same layout and settings therefore give the same [`World::state_hash`] on any number of threads, in debug and
//! release builds.

mod act;
mod arrival;
mod bodies;
mod courses;
mod decide;
mod direct;
mod layout;
mod models;
mod navigate;
mod perceive;
mod recall;
mod settle;
mod shared_goals;
mod situation;
mod stage;
mod state;
#[cfg(test)]
mod test_layouts;
mod tick;
mod units;
mod unreachable;

pub use crate::navigation::passages::{Gate, Passages};
pub use crate::neighbours::{KdTree, Near};
pub use crate::physics::Contact;
pub use crate::traffic::{GateApproach, Turns};
pub use layout::{GroupColor, Layout, Start, UnknownGroup};
pub use stage::Stage;
pub use units::{Phase, Units};
pub use unreachable::Unreachable;

use courses::Courses;
use decide::Decided;
use perceive::Perception;
use recall::Recall;
use state::State;

use crate::geometry::{Wall, WallError};
use crate::navigation::{Goal, Navigator};
use crate::neighbours::Walls;
use crate::physics::{Commands, Physics};
use crate::steering::Steering;
use crate::steering::avoidance::{Avoidance, Mode};
use crate::steering::combine::Plan;
use crate::steering::reasons::GridView;
use crate::steering::schedule::Schedule;
use crate::traffic::Traffic;
use crate::types::{DT, Point, Segment, Vec2};
use crate::workers::Workers;
use models::Models;
use shared_goals::SharedGoals;
use std::sync::{Arc, OnceLock};
use xxhash_rust::xxh3::Xxh3;

/// The tree that finds neighbours is kept until a unit may have moved by this distance, in mean radii.
const TREE_SLACK_RADII: f32 = 1.2;

/// A running world. All its positions are relative to [`Layout::origin`].
pub struct World {
    state: State,
    perception: Perception,
    decisions: Vec<Decided>,
    /// Whether all units decide in the next tick, at any rate: at the start, and after a change, so that no unit decides with a
    /// model that is not prepared or keeps what another model decided.
    all_decide: bool,
    /// What the bodies do in the next physics step.
    commands: Commands,
    physics: Physics,
    tree: KdTree,
    /// The contacts after the last tick, collected when they are first read, because many ticks need none.
    contacts: OnceLock<Vec<Contact>>,
    shared_goals: SharedGoals,
    /// A buffer for the search for touching units.
    near: Vec<Near>,
    pool: Option<Arc<rayon::ThreadPool>>,
}

impl World {
    /// Creates a world at its start, with the layout's steering. 0 `threads` means all cores.
    pub fn new(layout: Layout, threads: usize) -> World {
        let count = layout.starts.len();
        let units = Units::new(&layout);
        let pool = pool(threads);
        World {
            physics: bodies::physics(&layout, &units.heading),
            perception: Perception::new(count),
            decisions: vec![Decided::default(); count],
            all_decide: true,
            commands: Commands::new(count),
            tree: KdTree::with_slack(TREE_SLACK_RADII * mean_radius(&units)),
            contacts: OnceLock::new(),
            shared_goals: SharedGoals::new(&units.goal),
            near: Vec::new(),
            state: State {
                navigator: navigator(&layout),
                models: Models::new(&layout),
                walls: Walls::new(layout.walls.iter().flat_map(Wall::outline).collect()),
                courses: Courses::new(count),
                recall: Recall::new(count),
                traffic: Traffic::new(count),
                largest_radius: units.radius.iter().copied().fold(0.0, f32::max),
                schedule: Schedule::new(&layout.steering.settings),
                ticks: 0,
                units,
                layout,
            },
            pool,
        }
    }

    /// Changes the number of threads from the next tick on. 0 means all cores. The result of a run does not change.
    pub fn set_threads(&mut self, threads: usize) {
        self.pool = pool(threads);
    }

    /// Changes how units steer from the next tick on.
    pub fn set_steering(&mut self, steering: Steering) {
        self.state.schedule = Schedule::new(&steering.settings);
        self.state.layout.steering = steering;
        self.all_decide = true;
        self.state.models = Models::new(&self.state.layout);
        self.state.traffic.reset();
    }

    /// Replaces the walls from the next tick on, for example to open a gate or add a building. Coordinates are
    /// those of the layout.
    ///
    /// Paths are recomputed. The world does not check for units where a wall is placed: bodies inside a wall are
    /// pushed out.
    ///
    /// # Errors
    ///
    /// If a wall is invalid, returns its error and changes nothing.
    pub fn set_walls(&mut self, walls: Vec<Wall>) -> Result<(), WallError> {
        walls.iter().try_for_each(Wall::check)?;
        self.physics.set_walls(&walls);
        self.state.walls = Walls::new(walls.iter().flat_map(Wall::outline).collect());
        self.state.navigator.set_walls(&walls, &self.state.units.position);
        self.state.layout.walls = walls;
        self.all_decide = true;
        self.state.traffic.reset();
        Ok(())
    }

    /// Uses your own avoidance model for all units instead of the modes of the steering, until the steering
    /// changes.
    pub fn set_model(&mut self, model: Box<dyn Avoidance>) {
        self.state.models = Models::single(model);
        self.all_decide = true;
    }

    /// The layout that the world was created from, with the current walls and steering.
    pub fn layout(&self) -> &Layout {
        &self.state.layout
    }

    /// The units.
    pub fn units(&self) -> &Units {
        &self.state.units
    }

    /// How the units steer.
    pub fn steering(&self) -> &Steering {
        &self.state.layout.steering
    }

    /// The avoidance mode of unit `id`.
    pub fn mode(&self, id: usize) -> Mode {
        self.steering().mode_of(self.state.units.group[id])
    }

    /// The avoidance modes in use, each once, in the order of the units. The map's own mode if none is in use.
    pub fn modes(&self) -> Vec<Mode> {
        self.modes_under(self.steering())
    }

    /// The modes as [`World::modes`] would return them with this steering.
    pub fn modes_under(&self, steering: &Steering) -> Vec<Mode> {
        let modes = models::used(&self.state.layout, steering);
        if modes.is_empty() { vec![steering.mode] } else { modes }
    }

    /// Whether any unit uses an avoidance mode. False if all units stand or follow plans without avoidance.
    pub fn avoids(&self) -> bool {
        !models::used(&self.state.layout, self.steering()).is_empty()
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, |p| p.current_num_threads())
    }

    /// The number of ticks simulated.
    pub fn ticks(&self) -> u64 {
        self.state.ticks
    }

    /// The simulated time, s.
    pub fn time(&self) -> f32 {
        self.state.ticks as f32 * DT
    }

    /// The number of units that have a goal to reach.
    pub fn walkers(&self) -> usize {
        self.state.units.walkers()
    }

    /// Whether the run is over: all walkers have arrived, and no unit roams.
    pub fn finished(&self) -> bool {
        self.arrived() == self.walkers() && !self.state.units.goal.contains(&Goal::Roam)
    }

    /// The number of walkers that have arrived.
    pub fn arrived(&self) -> usize {
        self.state.units.arrived.iter().filter(|arrived| **arrived).count()
    }

    /// The distance within which unit `id` perceives neighbours, m.
    pub fn perception_radius(&self, id: usize) -> f32 {
        self.state.perception_radius(id)
    }

    /// The plan of unit `id`'s group, if it has one.
    pub fn plan(&self, id: usize) -> Option<&Plan> {
        self.state.plan(id)
    }

    /// The outlines of all walls.
    pub fn outlines(&self) -> &[Segment] {
        self.state.walls.segments()
    }

    /// The grids that unit `id` uses: those of the avoidance model, and as the potential the flow field's distances
    /// (m) if the model has none.
    pub fn grids(&self, id: usize) -> Vec<GridView<'_>> {
        if id >= self.state.units.len() {
            return Vec::new();
        }
        let mut grids = self.state.model(id).grids(&self.state.unit(id));
        if let Some((grid, values)) = self.state.navigator.potential(id)
            && grids.iter().all(|grid| grid.name != "potential")
        {
            let (origin, cell, columns) = (grid.origin(), grid.cell(), grid.columns());
            grids.push(GridView {
                name: "potential",
                unit: "m",
                origin,
                cell,
                columns,
                values: values.into(),
            });
        }
        grids
    }

    /// The future positions of unit `id` as predicted by its model, in order of time. Empty if the model predicts
    /// none or the unit does not walk.
    pub fn predicted_positions(&self, id: usize) -> Vec<Point> {
        let walks = self.state.units.phase.get(id) == Some(&Phase::Walking);
        if walks { self.state.model(id).predicted_positions(id as u32) } else { Vec::new() }
    }

    /// The pairs of units that touch after the last step, sorted by ids.
    pub fn contacts(&self) -> &[Contact] {
        self.contacts.get_or_init(|| {
            let mut contacts = Vec::new();
            self.physics.contacts(&self.state.units.position, &self.state.units.radius, &mut contacts);
            contacts
        })
    }

    /// The point that unit `id` heads for now. None without a goal.
    pub fn target(&self, id: usize) -> Option<Point> {
        let State { units, navigator, .. } = &self.state;
        navigator.heading(id, units.position[id], &units.goal[id], &units.position).map(|h| h.aim)
    }

    /// The length of the shortest path from unit `id` to its goal, m.
    pub fn path_left(&self, id: usize) -> f32 {
        let State { units, navigator, .. } = &self.state;
        let goal = &units.goal[id];
        let radii = match goal {
            Goal::Unit { index, .. } => units.radius[id] + units.radius[*index as usize],
            _ => 0.0,
        };
        navigator.path_length(id, units.position[id], radii, goal, &units.position)
    }

    /// The length of every unit's shortest path to its goal, m. Paths around walls that are not known yet are computed
    /// on all threads of this world.
    pub fn paths_left(&self) -> Vec<f32> {
        let State { units, navigator, .. } = &self.state;
        navigator.solve(&units.position, Workers::new(self.pool.as_deref()));
        (0..units.len()).map(|id| self.path_left(id)).collect()
    }

    /// Returns the units that had no path to their goal at the start, as [`Layout::unreachable`], without computing
    /// again what is known of the walls.
    pub fn unreachable(&self) -> Vec<Unreachable> {
        self.state.layout.unreachable_given(self.state.navigator.clearance())
    }

    /// The desired direction of unit `id`, a unit vector. Zero if it has arrived or stands.
    pub fn desired_direction(&self, id: usize) -> Vec2 {
        if self.state.units.phase[id] == Phase::Walking {
            self.state.courses.desired[id]
        } else {
            Vec2::zeros()
        }
    }

    /// The map's gates and their regions. None without walls, or if no mechanism of narrow places is on.
    pub fn passages(&self) -> Option<&Passages> {
        self.state.traffic.passages()
    }

    /// Whose turn it is at each gate of [`World::passages`].
    pub fn turns(&self) -> &[Turns] {
        self.state.traffic.turns()
    }

    /// The first gate on the path of unit `id`, and whether the unit waits there. None if there is none nearby.
    pub fn approach(&self, id: usize) -> Option<&GateApproach> {
        self.state.traffic.approach(id)
    }

    /// The share of its preferred velocity at which unit `id` walks: 1 unless a mechanism of narrow places slows it down,
    /// negative while it makes room.
    pub fn pace(&self, id: usize) -> f32 {
        self.state.traffic.advice(id).pace
    }

    /// The group of all units on their way to each side of each gate of [`World::passages`]. None if there are no
    /// units, or units of several groups.
    pub fn side_groups(&self) -> Vec<[Option<u16>; 2]> {
        self.state.traffic.side_groups(&self.state.units.group)
    }

    /// A 64-bit hash of all positions and velocities, of the state of the mechanisms where there are walls, and of the
    /// forces if they act for longer than the tick in which they were decided.
    /// Identical on every platform.
    pub fn state_hash(&self) -> u64 {
        let mut hash = Xxh3::new();
        for (p, v) in self.state.units.position.iter().zip(&self.state.units.velocity) {
            for number in [p.x, p.y, v.x, v.y] {
                // +0 and −0 compare as equal, so they must hash equally.
                hash.update(&(number + 0.0).to_bits().to_le_bytes());
            }
        }
        if !self.state.schedule.is_plain() {
            for force in &self.commands.force {
                [force.x, force.y]
                    .iter()
                    .for_each(|number| hash.update(&(number + 0.0).to_bits().to_le_bytes()));
            }
        }
        self.state.traffic.add_to_hash(&mut |bits| hash.update(&bits.to_le_bytes()));
        hash.digest()
    }
}

/// Prepares the paths of all units of a layout.
fn navigator(layout: &Layout) -> Navigator {
    let goals = layout.starts.iter().map(|start| start.goal).collect();
    let positions: Vec<Point> = layout.starts.iter().map(|start| start.position).collect();
    let largest = layout.starts.iter().map(|start| start.radius).fold(0.0, f32::max);
    Navigator::new(layout.bounds, &layout.walls, goals, &positions, largest)
}

fn mean_radius(units: &Units) -> f32 {
    units.radius.iter().sum::<f32>() / units.len() as f32
}

/// Creates a pool with this many threads, 0 for all cores. None for a single thread or if the system provides no
/// threads. The calling thread does the work then, with the same result.
fn pool(threads: usize) -> Option<Arc<rayon::ThreadPool>> {
    let threads =
        if threads == 0 { std::thread::available_parallelism().map_or(1, |n| n.get()) } else { threads };
    let build = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
    (threads > 1).then(build).flatten().map(Arc::new)
}
