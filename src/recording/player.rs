//! Plays a recording, and compares it.

use super::recording::Recording;
use crate::saved::SnapshotError;
use crate::world::{Layout, World};

/// Where a world and the recording of it differ.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("after tick {tick} the state differs: hash {found:016x}, and {expected:016x} in the recording")]
pub struct Divergence {
    /// The first tick after which they differ.
    pub tick: u64,
    /// The hash in the recording.
    pub expected: u64,
    /// The hash of the world.
    pub found: u64,
}

/// Why a recording cannot be played, or not any further.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// A snapshot cannot be restored.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// The world differs from the recording.
    #[error(transparent)]
    Divergence(#[from] Divergence),
    /// The recording does not have this tick.
    #[error("the recording has ticks {first} to {last}, and not {tick}")]
    NoSuchTick {
        /// The tick.
        tick: u64,
        /// The first one.
        first: u64,
        /// The last one.
        last: u64,
    },
}

impl Recording {
    /// Plays it from its beginning. `layout` is the one that its world was made from. 0 `threads` means all cores.
    ///
    /// # Errors
    ///
    /// Another version wrote it, or the layout is another one.
    pub fn play(&self, layout: Layout, threads: usize) -> Result<Player<'_>, PlayError> {
        Player::new(self, layout, threads)
    }
}

/// A world that repeats a recording.
pub struct Player<'a> {
    recording: &'a Recording,
    layout: Layout,
    threads: usize,
    world: World,
}

impl<'a> Player<'a> {
    fn new(recording: &'a Recording, layout: Layout, threads: usize) -> Result<Player<'a>, PlayError> {
        // From the layout if it begins there: another version cannot read the snapshots.
        let is_readable = recording.is_of_this_version() || recording.first_tick() > 0;
        let world = match recording.snapshots.first().filter(|_| is_readable) {
            Some((_, bytes)) => World::restore(layout.clone(), bytes, threads)?,
            None => World::new(layout.clone(), threads),
        };
        Ok(Player { recording, layout, threads, world })
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world as it is now. It goes on alone from there.
    pub fn into_world(self) -> World {
        self.world
    }

    /// Gives the world what was commanded after its last tick.
    pub fn give_inputs(&mut self) {
        let now = self.world.ticks();
        let all = self.recording.all_inputs();
        let first = all.partition_point(|(tick, _)| *tick < now);
        for (_, inputs) in all[first..].iter().take_while(|(tick, _)| *tick == now) {
            inputs.iter().for_each(|input| self.world.give(input.clone()));
        }
    }

    /// Repeats a tick. Returns false, without one, at the end of the recording.
    ///
    /// # Errors
    ///
    /// The world is no longer that of the recording.
    pub fn tick(&mut self) -> Result<bool, Divergence> {
        self.tick_by(World::tick)
    }

    /// The same, with a function that runs the tick.
    ///
    /// # Errors
    ///
    /// The world is no longer that of the recording.
    pub fn tick_by(&mut self, tick: impl FnOnce(&mut World)) -> Result<bool, Divergence> {
        if self.world.ticks() >= self.recording.last_tick() {
            return Ok(false);
        }
        self.give_inputs();
        tick(&mut self.world);
        let tick = self.world.ticks();
        let Some(expected) = self.recording.hash_after(tick) else { return Ok(true) };
        let found = self.world.state_hash();
        if found == expected { Ok(true) } else { Err(Divergence { tick, expected, found }) }
    }

    /// Goes to the state after a tick, from the last snapshot before it.
    ///
    /// # Errors
    ///
    /// The recording does not have the tick, or the world differs from it on the way.
    pub fn seek(&mut self, tick: u64) -> Result<(), PlayError> {
        let (first, last) = (self.recording.first_tick(), self.recording.last_tick());
        if !(first..=last).contains(&tick) {
            return Err(PlayError::NoSuchTick { tick, first, last });
        }
        let now = self.world.ticks();
        let from = self.recording.snapshots.iter().rev().find(|(at, _)| *at <= tick);
        if let Some((at, bytes)) = from.filter(|(at, _)| tick < now || *at > now)
            && self.recording.is_of_this_version()
        {
            debug_assert!(*at <= tick);
            self.world.rewind(bytes)?;
        } else if tick < now {
            *self = Player::new(self.recording, self.layout.clone(), self.threads)?;
        }
        while self.world.ticks() < tick {
            self.tick()?;
        }
        Ok(())
    }
}
