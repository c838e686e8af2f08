//! A map that was read: opening it, and laying out its units.

use super::built_in::built_in_maps;
use super::description::Description;
use super::formats::starts::{self, is_start_file};
use super::formats::toml;
use super::map_problem::MapProblem;
use super::start::{Layout, LayoutOptions};
use super::summary::Summary;
use super::{layout, plans};
use crate::document::{DocumentError, SourceText, check_size, read_file, utf8};
use crate::settings::Push;
use crate::text;
use std::path::Path;

/// A map that was read and found sound.
///
/// ```
/// use sidestep::scene::{LayoutOptions, Scene};
///
/// let scene = Scene::built_in("crossing").expect("it is built in");
/// assert_eq!(scene.layout(&LayoutOptions::default())?.starts.len(), 400);
/// let large = scene.layout(&LayoutOptions { units: Some(5000), ..LayoutOptions::default() })?;
/// assert_eq!(large.starts.len(), 5000);
/// # Ok::<(), sidestep::scene::DocumentError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Scene {
    description: Description,
    pub(super) source: SourceText,
}

impl Scene {
    /// Reads a map from its text. Whatever is wrong with it is told of `file_name`.
    pub fn from_toml(file_name: &str, text: &str) -> Result<Scene, DocumentError> {
        check_size(file_name, text.len() as u64)?;
        Scene::described(toml::describe, SourceText::new(file_name, text))
    }

    /// Reads a start file from its text, as a map of its own: a unit a line, `x y goal_x goal_y`, m, and if wanted its radius
    /// (m) and maximum speed (m/s). Whatever is wrong with it is told of `file_name`.
    pub fn from_starts(file_name: &str, text: &str) -> Result<Scene, DocumentError> {
        check_size(file_name, text.len() as u64)?;
        Scene::described(starts::describe, SourceText::new(file_name, text))
    }

    /// Reads a start file or a TOML map, by the ending of its name.
    fn from_source(source: SourceText) -> Result<Scene, DocumentError> {
        let describe = if is_start_file(&source.file) { starts::describe } else { toml::describe };
        Scene::described(describe, source)
    }

    fn described(
        describe: fn(&SourceText, &str) -> Result<Description, DocumentError>,
        source: SourceText,
    ) -> Result<Scene, DocumentError> {
        let stem = Path::new(&*source.file).file_stem().map(|s| s.to_string_lossy()).unwrap_or_default();
        let scene = Scene { description: describe(&source, &stem)?, source: source.clone() };
        scene.layout(&LayoutOptions::default())?;
        Ok(scene)
    }

    /// Reads a map from a file's bytes: a start file where the name ends in `.txt` or `.starts`, else TOML.
    pub fn from_bytes(file_name: &str, bytes: &[u8]) -> Result<Scene, DocumentError> {
        check_size(file_name, bytes.len() as u64)?;
        Scene::from_source(SourceText::new(file_name, utf8(file_name, bytes)?))
    }

    /// Reads a map file, or a start file as [`Scene::from_bytes`] does. A map may name start files in its own folder.
    pub fn from_file(path: &Path) -> Result<Scene, DocumentError> {
        Scene::from_source(read_file(path)?)
    }

    /// The built-in map of this name.
    pub fn built_in(name: &str) -> Option<Scene> {
        let map = built_in_maps().iter().find(|m| m.name == name)?;
        // That all of them are sound is tested.
        Scene::from_toml(&format!("maps/{name}.toml"), map.toml).ok()
    }

    /// The built-in map of this name, else the map or start file at this path.
    pub fn open(name_or_path: &str) -> Result<Scene, DocumentError> {
        if let Some(map) = built_in_maps().iter().find(|m| m.name == name_or_path) {
            return Scene::from_toml(&format!("maps/{}.toml", map.name), map.toml);
        }
        let path = Path::new(name_or_path);
        if path.exists() {
            return Scene::from_file(path);
        }
        let names: Vec<&str> = built_in_maps().iter().map(|m| m.name).collect();
        let typed = path.file_stem().map(|s| s.to_string_lossy()).unwrap_or_default();
        let (near, name) = (text::nearest(&typed, &names), name_or_path.to_string());
        let is_path = name.contains('/') || is_start_file(&name) || name.ends_with(".toml");
        Err(DocumentError::from(if is_path {
            let hint = near.map(|n| format!("did you mean the built-in map '{n}'? ")).unwrap_or_default();
            MapProblem::NoSuchFile { name, hint }
        } else {
            let hint = near.map(|n| format!("did you mean '{n}'? ")).unwrap_or_default();
            MapProblem::UnknownMap { name, hint }
        }))
    }

    /// The same map, with another plan for every group that follows one: the map's plan of this name, else one behaviour by
    /// itself. `"group=name"` is about that group only. An error where there is neither, or a behaviour lacks what it
    /// needs.
    pub fn with_steering(mut self, name: &str) -> Result<Scene, DocumentError> {
        plans::replace_plans(&mut self.description, name)?;
        self.layout(&LayoutOptions::default())?;
        Ok(self)
    }

    /// The map's name.
    pub fn name(&self) -> &str {
        &self.description.name
    }

    /// What is in it, in a line.
    pub fn about(&self) -> &str {
        &self.description.about
    }

    /// Where it is from.
    pub fn source(&self) -> &str {
        &self.description.origin
    }

    /// Its sideways push.
    pub fn push(&self) -> Push {
        self.description.steering.push
    }

    /// All its units in place. The same options give the same layout on every machine.
    pub fn layout(&self, options: &LayoutOptions) -> Result<Layout, DocumentError> {
        layout::lay_out(&self.description, &self.source, options)
    }

    /// What `sidestep check` prints of it.
    pub fn summary(&self) -> Result<Summary, DocumentError> {
        Ok(Summary::new(&self.description, &self.source, &self.layout(&LayoutOptions::default())?))
    }
}
