//! Each unit's journey to its goal: its length, and when it ended. Most metrics only count units that are on their
//! journey.

use sidestep::crowd::UnitId;
use sidestep::navigation::Goal;
use sidestep::world::World;
use std::collections::HashMap;

/// Data that several gatherers need, computed once per tick.
///
/// A unit's slot in the world's arrays changes when others come and go. Its number does not: the units of the start have the numbers
/// of their slots, and those that come later the next ones.
#[derive(serde::Serialize, serde::Deserialize)]
pub struct Journeys {
    /// The numbers of all units that were ever seen.
    known: HashMap<UnitId, usize>,
    /// The ids of the world's units, by slot, …
    ids: Vec<UnitId>,
    /// … and their numbers.
    numbers: Vec<usize>,
    /// By number, as everything that follows.
    lengths: Vec<f32>,
    arrived_at: Vec<Option<u64>>,
    /// The number of ticks for which each unit was under way.
    ticks: Vec<u64>,
    /// The distance that each unit has walked under way, in m.
    walked: Vec<f32>,
    goals: Vec<Goal>,
    /// By slot.
    under_way: Vec<usize>,
    in_contact: Vec<bool>,
    touching: Vec<usize>,
    walkers: usize,
    arrivals: usize,
}

impl Journeys {
    pub(super) fn new(world: &World) -> Journeys {
        let units = world.units();
        let count = units.len();
        let mut journeys = Journeys {
            known: world.ids().iter().copied().zip(0..).collect(),
            ids: world.ids().to_vec(),
            numbers: (0..count).collect(),
            lengths: world.paths_left(),
            arrived_at: vec![None; count],
            ticks: vec![0; count],
            walked: vec![0.0; count],
            goals: units.goal.clone(),
            under_way: Vec::new(),
            in_contact: vec![false; count],
            touching: Vec::new(),
            walkers: world.walkers(),
            arrivals: 0,
        };
        journeys.find_under_way();
        journeys
    }

    fn find_under_way(&mut self) {
        let Journeys { numbers, lengths, arrived_at, under_way, .. } = self;
        let is_under_way = |number: usize| lengths[number] > 0.0 && arrived_at[number].is_none();
        under_way.clear();
        under_way.extend((0..numbers.len()).filter(|slot| is_under_way(numbers[*slot])));
    }

    /// Follows units that came, left, or got other goals in the last tick, from scripts and commands.
    pub(super) fn follow_changes(&mut self, world: &World) {
        let mut changed = false;
        if self.ids != world.ids() {
            self.ids = world.ids().to_vec();
            self.numbers = (0..self.ids.len()).map(|slot| self.number_or_new(world, slot)).collect();
            self.in_contact.resize(self.ids.len(), false);
            changed = true;
        }
        for slot in 0..self.ids.len() {
            changed |= self.follow_goal(world, slot);
        }
        if changed {
            self.find_under_way();
        }
    }

    /// Returns the number of the unit in a slot. A new unit gets one.
    fn number_or_new(&mut self, world: &World, slot: usize) -> usize {
        let id = self.ids[slot];
        if let Some(number) = self.known.get(&id) {
            return *number;
        }
        let (number, goal) = (self.lengths.len(), world.units().goal[slot]);
        self.known.insert(id, number);
        self.lengths.push(world.path_left(slot));
        self.arrived_at.push(None);
        self.ticks.push(0);
        self.walked.push(0.0);
        self.goals.push(goal);
        self.walkers += usize::from(can_be_reached(&goal));
        number
    }

    /// Adds the path to a unit's new goal to its journey. Of the way to a goal that it did not reach, what it walked remains. Returns
    /// whether the units under way have to be found again.
    fn follow_goal(&mut self, world: &World, slot: usize) -> bool {
        let (number, units) = (self.numbers[slot], world.units());
        let goal = units.goal[slot];
        if is_same(&self.goals[number], &goal) {
            return false;
        }
        // Nobody sent it elsewhere, so its journey stays the one to its former place.
        if world.has_exchanged(slot) {
            self.goals[number] = goal;
            return false;
        }
        let had_one = can_be_reached(&self.goals[number]);
        self.walkers = self.walkers - usize::from(had_one) + usize::from(can_be_reached(&goal));
        self.goals[number] = goal;
        if !can_be_reached(&goal) {
            // It roams again, and its journey is over.
            (self.lengths[number], self.walked[number], self.ticks[number]) = (0.0, 0.0, 0);
            self.arrivals -= usize::from(self.arrived_at[number].take().is_some());
            return had_one;
        }
        if self.arrived_at[number].is_none() {
            self.lengths[number] = self.lengths[number].min(self.walked[number]);
        }
        if units.arrived[slot] {
            return false;
        }
        self.lengths[number] += world.path_left(slot);
        self.arrivals -= usize::from(self.arrived_at[number].take().is_some());
        true
    }

    /// Records the contacts of the last tick, before the gatherers observe it.
    pub(super) fn observe_contacts(&mut self, world: &World) {
        self.in_contact.fill(false);
        for contact in world.contacts() {
            self.in_contact[contact.a as usize] = true;
            self.in_contact[contact.b as usize] = true;
        }
        self.touching.clear();
        self.touching.extend(self.under_way.iter().filter(|slot| self.in_contact[**slot]));
    }

    /// Records the ways and arrivals of the last tick, after the gatherers have observed it.
    pub(super) fn observe_arrivals(&mut self, world: &World) {
        let units = world.units();
        for &slot in &self.under_way {
            let number = self.numbers[slot];
            self.ticks[number] += 1;
            self.walked[number] += (units.position[slot] - units.previous[slot]).norm();
        }
        for (slot, _) in units.arrived.iter().enumerate().filter(|(_, arrived)| **arrived) {
            let at = &mut self.arrived_at[self.numbers[slot]];
            if at.is_none() {
                *at = Some(world.ticks());
                self.arrivals += 1;
            }
        }
        let Journeys { arrived_at, numbers, under_way, .. } = self;
        under_way.retain(|slot| arrived_at[numbers[*slot]].is_none());
    }

    /// The number of the unit in each slot.
    pub fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    /// The length of each unit's shortest path from its start to its goal, in m, by number; 0 for units without a goal. Each
    /// further goal of a unit adds the path from where the unit got it. A goal that the unit had not reached by then counts with
    /// the distance walked.
    pub fn lengths(&self) -> &[f32] {
        &self.lengths
    }

    /// The tick in which each unit arrived, by number; none for units that have not arrived.
    pub fn arrived_at(&self) -> &[Option<u64>] {
        &self.arrived_at
    }

    /// The number of ticks for which each unit was under way, by number.
    pub fn ticks(&self) -> &[u64] {
        &self.ticks
    }

    /// The distance that each unit has walked under way, in m, by number.
    pub fn walked(&self) -> &[f32] {
        &self.walked
    }

    /// The units that have arrived, by number, each with the tick of its arrival.
    pub fn arrivals(&self) -> impl Iterator<Item = (usize, u64)> {
        self.arrived_at.iter().enumerate().filter_map(|(number, at)| at.map(|at| (number, at)))
    }

    /// The units, by slot, that had a path to walk and had not arrived before the observed tick.
    pub fn under_way(&self) -> &[usize] {
        &self.under_way
    }

    /// The units under way that touch another unit, by slot.
    pub fn touching(&self) -> &[usize] {
        &self.touching
    }

    /// The number of units that have had a goal, those that have left among them.
    pub fn walkers(&self) -> usize {
        self.walkers
    }

    /// The number of units that have arrived, those that have left among them.
    pub fn arrived(&self) -> usize {
        self.arrivals
    }

    /// Whether fewer than 95 % of the walkers have arrived.
    pub fn before_t95(&self) -> bool {
        (self.arrivals as f64) < 0.95 * self.walkers as f64
    }
}

/// Whether a unit with this goal can arrive.
fn can_be_reached(goal: &Goal) -> bool {
    !matches!(goal, Goal::Stand | Goal::Roam)
}

/// Whether two goals of a unit are the same. The index of another unit changes with its slot.
pub(super) fn is_same(one: &Goal, two: &Goal) -> bool {
    one == two || matches!((one, two), (Goal::Unit { .. }, Goal::Unit { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sidestep::crowd::{Destination, GroupTask, IfOccupied, NewWall, Order, Script, TimedOrder};
    use sidestep::types::{Point, Rect};
    use sidestep::world::{Layout, Start};

    fn goal(x: f32) -> Goal {
        Goal::Point { at: Point::new(x, 0.0), radius: 0.5, own: true }
    }

    fn start(x: f32, goal: Goal) -> Start {
        Start { position: Point::new(x, 0.0), goal, ..Start::default() }
    }

    /// A world whose script sends group 0 to this place after a second.
    fn world(starts: Vec<Start>, to: f32) -> World {
        let bounds = Rect { min: Point::new(-40.0, -40.0), max: Point::new(40.0, 40.0) };
        let task = GroupTask::Go(Destination::Disc { at: Point::new(to, 0.0), radius: 0.5 });
        let order = TimedOrder { at: 1.0, group: 0, task, facing: None, queued: false, together: false };
        let script = Script { orders: vec![order], ..Script::default() };
        World::new(Layout { bounds, script, ..Layout::new(starts) }, 1)
    }

    fn run(world: &mut World, journeys: &mut Journeys, ticks: usize) {
        for _ in 0..ticks {
            world.tick();
            journeys.follow_changes(world);
            journeys.observe_contacts(world);
            journeys.observe_arrivals(world);
        }
    }

    /// 2.5 m to its first goal, which it reaches within the second. The other one is 20 m farther.
    #[test]
    fn a_further_goal_adds_the_path_from_where_the_unit_gets_it() {
        let mut world = world(vec![start(0.0, goal(3.0)), start(-10.0, Goal::Stand)], 23.0);
        world.set_steering(sidestep::steering::Steering {
            mode: sidestep::steering::avoidance::Mode::no_avoidance(),
            ..world.steering().clone()
        });
        let mut journeys = Journeys::new(&world);
        assert_eq!((journeys.lengths(), journeys.walkers()), (&[2.5, 0.0][..], 1));
        assert_eq!(journeys.under_way(), [0]);
        run(&mut world, &mut journeys, 60);
        assert_eq!((journeys.arrived(), journeys.before_t95()), (1, false));
        let so_far = world.units().position[0].x;
        run(&mut world, &mut journeys, 1);
        let expected = 2.5 + 23.0 - 0.5 - so_far;
        assert!(
            (journeys.lengths()[0] - expected).abs() < 0.1,
            "{} m, not {expected}",
            journeys.lengths()[0]
        );
        assert_eq!(
            (journeys.under_way(), journeys.arrived_at()[0]),
            (&[0][..], None),
            "it is under way again"
        );
        assert_eq!(journeys.arrived(), 0);
        run(&mut world, &mut journeys, 600);
        assert_eq!((journeys.arrived(), journeys.under_way().len()), (1, 0));
        assert!(!journeys.before_t95());
        let arrived = journeys.arrived_at()[0].unwrap();
        assert!(journeys.ticks()[0] <= arrived && arrived > 61, "{arrived}");
    }

    /// In a world without a script, where a player gives the orders: 2.5 m, and 20 m more.
    #[test]
    fn a_unit_that_is_sent_on_after_it_arrived_is_under_way_again() {
        let layout = world(vec![start(0.0, goal(3.0))], 23.0).layout().clone();
        let mut world = World::new(Layout { script: Script::default(), ..layout }, 1);
        let mut journeys = Journeys::new(&world);
        run(&mut world, &mut journeys, 120);
        assert_eq!((journeys.arrived(), journeys.under_way().len()), (1, 0));
        let (unit, from) = (world.ids()[0], world.units().position[0].x);
        world.order(&[unit], Order::go(Point::new(23.0, 0.0))).unwrap();
        run(&mut world, &mut journeys, 2);
        assert_eq!((journeys.arrived(), journeys.under_way().len(), journeys.walkers()), (0, 1, 1));
        let expected = 2.5 + 23.0 - from;
        assert!((journeys.lengths()[0] - expected).abs() < 0.6, "{:?}, not {expected}", journeys.lengths());
        run(&mut world, &mut journeys, 600);
        assert_eq!((journeys.arrived(), journeys.under_way().len()), (1, 0));
        assert!(journeys.arrived_at()[0].is_some_and(|tick| tick > 300), "{:?}", journeys.arrived_at());
    }

    /// In a crowd through two doors, late units exchange places with those that stand in them. Everyone keeps its journey.
    #[test]
    fn a_unit_that_exchanges_its_place_keeps_its_journey() {
        let scene = crate::scene::Scene::built_in("two-doors-both-ways").unwrap();
        let layout =
            scene.layout(&crate::scene::LayoutOptions { seed: Some(1), ..Default::default() }).unwrap();
        let mut world = World::new(layout, 1);
        let mut journeys = Journeys::new(&world);
        let lengths = journeys.lengths().to_vec();
        let mut exchanged = 0;
        for _ in 0..900 {
            run(&mut world, &mut journeys, 1);
            exchanged += (0..lengths.len()).filter(|slot| world.has_exchanged(*slot)).count();
        }
        assert!(exchanged > 0 && exchanged % 2 == 0, "{exchanged} units");
        assert_eq!((journeys.lengths(), journeys.walkers()), (&lengths[..], lengths.len()));
    }

    /// After a second it is sent back to where it came from.
    #[test]
    fn a_unit_that_is_sent_elsewhere_on_its_way_has_the_way_that_it_walked() {
        let mut world = world(vec![start(-20.0, goal(20.0))], 23.0);
        let mut journeys = Journeys::new(&world);
        run(&mut world, &mut journeys, 58);
        let unit = world.ids()[0];
        world.order(&[unit], Order::go(Point::new(-20.0, 0.0))).unwrap();
        run(&mut world, &mut journeys, 1);
        let walked = journeys.walked()[0];
        assert!((2.0..5.0).contains(&walked), "{walked} m");
        assert!((journeys.lengths()[0] - 2.0 * walked).abs() < 0.7, "{:?}, {walked} m", journeys.lengths());
    }

    #[test]
    fn a_unit_that_is_told_to_stand_has_no_further_way() {
        let mut world = world(vec![start(-20.0, goal(20.0))], 23.0);
        let mut journeys = Journeys::new(&world);
        let unit = world.ids()[0];
        run(&mut world, &mut journeys, 30);
        world.order(&[unit], Order::stop()).unwrap();
        run(&mut world, &mut journeys, 5);
        assert!(journeys.lengths()[0] < 2.5, "{:?} of the 39.5 m to its goal", journeys.lengths());
        assert!((journeys.lengths()[0] - journeys.walked()[0]).abs() < 0.1, "{:?}", journeys.walked());
        assert_eq!(journeys.arrived(), 1, "it is where it was told to be");
    }

    #[test]
    fn a_unit_that_has_arrived_and_is_told_to_stay_arrived_when_it_did() {
        let mut world = world(vec![start(0.0, goal(3.0))], 23.0);
        let mut journeys = Journeys::new(&world);
        run(&mut world, &mut journeys, 55);
        let (arrived, lengths) = (journeys.arrived_at()[0], journeys.lengths().to_vec());
        assert!(arrived.is_some_and(|tick| tick < 50), "{arrived:?}");
        let unit = world.ids()[0];
        world.order(&[unit], Order::hold()).unwrap();
        run(&mut world, &mut journeys, 4);
        assert_eq!((journeys.arrived_at()[0], journeys.lengths()), (arrived, &lengths[..]));
        assert_eq!((journeys.arrived(), journeys.under_way().len()), (1, 0));
    }

    /// A wall of 2 × 2 m rises where it roams, so it walks out first.
    #[test]
    fn a_unit_that_roams_has_a_journey_while_it_was_sent_somewhere() {
        let mut world = world(vec![start(0.0, Goal::Roam)], 5.0);
        let mut journeys = Journeys::new(&world);
        let counts =
            |journeys: &Journeys| (journeys.walkers(), journeys.arrived(), journeys.under_way().len());
        assert_eq!(counts(&journeys), (0, 0, 0));
        let place = Rect { min: Point::new(-1.0, -1.0), max: Point::new(1.0, 1.0) };
        let wall = NewWall::new(sidestep::geometry::Wall::Box(place));
        world.add_wall(NewWall { if_occupied: IfOccupied::Clear, ..wall }).unwrap();
        run(&mut world, &mut journeys, 2);
        assert_eq!(counts(&journeys), (1, 0, 1));
        run(&mut world, &mut journeys, 57);
        assert_eq!((counts(&journeys), world.units().goal[0]), ((0, 0, 0), Goal::Roam));
        assert_eq!(
            (journeys.lengths(), journeys.walked(), journeys.ticks()),
            (&[0.0][..], &[0.0][..], &[0][..])
        );
        run(&mut world, &mut journeys, 2);
        assert_eq!(counts(&journeys), (1, 0, 1), "the script sends it to a place");
        run(&mut world, &mut journeys, 200);
        assert_eq!(counts(&journeys), (1, 1, 0));
    }

    /// Numbers stay with units, slots do not.
    #[test]
    fn units_that_come_get_numbers_after_all_others_and_keep_them() {
        let mut world = world(vec![start(-20.0, goal(20.0)), start(-20.0, goal(10.0))], 30.0);
        let mut journeys = Journeys::new(&world);
        let (first, new) = (world.ids()[0], start(0.0, goal(9.0)));
        world.remove(first).unwrap();
        world.spawn(Start { group: 1, ..new.clone() }).unwrap_err();
        world.spawn(new).unwrap();
        run(&mut world, &mut journeys, 1);
        assert_eq!(journeys.numbers(), [1, 2]);
        assert_eq!(journeys.lengths()[..2], [39.5, 29.5]);
        assert!((journeys.lengths()[2] - 8.5).abs() < 0.1, "{:?}", journeys.lengths());
        assert_eq!((journeys.walkers(), journeys.under_way()), (3, &[0, 1][..]));
    }
}
