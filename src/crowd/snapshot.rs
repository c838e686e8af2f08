//! Snapshots of a crowd: everything that decides its future, as bytes.

use super::crowd::{Crowd, tree_slack};
use super::decide::Decided;
use super::ids::Ids;
use super::layout::Layout;
use super::orders::UnitOrders;
use super::pending::{BodyChanges, Pending};
use super::script::ScriptState;
use super::shared_goals::SharedGoals;
use super::tick::set_motion;
use super::units::Units;
use super::walls::PlacedWalls;
use super::{courses::Courses, event::Event, recall::Recall};
use crate::geometry::Wall;
use crate::navigation::Navigator;
use crate::neighbours::{KdTree, Near, Walls};
use crate::saved::{self, Kind, Packed, SnapshotError};
use crate::steering::Steering;
use crate::steering::combine::Plan;
use crate::steering::schedule::Schedule;
use crate::types::Motions;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

/// What the units of a chunk perceive: whether any decides, their neighbours, and where each unit's end.
/// Of the neighbours, only the order counts.
type SavedChunk = (bool, Vec<u32>, Vec<usize>);

/// The state of a crowd beside its layout. What can be computed from it is not part of it.
#[derive(Serialize, Deserialize)]
struct Saved {
    ticks: u64,
    steering: Steering,
    /// The units that are targets in the plan of each group.
    targets: Vec<Vec<Option<u32>>>,
    placed_walls: PlacedWalls,
    units: Units,
    courses: Courses,
    recall: Recall,
    models: Packed,
    navigator: Packed,
    traffic: Packed,
    chunks: Vec<SavedChunk>,
    decisions: Vec<Decided>,
    all_decide: bool,
    moves: bool,
    body_changes: BodyChanges,
    ids: Ids,
    orders: Vec<UnitOrders>,
    orders_given: u64,
    pending: Vec<Pending>,
    events: Vec<Event>,
    script: ScriptState,
}

impl Crowd {
    /// Everything that decides the future of the crowd, as bytes for [`Crowd::restore`]. To go back within a program, a clone takes
    /// less time.
    ///
    /// # Errors
    ///
    /// The units use a model of your own ([`Crowd::set_model`]).
    pub fn snapshot(&self) -> Result<Vec<u8>, SnapshotError> {
        Ok(saved::seal(Kind::Crowd, self.layout_hash(), &self.store()?))
    }

    /// The crowd that was stored. `layout` is the one that the crowd was made from. 0 `threads` means all cores.
    ///
    /// # Errors
    ///
    /// The bytes are no such snapshot, are damaged, or were written by another version.
    pub fn restore(layout: Layout, bytes: &[u8], threads: usize) -> Result<Crowd, SnapshotError> {
        let mut crowd = Crowd::new(layout, threads);
        crowd.rewind(bytes)?;
        Ok(crowd)
    }

    /// Goes back to a state that this crowd, or another one of the same layout, has stored, or forward to it. Takes less time than
    /// [`Crowd::restore`], because what follows from the walls is not prepared again.
    ///
    /// # Errors
    ///
    /// The bytes are no such snapshot, are damaged, or were written by another version. Then nothing has changed.
    pub fn rewind(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let state = saved::open(Kind::Crowd, self.layout_hash(), bytes)?;
        self.load(&state)
    }

    /// A number that hardly any other layout has.
    pub(crate) fn layout_hash(&self) -> u64 {
        let Layout { name, origin, bounds, groups, starts, plans, seed, script, .. } = &self.state.layout;
        let own = (name, (origin.x, origin.y), bounds, groups, starts, seed);
        let rest = if script.is_empty() { String::new() } else { format!("{script:?}") };
        xxh3_64(&saved::bytes_of(&(own, rest, plans.len())))
    }

    /// The state as bytes.
    pub(crate) fn store(&self) -> Result<Vec<u8>, SnapshotError> {
        let state = &self.state;
        // Borrowed where that saves a copy of what is large.
        let chunks = self.perception.chunks.iter();
        let saved = Saved {
            ticks: state.ticks,
            steering: state.layout.steering.clone(),
            targets: state.layout.plans.iter().flatten().map(Plan::targets).collect(),
            placed_walls: state.placed_walls.clone(),
            units: state.units.clone(),
            courses: state.courses.clone(),
            recall: state.recall.clone(),
            models: Packed(state.models.store().ok_or(SnapshotError::OwnModel)?),
            navigator: Packed(state.navigator.store()),
            traffic: Packed(state.traffic.store()),
            chunks: chunks
                .map(|own| (own.decides, own.near.iter().map(|near| near.id()).collect(), own.ends.clone()))
                .collect(),
            decisions: self.decisions.clone(),
            all_decide: self.all_decide,
            moves: self.moves,
            body_changes: self.body_changes.clone(),
            ids: self.ids.clone(),
            orders: self.orders.clone(),
            orders_given: self.orders_given,
            pending: self.pending.clone(),
            events: self.events.clone(),
            script: self.script.clone(),
        };
        Ok(saved::bytes_of(&saved))
    }

    /// Takes over the stored state of a crowd of the same layout. Changes nothing if that fails.
    pub(crate) fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let saved: Saved = saved::value_of(bytes)?;
        let walls = saved.placed_walls.closed();
        let state = &mut self.state;
        let are_same = walls == state.layout.walls;
        let own = &state.layout.steering.settings;
        let models = state.models.restored(&saved.models.0, &saved.units, &saved.steering, own)?;
        let known = Some(&state.navigator).filter(|_| are_same);
        let navigator = Navigator::restore(&saved.navigator.0, &saved.units.goal, &walls, known)?;
        let traffic = state.traffic.restored(&saved.traffic.0, &saved.steering)?;
        (state.models, state.navigator, state.traffic) = (models, navigator, traffic);
        if !are_same {
            state.walls = Walls::new(walls.iter().flat_map(Wall::outline).collect());
        }
        for (plan, targets) in state.layout.plans.iter_mut().flatten().zip(&saved.targets) {
            plan.set_targets(targets);
        }
        state.schedule = Schedule::new(&saved.steering.settings);
        state.largest_radius = saved.units.radius.iter().copied().fold(0.0, f32::max);
        (state.layout.walls, state.layout.steering) = (walls, saved.steering);
        (state.ticks, state.placed_walls) = (saved.ticks, saved.placed_walls);
        (state.units, state.courses, state.recall) = (saved.units, saved.courses, saved.recall);
        self.perception = super::perceive::Perception::new(state.units.len());
        for (own, (decides, near, ends)) in self.perception.chunks.iter_mut().zip(saved.chunks) {
            (own.decides, own.ends) = (decides, ends);
            own.near.extend(near.into_iter().map(|id| Near::new(0.0, id)));
        }
        self.tree = KdTree::with_slack(tree_slack(&state.units));
        self.shared_goals = SharedGoals::new(&state.units.goal);
        (self.decisions, self.all_decide) = (saved.decisions, saved.all_decide);
        (self.moves, self.body_changes) = (saved.moves, saved.body_changes);
        self.motions = Motions::new(self.decisions.len());
        let Crowd { state, decisions, motions, .. } = self;
        for (id, (decided, preferred)) in decisions.iter().zip(&state.recall.preferred).enumerate() {
            set_motion(motions, id, decided, *preferred);
        }
        (self.ids, self.orders, self.orders_given) = (saved.ids, saved.orders, saved.orders_given);
        (self.pending, self.events, self.script) = (saved.pending, saved.events, saved.script);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::state::State;
    use super::super::test_layouts::{steered, walker};
    use super::super::tick::Bodies;
    use super::*;
    use crate::steering::behaviours::Behaviour;
    use crate::types::{Point, Rect};
    use std::ptr;

    #[test]
    fn going_back_prepares_no_ground_again() {
        let rect = |from: (f32, f32), to: (f32, f32)| Rect {
            min: Point::new(from.0, from.1),
            max: Point::new(to.0, to.1),
        };
        let walls = [rect((-1.0, -10.0), (1.0, -1.0)), rect((-1.0, 1.0), (1.0, 10.0))].map(Wall::Box);
        let walkers = vec![walker((-8.0, 5.0), (8.0, 5.0)), walker((8.0, 6.0), (-8.0, 6.0))];
        let bounds = rect((-12.0, -10.0), (12.0, 10.0));
        let layout = Layout { walls: walls.to_vec(), bounds, ..steered(Layout::new(walkers), "lanes") };
        let mut crowd = Crowd::new(layout, 1);
        let units = crowd.units().clone();
        let step = |crowd: &mut Crowd| {
            crowd.step(Bodies { position: &units.position, velocity: &units.velocity });
        };
        step(&mut crowd);
        let ground = |crowd: &Crowd| {
            let State { navigator, traffic, .. } = &crowd.state;
            let field = navigator.potential(0).map(|(_, distances)| distances.as_ptr());
            (navigator.clearance_of(0).map(ptr::from_ref), field, traffic.passages().map(ptr::from_ref))
        };
        let (before, bytes) = (ground(&crowd), crowd.snapshot().unwrap());
        assert!(before.0.is_some() && before.1.is_some() && before.2.is_some());
        step(&mut crowd);
        crowd.rewind(&bytes).unwrap();
        assert_eq!(ground(&crowd), before);
    }

    #[test]
    fn walls_are_those_of_the_moment() {
        let layout = steered(Layout::new(vec![walker((0.0, 0.0), (9.0, 0.0))]), "none");
        let mut crowd = Crowd::new(layout.clone(), 1);
        let wall = Wall::Circle { center: Point::new(4.0, 2.0), radius: 1.0 };
        crowd.set_walls(vec![wall.clone()]).unwrap();
        crowd.tick();
        let again = Crowd::restore(layout, &crowd.snapshot().unwrap(), 1).unwrap();
        assert_eq!((again.outlines(), &again.layout().walls), (crowd.outlines(), &vec![wall]));
        assert_eq!(again.outlines().len(), crowd.layout().walls[0].outline().len());
    }

    /// The target of the plan has another slot once an earlier unit is gone. The layout still names the first one.
    #[test]
    fn the_targets_of_plans_are_those_of_the_moment() {
        let mut plan = Plan::single(Behaviour::named("pursue").unwrap());
        plan.set_targets(&[Some(2)]);
        let starts = [0.0, 3.0, 6.0].map(|x| walker((x, 0.0), (x, 9.0))).to_vec();
        let layout = Layout { plans: vec![Some(plan)], ..steered(Layout::new(starts), "none") };
        let mut crowd = Crowd::new(layout.clone(), 1);
        crowd.remove(crowd.ids()[0]).unwrap();
        crowd.tick();
        let again = Crowd::restore(layout, &crowd.snapshot().unwrap(), 1).unwrap();
        for crowd in [&crowd, &again] {
            assert_eq!(crowd.plan(0).map(Plan::targets), Some(vec![Some(1)]));
        }
    }
}
