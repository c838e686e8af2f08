//! The map of a session: which one, with how many units and which seed.

use super::Session;
use super::placing::Draft;
use crate::steering::Steering;
use crate::viewer::command::Command;
use crate::viewer::pace::Pace;
use crate::viewer::pane::Pane;
use crate::viewer::{MapEntry, MapRequest};
use crate::world::World;

/// The map, and what the user chose instead of its own number of units and seed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ShownMap {
    map: usize,
    units: Option<usize>,
    seed: Option<u64>,
}

impl ShownMap {
    pub(super) fn new(map: usize) -> ShownMap {
        ShownMap { map, units: None, seed: None }
    }

    pub(super) fn map(&self) -> usize {
        self.map
    }
}

impl Session {
    /// The maps to choose from.
    pub fn maps(&self) -> &[MapEntry] {
        &self.maps
    }

    /// The number of the current map in [`Session::maps`].
    pub fn map(&self) -> usize {
        self.choice.map
    }

    /// The chosen number of units and seed; none for the map's own.
    pub fn chosen(&self) -> (Option<usize>, Option<u64>) {
        (self.choice.units, self.choice.seed)
    }

    /// A world of the map at its start, for a small picture.
    pub fn preview(&mut self, map: usize) -> Option<World> {
        self.source.world(&MapRequest::new(map)).ok()
    }

    /// Loads a map, or the same map with another number of units or another seed.
    pub(super) fn choose(&mut self, command: &Command) {
        let (before, count) = (self.choice, self.maps.len().max(1));
        let next = match *command {
            Command::NextMap => ShownMap::new((before.map + 1) % count),
            Command::PreviousMap => ShownMap::new((before.map + count - 1) % count),
            Command::ChooseMap(map) => ShownMap::new(map.min(count - 1)),
            Command::Units(units) => ShownMap { units, ..before },
            Command::Seed(seed) => ShownMap { seed, ..before },
            Command::RestartWithNextSeed => {
                let seed = self.world().layout().seed;
                ShownMap { seed: Some(if seed < i64::MAX as u64 { seed + 1 } else { 0 }), ..before }
            }
            _ => before,
        };
        let another = next.map != before.map;
        if (another || next.units != before.units) && self.drops_changes() {
            return;
        }
        let draft = if another || next.units != before.units { self.draft.take() } else { None };
        self.choice = next;
        let steerings: Vec<Steering> =
            self.panes.iter().map(|pane| pane.world().steering().clone()).collect();
        // A restart keeps the chosen steering. Another map brings its own, unless several worlds compare modes.
        let keep = !another || self.panes.len() > 1;
        if !self.reload(keep.then_some(steerings)) {
            self.choice = before;
            self.draft = self.draft.take().or(draft);
        } else if another {
            self.say(self.world().layout().name.clone());
        } else if draft.is_some_and(|draft| draft.is_open()) {
            // Placing continues with the other number of units.
            self.toggle_placing();
        }
    }

    /// Loads all worlds again, one for each steering, or as many as there are with the map's steering. If that fails, shows why
    /// and changes nothing.
    pub(super) fn reload(&mut self, steerings: Option<Vec<Steering>>) -> bool {
        let count = steerings.as_ref().map_or(self.panes.len(), Vec::len);
        let ShownMap { map, units, seed } = self.choice;
        let mut worlds = Vec::new();
        for variant in 0..count {
            let request =
                MapRequest { map, units, seed, variant, scene: self.draft.as_ref().map(Draft::scene) };
            match self.source.world(&request) {
                Ok(world) => worlds.push(world),
                Err(problem) => {
                    self.say(problem);
                    return false;
                }
            }
        }
        // The clock of an animation does not go back.
        self.end_recording();
        let same_map = self.world().layout().name == worlds[0].layout().name;
        let memory = crate::viewer::past::MEMORY / count;
        self.panes = worlds.into_iter().map(|world| Pane::new(world, memory)).collect();
        if let Some(steerings) = steerings {
            for (pane, mut steering) in self.panes.iter_mut().zip(steerings) {
                if !same_map {
                    // The modes of single groups belong to the map that has these groups.
                    steering.modes.clear();
                }
                pane.start_with(steering);
            }
        }
        self.active = self.active.min(count - 1);
        self.owed = 0.0;
        (self.past_limit, self.concluded, self.looking) = (false, false, None);
        (self.pace, self.result) = (Pace::default(), Vec::new());
        let units = self.world().units().len();
        self.selected = self.selected.filter(|id| same_map && *id < units);
        self.fitted |= !same_map;
        self.arrange();
        self.conclude();
        true
    }
}
