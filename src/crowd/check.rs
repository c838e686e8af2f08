//! Whether a command can be carried out.

use super::command::{IfOccupied, NewWall, Refusal, UnitChange};
use super::crowd::Crowd;
use super::ids::{UnitId, WallId};
use super::order::{Destination, Order, Task};
use super::pending::Pending;
use super::start::Start;
use crate::navigation::Goal;
use crate::types::{MAX_COORDINATE, Point, Vec2};

/// The largest number of units.
const MOST_UNITS: usize = 1_000_000;
/// A unit may overlap a wall by this share of its radius where it is put, and where a wall rises.
pub(super) const TOUCHES: f32 = 0.1;

impl Crowd {
    pub(super) fn check_known_wall(&self, wall: WallId) -> Result<(), Refusal> {
        let is_promised = |command: &Pending| matches!(command, Pending::AddWall(id, _) if *id == wall);
        let is_known = self.state.placed_walls.get(wall).is_some() || self.pending.iter().any(is_promised);
        let is_removed = |command: &Pending| matches!(command, Pending::RemoveWall(id) if *id == wall);
        let is_known = is_known && !self.pending.iter().any(is_removed);
        if is_known { Ok(()) } else { Err(Refusal::NoSuchWall(wall)) }
    }

    pub(super) fn check_door(&self, wall: WallId, open: bool) -> Result<(), Refusal> {
        self.check_known_wall(wall)?;
        let promised = self.pending.iter().find_map(|command| match command {
            Pending::AddWall(id, new) if *id == wall => Some(new),
            _ => None,
        });
        let placed = self.state.placed_walls.get(wall).map(|placed| &placed.wall);
        let Some(door) = placed.or(promised).filter(|door| door.is_door) else {
            return Err(Refusal::NotADoor(wall));
        };
        if open || !door.is_open { Ok(()) } else { self.check_occupied(door) }
    }

    pub(super) fn check_unit(&self, unit: UnitId) -> Result<(), Refusal> {
        if self.ids.is_known(unit) { Ok(()) } else { Err(Refusal::NoSuchUnit(unit)) }
    }

    pub(super) fn check_start(&self, start: &Start) -> Result<(), Refusal> {
        if self.ids.count() >= MOST_UNITS {
            return Err(Refusal::TooMany { most: MOST_UNITS });
        }
        self.check_inside("the unit's position", start.position)?;
        check_vector("the unit's velocity", start.velocity)?;
        check_positive("the unit's radius", start.radius)?;
        check_positive("the unit's mass", start.mass)?;
        check_positive("the unit's maximum speed", start.max_speed)?;
        check_positive("the unit's maximum force", start.max_force)?;
        self.check_group(start.group)?;
        self.check_free("the unit's position", start.position, start.radius)?;
        match start.goal {
            Goal::Unit { index, .. } if index as usize >= self.state.units.len() => {
                let accepted = "the slot of a unit";
                Err(Refusal::Value { what: "the goal's unit", value: index as f32, accepted })
            }
            goal => goal.fixed_aim().map_or(Ok(()), |aim| self.check_inside("the goal", aim)),
        }
    }

    pub(super) fn check_change(&self, unit: UnitId, change: &UnitChange) -> Result<(), Refusal> {
        self.check_unit(unit)?;
        let numbers = [
            ("the radius", change.radius),
            ("the mass", change.mass),
            ("the maximum speed", change.max_speed),
            ("the maximum force", change.max_force),
        ];
        for (what, value) in numbers {
            value.map_or(Ok(()), |value| check_positive(what, value))?;
        }
        change.push.map_or(Ok(()), |push| check_vector("the push", push))?;
        change.group.map_or(Ok(()), |group| self.check_group(group))?;
        let Some(position) = change.position else { return Ok(()) };
        self.check_inside("the position", position)?;
        let own = self.ids.slot(unit).map_or(0.0, |slot| self.state.units.radius[slot]);
        self.check_free("the position", position, change.radius.unwrap_or(own))
    }

    pub(super) fn check_order(&self, units: &[UnitId], order: &Order) -> Result<(), Refusal> {
        if units.is_empty() {
            return Err(Refusal::NoUnits);
        }
        units.iter().try_for_each(|unit| self.check_unit(*unit))?;
        let is_obstacle =
            |unit: &&UnitId| self.ids.slot(**unit).is_some_and(|slot| self.state.units.is_fixed(slot));
        if let Some(unit) = units.iter().find(is_obstacle) {
            return Err(Refusal::Obstacle(*unit));
        }
        if let Some(facing) = order.facing
            && !facing.is_finite()
        {
            return Err(Refusal::Value { what: "the facing", value: facing, accepted: "finite, rad" });
        }
        match &order.task {
            Task::Stop | Task::Hold => Ok(()),
            Task::Go(destination) => self.check_destination(destination),
            Task::Patrol(points) => self.check_points(points),
            Task::Follow { unit, gap } => {
                self.check_unit(*unit)?;
                if units.contains(unit) {
                    return Err(Refusal::FollowsItself(*unit));
                }
                let is_sound = (0.0..MAX_COORDINATE).contains(gap);
                let refused = Refusal::Value { what: "the gap", value: *gap, accepted: "0 m or more" };
                if is_sound { Ok(()) } else { Err(refused) }
            }
        }
    }

    fn check_destination(&self, destination: &Destination) -> Result<(), Refusal> {
        match destination {
            Destination::Point(at) => self.check_inside("the goal", *at),
            Destination::Disc { at, radius } => {
                check_positive("the goal's radius", *radius)?;
                self.check_inside("the goal", *at)
            }
            Destination::Region(rect) => {
                self.check_inside("the goal's corner", rect.min)?;
                self.check_inside("the goal's corner", rect.max)?;
                let size = rect.size().min();
                let accepted = "a rectangle whose min lies below and to the left of its max";
                let refused = Refusal::Value { what: "the goal's width or height", value: size, accepted };
                if size >= 0.0 { Ok(()) } else { Err(refused) }
            }
            Destination::Line { from, to, toward } => self.check_points(&[*from, *to, *toward]),
            Destination::Slots(slots) => {
                check_positive("the formation's spacing", slots.spacing())?;
                if let Some(facing) = slots.facing()
                    && !facing.is_finite()
                {
                    let accepted = "finite, rad";
                    return Err(Refusal::Value { what: "the formation's facing", value: facing, accepted });
                }
                self.check_points(&slots.corners())
            }
        }
    }

    fn check_points(&self, points: &[Point]) -> Result<(), Refusal> {
        if points.is_empty() {
            return Err(Refusal::NoPoints);
        }
        points.iter().try_for_each(|at| self.check_inside("the goal", *at))
    }

    fn check_group(&self, group: u16) -> Result<(), Refusal> {
        let groups = self.state.layout.groups.len().max(1);
        if usize::from(group) < groups { Ok(()) } else { Err(Refusal::NoSuchGroup { group, groups }) }
    }

    fn check_inside(&self, what: &'static str, at: Point) -> Result<(), Refusal> {
        let bounds = self.state.layout.bounds;
        if bounds.contains(at) { Ok(()) } else { Err(Refusal::OutsideBounds { what, at, bounds }) }
    }

    fn check_free(&self, what: &'static str, at: Point, radius: f32) -> Result<(), Refusal> {
        let closed = self.state.placed_walls.all().iter().filter(|wall| wall.is_closed());
        let least = closed.map(|wall| wall.wall.shape.gap(at)).fold(f32::INFINITY, f32::min);
        if least < (1.0 - TOUCHES) * radius { Err(Refusal::InWall { what, at }) } else { Ok(()) }
    }

    pub(super) fn check_wall(&self, wall: &NewWall) -> Result<(), Refusal> {
        wall.shape.check()?;
        wall.shape.check_corners()?;
        if wall.is_open { Ok(()) } else { self.check_occupied(wall) }
    }

    fn check_occupied(&self, wall: &NewWall) -> Result<(), Refusal> {
        if wall.if_occupied != IfOccupied::Refuse {
            return Ok(());
        }
        let units =
            self.slots_in(&wall.shape).into_iter().map(|slot| self.ids.all()[slot]).collect::<Vec<_>>();
        if units.is_empty() { Ok(()) } else { Err(Refusal::Occupied { units }) }
    }
}

fn check_positive(what: &'static str, value: f32) -> Result<(), Refusal> {
    let is_sound = value > 0.0 && value <= MAX_COORDINATE;
    if is_sound { Ok(()) } else { Err(Refusal::Value { what, value, accepted: "above 0, and finite" }) }
}

fn check_vector(what: &'static str, value: Vec2) -> Result<(), Refusal> {
    let length = value.norm();
    let is_sound = length <= MAX_COORDINATE;
    if is_sound { Ok(()) } else { Err(Refusal::Value { what, value: length, accepted: "finite" }) }
}

#[cfg(test)]
#[path = "check_test.rs"]
mod tests;
