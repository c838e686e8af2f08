//! The maps of a window: what there is to choose from, and where worlds come from.

use crate::run::Repeats;
use crate::scene::{MapDraft, RecordedScene, Scene};
use sidestep::world::{Layout, World};
use std::path::{Path, PathBuf};

/// A map to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapEntry {
    /// Its name or path.
    pub name: String,
    /// Its one-line summary.
    pub about: String,
}

/// A world to create.
#[derive(Clone, Copy)]
pub struct MapRequest<'a> {
    /// The map's number in [`ViewerOptions::maps`](super::ViewerOptions::maps).
    pub map: usize,
    /// The number of units; none for the usual one.
    pub units: Option<usize>,
    /// The seed; none for the usual one.
    pub seed: Option<u64>,
    /// The number of the world among several side by side, each of which can have its own steering at first.
    pub variant: usize,
    /// The map with the user's changes, instead of the map as it is stored.
    pub scene: Option<&'a Scene>,
}

impl MapRequest<'_> {
    /// The map with its usual units, seed and steering.
    pub fn new(map: usize) -> MapRequest<'static> {
        MapRequest { map, units: None, seed: None, variant: 0, scene: None }
    }

    /// Whether it is of the map with its usual units and seed, without changes.
    pub fn is_plain(&self) -> bool {
        self.units.is_none() && self.seed.is_none() && self.scene.is_none()
    }
}

/// Why a map cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MapError {
    /// The cause and what is accepted, in one line.
    pub message: String,
    /// The same with an excerpt of the map's text, in as many lines as it takes.
    pub report: String,
}

impl<T: Into<String>> From<T> for MapError {
    fn from(message: T) -> MapError {
        let message = message.into();
        MapError { report: message.clone(), message }
    }
}

/// Creates the worlds of a window.
pub trait MapLoader {
    /// Creates the world of a map at its start.
    ///
    /// # Errors
    ///
    /// The map cannot be used.
    fn world(&mut self, request: &MapRequest) -> Result<World, MapError>;

    /// Returns the map for changes by the user.
    ///
    /// # Errors
    ///
    /// The map cannot be changed.
    fn draft(&mut self, request: &MapRequest) -> Result<MapDraft, MapError>;

    /// What the world of a request repeats from a recording: what is given to it after which ticks, and the last tick. None if it begins
    /// a run of its own.
    fn repeats(&self, _request: &MapRequest) -> Option<Repeats> {
        None
    }

    /// What a recording keeps to make the layout of a request again.
    ///
    /// # Errors
    ///
    /// Such a map cannot be recorded.
    fn recorded(&mut self, _request: &MapRequest, _layout: &Layout) -> Result<RecordedScene, MapError> {
        Err("this map cannot be recorded".into())
    }

    /// The files of a map, which the window watches: its own and the start files that it names. Empty for a built-in map.
    fn files(&self, _map: usize) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Returns the number of a map file in the list and its entry. The file is added to the list if it is not there yet.
    ///
    /// # Errors
    ///
    /// There is no such file.
    fn open(&mut self, path: &Path) -> Result<(usize, MapEntry), MapError> {
        Err(format!("{} cannot be opened here", path.display()).into())
    }
}
