//! Commands to the units of all worlds, while they run.

use super::order_mark::{OrderMark, SHOWN};
use super::session::Session;
use crate::viewer::play::Play;
use sidestep::crowd::{Command, Order, Slots, UnitChange, UnitId};
use sidestep::types::Point;

/// The distance of neighbours in a formation, in diameters of the largest unit.
const SPACING: f32 = 1.3;
/// Less than the distance by which a row that is rounded down loses a unit, m.
const ROUNDING: f32 = 1e-3;

impl Session {
    /// Does what the user wants with the units of the running worlds.
    pub(super) fn play(&mut self, play: Play) {
        match play {
            Play::AddAt(x, y) => self.add_at((x, y)),
            Play::SelectBox { from, to, add } => self.select_box(from, to, add),
            Play::SelectAlike { at, add } => self.select_alike(at, add),
            Play::Store(number) => self.store(number),
            Play::Recall(number) => self.recall(number),
            Play::Go { to, queued } => self.go(to, queued),
            Play::Form { from, to, queued } => self.form(from, to, queued),
            Play::AskPatrol => {
                self.selection.asks_patrol = !self.selection().is_empty();
                self.say("click where the patrol turns round; esc: no patrol".into());
            }
            Play::Stop => self.order(Order::stop(), None),
            Play::Hold => self.order(Order::hold(), None),
            Play::Change(change) => self.change(change),
            Play::Remove => self.remove(),
            Play::Spawn(at, brush) => self.spawn(at, brush),
            Play::AddWall(wall) => _ = self.command_all(&Command::AddWall(wall)),
            Play::RemoveWall(wall) => _ = self.command_all(&Command::RemoveWall(wall)),
            Play::SwitchDoor(door) => self.switch_door(door),
            Play::ContinueFromHere => self.continue_from_here(),
            Play::WhatIf => self.what_if(),
        }
    }

    /// The point of the map at a pixel of the window.
    fn point_at(&self, at: (f32, f32)) -> Option<Point> {
        Some(self.view.camera.to_world(self.locate(at)?.1))
    }

    /// The point of the map at a pixel of the window. Outside of all worlds, says so.
    fn ordered_point(&mut self, at: (f32, f32)) -> Option<Point> {
        let point = self.point_at(at);
        if point.is_none() && !self.selection().is_empty() {
            self.say("no world there: an order is given inside a world".into());
        }
        point
    }

    fn go(&mut self, to: (f32, f32), queued: bool) {
        let Some(to) = self.ordered_point(to) else { return };
        self.order(Order { queued, ..Order::go(to) }, Some((to, None)));
    }

    fn form(&mut self, from: (f32, f32), to: (f32, f32), queued: bool) {
        let Some((from, to)) = self.ordered_point(from).zip(self.ordered_point(to)) else { return };
        // A row that has room spreads over the whole line.
        let gaps = self.selection().len().saturating_sub(1).max(1);
        let slots = Slots::line(from, to, self.spacing().max((to - from).norm() / gaps as f32 - ROUNDING));
        self.order(Order { queued, ..Order::form(slots) }, Some((from, Some(to))));
    }

    /// Sends the selected units to a pixel of the window and back to their middle, again and again.
    pub(super) fn patrol(&mut self, to: (f32, f32)) {
        self.selection.asks_patrol = false;
        let Some((to, from)) = self.ordered_point(to).zip(self.middle()) else { return };
        self.order(Order::patrol(vec![to, from]), Some((to, None)));
    }

    /// The middle of the selected units.
    fn middle(&self) -> Option<Point> {
        let positions = &self.world().units().position;
        let slots: Vec<usize> = self.selection().iter().filter_map(|unit| self.world().slot(*unit)).collect();
        let sum =
            slots.iter().fold(sidestep::types::Vec2::zeros(), |sum, slot| sum + positions[*slot].coords);
        (!slots.is_empty()).then(|| Point::from(sum / slots.len() as f32))
    }

    /// The distance of neighbours in a formation of the selected units, m.
    fn spacing(&self) -> f32 {
        let radii = &self.world().units().radius;
        let slots = self.selection().iter().filter_map(|unit| self.world().slot(*unit));
        2.0 * SPACING * slots.map(|slot| radii[slot]).fold(0.1, f32::max)
    }

    /// Gives the selected units of each world an order, with a mark at its goal.
    fn order(&mut self, order: Order, mark: Option<(Point, Option<Point>)>) {
        if self.selection().is_empty() || self.is_past() {
            return;
        }
        let units_of = |session: &Session, number: usize| {
            let world = session.panes[number].world();
            let slot = |unit: &&UnitId| world.slot(**unit);
            let known: Vec<UnitId> =
                session.selection().iter().filter(|unit| slot(unit).is_some()).copied().collect();
            // Obstacles take no orders, but the units among them do.
            let walks = |unit: &UnitId| world.slot(*unit).is_some_and(|slot| !world.units().is_fixed(slot));
            let walking: Vec<UnitId> = known.iter().filter(|unit| walks(unit)).copied().collect();
            if walking.is_empty() { known } else { walking }
        };
        let mut is_given = false;
        for number in 0..self.panes.len() {
            let units = units_of(self, number);
            is_given |=
                !units.is_empty() && self.command(number, Command::Order { units, order: order.clone() });
        }
        if let (true, Some((at, to))) = (is_given, mark) {
            self.marks.push(OrderMark { at, to, left: SHOWN, tick: self.ticks() });
        }
    }

    /// Changes the selected units of each world.
    fn change(&mut self, change: UnitChange) {
        self.command_selected(|unit| Command::Change { unit, change });
    }

    /// Removes the selected units from each world.
    fn remove(&mut self) {
        self.command_selected(Command::Remove);
        self.forget_the_gone();
    }

    /// Gives a command for each selected unit that a world has. Stops at the first refusal, which the others would only repeat.
    fn command_selected(&mut self, command: impl Fn(UnitId) -> Command) {
        if self.is_past() {
            return;
        }
        for number in 0..self.panes.len() {
            for unit in self.selection().to_vec() {
                if self.panes[number].world().slot(unit).is_some() && !self.command(number, command(unit)) {
                    break;
                }
            }
        }
    }

    /// Gives all worlds a command. Returns whether the active one accepted it.
    pub(super) fn command_all(&mut self, command: &Command) -> bool {
        if self.is_past() {
            return false;
        }
        let accepted: Vec<bool> =
            (0..self.panes.len()).map(|number| self.command(number, command.clone())).collect();
        accepted[self.active]
    }

    /// Gives a world a command, and says why it refuses it. Returns whether it accepted it.
    fn command(&mut self, number: usize, command: Command) -> bool {
        if self.is_as_it_was(number) {
            return false;
        }
        match self.panes[number].command(command) {
            Ok(_) => {
                // A run that had ended continues.
                (self.clock.concluded, self.result) = (false, Vec::new());
                true
            }
            Err(refusal) => {
                self.say(refusal.to_string());
                false
            }
        }
    }

    /// Whether a world repeats what was. If it is the active one, says so.
    pub(super) fn is_as_it_was(&mut self, number: usize) -> bool {
        let is_past = self.panes[number].is_past();
        if is_past && number == self.active {
            self.say("this world shows what was: click another one to change it".into());
        }
        is_past
    }

    /// Whether the session looks back, where nothing can be commanded. It then says so.
    pub(super) fn is_past(&mut self) -> bool {
        if self.clock.looking.is_some() {
            self.say("this is the past: continue from here (F11), or return to the present (esc)".into());
        } else if self.clock.replay_to.is_some() {
            self.say("the run is being repeated: wait a moment".into());
        }
        self.clock.looking.is_some() || self.clock.replay_to.is_some()
    }

    /// Lets time pass for the marks of orders.
    pub(super) fn age_marks(&mut self, elapsed: f32) {
        if self.marks.is_empty() {
            return;
        }
        let ticks = self.ticks();
        self.marks.iter_mut().for_each(|mark| mark.left -= elapsed);
        let before = self.marks.len();
        self.marks.retain(|mark| mark.left > 0.0 || mark.tick == ticks);
        self.stale.worlds |= self.marks.len() != before;
    }

    /// The real time until the next mark goes, s.
    pub(super) fn mark_left(&self) -> Option<f32> {
        self.marks.iter().map(|mark| mark.left).filter(|left| *left > 0.0).reduce(f32::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::viewer::Command as WindowCommand;
    use crate::viewer::session_test::{layout, session_of};
    use sidestep::crowd::{NewWall, Task};
    use sidestep::geometry::Wall;

    /// Two worlds, of which the second one has lost the unit in slot 0.
    fn different_worlds() -> (Session, Vec<UnitId>) {
        let mut session = session_of(2, layout);
        let ids = session.world().ids().to_vec();
        assert!(session.command(1, Command::Remove(ids[0])));
        session.apply(WindowCommand::Step);
        assert_eq!([0, 1].map(|number| session.panes[number].world().units().len()), [2, 1]);
        (session, ids)
    }

    /// The units that were told to hold in a world.
    fn holding(session: &Session, number: usize) -> Vec<&[UnitId]> {
        let orders = session.panes[number].commands().iter().filter_map(|(_, command)| match command {
            Command::Order { units, order: Order { task: Task::Hold, .. } } => Some(&units[..]),
            _ => None,
        });
        orders.collect()
    }

    #[test]
    fn each_world_orders_and_changes_those_selected_units_that_it_has() {
        for active in [0, 1] {
            let (mut session, ids) = different_worlds();
            session.activate(active);
            session.selection.select(vec![ids[0]], false);
            session.play(Play::Hold);
            assert_eq!((holding(&session, 0), holding(&session, 1)), (vec![&ids[..1]], vec![]));
            session.selection.select(ids.clone(), false);
            session.play(Play::Hold);
            assert_eq!(holding(&session, 0), [&ids[..1], &ids[..]]);
            assert_eq!(holding(&session, 1), [&ids[1..]]);
            let given = [0, 1].map(|number| session.panes[number].commands().len());
            session.play(Play::Change(UnitChange { max_speed: Some(1.0), ..UnitChange::default() }));
            let changed = [0, 1].map(|number| session.panes[number].commands().len());
            assert_eq!(changed, [given[0] + 2, given[1] + 1]);
            assert_eq!(session.message(), None, "no world refuses anything");
        }
    }

    /// It is shown in each world.
    #[test]
    fn an_order_has_a_mark_if_a_world_accepts_it_until_the_run_is_repeated() {
        let (mut session, ids) = different_worlds();
        session.activate(1);
        let map = session.map_of(1);
        let to = ((map.x + map.width / 2) as f32, (map.y + map.height / 2) as f32);
        session.play(Play::Go { to, queued: false });
        assert!(session.marks.is_empty(), "nothing is selected");
        session.selection.select(vec![ids[0]], false);
        session.play(Play::Go { to, queued: false });
        let at = session.point_at(to);
        assert_eq!(session.marks.iter().map(|mark| Some(mark.at)).collect::<Vec<_>>(), [at]);
        (0..2).for_each(|_| session.apply(WindowCommand::Step));
        session.apply(WindowCommand::LookAt(1));
        session.play(Play::ContinueFromHere);
        assert!(session.marks.is_empty(), "the order comes later");
    }

    #[test]
    fn orders_outside_of_all_worlds_are_refused() {
        let outside = (-5.0, -5.0);
        let plays = [
            Play::Go { to: outside, queued: false },
            Play::Form { from: outside, to: (100.0, 100.0), queued: false },
            Play::Form { from: (100.0, 100.0), to: outside, queued: false },
        ];
        for play in plays {
            let (mut session, ids) = different_worlds();
            session.selection.select(ids, false);
            session.play(play);
            assert_eq!(session.message(), Some("no world there: an order is given inside a world"));
            assert!(session.marks.is_empty() && session.panes[0].commands().is_empty());
        }
    }

    /// It says why, until the user commands the present.
    #[test]
    fn selected_units_take_no_orders_in_the_past_nor_while_the_run_is_repeated() {
        let mut session = session_of(1, layout);
        let ids = session.world().ids().to_vec();
        (0..3).for_each(|_| session.apply(WindowCommand::Step));
        session.selection.select(ids, false);
        session.apply(WindowCommand::LookAt(2));
        session.play(Play::Hold);
        assert!(session.message().is_some_and(|text| text.starts_with("this is the past")));
        session.play(Play::ContinueFromHere);
        session.play(Play::Hold);
        assert_eq!(session.message(), Some("the run is being repeated: wait a moment"));
        assert!(session.panes[0].commands().is_empty());
        session.advance(0.0);
        session.play(Play::Hold);
        assert_eq!(holding(&session, 0).len(), 1);
    }

    #[test]
    fn a_selection_that_is_kept_forgets_units_that_are_gone() {
        let mut session = session_of(1, layout);
        let ids = session.world().ids().to_vec();
        session.selection.select(ids.clone(), false);
        session.play(Play::Store(1));
        for left in [&ids[1..], &[]] {
            session.selection.select(vec![session.world().ids()[0]], false);
            session.play(Play::Remove);
            session.apply(WindowCommand::Step);
            assert_eq!(session.selection.stored(1), left);
        }
    }

    /// A patrol leads back to the middle of the units.
    #[test]
    fn a_patrol_turns_round_in_the_middle_of_the_selected_units() {
        let (mut session, ids) = different_worlds();
        session.selection.select(ids, false);
        let at = &session.world().units().position;
        let middle = nalgebra::center(&at[0], &at[1]);
        let map = session.map_of(0);
        let to = ((map.x + map.width / 3) as f32, (map.y + map.height / 3) as f32);
        session.patrol(to);
        let Some((_, Command::Order { order, .. })) = session.panes[0].commands().last() else {
            panic!("{:?}", session.message())
        };
        let Task::Patrol(points) = &order.task else { panic!("{order:?}") };
        assert_eq!(Some(points[0]), session.point_at(to));
        assert!((points[1] - middle).norm() < 1e-5 && points.len() == 2, "{points:?}, not {middle}");
    }

    #[test]
    fn what_the_next_tick_brings_is_drawn_in_the_world_that_was_commanded_and_not_in_the_past() {
        use crate::draw::Canvas;
        let mut session = session_of(2, layout);
        session.apply(WindowCommand::Resize(800, 400));
        (0..3).for_each(|_| session.apply(WindowCommand::Step));
        let pictures = |session: &Session| {
            let mut pixels = vec![0; 800 * 400 * 4];
            session.draw(&mut Canvas::new(800, 400, &mut pixels));
            [0, 1].map(|number| {
                let map = session.map_of(number);
                let rows = (map.y..map.y + map.height).map(|y| 4 * (800 * y + map.x) as usize);
                rows.flat_map(|from| pixels[from..from + 4 * map.width as usize].to_vec()).collect::<Vec<_>>()
            })
        };
        let before = pictures(&session);
        let wall = Wall::Circle { center: Point::new(0.0, -3.0), radius: 1.0 };
        assert!(session.command(1, Command::AddWall(NewWall::new(wall))));
        let after = pictures(&session);
        assert_eq!([0, 1].map(|number| after[number] == before[number]), [true, false]);
        session.apply(WindowCommand::LookAt(1));
        let past = pictures(&session);
        session.apply(WindowCommand::LookAtPresent);
        session.marks.push(OrderMark { at: Point::origin(), to: None, left: SHOWN, tick: 3 });
        let marked = pictures(&session);
        assert!((0..2).all(|number| marked[number] != after[number]), "a mark in each world");
        session.apply(WindowCommand::LookAt(1));
        assert!(pictures(&session) == past, "marks are of the present");
    }
}
