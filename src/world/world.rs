//! A world: a crowd with bodies.

use super::bodies;
use super::input::{Input, Inputs};
use crate::crowd::{
    Command, Crowd, Layout, Made, NewWall, Order, OrderId, Refusal, Start, UnitChange, UnitId, WallId,
};
use crate::geometry::{Wall, WallError};
use crate::physics::{Contact, Physics};
use crate::steering::Steering;
use crate::steering::avoidance::Avoidance;
use std::ops::Deref;
use std::sync::OnceLock;

/// A running world: a [`Crowd`] with bodies, which Rapier moves. What can be asked of the crowd can be asked of the world.
#[derive(Clone)]
pub struct World {
    pub(super) crowd: Crowd,
    pub(super) physics: Physics,
    /// The contacts after the last tick, collected when they are first read, because many ticks need none.
    pub(super) contacts: OnceLock<Vec<Contact>>,
    /// Which units no other unit pushes aside, by slot. A buffer.
    pub(super) holds: Vec<bool>,
    /// Whether any did in the last tick.
    pub(super) held: bool,
    /// On which units the sideways push acts, by slot. A buffer.
    pub(super) pushed: Vec<bool>,
    pub(super) inputs: Inputs,
}

impl Deref for World {
    type Target = Crowd;

    fn deref(&self) -> &Crowd {
        &self.crowd
    }
}

impl World {
    /// Creates a world at its start, with the layout's steering. 0 `threads` means all cores.
    pub fn new(layout: Layout, threads: usize) -> World {
        let crowd = Crowd::new(layout, threads);
        World {
            physics: bodies::physics(&crowd),
            crowd,
            contacts: OnceLock::new(),
            holds: Vec::new(),
            held: false,
            pushed: Vec::new(),
            inputs: Inputs::default(),
        }
    }

    /// Changes the number of threads from the next tick on. 0 means all cores. The result of a run does not change.
    pub fn set_threads(&mut self, threads: usize) {
        self.crowd.set_threads(threads);
    }

    /// Changes how units steer from the next tick on.
    pub fn set_steering(&mut self, steering: Steering) {
        self.inputs.given.push(Input::Steering(Box::new(steering.clone())));
        self.crowd.set_steering(steering);
    }

    /// Uses your own avoidance model for all units instead of the modes of the steering, until the steering
    /// changes.
    pub fn set_model(&mut self, model: Box<dyn Avoidance>) {
        self.crowd.set_model(model);
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
        self.crowd.set_walls(walls.clone())?;
        self.inputs.given.push(Input::Walls(walls));
        self.physics.set_walls(&self.crowd.layout().walls);
        Ok(())
    }

    /// Notes a command that was not refused, for recordings.
    fn note(&mut self, command: Command) {
        self.inputs.given.push(Input::Command(Box::new(command)));
    }

    /// Checks a command and puts it off until the beginning of the next tick.
    ///
    /// # Errors
    ///
    /// Why the command cannot be carried out. Then nothing has changed.
    pub fn apply(&mut self, command: Command) -> Result<Made, Refusal> {
        let made = self.crowd.apply(command.clone())?;
        self.note(command);
        Ok(made)
    }

    /// See [`Crowd::spawn`].
    ///
    /// # Errors
    ///
    /// Why there can be no such unit.
    pub fn spawn(&mut self, unit: Start) -> Result<UnitId, Refusal> {
        let made = self.crowd.spawn(unit.clone())?;
        self.note(Command::Spawn(unit));
        Ok(made)
    }

    /// See [`Crowd::remove`].
    ///
    /// # Errors
    ///
    /// There is no such unit.
    pub fn remove(&mut self, unit: UnitId) -> Result<(), Refusal> {
        self.crowd.remove(unit)?;
        self.note(Command::Remove(unit));
        Ok(())
    }

    /// See [`Crowd::order`].
    ///
    /// # Errors
    ///
    /// Why the order cannot be given. Then no unit has got it.
    pub fn order(&mut self, units: &[UnitId], order: Order) -> Result<OrderId, Refusal> {
        let made = self.crowd.order(units, order.clone())?;
        self.note(Command::Order { units: units.to_vec(), order });
        Ok(made)
    }

    /// See [`Crowd::change`].
    ///
    /// # Errors
    ///
    /// Why the unit cannot be changed like this. Then nothing has changed.
    pub fn change(&mut self, unit: UnitId, change: UnitChange) -> Result<(), Refusal> {
        self.crowd.change(unit, change)?;
        self.note(Command::Change { unit, change });
        Ok(())
    }

    /// See [`Crowd::add_wall`].
    ///
    /// # Errors
    ///
    /// Why the wall cannot be added.
    pub fn add_wall(&mut self, wall: NewWall) -> Result<WallId, Refusal> {
        let made = self.crowd.add_wall(wall.clone())?;
        self.note(Command::AddWall(wall));
        Ok(made)
    }

    /// See [`Crowd::remove_wall`].
    ///
    /// # Errors
    ///
    /// There is no such wall.
    pub fn remove_wall(&mut self, wall: WallId) -> Result<(), Refusal> {
        self.crowd.remove_wall(wall)?;
        self.note(Command::RemoveWall(wall));
        Ok(())
    }

    /// See [`Crowd::set_door`].
    ///
    /// # Errors
    ///
    /// There is no such wall, it is not a door, or units stand in its place.
    pub fn set_door(&mut self, wall: WallId, open: bool) -> Result<(), Refusal> {
        self.crowd.set_door(wall, open)?;
        self.note(Command::Door { wall, open });
        Ok(())
    }

    /// See [`Crowd::decide_only`].
    pub fn decide_only(&mut self) {
        self.crowd.decide_only();
    }

    /// The pairs of units that touch after the last step, sorted by ids.
    pub fn contacts(&self) -> &[Contact] {
        self.contacts.get_or_init(|| {
            let mut contacts = Vec::new();
            let units = self.crowd.units();
            self.physics.contacts(&units.position, &units.radius, &mut contacts);
            contacts
        })
    }
}
