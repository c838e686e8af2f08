//! A world: a crowd with bodies.

use super::bodies;
use crate::crowd::{Crowd, Layout};
use crate::geometry::{Wall, WallError};
use crate::physics::{Contact, Physics};
use crate::steering::Steering;
use crate::steering::avoidance::Avoidance;
use std::ops::Deref;
use std::sync::OnceLock;

/// A running world: a [`Crowd`] with bodies, which Rapier moves. What can be asked of the crowd can be asked of the world.
pub struct World {
    pub(super) crowd: Crowd,
    pub(super) physics: Physics,
    /// The contacts after the last tick, collected when they are first read, because many ticks need none.
    pub(super) contacts: OnceLock<Vec<Contact>>,
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
        World { physics: bodies::physics(&crowd), crowd, contacts: OnceLock::new() }
    }

    /// Changes the number of threads from the next tick on. 0 means all cores. The result of a run does not change.
    pub fn set_threads(&mut self, threads: usize) {
        self.crowd.set_threads(threads);
    }

    /// Changes how units steer from the next tick on.
    pub fn set_steering(&mut self, steering: Steering) {
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
        self.crowd.set_walls(walls)?;
        self.physics.set_walls(&self.crowd.layout().walls);
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
