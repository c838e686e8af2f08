//! Carrying out the script at the beginning of each tick.

use super::command::Refusal;
use super::crowd::Crowd;
use super::ids::UnitId;
use super::order::{LegAim, Order, Task};
use super::pending::Pending;
use super::script::{GroupTask, Script, Stream, StreamGoal, TimedOrder, tick_of};
use super::start::Start;
use crate::navigation::Goal;
use crate::types::{Point, Rect, Vec2};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The number of places that a stream tries in a tick.
const TRIES: u64 = 16;
/// The gap between a unit that appears and all others is at least this share of its radius.
const APART: f32 = 0.1;

impl Crowd {
    /// Puts what the script says for this tick before the commands that were given.
    pub(super) fn follow_script(&mut self) {
        if self.state.layout.script.is_empty() {
            return;
        }
        let given = std::mem::take(&mut self.pending);
        let script = std::mem::take(&mut self.state.layout.script);
        self.remove_arrived();
        self.switch_doors(&script);
        let now = self.state.ticks;
        for order in script.orders.iter().filter(|order| tick_of(order.at) == now) {
            self.give_to_group(order);
        }
        self.spawn_due(&script, &given);
        self.state.layout.script = script;
        self.pending.extend(given);
    }

    /// Whether nothing of the script is left.
    pub(super) fn script_is_over(&self) -> bool {
        self.script.is_over(&self.state.layout.script, self.state.ticks)
    }

    /// Removes the units of streams that have reached their goal.
    fn remove_arrived(&mut self) {
        let mut walking = std::mem::take(&mut self.script.walking);
        // The caller may have removed some.
        walking.retain(|unit| self.ids.is_known(*unit));
        walking.retain(|unit| {
            let is_there = self.slot(*unit).is_some_and(|slot| self.is_at_goal(slot));
            !is_there || self.remove(*unit).is_err()
        });
        self.script.walking = walking;
    }

    /// Whether a unit has reached the last of its goals. One that was told to stand or to follow has none.
    fn is_at_goal(&self, slot: usize) -> bool {
        let orders = &self.orders[slot];
        let leads_to_goal = orders.leg.as_ref().is_none_or(|leg| matches!(leg.aim, LegAim::Goal(_)));
        self.state.units.arrived[slot] && orders.queue.is_empty() && leads_to_goal
    }

    fn switch_doors(&mut self, script: &Script) {
        let now = self.state.ticks;
        for switch in script.switches.iter().filter(|switch| tick_of(switch.at) == now) {
            if let Some(wanted) = self.script.wanted.get_mut(switch.door) {
                *wanted = Some(switch.open);
            }
        }
        for door in 0..self.script.doors.len() {
            let Some(open) = self.script.wanted[door] else { continue };
            let switched = self.set_door(self.script.doors[door], open);
            if !matches!(switched, Err(Refusal::Occupied { .. })) {
                self.script.wanted[door] = None;
            }
        }
    }

    /// Gives an order to all units of its group.
    fn give_to_group(&mut self, order: &TimedOrder) {
        let mut units = self.group_members(order.group);
        let task = match &order.task {
            GroupTask::Go(destination) => Task::Go(destination.clone()),
            GroupTask::Patrol(points) => Task::Patrol(points.clone()),
            GroupTask::Stop => Task::Stop,
            GroupTask::Hold => Task::Hold,
            GroupTask::Follow { group, gap } => {
                let Some(leader) = self.group_members(*group).first().copied() else { return };
                units.retain(|unit| *unit != leader);
                Task::Follow { unit: leader, gap: *gap }
            }
        };
        let TimedOrder { facing, queued, together, .. } = *order;
        // Without units, or at a place outside the bounds, nothing happens.
        let _ = self.order(&units, Order { task, facing, queued, together });
    }

    /// The units of a group that can move, by slot.
    fn group_members(&self, group: u16) -> Vec<UnitId> {
        let units = &self.state.units;
        let is_member = |slot: &usize| units.group[*slot] == group && !units.is_fixed(*slot);
        let ids = (0..units.len()).filter(is_member).map(|slot| self.ids.all()[slot]);
        ids.filter(|unit| self.ids.is_known(*unit)).collect()
    }

    /// Lets the streams' units appear that are due.
    fn spawn_due(&mut self, script: &Script, given: &[Pending]) {
        let mut taken: Vec<(Point, f32)> = given
            .iter()
            .filter_map(|command| match command {
                Pending::Spawn(_, start) => Some((start.position, start.radius)),
                _ => None,
            })
            .collect();
        for (index, stream) in script.streams.iter().enumerate() {
            if !self.script.is_due(script, index, self.state.ticks) {
                continue;
            }
            let Some(start) = self.free_start(index, stream, &taken) else { continue };
            let place = (start.position, start.radius);
            if let Ok(unit) = self.spawn(start) {
                taken.push(place);
                self.script.walking.push(unit);
                self.script.appeared[index] += 1;
            }
        }
    }

    /// A unit of a stream at a free place. None if all places that were tried are taken.
    fn free_start(&self, index: usize, stream: &Stream, taken: &[(Point, f32)]) -> Option<Start> {
        let units = &self.state.units;
        let radius = stream.unit.radius;
        let walls: Vec<_> = self.walls().iter().filter(|wall| wall.is_closed()).collect();
        let is_free = |place: Point| {
            let touches = |at: Point, other: f32| {
                let between: Vec2 = at - place;
                between.norm() < (1.0 + APART) * radius + other
            };
            walls.iter().all(|wall| wall.wall.shape.gap(place) >= radius)
                && !(0..units.len()).any(|slot| touches(units.position[slot], units.radius[slot]))
                && !taken.iter().any(|(at, other)| touches(*at, *other))
        };
        let seed = self.state.layout.seed;
        let place = (0..TRIES)
            .map(|attempt| drawn_place(&stream.area, seed, [index as u64, self.state.ticks, attempt]))
            .find(|place| is_free(*place))?;
        let goal = match (stream.goal, self.script.targets[index]) {
            (StreamGoal::Same(Goal::Unit { gap, .. }), Some(target)) => {
                Goal::Unit { index: self.slot(target)? as u32, gap }
            }
            (goal, _) => goal.at(place),
        };
        Some(Start { position: place, velocity: Vec2::zeros(), goal, ..stream.unit.clone() })
    }
}

/// A random place of an area. The same seed and numbers give the same place.
fn drawn_place(area: &Rect, seed: u64, numbers: [u64; 3]) -> Point {
    let mut bytes = [0; 24];
    for (part, number) in bytes.chunks_exact_mut(8).zip(numbers) {
        part.copy_from_slice(&number.to_le_bytes());
    }
    let drawn = xxh3_64_with_seed(&bytes, seed);
    // An f32 holds 24 bits exactly.
    let share = |bits: u64| (bits & 0xff_ffff) as f32 / 0x100_0000 as f32;
    let size = area.size();
    area.min + Vec2::new(share(drawn) * size.x, share(drawn >> 32) * size.y)
}

#[cfg(test)]
mod tests {
    use super::super::layout::Layout;
    use super::super::test_layouts::crowd_among;
    use super::*;
    use crate::geometry::Wall;

    fn stream(radius: f32) -> Stream {
        Stream {
            every: 1.0,
            from: 0.0,
            until: None,
            area: Rect { min: Point::new(-30.0, -20.0), max: Point::new(30.0, 20.0) },
            unit: Start { radius, ..Start::default() },
            goal: StreamGoal::Same(Goal::Roam),
        }
    }

    /// Where a unit of this radius appears in the first tick if others appear at `taken`.
    fn place(crowd: &mut Crowd, index: usize, radius: f32, taken: &[(Point, f32)]) -> Option<Point> {
        crowd.script.targets.resize(index + 1, None);
        crowd.free_start(index, &stream(radius), taken).map(|start| start.position)
    }

    /// One after the other, of those that its seed, its number, and the tick draw.
    #[test]
    fn a_stream_tries_16_places() {
        let (mut crowd, _) = crowd_among(Vec::new(), &[]);
        let drawn = |numbers| drawn_place(&stream(0.5).area, crowd.layout().seed, numbers);
        let all: Vec<Point> = (0..17).map(|attempt| drawn([3, 0, attempt])).collect();
        let others = [drawn([4, 0, 0]), drawn([3, 1, 0]), drawn_place(&stream(0.5).area, 99, [3, 0, 0])];
        assert!(others.iter().all(|other| !all.contains(other)));
        for free in 0..16 {
            let taken: Vec<_> = all.iter().filter(|at| **at != all[free]).map(|at| (*at, 0.0)).collect();
            assert_eq!(place(&mut crowd, 3, 0.01, &taken), Some(all[free]), "attempt {free}");
        }
        let taken: Vec<_> = all[..16].iter().map(|at| (*at, 0.0)).collect();
        assert_eq!(place(&mut crowd, 3, 0.01, &taken), None);
    }

    /// The only place is that of another stream's unit, or of one that the caller adds.
    #[test]
    fn units_that_appear_in_the_same_tick_do_not_touch() {
        let place = Point::new(3.0, 0.0);
        let stream = Stream { area: Rect { min: place, max: place }, ..stream(0.5) };
        for (added, expected) in
            [(None, vec![0]), (Some(place), vec![7]), (Some(Point::origin()), vec![0, 7])]
        {
            let groups = (0..8).map(|group| group.to_string()).collect();
            let script = Script { streams: vec![stream.clone(); 2], ..Script::default() };
            let mut crowd = Crowd::new(Layout { script, groups, ..Layout::new(Vec::new()) }, 1);
            if let Some(position) = added {
                crowd.spawn(Start { position, group: 7, ..Start::default() }).unwrap();
            }
            crowd.tick();
            assert_eq!(crowd.units().group, expected, "{added:?}");
        }
    }

    #[test]
    fn a_unit_of_a_stream_that_the_caller_removes_is_forgotten() {
        let stream = Stream { area: Rect { min: Point::origin(), max: Point::origin() }, ..stream(0.5) };
        let script = Script { streams: vec![stream], ..Script::default() };
        let groups = vec!["one".into()];
        let mut crowd = Crowd::new(Layout { script, groups, ..Layout::new(Vec::new()) }, 1);
        crowd.tick();
        let unit = crowd.ids()[0];
        assert_eq!(crowd.script.walking, [unit]);
        crowd.remove(unit).unwrap();
        (0..2).for_each(|_| crowd.tick());
        assert_eq!(crowd.script.walking, []);
    }

    /// A gap of a tenth of its radius to units, and none to walls.
    #[test]
    fn a_unit_of_a_stream_appears_where_it_touches_neither_a_unit_nor_a_wall() {
        let first = drawn_place(&stream(0.5).area, crowd_among(Vec::new(), &[]).0.layout().seed, [0, 0, 0]);
        let east = |x: f32| first + Vec2::new(x, 0.0);
        for (gap, is_free) in [(0.04, false), (0.06, true)] {
            let (mut crowd, _) = crowd_among(Vec::new(), &[(first.x + 1.0 + gap, first.y)]);
            crowd.state.ticks = 0;
            assert_eq!(place(&mut crowd, 0, 0.5, &[]) == Some(first), is_free, "{gap} m from a unit");
            let (mut crowd, _) = crowd_among(Vec::new(), &[]);
            let appears = place(&mut crowd, 0, 0.5, &[(east(0.7 + gap), 0.2)]);
            assert_eq!(appears == Some(first), is_free, "{gap} m from one that appears, too");
            let wall = Wall::Box(Rect { min: east(0.45 + gap), max: east(2.0) + Vec2::new(0.0, 1.0) });
            let (mut crowd, _) = crowd_among(vec![wall], &[]);
            assert_eq!(
                place(&mut crowd, 0, 0.5, &[]) == Some(first),
                is_free,
                "{} m from a wall",
                gap - 0.05
            );
        }
    }
}
