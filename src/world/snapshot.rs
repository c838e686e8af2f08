//! Snapshots of a world: its crowd and its bodies.

use super::input::Inputs;
use super::world::World;
use crate::crowd::{Crowd, Layout};
use crate::physics::Physics;
use crate::saved::{self, Kind, Packed, SnapshotError};
use std::sync::OnceLock;

impl World {
    /// Everything that decides the future of the world, as bytes for [`World::restore`]. To go back within a program, a clone takes
    /// less time.
    ///
    /// # Errors
    ///
    /// The units use a model of your own ([`World::set_model`]).
    pub fn snapshot(&self) -> Result<Vec<u8>, SnapshotError> {
        let state = saved::bytes_of(&(Packed(self.crowd.store()?), &self.physics, self.held));
        Ok(saved::seal(Kind::World, self.crowd.layout_hash(), &state))
    }

    /// The world that was stored, which goes on exactly as the original does. `layout` is the one that the world was made from. 0
    /// `threads` means all cores.
    ///
    /// # Errors
    ///
    /// The bytes are no such snapshot, are damaged, or were written by another version.
    pub fn restore(layout: Layout, bytes: &[u8], threads: usize) -> Result<World, SnapshotError> {
        let mut crowd = Crowd::new(layout, threads);
        let (physics, held) = load(&mut crowd, bytes)?;
        let inputs = Inputs::default();
        Ok(World {
            crowd,
            physics,
            contacts: OnceLock::new(),
            holds: Vec::new(),
            held,
            pushed: Vec::new(),
            inputs,
        })
    }

    /// Goes back to a state that this world, or another one of the same layout, has stored, or forward to it. Takes less time than
    /// [`World::restore`], because what follows from the walls is not prepared again.
    ///
    /// # Errors
    ///
    /// The bytes are no such snapshot, are damaged, or were written by another version. Then nothing has changed.
    pub fn rewind(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        (self.physics, self.held) = load(&mut self.crowd, bytes)?;
        (self.contacts, self.inputs) = (OnceLock::new(), Inputs::default());
        Ok(())
    }
}

/// Gives a crowd its part of a world's state, and returns the rest.
fn load(crowd: &mut Crowd, bytes: &[u8]) -> Result<(Physics, bool), SnapshotError> {
    let state = saved::open(Kind::World, crowd.layout_hash(), bytes)?;
    let (own, physics, held): (Packed, _, _) = saved::value_of(&state)?;
    crowd.load(&own.0)?;
    Ok((physics, held))
}
