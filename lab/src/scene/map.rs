//! Opens maps and lays out their units.

use super::built_in::built_in_maps;
use super::description::Description;
use super::formats::starts::{self, is_start_file};
use super::formats::toml;
use super::layout_options::LayoutOptions;
use super::map_problem::MapProblem;
use super::named_starts::read_start_files;
use super::summary::Summary;
use super::{layout, plans};
use crate::document::{DocumentError, SourceText, check_size, read_file, utf8};
use crate::text;
use sidestep::steering::Steering;
use sidestep::world::Layout;
use std::collections::BTreeMap;
use std::path::Path;

/// A valid map.
///
/// ```
/// use sidestep_lab::scene::{LayoutOptions, Scene};
///
/// let scene = Scene::built_in("crossing").expect("it is built in");
/// assert_eq!(scene.layout(&LayoutOptions::default())?.starts.len(), 400);
/// let large = scene.layout(&LayoutOptions { units: Some(5000), ..LayoutOptions::default() })?;
/// assert_eq!(large.starts.len(), 5000);
/// # Ok::<(), sidestep_lab::scene::DocumentError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Scene {
    pub(super) description: Description,
    pub(super) source: SourceText,
}

impl Scene {
    /// Reads a map from TOML text. Errors name the file `file_name`.
    pub fn from_toml(file_name: &str, text: &str) -> Result<Scene, DocumentError> {
        check_size(file_name, text.len() as u64)?;
        Scene::described(toml::describe, SourceText::new(file_name, text))
    }

    /// Reads a start file as a map from its text: one unit per line, `x y goal_x goal_y` in metres, optionally followed by the
    /// radius (m) and the maximum speed (m/s). Errors name the file `file_name`.
    pub fn from_starts(file_name: &str, text: &str) -> Result<Scene, DocumentError> {
        check_size(file_name, text.len() as u64)?;
        Scene::described(starts::describe, SourceText::new(file_name, text))
    }

    /// Reads a start file or a TOML map, depending on the file name's extension.
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

    /// Reads a map from a file's bytes: a start file if the name ends in `.txt` or `.starts`, otherwise TOML.
    pub fn from_bytes(file_name: &str, bytes: &[u8]) -> Result<Scene, DocumentError> {
        check_size(file_name, bytes.len() as u64)?;
        Scene::from_source(SourceText::new(file_name, utf8(file_name, bytes)?))
    }

    /// Reads a map with the texts of the start files that it names.
    pub(super) fn from_texts(
        file_name: &str,
        text: &str,
        files: BTreeMap<String, String>,
    ) -> Result<Scene, DocumentError> {
        check_size(file_name, text.len() as u64)?;
        Scene::from_source(SourceText { files: files.into(), ..SourceText::new(file_name, text) })
    }

    /// Reads a map file or a start file, like [`Scene::from_bytes`]. A map can name start files relative to its folder.
    pub fn from_file(path: &Path) -> Result<Scene, DocumentError> {
        let source = read_file(path)?;
        let files = if is_start_file(&source.file) { BTreeMap::new() } else { read_start_files(&source) };
        Scene::from_source(SourceText { files: files.into(), ..source })
    }

    /// Returns the built-in map of this name.
    pub fn built_in(name: &str) -> Option<Scene> {
        let map = built_in_maps().iter().find(|m| m.name == name)?;
        // A test checks that every built-in map is valid.
        Scene::from_toml(&format!("maps/{name}.toml"), map.toml).ok()
    }

    /// Opens the built-in map of this name, or else the map or start file at this path.
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

    /// Returns the map with another plan for every group that follows one: the map's plan of this name, or else the single
    /// behaviour of this name. `"group=name"` changes only that group.
    ///
    /// # Errors
    ///
    /// There is no such plan or behaviour, or the behaviour lacks a target or a path.
    pub fn with_steering(mut self, name: &str) -> Result<Scene, DocumentError> {
        plans::replace_plans(&mut self.description, name)?;
        self.layout(&LayoutOptions::default())?;
        Ok(self)
    }

    /// Reads another text of the same map: with the same file name and folder.
    pub(super) fn with_text(&self, text: &str) -> Result<Scene, DocumentError> {
        check_size(&self.source.file, text.len() as u64)?;
        let source = SourceText { text: text.into(), ..self.source.clone() };
        // Those of a recording are in no folder.
        let files = match source.folder {
            Some(_) => read_start_files(&source).into(),
            None => source.files.clone(),
        };
        Scene::described(toml::describe, SourceText { files, ..source })
    }

    /// Returns the map's name.
    pub fn name(&self) -> &str {
        &self.description.name
    }

    /// Returns the map's one-line summary.
    pub fn about(&self) -> &str {
        &self.description.about
    }

    /// Returns where the scene comes from.
    pub fn source(&self) -> &str {
        &self.description.origin
    }

    /// Returns how the map's units steer, except for the modes of single groups.
    pub fn steering(&self) -> &Steering {
        &self.description.steering
    }

    /// Returns the units with their positions. The same options give the same layout on every machine.
    pub fn layout(&self, options: &LayoutOptions) -> Result<Layout, DocumentError> {
        layout::lay_out(&self.description, &self.source, options)
    }

    /// Returns the summary that `sidestep check` prints.
    pub fn summary(&self) -> Result<Summary, DocumentError> {
        Ok(Summary::new(&self.description, &self.source, &self.layout(&LayoutOptions::default())?))
    }
}
