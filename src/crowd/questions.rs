//! What can be asked of a crowd. Nothing here changes it.

use super::crowd::Crowd;
use super::ids::{OrderId, UnitId};
use super::layout::Layout;
use super::models;
use super::order::{LegAim, Stance};
use super::orders::UnitOrders;
use super::pending::BodyChanges;
use super::state::State;
use super::units::{Phase, Units};
use super::unreachable::Unreachable;
use super::walls::PlacedWall;
use crate::geometry::Wall;
use crate::navigation::Goal;
use crate::navigation::passages::Passages;
use crate::settings::Push;
use crate::steering::Steering;
use crate::steering::avoidance::Mode;
use crate::steering::combine::Plan;
use crate::steering::reasons::GridView;
use crate::traffic::{GateApproach, Turns};
use crate::types::{DT, Point, Segment, Vec2};
use std::sync::Arc;
use xxhash_rust::xxh3::Xxh3;

impl Crowd {
    /// The layout that the world was created from, with the current walls, shut doors among them, and the current steering.
    pub fn layout(&self) -> &Layout {
        &self.state.layout
    }

    /// The layout for another run from the start with the current steering. Doors of the script are as they were at the start.
    pub fn layout_at_start(&self) -> Layout {
        let layout = self.state.layout.clone();
        if layout.script.doors.is_empty() {
            return layout;
        }
        let is_scripted = |wall: &&PlacedWall| self.script.doors.contains(&wall.id);
        let walls = self.walls().iter().filter(|wall| wall.is_closed() && !is_scripted(wall));
        Layout { walls: walls.map(|wall| wall.wall.shape.clone()).collect(), ..layout }
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
        models::mode_of(&self.state.units, self.steering(), id)
    }

    /// The avoidance modes in use, each once, in the order of the units. The map's own mode if none is in use.
    pub fn modes(&self) -> Vec<Mode> {
        self.modes_under(self.steering())
    }

    /// The modes as [`Crowd::modes`] would return them with this steering.
    pub fn modes_under(&self, steering: &Steering) -> Vec<Mode> {
        let modes = models::used(&self.state.units, &self.state.layout, steering);
        if modes.is_empty() { vec![steering.mode] } else { modes }
    }

    /// Whether any unit uses an avoidance mode. False if all units stand or follow plans without avoidance.
    pub fn avoids(&self) -> bool {
        !models::used(&self.state.units, &self.state.layout, self.steering()).is_empty()
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

    /// Whether the run is over: all walkers have arrived, no unit roams, no command waits for the next tick, and nothing of the
    /// script is left.
    pub fn finished(&self) -> bool {
        self.pending.is_empty()
            && self.script_is_over()
            && self.arrived() == self.walkers()
            && !self.state.units.goal.contains(&Goal::Roam)
    }

    /// The number of walkers that have arrived.
    pub fn arrived(&self) -> usize {
        self.state.units.arrived.iter().filter(|arrived| **arrived).count()
    }

    /// The distance within which unit `id` perceives neighbours, m.
    pub fn perception_radius(&self, id: usize) -> f32 {
        self.state.perception_radius(id)
    }

    /// The plan that moves unit `id`, if one does: its group's, unless the unit was ordered to a goal that the plan does not use.
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
        navigator.solve(&units.position, self.workers());
        (0..units.len()).map(|id| self.path_left(id)).collect()
    }

    /// Returns the units that had no path to their goal at the start, as [`Layout::unreachable`], without computing
    /// again what is known of the walls.
    pub fn unreachable(&self) -> Vec<Unreachable> {
        self.state.layout.unreachable_given(&self.state.navigator.clearances())
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

    /// Whose turn it is at each gate of [`Crowd::passages`].
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

    /// The group of all units on their way to each side of each gate of [`Crowd::passages`]. None if there are no
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
            for force in &self.motions.force {
                [force.x, force.y]
                    .iter()
                    .for_each(|number| hash.update(&(number + 0.0).to_bits().to_le_bytes()));
            }
        }
        self.state.traffic.add_to_hash(&mut |bits| hash.update(&bits.to_le_bytes()));
        let orders = self.orders.iter().flat_map(UnitOrders::bits);
        orders.for_each(|bits| hash.update(&bits.to_le_bytes()));
        hash.digest()
    }

    /// Whether physics runs beside decisions.
    pub(crate) fn overlaps(&self) -> bool {
        self.state.schedule.overlap
    }

    /// The threads that share the work. None for a single thread.
    pub(crate) fn pool(&self) -> Option<Arc<rayon::ThreadPool>> {
        self.pool.clone()
    }

    /// The ids of all units, by slot.
    pub fn ids(&self) -> &[UnitId] {
        self.ids.all()
    }

    /// The slot of a unit in the arrays of [`Crowd::units`]. None if the unit was removed, or was spawned since the last tick.
    pub fn slot(&self, unit: UnitId) -> Option<usize> {
        self.ids.slot(unit)
    }

    /// The walls and doors, in the order in which they were added.
    pub fn walls(&self) -> &[PlacedWall] {
        self.state.placed_walls.all()
    }

    /// The order that a unit is on, and the number of goals after that one. None before its first order.
    pub fn order_of(&self, unit: UnitId) -> Option<(OrderId, usize)> {
        let orders = &self.orders[self.ids.slot(unit)?];
        Some((orders.order()?, orders.queue.len()))
    }

    /// The goals that a unit has before it, from the one that it heads for.
    pub fn goals_ahead(&self, unit: UnitId) -> Vec<Goal> {
        let Some(slot) = self.ids.slot(unit) else { return Vec::new() };
        let queued = self.orders[slot].queue.iter().filter_map(|leg| match leg.aim {
            LegAim::Goal(goal) => Some(goal),
            LegAim::Follow(..) | LegAim::Stand(_) => None,
        });
        [self.state.units.goal[slot]].into_iter().chain(queued).collect()
    }

    /// What the commands that took effect in the last step have changed for the caller's bodies.
    pub fn body_changes(&self) -> &BodyChanges {
        &self.body_changes
    }

    /// The shapes of the walls that stop bodies.
    pub(crate) fn standing_walls(&self) -> Vec<Wall> {
        self.state.placed_walls.standing()
    }

    /// The maximum speed of the unit in `slot` without the limit of an order, m/s.
    pub(crate) fn own_speed(&self, slot: usize) -> f32 {
        self.orders[slot].own_speed
    }

    /// The sideways push of this tick, and the units on which it acts, by slot.
    pub(crate) fn sideways_push(&self, pushed: &mut Vec<bool>) -> Push {
        let State { units, navigator, traffic, layout, .. } = &self.state;
        let (push, reach) = (layout.steering.push, traffic.push_reach());
        let is_near_wall = |slot: usize| {
            let clearance = navigator.clearance_of(slot);
            clearance.is_some_and(|clearance| clearance.gap_near(units.position[slot]) < reach)
        };
        pushed.clear();
        pushed.extend((0..units.len()).map(|slot| push.on || reach > 0.0 && is_near_wall(slot)));
        Push { on: push.on || reach > 0.0, ..push }
    }

    /// Which units no other unit pushes aside now, by slot.
    pub(crate) fn holds(&self, holds: &mut Vec<bool>) {
        let units = &self.state.units;
        holds.clear();
        holds.extend((0..units.len()).map(|slot| {
            let stays = units.stance[slot] == Stance::Hold && units.phase[slot] != Phase::Walking;
            stays && !self.decisions[slot].gave_way
        }));
    }
}

#[cfg(test)]
#[path = "questions_test.rs"]
mod tests;
