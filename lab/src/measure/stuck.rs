//! Stuck units: a unit is stuck if it has covered less than 10 % of the distance that it could have covered in the
//! last 2 s.

use super::gatherer::{Family, Gatherer};
use super::journeys::{Journeys, is_same};
use super::metric::{Better, Metric, OverSeeds, ReportColumn, TableColumn};
use sidestep::crowd::UnitId;
use sidestep::navigation::Goal;
use sidestep::types::DT;
use sidestep::world::World;
use std::collections::HashMap;

/// The window, in ticks.
const WINDOW: u64 = 120;
/// The interval at which the remaining distance is sampled, in ticks; the window is a multiple of it.
const EVERY: u64 = 12;
/// A unit that covers less than this share of the distance that it could have covered is stuck.
const SHARE: f32 = 0.1;

/// The number of units that at some point covered less than 10 % of the distance they could have covered in 2 s.
pub static STUCK: Metric = Metric {
    key: "stuck",
    unit: "units",
    better: Some(Better::Lower),
    whole: true,
    headline: true,
    meaning: "units that at some point covered less than 10 % of the distance they could have covered in 2 s",
    table: Some(TableColumn { narrow_unit: "", ..TableColumn::new("stuck", 0, "units") }),
    report: Some(ReportColumn {
        heading: "stuck",
        name: "stuck units",
        over_seeds: OverSeeds::Mean,
        decimals: 1,
        term: (
            "stuck",
            "Units that at some point covered less than 10 % of the distance they could have covered in 2 s, mean over seeds.",
        ),
    }),
};

/// The longest time for which any unit was stuck, in s.
pub static STUCK_LONGEST: Metric = Metric {
    key: "stuck_longest",
    unit: "s",
    better: Some(Better::Lower),
    whole: false,
    headline: false,
    meaning: "longest time for which any unit was stuck",
    table: Some(TableColumn::new("longest stuck", 1, "s")),
    report: None,
};

pub(super) static FAMILY: Family =
    Family { metrics: &[&STUCK, &STUCK_LONGEST], begin: |world, _| Box::new(Stuck::new(world)) };

/// Tracks the remaining distance of every unit.
#[derive(serde::Serialize, serde::Deserialize)]
pub(crate) struct Stuck {
    /// The remaining distances of the last `WINDOW / EVERY` samples of each unit, as a ring buffer.
    history: Vec<f32>,
    looks: u64,
    /// How long each unit has been stuck now, and at most so far, in s.
    now: Vec<f32>,
    longest: Vec<f32>,
    /// The units of these arrays, and their goals.
    ids: Vec<UnitId>,
    goals: Vec<Goal>,
    /// The longest times of units that were stuck and have left, in s.
    of_gone: Vec<f32>,
}

impl Stuck {
    /// Starts observing a world that has not ticked yet.
    pub(crate) fn new(world: &World) -> Stuck {
        let count = world.units().len();
        let mut stuck = Stuck {
            history: vec![0.0; count * (WINDOW / EVERY) as usize],
            looks: 0,
            now: vec![0.0; count],
            longest: vec![0.0; count],
            ids: world.ids().to_vec(),
            goals: world.units().goal.clone(),
            of_gone: Vec::new(),
        };
        stuck.look(world);
        stuck
    }

    /// Observes the tick that the world has just run.
    pub(crate) fn observe_tick(&mut self, world: &World) {
        if world.ticks().is_multiple_of(EVERY) {
            self.look(world);
        }
    }

    /// The number of units that are stuck now.
    pub(crate) fn count(&self) -> usize {
        self.now.iter().filter(|time| **time > 0.0).count()
    }

    /// Follows units that came or left. Those that came have no history.
    fn follow_slots(&mut self, world: &World) {
        let slots = (WINDOW / EVERY) as usize;
        let before: HashMap<UnitId, usize> = self.ids.iter().copied().zip(0..).collect();
        let gone = self.ids.iter().zip(&self.longest).filter(|(id, _)| world.slot(**id).is_none());
        self.of_gone.extend(gone.map(|(_, longest)| *longest).filter(|longest| *longest > 0.0));
        let former = |id: &UnitId| before.get(id).copied();
        let ids = world.ids().to_vec();
        let kept = |values: &[f32]| ids.iter().map(|id| former(id).map_or(0.0, |at| values[at])).collect();
        (self.now, self.longest) = (kept(&self.now), kept(&self.longest));
        let row = |id: &UnitId| match former(id) {
            Some(at) => self.history[at * slots..][..slots].to_vec(),
            None => vec![0.0; slots],
        };
        self.history = ids.iter().flat_map(row).collect();
        let goals = &world.units().goal;
        self.goals =
            (0..ids.len()).map(|slot| former(&ids[slot]).map_or(goals[slot], |at| self.goals[at])).collect();
        self.ids = ids;
    }

    /// Forgets the distances to a goal that a unit no longer has.
    fn forget_former_goals(&mut self, world: &World) {
        let slots = (WINDOW / EVERY) as usize;
        for (slot, goal) in world.units().goal.iter().enumerate() {
            if !is_same(goal, &self.goals[slot]) {
                self.history[slot * slots..][..slots].fill(0.0);
            }
            self.goals[slot] = *goal;
        }
    }

    fn look(&mut self, world: &World) {
        if self.ids != world.ids() {
            self.follow_slots(world);
        }
        self.forget_former_goals(world);
        let slots = (WINDOW / EVERY) as usize;
        let slot = (self.looks % slots as u64) as usize;
        let full = self.looks >= slots as u64;
        let units = world.units();
        for id in 0..units.len() {
            let left = world.path_left(id);
            let before = std::mem::replace(&mut self.history[id * slots + slot], left);
            let could = (units.max_speed[id] * WINDOW as f32 * DT).min(before);
            let is_stuck = full && !units.arrived[id] && could > 0.0 && before - left < SHARE * could;
            if is_stuck {
                // A newly stuck unit was stuck for the whole window; each further sample adds one interval.
                let window = WINDOW as f32 * DT;
                self.now[id] = if self.now[id] == 0.0 { window } else { self.now[id] + EVERY as f32 * DT };
                self.longest[id] = self.longest[id].max(self.now[id]);
            } else {
                self.now[id] = 0.0;
            }
        }
        self.looks += 1;
    }
}

impl Gatherer for Stuck {
    fn observe(&mut self, world: &World, _journeys: &Journeys) {
        self.observe_tick(world);
    }

    fn values(&self, _world: &World, _journeys: &Journeys) -> Vec<(&'static Metric, Option<f64>)> {
        let all = || self.longest.iter().chain(&self.of_gone);
        let count = all().filter(|t| **t > 0.0).count();
        let longest = all().fold(0.0, |a: f64, b| a.max(f64::from(*b)));
        vec![(&STUCK, Some(count as f64)), (&STUCK_LONGEST, Some(longest))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep::crowd::{Destination, GroupTask, Order, Script, TimedOrder, UnitChange};
    use sidestep::types::{Point, Rect};
    use sidestep::world::{Layout, Start};

    /// A unit of 5 m/s with 30 m to go.
    fn walker() -> Start {
        let goal = Goal::Point { at: Point::new(0.0, 0.0), radius: 0.5, own: true };
        Start { position: Point::new(-30.0, 0.0), goal, ..Start::default() }
    }

    fn layout(starts: Vec<Start>) -> Layout {
        let bounds = Rect { min: Point::new(-40.0, -40.0), max: Point::new(40.0, 40.0) };
        Layout { bounds, ..Layout::new(starts) }
    }

    /// The most units that are stuck in any tick of 6 s.
    fn most_stuck(world: &mut World, mut act: impl FnMut(u64, &mut World)) -> usize {
        let mut stuck = Stuck::new(world);
        let mut most = 0;
        for tick in 0..360 {
            act(tick, world);
            world.tick();
            stuck.observe_tick(world);
            most = most.max(stuck.count());
        }
        most
    }

    /// After 3 s it has 15 m to go, and 35 m to its new goal.
    #[test]
    fn a_unit_that_the_script_sends_farther_away_is_not_stuck() {
        let task = GroupTask::Go(Destination::Point(Point::new(-15.0, 35.0)));
        let order = TimedOrder { at: 3.0, group: 0, task, facing: None, queued: false, together: false };
        let script = Script { orders: vec![order], ..Script::default() };
        let mut world = World::new(Layout { script, ..layout(vec![walker()]) }, 1);
        assert_eq!(most_stuck(&mut world, |_, _| ()), 0);
        // Nor is one that a player sends there.
        let mut world = World::new(layout(vec![walker()]), 1);
        let sent = |tick: u64, world: &mut World| {
            if tick == 180 {
                let unit = world.ids()[0];
                world.order(&[unit], Order::go(Point::new(-15.0, 35.0))).unwrap();
            }
        };
        assert_eq!(most_stuck(&mut world, sent), 0);
    }

    /// The one that stays is in the slot of the one that goes, which had made no way at all.
    #[test]
    fn a_unit_keeps_its_own_distances_when_another_one_is_removed() {
        let held = Start { position: Point::new(-30.0, 5.0), max_force: 1e-3, ..walker() };
        let mut world = World::new(layout(vec![held, walker()]), 1);
        let first = world.ids()[0];
        let removed = |tick: u64, world: &mut World| {
            if tick == 60 {
                world.remove(first).unwrap();
            }
        };
        assert_eq!(most_stuck(&mut world, removed), 0);
        // Or had less far to go.
        let near = Start { position: Point::new(-10.0, 5.0), ..walker() };
        let mut world = World::new(layout(vec![near, walker()]), 1);
        assert_eq!(most_stuck(&mut world, removed), 0);
        let mut world = World::new(layout(vec![walker().clone(), Start { max_force: 1e-3, ..walker() }]), 1);
        world.order(&[world.ids()[0]], Order::stop()).unwrap();
        assert_eq!(most_stuck(&mut world, |_, _| ()), 1, "one that cannot start is stuck");
        let mut world = World::new(layout(vec![Start { max_force: 1e-3, max_speed: 0.2, ..walker() }]), 1);
        assert_eq!(most_stuck(&mut world, |_, _| ()), 1, "a slow one, too");
    }

    /// Both are removed after 7 s.
    #[test]
    fn a_unit_that_was_stuck_counts_once_it_is_gone() {
        let mut world = World::new(layout(vec![Start { max_force: 1e-3, ..walker() }, walker()]), 1);
        let mut stuck = Stuck::new(&world);
        for tick in 0..480 {
            if tick == 420 {
                world.ids().to_vec().into_iter().for_each(|unit| world.remove(unit).unwrap());
            }
            world.tick();
            stuck.observe_tick(&world);
        }
        let values: Vec<_> =
            stuck.values(&world, &Journeys::new(&world)).into_iter().map(|(_, value)| value).collect();
        assert_eq!(values[0], Some(1.0));
        assert!(values[1].is_some_and(|longest| (6.5..7.1).contains(&longest)), "{values:?}");
    }

    /// It cannot start for 3 s.
    #[test]
    fn a_unit_that_gets_under_way_is_no_longer_stuck() {
        let mut world = World::new(layout(vec![Start { max_force: 1e-3, ..walker() }]), 1);
        let (unit, mut stuck) = (world.ids()[0], Stuck::new(&world));
        let mut counts = Vec::new();
        for tick in 0..360 {
            if tick == 180 {
                let change = UnitChange { max_force: Some(walker().max_force), ..UnitChange::default() };
                world.change(unit, change).unwrap();
            }
            world.tick();
            stuck.observe_tick(&world);
            counts.push(stuck.count());
        }
        assert_eq!((counts[60], counts[179], counts[359]), (0, 1, 0));
    }
}
