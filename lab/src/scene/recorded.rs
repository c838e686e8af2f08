//! What a recording keeps of a map, to lay out its units again.

use super::layout_options::LayoutOptions;
use super::map::Scene;
use crate::document::DocumentError;
use serde::{Deserialize, Serialize};
use sidestep::crowd::UnitId;
use sidestep::steering::Steering;
use sidestep::world::Layout;
use std::collections::BTreeMap;

/// A unit that somebody wants to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkedUnit {
    /// Its id.
    pub unit: UnitId,
    /// The tick at which it was marked.
    pub tick: u64,
}

/// A map as text, and what replaces its values in one run. In a recording, it is JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecordedScene {
    /// The name of the map's file.
    pub file: String,
    /// The text of the map.
    pub map: String,
    /// The texts of the start files that the map names, by their names in it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub start_files: BTreeMap<String, String>,
    units: Option<usize>,
    seed: Option<u64>,
    jitter: Option<f32>,
    #[serde(default)]
    shift: bool,
    follow: Option<String>,
    limit: f32,
    push_stated: bool,
    steering: Steering,
    /// The unit that the recording is to show.
    #[serde(default)]
    pub marked: Option<MarkedUnit>,
}

impl RecordedScene {
    /// What a recording of a run of this scene keeps. `layout` is what runs, and `follow` the plan or behaviour that groups follow.
    pub fn new(
        scene: &Scene,
        options: LayoutOptions,
        follow: Option<String>,
        layout: &Layout,
    ) -> RecordedScene {
        let LayoutOptions { units, seed, jitter, shift } = options;
        RecordedScene {
            file: scene.source.file.to_string(),
            map: scene.source.text.to_string(),
            start_files: (*scene.source.files).clone(),
            units,
            seed,
            jitter,
            shift,
            follow,
            limit: layout.time_limit,
            push_stated: layout.push_stated,
            steering: layout.steering.clone(),
            marked: None,
        }
    }

    /// The same with a unit that it is to show.
    pub fn with_mark(self, marked: Option<MarkedUnit>) -> RecordedScene {
        RecordedScene { marked, ..self }
    }

    /// Reads it from the bytes in a recording. None if another program has written them.
    pub fn from_bytes(bytes: &[u8]) -> Option<RecordedScene> {
        serde_json::from_slice(bytes).ok()
    }

    /// The bytes in a recording.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Fails only for types that JSON lacks, such as maps with other keys than texts.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// The map.
    ///
    /// # Errors
    ///
    /// It is not valid in this version.
    pub fn scene(&self) -> Result<Scene, DocumentError> {
        let scene = Scene::from_texts(&self.file, &self.map, self.start_files.clone())?;
        match &self.follow {
            Some(name) => scene.with_steering(name),
            None => Ok(scene),
        }
    }

    /// What the run replaced of the map's own values.
    pub fn options(&self) -> LayoutOptions {
        LayoutOptions { units: self.units, seed: self.seed, jitter: self.jitter, shift: self.shift }
    }

    /// Lays out the units again.
    ///
    /// # Errors
    ///
    /// The map is not valid in this version.
    pub fn layout(&self) -> Result<Layout, DocumentError> {
        self.layout_with(&self.options())
    }

    /// The same with other options.
    ///
    /// # Errors
    ///
    /// The map does not take these options.
    pub fn layout_with(&self, options: &LayoutOptions) -> Result<Layout, DocumentError> {
        let layout = self.scene()?.layout(options)?;
        let (steering, time_limit) = (self.steering.clone(), self.limit);
        Ok(Layout { steering, time_limit, push_stated: self.push_stated, ..layout })
    }
}
