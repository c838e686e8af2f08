//! Opening map files: the question which, and what is in a folder.

use super::{MapQuestion, Session};
use crate::scene::is_start_file;
use crate::viewer::MapEntry;
use crate::viewer::command::Command;
use std::path::{Path, PathBuf, is_separator};

/// The most entries of a folder that are listed.
const MOST: usize = 500;

/// A file or a folder that completes what the user typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Its name, with a slash after that of a folder.
    pub name: String,
    /// What was typed, completed with it.
    pub path: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// The path that was typed, where `~` is the home folder.
pub(super) fn typed_path(typed: &str) -> PathBuf {
    let typed = typed.trim();
    match (typed.strip_prefix("~/"), std::env::var_os("HOME")) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(typed),
    }
}

impl Session {
    pub(super) fn ask_to_open(&mut self) {
        if !self.drops_changes() {
            self.question = Some(MapQuestion::Open(None));
        }
    }

    /// The map files and folders whose paths begin with what was typed, the files first.
    pub fn candidates(&self, typed: &str) -> Vec<Candidate> {
        let (folder, begin) = typed.split_at(typed.rfind(is_separator).map_or(0, |at| at + 1));
        let Ok(entries) = std::fs::read_dir(self.folder.join(typed_path(folder))) else { return Vec::new() };
        let mut found: Vec<Candidate> = entries
            .flatten()
            .filter_map(|entry| {
                let name = entry.file_name().into_string().ok()?;
                let is_folder = entry.path().is_dir();
                let is_hidden = name.starts_with('.') && !begin.starts_with('.');
                let is_map = name.ends_with(".toml") || is_start_file(&name);
                if is_hidden || !name.starts_with(begin) || !(is_folder || is_map) {
                    return None;
                }
                let name = if is_folder { name + "/" } else { name };
                Some(Candidate { path: format!("{folder}{name}"), name, is_folder })
            })
            .collect();
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
        let at = if self.folder == Path::new(".") { path } else { self.folder.join(path) };
        match self.source.open(&at) {
            Ok((map, entry)) => {
                self.question = None;
                self.list(map, entry);
                self.choose(&Command::ChooseMap(map));
            }
            Err(problem) => match &mut self.question {
                Some(MapQuestion::Open(why)) => *why = Some(problem.message),
                _ => self.say(problem.message),
            },
        }
    }

    /// Adds an entry to the list of maps, unless it is there.
    pub(super) fn list(&mut self, map: usize, entry: MapEntry) {
        if map < self.maps.len() {
            self.maps[map] = entry;
        } else {
            self.maps.push(entry);
        }
    }
}
