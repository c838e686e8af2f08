//! The maps of a session: those to choose from, the one that is shown, and its changes.

use super::draft::Draft;
use super::shown_map::ShownMap;
use super::watch::Watch;
use crate::viewer::map_loader::{MapEntry, MapLoader};

/// The maps of a session, and where they come from.
pub(super) struct MapShelf {
    pub(super) source: Box<dyn MapLoader>,
    pub(super) maps: Vec<MapEntry>,
    pub(super) choice: ShownMap,
    pub(super) draft: Option<Draft>,
    /// The files of the map that is shown.
    pub(super) watch: Watch,
    /// The map that was chosen last, if it cannot be used.
    pub(super) failed: Option<(usize, Watch)>,
}

impl MapShelf {
    /// Starts with the map of this number.
    pub(super) fn new(source: Box<dyn MapLoader>, maps: Vec<MapEntry>, map: usize) -> MapShelf {
        let watch = Watch::new(source.files(map));
        MapShelf { source, maps, choice: ShownMap::new(map), draft: None, watch, failed: None }
    }

    /// The name of a map; empty if the list does not have it.
    pub(super) fn name(&self, map: usize) -> String {
        self.maps.get(map).map(|map| map.name.clone()).unwrap_or_default()
    }

    /// Adds an entry to the list of maps, unless it is there.
    pub(super) fn list(&mut self, map: usize, entry: MapEntry) {
        if map < self.maps.len() {
            self.maps[map] = entry;
        } else {
            self.maps.push(entry);
        }
    }

    /// Takes the files of the map as they are now.
    pub(super) fn watch_again(&mut self) {
        self.watch = Watch::new(self.source.files(self.choice.map));
    }
}
