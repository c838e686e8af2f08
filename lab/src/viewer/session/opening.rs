//! Opening map files: the question which, and what is in a folder.

use super::candidate::{Candidate, typed_path};
use super::question::MapQuestion;
use super::session::Session;
use crate::scene::is_start_file;
use crate::viewer::command::Command;
use std::fs::DirEntry;
use std::path::{Path, is_separator};

/// The most entries of a folder that are listed.
const MOST: usize = 500;

impl Session {
    pub(super) fn ask_to_open(&mut self) {
        if !self.drops_changes() {
            self.question = Some(MapQuestion::Open(None));
        }
    }

    /// The map files and folders whose paths begin with what was typed, the files first.
    pub fn candidates(&self, typed: &str) -> Vec<Candidate> {
        let (folder, begin) = typed.split_at(typed.rfind(is_separator).map_or(0, |at| at + 1));
        let Ok(entries) = std::fs::read_dir(self.files.folder.join(typed_path(folder))) else {
            return Vec::new();
        };
        let candidates = entries.flatten().filter_map(|entry| candidate(&entry, folder, begin));
        let mut found: Vec<Candidate> = candidates.collect();
        found.sort_by(|a, b| (a.is_folder, &a.name).cmp(&(b.is_folder, &b.name)));
        found.truncate(MOST);
        found
    }

    /// What was typed, completed as far as all candidates agree.
    pub fn completed(&self, typed: &str) -> String {
        let candidates = self.candidates(typed);
        let Some((first, others)) = candidates.split_first() else { return typed.to_string() };
        let agrees = |end: usize| others.iter().all(|other| other.path.get(..end) == first.path.get(..end));
        let mut ends = first.path.char_indices().rev().map(|(at, c)| at + c.len_utf8());
        let end = ends.find(|end| agrees(*end)).unwrap_or(0);
        if end > typed.len() { first.path[..end].to_string() } else { typed.to_string() }
    }

    pub(super) fn open_map(&mut self, path: &Path) {
        let path = typed_path(&path.to_string_lossy());
        let at = if self.files.folder == Path::new(".") { path } else { self.files.folder.join(path) };
        match self.shelf.source.open(&at) {
            Ok((map, entry)) => {
                self.question = None;
                self.shelf.list(map, entry);
                self.choose(&Command::ChooseMap(map));
            }
            Err(problem) => match &mut self.question {
                Some(MapQuestion::Open(why)) => *why = Some(problem.message),
                _ => self.say(problem.message),
            },
        }
    }
}

/// A map file or folder whose name begins with `begin`.
fn candidate(entry: &DirEntry, folder: &str, begin: &str) -> Option<Candidate> {
    let name = entry.file_name().into_string().ok()?;
    let is_folder = entry.path().is_dir();
    let is_hidden = name.starts_with('.') && !begin.starts_with('.');
    let is_map = name.ends_with(".toml") || is_start_file(&name);
    if is_hidden || !name.starts_with(begin) || !(is_folder || is_map) {
        return None;
    }
    let name = if is_folder { name + "/" } else { name };
    Some(Candidate { path: format!("{folder}{name}"), name, is_folder })
}
