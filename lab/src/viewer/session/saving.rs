//! Saving the changed map: under which name, and what becomes of the file that it was read from.

use super::candidate::typed_path;
use super::help::with_help;
use super::question::{MapQuestion, SaveQuestion};
use super::session::Session;
use super::shown_map::ShownMap;
use crate::scene::{FileState, MapDraft, OtherFile};
use std::path::{Path, PathBuf};

impl Session {
    pub(super) fn ask_to_save(&mut self) {
        let Some(draft) = self.draft() else {
            return self.say("nothing to save: F7 places units and walls".into());
        };
        let question =
            SaveQuestion { present: present(draft), free: self.free_map_name(draft), problem: None };
        self.question = Some(MapQuestion::Save(question));
    }

    /// A name in the map's folder that no file has: its own with a number.
    fn free_map_name(&self, draft: &MapDraft) -> String {
        let own = draft
            .file()
            .map_or_else(|| PathBuf::from(format!("{}.toml", self.map_in_file_name())), Path::to_path_buf);
        let stem = own.file_stem().unwrap_or_default().to_string_lossy().to_string();
        let digits = |tail: &str| !tail.is_empty() && tail.chars().all(|c| c.is_ascii_digit());
        // A copy of door-2 is door-3.
        let stem = match stem.rsplit_once('-') {
            Some((stem, tail)) if draft.file().is_some() && digits(tail) => stem,
            _ => &stem,
        };
        let numbered = |n: u32| own.with_file_name(format!("{stem}-{n}.toml"));
        let free = (2..).map(numbered).find(|path| !self.files.folder.join(path).exists());
        free.unwrap_or(own).display().to_string()
    }

    /// The file that a typed name means, and whether it exists. Names without an ending get that of maps.
    pub fn map_file(&self, typed: &str) -> (PathBuf, bool) {
        let mut path = typed_path(typed);
        if path.file_name().is_some() && path.extension().is_none() && !typed.ends_with('/') {
            path.set_extension("toml");
        }
        let exists = self.files.folder.join(&path).exists();
        (path, exists)
    }

    pub(super) fn save_map(&mut self, name: &str, replace: bool) {
        let (shown, exists) = self.map_file(name);
        let path =
            if self.files.folder == Path::new(".") { shown.clone() } else { self.files.folder.join(&shown) };
        let Some(draft) = &mut self.shelf.draft else { return };
        let now = present(&draft.map);
        if let Some(MapQuestion::Save(question)) = &mut self.question
            && replace
            && question.present != now
        {
            question.present = now;
            question.problem = Some("The file has changed while this question was open.".into());
            return;
        }
        let other = if replace { OtherFile::Replace } else { OtherFile::Keep };
        let saved = match shown.file_name() {
            None => Err("type a file name".to_string()),
            Some(_) if exists && !replace => {
                Err(format!("{} exists: replace it, or type another name", shown.display()))
            }
            Some(_) => draft.map.save(&path, other).map_err(|problem| with_help(&problem)),
        };
        match (saved, &mut self.question) {
            (Ok(()), _) => {
                self.question = None;
                self.follow_saved(&path);
                let shown = path.display();
                self.say(format!("saved {shown}; to run it: sidestep run {shown}"));
            }
            (Err(problem), Some(MapQuestion::Save(question))) => question.problem = Some(problem),
            (Err(problem), _) => self.say(problem),
        }
    }

    /// Shows the saved file in the list of maps as the map that is shown, and watches it.
    fn follow_saved(&mut self, path: &Path) {
        if let Ok((map, entry)) = self.shelf.source.open(path) {
            self.shelf.list(map, entry);
            let own = self.draft().map(|draft| draft.layout().seed);
            self.shelf.choice = ShownMap::of_file(map, self.chosen().1.filter(|seed| Some(*seed) != own));
        }
        self.shelf.watch_again();
        self.notice = None;
    }
}

/// The file of a draft as the question names it.
fn present(draft: &MapDraft) -> Option<(String, FileState)> {
    Some((draft.file()?.display().to_string(), draft.file_state()?))
}
