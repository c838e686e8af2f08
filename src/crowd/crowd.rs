//! A crowd: units with their paths, traffic, steering and arrival, but without bodies.

use super::courses::Courses;
use super::decide::Decided;
use super::event::Event;
use super::ids::Ids;
use super::layout::Layout;
use super::models::Models;
use super::orders::UnitOrders;
use super::pending::{BodyChanges, Pending};
use super::perceive::Perception;
use super::recall::Recall;
use super::script::ScriptState;
use super::shared_goals::SharedGoals;
use super::state::State;
use super::units::{Phase, Units};
use super::walls::PlacedWalls;
use crate::geometry::{Wall, WallError};
use crate::navigation::Navigator;
use crate::neighbours::{KdTree, Near, Walls};
use crate::steering::Steering;
use crate::steering::avoidance::Avoidance;
use crate::steering::schedule::Schedule;
use crate::traffic::Traffic;
use crate::types::{Motions, Point};
use crate::workers::Workers;
use std::sync::Arc;

/// The tree that finds neighbours is kept until a unit may have moved by this distance, in mean radii.
const TREE_SLACK_RADII: f32 = 1.2;

/// A crowd. All its positions are relative to [`Layout::origin`].
#[derive(Clone)]
pub struct Crowd {
    pub(super) state: State,
    pub(super) perception: Perception,
    pub(super) decisions: Vec<Decided>,
    /// Whether all units decide in the next tick, at any rate: at the start, and after a change, so that no unit decides with a
    /// model that is not prepared or keeps what another model decided.
    pub(super) all_decide: bool,
    /// What the units do in this tick.
    pub(super) motions: Motions,
    /// Whether a crowd without bodies of its own has handed out motions.
    pub(super) moves: bool,
    /// What the commands of the last step have changed for these bodies.
    pub(super) body_changes: BodyChanges,
    pub(super) tree: KdTree,
    pub(super) shared_goals: SharedGoals,
    /// A buffer for the search for touching units.
    pub(super) near: Vec<Near>,
    pub(super) ids: Ids,
    /// The orders of all units.
    pub(super) orders: Vec<UnitOrders>,
    /// The number of orders given.
    pub(super) orders_given: u64,
    /// Commands to be carried out at the beginning of the next tick.
    pub(super) pending: Vec<Pending>,
    pub(super) events: Vec<Event>,
    /// The units with another phase than before, and that phase. A buffer.
    pub(super) changed: Vec<(usize, Phase)>,
    /// What the script has done so far.
    pub(super) script: ScriptState,
    pub(super) pool: Option<Arc<rayon::ThreadPool>>,
}

impl Crowd {
    /// Changes the number of threads from the next tick on. 0 means all cores. The result of a run does not change.
    pub fn set_threads(&mut self, threads: usize) {
        self.pool = pool(threads);
    }

    /// Changes how units steer from the next tick on. If modes change, units lose modes of their own.
    pub fn set_steering(&mut self, steering: Steering) {
        self.state.schedule = Schedule::new(&steering.settings);
        let before = std::mem::replace(&mut self.state.layout.steering, steering);
        let after = &self.state.layout.steering;
        if (before.mode, &before.modes) != (after.mode, &after.modes) {
            self.state.units.mode.fill(None);
        }
        self.all_decide = true;
        self.state.models = Models::new(&self.state.units, &self.state.layout);
        self.state.traffic.reset();
    }

    /// Uses your own avoidance model for all units instead of the modes of the steering, until the steering
    /// changes.
    pub fn set_model(&mut self, model: Box<dyn Avoidance>) {
        self.state.models = Models::single(model);
        self.all_decide = true;
    }

    /// Creates a crowd at its start, with the layout's steering. 0 `threads` means all cores.
    pub fn new(mut layout: Layout, threads: usize) -> Crowd {
        let count = layout.starts.len();
        let mut placed_walls = PlacedWalls::new(&layout.walls);
        let ids = Ids::new(count);
        let script = ScriptState::new(&layout.script, &mut placed_walls, &ids);
        layout.walls = placed_walls.closed();
        let units = Units::new(&layout);
        let pool = pool(threads);
        Crowd {
            perception: Perception::new(count),
            decisions: vec![Decided::default(); count],
            all_decide: true,
            motions: Motions::new(count),
            moves: false,
            body_changes: BodyChanges::default(),
            tree: KdTree::with_slack(tree_slack(&units)),
            shared_goals: SharedGoals::new(&units.goal),
            near: Vec::new(),
            ids,
            orders: layout.starts.iter().map(|s| UnitOrders::new(s.max_speed, s.position, 0)).collect(),
            orders_given: 0,
            pending: Vec::new(),
            events: Vec::new(),
            changed: Vec::new(),
            script,
            state: State {
                navigator: navigator(&layout),
                models: Models::new(&units, &layout),
                walls: Walls::new(layout.walls.iter().flat_map(Wall::outline).collect()),
                placed_walls,
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

    /// Replaces the walls from the next tick on, for example to open a gate or add a building. Coordinates are
    /// those of the layout.
    ///
    /// Paths are recomputed. The crowd does not check for units where a wall is placed.
    ///
    /// # Errors
    ///
    /// If a wall is invalid, returns its error and changes nothing.
    pub fn set_walls(&mut self, walls: Vec<Wall>) -> Result<(), WallError> {
        walls.iter().try_for_each(Wall::check)?;
        self.state.placed_walls.replace(&walls);
        self.state.walls = Walls::new(walls.iter().flat_map(Wall::outline).collect());
        self.state.navigator.set_walls(&walls, &self.state.units.position);
        self.state.layout.walls = walls;
        self.all_decide = true;
        self.state.traffic.reset();
        Ok(())
    }

    /// The threads that share the work.
    pub(super) fn workers(&self) -> Workers<'_> {
        Workers::new(self.pool.as_deref())
    }
}

/// Prepares the paths of all units of a layout.
fn navigator(layout: &Layout) -> Navigator {
    let goals = layout.starts.iter().map(|start| start.goal).collect();
    let positions: Vec<Point> = layout.starts.iter().map(|start| start.position).collect();
    let radii: Vec<f32> = layout.starts.iter().map(|start| start.radius).collect();
    let streams = layout.script.streams.iter().map(|stream| stream.unit.radius);
    let later: Vec<f32> = layout.later_radii.iter().copied().chain(streams).collect();
    Navigator::new(layout.bounds, &layout.walls, goals, &positions, &radii, &later)
}

/// How far a unit may move until the tree is built again, m.
pub(super) fn tree_slack(units: &Units) -> f32 {
    TREE_SLACK_RADII * units.radius.iter().sum::<f32>() / units.len().max(1) as f32
}

/// Creates a pool with this many threads, 0 for all cores. None for a single thread or if the system provides no
/// threads. The calling thread does the work then, with the same result.
fn pool(threads: usize) -> Option<Arc<rayon::ThreadPool>> {
    let threads =
        if threads == 0 { std::thread::available_parallelism().map_or(1, |n| n.get()) } else { threads };
    let build = || rayon::ThreadPoolBuilder::new().num_threads(threads).build().ok();
    (threads > 1).then(build).flatten().map(Arc::new)
}
