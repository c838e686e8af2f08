//! A map that is being edited.

use super::edit::MapEdit;
use super::problem::{EditProblem, SaveError};
use super::recorded_map::write_start_files;
use super::saved::{FileState, OtherFile};
use super::unit_ref::{UnitRef, unit_ref};
use super::{change, explicit, moved, options, start_file};
use crate::document::DocumentError;
use crate::files;
use crate::scene::formats::starts::is_start_file;
use crate::scene::layout_options::LayoutOptions;
use crate::scene::map::Scene;
use sidestep::world::Layout;
use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most edits that can be undone.
const MOST_UNDO: usize = 500;
/// The most bytes of earlier texts.
const MOST_UNDO_BYTES: usize = 64 << 20;

/// A map that is being edited: its text, and the layout that this text has.
///
/// Every accepted edit leaves a valid map. An edit that would not is refused, with the error that reading the map would give.
#[derive(Debug, Clone)]
pub struct MapDraft {
    version: Version,
    /// The most recent version last.
    earlier: VecDeque<Arc<str>>,
    undone: Vec<Arc<str>>,
    /// The map's file, and the text that was read from or written to it.
    file: Option<(PathBuf, Arc<str>)>,
    saved: Arc<str>,
}

/// A text of the map with what it describes.
#[derive(Debug, Clone)]
struct Version {
    text: Arc<str>,
    scene: Scene,
    layout: Layout,
    /// Units without a path to their goal.
    unreachable: HashSet<UnitRef>,
}

impl Version {
    fn read(scene: Scene) -> Result<Version, DocumentError> {
        let layout = scene.layout(&LayoutOptions::default())?;
        let unreachable = layout.unreachable().iter().flat_map(|u| u.units.clone()).collect::<Vec<_>>();
        let unreachable = unreachable.into_iter().filter_map(|unit| unit_ref(&layout, unit)).collect();
        Ok(Version { text: scene.source.text.clone(), scene, layout, unreachable })
    }
}

impl MapDraft {
    /// Begins to edit a map as it is laid out with `options`. A number of units, a seed and a jitter that differ from the map's
    /// are written into its text first. A start file becomes a map whose groups list their units; these are then numbered group by
    /// group instead of line by line.
    ///
    /// # Errors
    ///
    /// The layout with these options cannot be written exactly.
    pub fn new(scene: &Scene, options: &LayoutOptions) -> Result<MapDraft, DocumentError> {
        let file = scene.source.file.to_string();
        if is_start_file(&file) {
            let version = Version::read(start_file::as_map(scene, options)?)?;
            let saved = version.text.clone();
            return Ok(MapDraft { version, earlier: VecDeque::new(), undone: Vec::new(), file: None, saved });
        }
        let original = scene.source.text.clone();
        let version = Version::read(options::written(scene, options)?)?;
        let on_disk = scene.source.folder.is_some().then(|| (PathBuf::from(file), original));
        let saved = version.text.clone();
        Ok(MapDraft { version, earlier: VecDeque::new(), undone: Vec::new(), file: on_disk, saved })
    }

    /// Returns the map's text.
    pub fn text(&self) -> &str {
        &self.version.text
    }

    /// Returns the map that the text describes.
    pub fn scene(&self) -> &Scene {
        &self.version.scene
    }

    /// Returns the layout that the text describes, with its own seed and number of units.
    pub fn layout(&self) -> &Layout {
        &self.version.layout
    }

    /// Returns the group and number of the unit with this index in [`Layout::starts`].
    pub fn unit_at(&self, index: usize) -> Option<UnitRef> {
        unit_ref(&self.version.layout, index)
    }

    /// Returns the index in [`Layout::starts`] of a unit.
    pub fn index_of(&self, unit: UnitRef) -> Option<usize> {
        let starts = explicit::starts_of(&self.version.layout, unit.group);
        (unit.number < starts.len())
            .then(|| explicit::first_of(&self.version.layout, unit.group) + unit.number)
    }

    /// Returns the number of walls that can be edited: the first ones in [`Layout::walls`]. Those of closed bounds follow.
    pub fn walls(&self) -> usize {
        self.version.scene.description.walls.len()
    }

    /// Returns the number of units of each group.
    pub fn counts(&self) -> Vec<usize> {
        let layout = &self.version.layout;
        (0..layout.groups.len()).map(|group| explicit::starts_of(layout, group).len()).collect()
    }

    /// Edits the map. Returns whether this changed its text.
    ///
    /// # Errors
    ///
    /// The edited map would be invalid, units would lose their path to the goal, or something else would change. The map then
    /// stays as it is.
    pub fn edit(&mut self, edit: &MapEdit) -> Result<bool, DocumentError> {
        let before = &self.version;
        let text = change::changed(&before.text, &before.scene.description, &before.layout, edit)?;
        if text == *before.text {
            return Ok(false);
        }
        moved::check_room(&before.scene.description, &before.layout, edit)?;
        let after = Version::read(before.scene.with_text(&text)?)?;
        change::check_others(&before.layout, &after.layout, edit)?;
        if let Some(lost) = after.unreachable.iter().find(|unit| !before.unreachable.contains(unit)) {
            let unreachable = after.layout.unreachable();
            let is_lost = |unit: &usize| unit_ref(&after.layout, *unit).as_ref() == Some(lost);
            let reason = unreachable.iter().find(|u| u.units.iter().any(is_lost)).map(ToString::to_string);
            return Err(EditProblem::Unreachable { reason: reason.unwrap_or_default() }.into());
        }
        let before = std::mem::replace(&mut self.version, after);
        self.earlier.push_back(before.text);
        let bytes = |texts: &VecDeque<Arc<str>>| texts.iter().map(|text| text.len()).sum::<usize>();
        while self.earlier.len() > MOST_UNDO || bytes(&self.earlier) > MOST_UNDO_BYTES {
            self.earlier.pop_front();
        }
        self.undone.clear();
        Ok(true)
    }

    /// Whether there is an edit to undo.
    pub fn can_undo(&self) -> bool {
        !self.earlier.is_empty()
    }

    /// Whether there is an edit to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Returns to the text before the last edit. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(text) = self.earlier.pop_back() else { return false };
        let now = self.version.text.clone();
        let is_read = self.show(&text);
        if is_read {
            self.undone.push(now);
        }
        is_read
    }

    /// Repeats the edit that was undone last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(text) = self.undone.pop() else { return false };
        let now = self.version.text.clone();
        let is_read = self.show(&text);
        if is_read {
            self.earlier.push_back(now);
        }
        is_read
    }

    /// Shows a text that was valid before. It is no longer if a start file that it names has changed.
    fn show(&mut self, text: &str) -> bool {
        let version = self.version.scene.with_text(text).and_then(Version::read);
        version.map(|version| self.version = version).is_ok()
    }

    /// Whether the text differs from the one that was opened or saved last.
    pub fn is_changed(&self) -> bool {
        self.version.text != self.saved
    }

    /// Returns the map's file, if it has one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// Returns what has become of the map's file, if it has one.
    pub fn file_state(&self) -> Option<FileState> {
        let (path, text) = self.file.as_ref()?;
        Some(match std::fs::read(path) {
            Ok(bytes) if bytes == text.as_bytes() => FileState::Same,
            Ok(_) => FileState::Changed,
            Err(_) => FileState::Missing,
        })
    }

    /// Writes the map to a file, which is renamed into place once it is complete.
    ///
    /// # Errors
    ///
    /// A file has this name and `other` is [`OtherFile::Keep`], the name is that of a start file, the map names start files of
    /// another folder, or the file cannot be written.
    pub fn save(&mut self, path: &Path, other: OtherFile) -> Result<(), SaveError> {
        if is_start_file(&path.to_string_lossy()) {
            return Err(SaveError::Name { path: path.to_path_buf() });
        }
        if let Some(folder) = self.version.scene.source.folder.as_deref()
            && !self.version.scene.start_files().is_empty()
            && !is_same(folder, path.parent().unwrap_or(Path::new("")))
        {
            return Err(SaveError::Starts { folder: folder.to_path_buf() });
        }
        if path.exists() && other == OtherFile::Keep {
            return Err(SaveError::Exists { path: path.to_path_buf() });
        }
        if self.version.scene.source.folder.is_none() {
            write_start_files(&self.version.scene.source.files, path)?;
        }
        files::write(path, self.version.text.as_bytes())?;
        self.file = Some((path.to_path_buf(), self.version.text.clone()));
        self.saved = self.version.text.clone();
        Ok(())
    }
}

/// Whether two paths lead to the same file or folder.
fn is_same(one: &Path, two: &Path) -> bool {
    let full = |path: &Path| {
        let path = if path == Path::new("") { Path::new(".") } else { path };
        std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
    };
    full(one) == full(two)
}
